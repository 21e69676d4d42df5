// A folded running candle is what a call would fold at that moment, and its end is told once, as it came to be.
import type { Candle } from '@maru/market/contract.ts';
import { describe, expect, test } from 'vitest';
import { derivedOf, foldCandles } from './derived-candles.ts';
import { Folding, type ReadParts } from './folded-streams.ts';

const HOUR = 3_600_000;
const start = Date.UTC(2026, 10, 22);
const kind = derivedOf('2h') as NonNullable<ReturnType<typeof derivedOf>>;
const candle = (hour: number, close: number, volume = 1): Candle => [
  start + hour * HOUR,
  '10',
  String(Math.max(10, close)),
  '5',
  String(close),
  String(volume),
  '0',
  0,
];

/** A site that keeps candles; `heard` is what a bot is told. */
function stage(kept: Candle[]) {
  let held: (() => void)[] | undefined;
  let fails = false;
  let now = 0;
  let reads = 0;
  const read: ReadParts = async (from, before) => {
    reads++;
    if (held !== undefined) await new Promise<void>((go) => held?.push(go));
    if (fails) throw new Error('away');
    return kept.filter(([at]) => at >= from && at < before);
  };
  const folding = new Folding(kind, read, () => now);
  const heard: [Candle, boolean][] = [];
  folding.listeners.add((...told) => heard.push(told));
  return {
    heard,
    take: async (one: Candle) => {
      folding.take(one);
      await new Promise((go) => setTimeout(go, 0));
    },
    hold: () => void (held = []),
    release: async () => {
      const waiting = held ?? [];
      held = undefined;
      for (const go of waiting) go();
      await new Promise((go) => setTimeout(go, 0));
    },
    fail: (is: boolean) => void (fails = is),
    wait: (ms: number) => void (now += ms),
    reads: () => reads,
  };
}

describe('folded streams', () => {
  test('the running candle has what came before it in its time', async () => {
    const kept = [candle(-1, 99), candle(0, 12, 3)];
    const { heard, take } = stage(kept);
    await take(candle(1, 11, 2));
    await take(candle(1, 14, 4));
    expect(heard).toEqual([
      [foldCandles([kept[1], candle(1, 11, 2)], kind)[0], false],
      [foldCandles([kept[1], candle(1, 14, 4)], kind)[0], false],
    ]);
    expect(heard[1][0].slice(0, 6)).toEqual([start, '10', '14', '5', '14', '7']);
  });

  test('its end is what the exchange kept of it, not what was heard last', async () => {
    const kept = [candle(0, 12)];
    const { heard, take } = stage(kept);
    await take(candle(1, 11));
    kept.push(candle(1, 13, 9));
    await take(candle(2, 20));
    expect(heard.slice(1)).toEqual([
      [foldCandles(kept, kind)[0], true],
      [candle(2, 20), false],
    ]);
    kept.push(candle(2, 21));
    await take(candle(3, 22));
    expect(heard).toHaveLength(4);
    expect(heard[3]).toEqual([foldCandles([candle(2, 21), candle(3, 22)], kind)[0], false]);
  });

  test('while it is read nothing is told; then the newest', async () => {
    const { heard, take, hold, release } = stage([candle(0, 12)]);
    hold();
    await take(candle(1, 11));
    await take(candle(1, 15));
    expect(heard).toEqual([]);
    await release();
    expect(heard).toEqual([[foldCandles([candle(0, 12), candle(1, 15)], kind)[0], false]]);
  });

  test('a new one that begins while the former is read is read for by itself', async () => {
    const kept = [candle(0, 12)];
    const { heard, take, hold, release } = stage(kept);
    hold();
    await take(candle(1, 11));
    kept.push(candle(1, 11));
    await take(candle(2, 20));
    await release();
    expect(heard).toEqual([]);
    await take(candle(2, 21));
    expect(heard).toEqual([[candle(2, 21), false]]);
  });

  test('what cannot be read is not told in part, and not asked for at every tick', async () => {
    const { heard, take, fail, wait, reads } = stage([candle(0, 12)]);
    fail(true);
    for (let tick = 0; tick < 20; tick++) {
      await take(candle(1, 11));
      wait(100);
    }
    expect([heard, reads()]).toEqual([[], 2]);
    fail(false);
    wait(1000);
    await take(candle(1, 12));
    expect(heard).toEqual([[foldCandles([candle(0, 12), candle(1, 12)], kind)[0], false]]);
  });

  test('after a gap of several the last one told still has its end', async () => {
    const kept = [candle(0, 12), candle(1, 13)];
    const { heard, take } = stage(kept);
    await take(candle(1, 11));
    await take(candle(6, 20));
    expect(heard.slice(1)).toEqual([
      [foldCandles(kept, kind)[0], true],
      [candle(6, 20), false],
    ]);
  });
});
