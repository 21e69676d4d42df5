// The synthetic feed: conformance, a price that is a function of seed, symbol and time alone, and trades that explain its moves.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { expect, test } from 'vitest';
import { missingNews, watchFeed } from './feed-conformance.ts';
import type { TradeUpdate } from './feed.ts';
import { marketSymbols, symbolByName } from './symbol-table.ts';
import { createSyntheticFeed } from './synthetic-feed.ts';
import { syntheticPath } from './synthetic-path.ts';

const weekday = Date.parse('2026-11-18T03:00:00Z');
const saturday = Date.parse('2026-11-21T09:00:00Z');
const solana = symbolByName('BINANCE:SOLUSDT') ?? marketSymbols[0];

async function run(start: number, ms: number, seed = 7, stepMs = 50) {
  let now = start;
  const feed = createSyntheticFeed({ seed, now: () => now });
  const watch = watchFeed(feed);
  await feed.start(watch.listener);
  while (now < start + ms) {
    now += stepMs;
    feed.advance(now);
  }
  return { feed, watch };
}

test('keeps the promises of every feed and serves every symbol', async () => {
  const { feed, watch } = await run(weekday, 30_000);
  expect(watch.faults).toEqual([]);
  expect(missingNews(feed, watch.seen)).toEqual([]);
  const pictures = watch.seen.get(`${solana.id} depth`) ?? 0;
  expect(pictures / 30).toBeGreaterThan(4);
  expect(pictures / 30).toBeLessThan(10);
});

test('outside trading hours forex, gold and indices are silent and crypto goes on', async () => {
  const { watch } = await run(saturday, 5_000);
  expect(watch.seen.has(`${symbolByName('PYTH:XAUUSD')?.id} depth`)).toBe(false);
  expect(watch.seen.has(`${solana.id} depth`)).toBe(true);
});

test('the price at a time is a pure function of seed, symbol and time', () => {
  const times = Array.from({ length: 200 }, (_, i) => weekday + i * 7_919);
  const one = syntheticPath(7, solana);
  const other = syntheticPath(7, solana);
  const backwards = [...times].reverse().map((t) => other.ticksAt(t));
  expect(times.map((t) => one.ticksAt(t))).toEqual(backwards.reverse());
  expect(times.map((t) => syntheticPath(8, solana).ticksAt(t))).not.toEqual(times.map((t) => one.ticksAt(t)));
});

test('volatility reverts to its mean: a year of days stays near the anchor, and no day is dead or mad', () => {
  for (const symbol of marketSymbols) {
    const path = syntheticPath(7, symbol);
    const days = Array.from({ length: 365 }, (_, i) => Math.exp(path.logAt(weekday + i * DAY_MS)));
    const moves = days.slice(1).map((p, i) => Math.abs(p / days[i] - 1));
    const mean = moves.reduce((a, b) => a + b, 0) / moves.length;
    expect(Math.max(...days)).toBeLessThan(1 + 16 * symbol.dayVolatility);
    expect(Math.min(...days)).toBeGreaterThan(1 - 16 * symbol.dayVolatility);
    expect(mean).toBeGreaterThan(symbol.dayVolatility * 0.2);
    expect(mean).toBeLessThan(symbol.dayVolatility * 2);
  }
});

test('trades explain the moves: bought at the ask when the price rose, sold at the bid when it fell', async () => {
  const { watch } = await run(weekday, 60_000);
  const own = watch.updates.filter((u) => u.symbol === solana.id);
  let before: { bids: readonly number[]; asks: readonly number[] } | undefined;
  let moves = 0;
  for (const [i, update] of own.entries()) {
    if (update.kind !== 'depth') continue;
    const next = own[i + 1];
    const move = before === undefined ? 0 : update.bids[0] - before.bids[0];
    before = update;
    if (move === 0) continue;
    moves++;
    expect(next?.kind).toBe('trade');
    expect((next as TradeUpdate).price).toBe(move > 0 ? update.asks[0] : update.bids[0]);
  }
  expect(moves).toBeGreaterThan(20);
});
