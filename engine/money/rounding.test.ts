// Rules 1.2: every division says its direction and is exact at any size, also where doubles stop being so.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ceilDiv,
  divFloorBig,
  divHalfEvenBig,
  floorDiv,
  mul3DivCeil,
  mul3DivFloor,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfEven,
} from './rounding.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const anySafe = fc.oneof(
  fc.integer({ min: -MAX, max: MAX }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(MAX, -MAX, MAX - 1, 2 ** 52, 2 ** 52 + 1, -(2 ** 52) - 1, 94906266, 94906267, -94906267, 0),
);
const divisor = fc.oneof(
  fc.integer({ min: 1, max: 1000 }),
  fc.integer({ min: 1, max: MAX }),
  fc.constantFrom(1, 100_000_000, 10_000_000_000, 2 ** 28, 2 ** 28 + 1, MAX),
);
const fits = (v: bigint) => v <= BigInt(MAX) && v >= -BigInt(MAX);

function expectSame(actual: () => number, exact: bigint): void {
  if (fits(exact)) expect(actual()).toBe(Number(exact));
  else expect(actual).toThrow(RangeError);
}

describe('1.2 division', () => {
  test('floorDiv and ceilDiv equal exact division', () => {
    fc.assert(
      fc.property(anySafe, divisor, (a, d) => {
        expect(floorDiv(a, d)).toBe(Number(divFloorBig(BigInt(a), BigInt(d))));
        expect(ceilDiv(a, d)).toBe(Number(-divFloorBig(-BigInt(a), BigInt(d))));
      }),
      { numRuns: 4000 },
    );
  });

  test('mulDivFloor and mulDivCeil equal BigInt on both sides of 2^53', () => {
    fc.assert(
      fc.property(anySafe, anySafe, divisor, (a, b, d) => {
        const p = BigInt(a) * BigInt(b);
        expectSame(() => mulDivFloor(a, b, d), divFloorBig(p, BigInt(d)));
        expectSame(() => mulDivCeil(a, b, d), -divFloorBig(-p, BigInt(d)));
        expectSame(() => mulDivHalfEven(a, b, d), divHalfEvenBig(p, BigInt(d)));
      }),
      { numRuns: 6000 },
    );
  });

  test('amounts times rates: the split path that the engine uses beyond 90,000 USDT', () => {
    const amount = fc.integer({ min: -1_800_000_000_000_000, max: 1_800_000_000_000_000 });
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: -50_000_000, max: 50_000_000 }),
        fc.constantFrom(100_000_000, 200_000_000, 2500),
        (a, rate, d) => {
          const p = BigInt(a) * BigInt(rate);
          expectSame(() => mulDivFloor(a, rate, d), divFloorBig(p, BigInt(d)));
          expectSame(() => mulDivCeil(a, rate, d), -divFloorBig(-p, BigInt(d)));
        },
      ),
      { numRuns: 6000 },
    );
  });

  test('three factors', () => {
    fc.assert(
      fc.property(anySafe, anySafe, fc.integer({ min: -100_000_000, max: 100_000_000 }), divisor, (a, b, c, d) => {
        const p = BigInt(a) * BigInt(b) * BigInt(c);
        expectSame(() => mul3DivFloor(a, b, c, d), divFloorBig(p, BigInt(d)));
        expectSame(() => mul3DivCeil(a, b, c, d), -divFloorBig(-p, BigInt(d)));
      }),
      { numRuns: 4000 },
    );
  });

  test('half-even ties go to the even neighbour', () => {
    expect([5, 15, 25, -5, -15, -25].map((a) => mulDivHalfEven(a, 1, 10))).toEqual([0, 2, 2, 0, -2, -2]);
  });

  test('a product that no double holds is not rounded', () => {
    expect(mulDivFloor(MAX, MAX, MAX)).toBe(MAX);
    expect(mulDivFloor(94906267, 94906267, 94906267)).toBe(94906267);
    expect(() => mulDivFloor(MAX, 2, 1)).toThrow(RangeError);
  });
});
