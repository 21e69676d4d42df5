// Multiplying by a reciprocal gives the same integers as dividing, up to the edge of its range.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RECIPROCAL_RANGE, ceilBy, floorBy, reciprocalOf } from './reciprocal.ts';
import { divCeilBig, divFloorBig } from './rounding.ts';

const divisors = fc.oneof(
  fc.integer({ min: 1, max: 130 }),
  fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  fc.constantFrom(1, 10, 125, 2500, 10_000, 100_000_000),
);
const values = fc.oneof(
  fc.maxSafeInteger().map((v) => v % RECIPROCAL_RANGE),
  fc.integer({ min: 0, max: 1000 }).map((k) => RECIPROCAL_RANGE - k),
  fc.integer({ min: 0, max: 1000 }).map((k) => k - RECIPROCAL_RANGE),
  fc.integer({ min: -1000, max: 1000 }),
);

it('floor and ceil by reciprocal equal exact division for |v| <= 2^50', () => {
  fc.assert(
    fc.property(values, divisors, (v, d) => {
      const r = reciprocalOf(d);
      expect(floorBy(v, r)).toBe(Number(divFloorBig(BigInt(v), BigInt(d))));
      if (v + d <= RECIPROCAL_RANGE) expect(ceilBy(v, d, r)).toBe(Number(divCeilBig(BigInt(v), BigInt(d))));
    }),
    { numRuns: 5000 },
  );
});

it('multiples of the divisor and their neighbours land on the right side', () => {
  for (const d of [3, 7, 10, 49, 125, 2500, 12_345, 99_999_989]) {
    const r = reciprocalOf(d);
    for (const k of [1, 2, 1000, Math.floor((RECIPROCAL_RANGE - d) / d) - 1]) {
      expect([floorBy(k * d - 1, r), floorBy(k * d, r), floorBy(k * d + 1, r)]).toEqual([k - 1, k, d === 1 ? k + 1 : k]);
      expect([ceilBy(k * d - 1, d, r), ceilBy(k * d, d, r), ceilBy(k * d + 1, d, r)]).toEqual([k, k, k + 1]);
    }
  }
});
