// The plan of a TWAP: nothing lost, nothing twice, no slice too small or too large, whatever fills and whatever is missed.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { describe, expect, it } from 'vitest';
import { dueAt, endsAt, lotsBy, sliceAt, sliceCount, sliceLots, type TwapPlan } from './twap-plan.ts';

const MINUTE = 60_000;
const plan = (over: Partial<TwapPlan> = {}): TwapPlan => ({
  lots: 1000,
  startAt: 1_000_000,
  durationMs: 5 * MINUTE,
  slices: 10,
  minLots: 1,
  maxLots: 1_000_000,
  ...over,
});
/** Small numbers that repeat: chance that a failing run can be run again with. */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
/** Slices from the first to the last; `fills` says what part of an ordered slice fills. */
function run(
  given: TwapPlan,
  fills: (no: number, lots: number) => number,
  swing: () => number = () => 0,
): { sizes: number[]; filled: number } {
  let filled = 0;
  const sizes: number[] = [];
  for (let no = 1; no <= given.slices; no++) {
    const lots = sliceLots(given, no, filled, swing());
    sizes.push(lots);
    filled += fills(no, lots);
  }
  return { sizes, filled };
}
const all = (_no: number, lots: number) => lots;

describe('slices of a TWAP', () => {
  it('one in thirty seconds, fewer where each would be below the minimum, none where not even two are possible', () => {
    expect(sliceCount(100_000, 5 * MINUTE, 1)).toBe(10);
    expect(sliceCount(100_000, 24 * 60 * MINUTE, 1)).toBe(2880);
    expect(sliceCount(100_000, 5 * MINUTE + 29_999, 1)).toBe(10);
    expect(sliceCount(50, 5 * MINUTE, 10)).toBe(5);
    expect(sliceCount(19, 5 * MINUTE, 10)).toBe(0);
  });

  it('the first is due at once, the others evenly, the last one before the end', () => {
    const given = plan();
    expect(Array.from({ length: 10 }, (_, i) => dueAt(given, i + 1) - given.startAt)).toEqual(
      Array.from({ length: 10 }, (_, i) => i * 30_000),
    );
    expect(endsAt(given) - dueAt(given, 10)).toBe(30_000);
  });

  it('at every moment the newest due slice is the one whose time has come and whose next has not', () => {
    for (const given of [
      plan(),
      plan({ slices: 7 }),
      plan({ durationMs: DAY_MS, slices: 2877 }),
      plan({ durationMs: 301_000, slices: 9 }),
    ]) {
      expect(sliceAt(given, given.startAt - 1)).toBe(0);
      expect(sliceAt(given, endsAt(given) + MINUTE)).toBe(given.slices);
      for (let no = 1; no <= given.slices; no++) {
        expect(sliceAt(given, dueAt(given, no))).toBe(no);
        if (no > 1) expect(sliceAt(given, dueAt(given, no) - 1)).toBe(no - 1);
      }
    }
  });
});

describe('what a slice takes', () => {
  it('sums to the whole in whole lots, none differing from another by more than one', () => {
    for (const lots of [1000, 1003, 17, 2879, 999_999_999_999_999]) {
      const given = plan({ lots, slices: Math.min(10, lots), maxLots: 1e15 });
      const { sizes, filled } = run(given, all);
      expect(filled).toBe(lots);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
    expect(lotsBy(plan({ lots: 999_999_999_999_999, slices: 2880 }), 2880)).toBe(999_999_999_999_999);
  });

  it('what did not fill is taken along, at most three planned slices at a time', () => {
    const given = plan();
    expect(sliceLots(given, 2, 0, 0)).toBe(200);
    expect(sliceLots(given, 2, 60, 0)).toBe(140);
    expect(sliceLots(given, 9, 0, 0)).toBe(300);
    const { sizes, filled } = run(given, (no, lots) => (no < 4 ? 0 : lots));
    expect(sizes).toEqual([100, 200, 300, 300, 200, 100, 100, 100, 100, 100]);
    expect(filled).toBe(1000);
  });

  it('missed slices near the end are not made up for in one blow', () => {
    const { filled } = run(plan(), (no, lots) => (no === 10 ? lots : 0));
    expect(filled).toBe(300);
  });

  it('behind by less than an order it waits; a rest too small for an order goes with the one before', () => {
    const given = plan({ lots: 105, slices: 10, minLots: 10 });
    expect(sliceLots(given, 3, 30, 0)).toBe(0);
    expect(sliceLots(given, 10, 105 - 19, 0)).toBe(19);
    expect(sliceLots(plan({ lots: 100, slices: 10, minLots: 10 }), 9, 85, 0)).toBe(0);
    expect(sliceLots(plan({ lots: 100, slices: 10, minLots: 10 }), 9, 70, 1)).toBe(30);
  });

  it('no order is above what the symbol takes at market', () => {
    expect(sliceLots(plan({ maxLots: 120 }), 5, 0, 0)).toBe(120);
  });

  it('randomised ones stay within a fifth of the plan and end at the whole', () => {
    for (let seed = 1; seed < 200; seed++) {
      const roll = dice(seed);
      const given = plan({ lots: 10_000 + seed, slices: 20, minLots: 7 });
      const { sizes, filled } = run(given, all, () => roll() * 2 - 1);
      expect(filled).toBe(given.lots);
      const planned = given.lots / given.slices;
      // Two swings meet in one slice: its own, and the one before that it makes good.
      for (const size of sizes) expect(Math.abs(size - planned)).toBeLessThanOrEqual((2 * planned) / 5 + 2);
      expect(new Set(sizes).size).toBeGreaterThan(5);
    }
  });

  it('whatever fills and whatever is missed: never more than the whole, never an order out of its bounds', () => {
    for (let seed = 1; seed < 2000; seed++) {
      const roll = dice(seed);
      const minLots = 1 + Math.floor(roll() * 20);
      const lots = minLots * 2 + Math.floor(roll() * 5000);
      const slices = sliceCount(lots, 5 * MINUTE + Math.floor(roll() * 60 * MINUTE), minLots);
      const given = plan({ lots, slices, minLots, maxLots: minLots + Math.floor(roll() * 1000) });
      const { sizes, filled } = run(
        given,
        (_no, size) => (roll() < 0.3 ? 0 : roll() < 0.5 ? size : Math.floor(size * roll())),
        () => roll() * 2 - 1,
      );
      expect(filled).toBeLessThanOrEqual(lots);
      const most = Math.min(given.maxLots, 3 * Math.ceil(lots / slices));
      for (const size of sizes) if (size !== 0) expect(size >= minLots && size <= most, `seed ${seed}: ${size}`).toBe(true);
    }
  });

  it('where everything fills nothing is left over, whatever the minimum', () => {
    for (let seed = 1; seed < 2000; seed++) {
      const roll = dice(seed);
      const minLots = 1 + Math.floor(roll() * 20);
      const lots = minLots * 2 + Math.floor(roll() * 500);
      const given = plan({ lots, slices: sliceCount(lots, 5 * MINUTE, minLots), minLots });
      const isRandom = roll() < 0.5;
      expect(run(given, all, () => (isRandom ? roll() * 2 - 1 : 0)).filled, `seed ${seed}`).toBe(lots);
    }
  });
});
