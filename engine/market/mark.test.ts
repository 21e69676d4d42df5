// Rules 8.2: mark is the median of three, with thin data, silence and freezes treated as written.
import { describe, expect, test } from 'vitest';
import { basisSample, indexAge, markFromBasis, markFromFunding, markPrice, median3, mustHoldAfterFreeze, samplesAgree } from './mark.ts';

const HOUR = 3_600_000;
const INDEX = 6_000_000_00;

describe('8.2 mark price', () => {
  const inputs = { index: INDEX, fundingRate: 10_000, untilFundingMs: 6 * HOUR, intervalMs: 8 * HOUR, last: 0, basis: [] as number[] };
  const basis = (count: number, ticks: number) =>
    Array.from({ length: count }, () => basisSample(INDEX + ticks - 50, INDEX + ticks + 50, INDEX));

  test('price 1 carries the part of the funding rate that is still ahead', () => {
    expect(markFromFunding(INDEX, 10_000, 8 * HOUR, 8 * HOUR)).toBe(INDEX + 60_000);
    expect(markFromFunding(INDEX, 10_000, 0, 8 * HOUR)).toBe(INDEX);
    expect(markFromFunding(INDEX, -10_000, 4 * HOUR, 8 * HOUR)).toBe(INDEX - 30_000);
  });

  test('price 2 is the index plus the averaged basis, half-even', () => {
    expect(markFromBasis(INDEX, [2, 2, 2])).toBe(INDEX + 1);
    expect(markFromBasis(INDEX, [1])).toBe(INDEX);
    expect(markFromBasis(INDEX, [3])).toBe(INDEX + 2);
    expect(markFromBasis(INDEX, basis(30, 400))).toBe(INDEX + 400);
  });

  test('fewer than ten basis samples: price 2 is price 1', () => {
    const thin = markPrice({ ...inputs, basis: basis(9, 900) });
    expect(thin.price2).toBe(thin.price1);
    expect(markPrice({ ...inputs, basis: basis(10, 900) }).price2).toBe(INDEX + 900);
  });

  test('no trade in 60 s: mean of price 1 and price 2', () => {
    const parts = markPrice({ ...inputs, basis: basis(30, 1_000) });
    expect(parts.mark).toBe((parts.price1 + parts.price2) / 2);
  });

  test('one outlying last price moves nothing beyond the other two', () => {
    const parts = markPrice({ ...inputs, basis: basis(30, 1_000), last: INDEX * 2 });
    expect(parts.mark).toBe(Math.max(parts.price1, parts.price2));
    expect(markPrice({ ...inputs, basis: basis(30, 1_000), last: 1 }).mark).toBe(Math.min(parts.price1, parts.price2));
  });

  test.each([
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
  ])('median of %i %i %i is 2', (a, b, c) => {
    expect(median3(a, b, c)).toBe(2);
  });

  test('silence: 3 s no new exposure, 10 s halt', () => {
    expect([0, 2_999, 3_000, 9_999, 10_000].map(indexAge)).toEqual(['fresh', 'fresh', 'stale', 'stale', 'halted']);
  });

  test('after a freeze more than 5 % off holds liquidations until two samples agree within 1 %', () => {
    expect(mustHoldAfterFreeze(10_000, 10_500)).toBe(false);
    expect(mustHoldAfterFreeze(10_000, 10_501)).toBe(true);
    expect(mustHoldAfterFreeze(10_000, 9_499)).toBe(true);
    expect(samplesAgree(10_000, 10_100)).toBe(true);
    expect(samplesAgree(10_000, 10_101)).toBe(false);
  });
});
