// The replay feed: conformance over a whole loop and the seam, prices that match the recording, pause and speed.
import { beforeAll, describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { DepthUpdate, FeedUpdate, TradeUpdate } from './feed.ts';
import { missingNews, watchFeed } from './feed-conformance.ts';
import { createReplayFeed, notionalOfRecording, type ReplayPosition } from './replay-feed.ts';
import { LOOP_END, LOOP_MS, LOOP_START } from './replay-stream.ts';
import { symbolByName } from './symbol-table.ts';

const start = Date.parse('2026-11-21T09:00:00Z');
const bitcoin = symbolByName('BINANCE:BTCUSDT')?.id ?? -1;
const ether = symbolByName('BINANCE:ETHUSDT')?.id ?? -1;
const middle = (d: DepthUpdate) => (d.bids[0] + d.asks[0]) / 2;
const depths = (updates: FeedUpdate[], symbol: number) =>
  updates.filter((u): u is DepthUpdate => u.kind === 'depth' && u.symbol === symbol);

/** Trades of the file within the loop, read the slow and obvious way. */
function recordedTrades(file: string): [number, number, number, string][] {
  const text = gunzipSync(readFileSync(new URL(`../recordings/${file}`, import.meta.url))).toString('latin1');
  const lines = text.split('\n').filter((line) => line.includes('@trade'));
  return lines.flatMap((line) => {
    const at = Number(line.slice(0, 16)) / 1000;
    const { t, p, q, m } = JSON.parse(line.slice(20)).data;
    const isIn = at > LOOP_START && at <= LOOP_END && Number(p) > 0 && Number(q) >= 0.001;
    return isIn ? [[t, Math.round(Number(p) * 100), Math.round(Number(q) * 1000), m ? 'S' : 'B'] as [number, number, number, string]] : [];
  });
}

async function playing(options: { position?: ReplayPosition; speed?: number } = {}) {
  let now = start;
  const feed = createReplayFeed({ now: () => now, ...options });
  const watch = watchFeed(feed);
  await feed.preload();
  await feed.start(watch.listener);
  const run = (ms: number, stepMs = 100) => {
    const end = now + ms;
    while (now < end) {
      now += stepMs;
      feed.advance(now);
    }
  };
  return { feed, watch, run, now: () => now };
}

test.each([
  ['BINANCE:BTCUSDT', 'usdm_btcusdt_20240808.gz'],
  ['BINANCE:ETHUSDT', 'spot_ethusdt_20240808.gz'],
])('what is said to be traded of %s in a second is what the loop trades', (symbol, file) => {
  const traded = recordedTrades(file).reduce((sum, [, ticks, lots]) => sum + (ticks * lots) / 100_000, 0);
  const perSecond = traded / (LOOP_MS / 1000);
  expect(Math.abs((notionalOfRecording(symbol) ?? 0) / perSecond - 1), String(perSecond)).toBeLessThan(0.01);
});

describe('replay over two seams', () => {
  let world: Awaited<ReturnType<typeof playing>>;
  beforeAll(async () => {
    world = await playing();
    world.run(2 * LOOP_MS + 20_000);
  });

  test('keeps the promises of every feed', () => {
    expect(world.watch.faults.slice(0, 3)).toEqual([]);
    expect(missingNews(world.feed, world.watch.seen)).toEqual([]);
    expect(world.feed.health()).toMatchObject({ state: 'live', gaps: 0, seams: 2 });
  });

  test('the seam makes no jump: neighbouring pictures move as little as anywhere in the recording', () => {
    for (const [symbol, limit] of [
      [bitcoin, 8_000],
      [ether, 400],
    ] as const) {
      const pictures = depths(world.watch.updates, symbol);
      const jumps = pictures.slice(1).map((d, i) => Math.abs(middle(d) - middle(pictures[i])));
      const seams = pictures.flatMap((d, i) =>
        [1, 2].some((n) => Math.abs(d.receivedAt - start - n * LOOP_MS) <= 150) && i > 0 ? [jumps[i - 1]] : [],
      );
      expect(seams.length).toBeGreaterThan(2);
      expect(Math.max(...seams)).toBeLessThan(limit / 20);
      expect(Math.max(...jumps)).toBeLessThan(limit);
    }
  });

  test('loops do not drift: the same moment of the second and third loop has the same price', () => {
    const pictures = depths(world.watch.updates, bitcoin);
    const at = (ms: number) => pictures.findLast((d) => d.receivedAt - start <= ms) as DepthUpdate;
    expect(Math.abs(middle(at(LOOP_MS + 10_000)) - middle(at(2 * LOOP_MS + 10_000)))).toBeLessThan(200);
    expect(Math.abs(middle(at(LOOP_MS - 200)) - middle(at(2 * LOOP_MS - 200)))).toBeLessThan(200);
  });

  test('trades are the recorded ones, one by one', () => {
    const trades = world.watch.updates.filter((u): u is TradeUpdate => u.kind === 'trade' && u.symbol === bitcoin);
    const recorded = recordedTrades('usdm_btcusdt_20240808.gz');
    expect(trades.slice(0, 500).map((t) => [t.id, t.price, t.lots, t.side])).toEqual(recorded.slice(0, 500));
    expect(trades.filter((t) => t.receivedAt <= start + LOOP_MS)).toHaveLength(recorded.length);
  });
});

test('pause stops the news and resume goes on where it stood', async () => {
  const { feed, watch, run } = await playing();
  run(5_000);
  const count = watch.updates.length;
  const before = feed.position().at;
  feed.pause();
  run(20_000);
  expect(watch.updates.length).toBe(count);
  feed.resume();
  run(1_000);
  expect(watch.updates.length).toBeGreaterThan(count);
  expect(feed.position().at).toBeCloseTo(before + 1_000, 0);
});

test('at tenfold speed ten seconds of recording pass in one', async () => {
  const { feed, watch, run } = await playing({ speed: 10 });
  run(3_000, 50);
  expect(feed.position().at).toBeCloseTo(30_000, 0);
  expect(watch.faults).toEqual([]);
});

test('a restart goes on at the saved position without a jump, seam offset included', async () => {
  const first = await playing();
  first.run(LOOP_MS + 30_000, 500);
  const saved = first.feed.position();
  const last = depths(first.watch.updates, bitcoin).at(-1) as DepthUpdate;
  const second = await playing({ position: saved });
  second.run(200);
  const next = depths(second.watch.updates, bitcoin)[0];
  expect(Math.abs(middle(next) - middle(last))).toBeLessThan(300);
});
