// Conversions: edges by hand, and what holds for every amount, spread and rate.
import { describe, expect, test } from 'vitest';
import { conversionOf, conversionRate } from './conversion.ts';
import { RATE_ONE, USDT_DECIMALS } from './units.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const WON = { num: 1_382, den: 1_000_000 };

describe('conversion', () => {
  test.each([
    ['10 USDT at 1,382 won', 10_000_000, 0, 1_382, 1_000_000, { fee: 0, received: 13_820, cost: 10_000_000, dust: 0 }],
    ['the least that makes a won', 724, 0, 1_382, 1_000_000, { fee: 0, received: 1, cost: 724, dust: 0 }],
    ['one unit less makes none', 723, 0, 1_382, 1_000_000, { fee: 0, received: 0, cost: 0, dust: 723 }],
    ['a remainder is named', 1_000_000, 0, 1_382_500, 1_000_000_000, { fee: 0, received: 1_382, cost: 999_639, dust: 361 }],
    ['the spread is rounded up', 1_000_001, 100_000, 1_382, 1_000_000, { fee: 1_001, received: 1_380, cost: 998_553, dust: 447 }],
    ['one won', 1, 0, 1_000_000, 1_382, { fee: 0, received: 723, cost: 1, dust: 0 }],
    ['a won below a micro-USDT is dust', 3, 0, 1, 2, { fee: 0, received: 1, cost: 2, dust: 1 }],
    ['the largest balance, one to one', MAX, 0, 1, 1, { fee: 0, received: MAX, cost: MAX, dust: 0 }],
    ['the largest balance, all of it spread', MAX, 100_000_000, 1, 1, { fee: MAX, received: 0, cost: 0, dust: 0 }],
    ['the largest balance by the largest fraction below one', MAX, 0, MAX - 1, MAX, { fee: 0, received: MAX - 1, cost: MAX, dust: 0 }],
  ])('%s', (_says, amount, spread, num, den, expected) => {
    expect(conversionOf(amount, spread, num, den)).toEqual(expected);
  });

  test('counts in the units of the one table', () => {
    expect(conversionOf(10, RATE_ONE, 1, 1)?.fee).toBe(10);
    expect(conversionRate('1', 0)).toEqual({ num: 1, den: 10 ** USDT_DECIMALS });
    expect(conversionRate('1382.50', 0)).toEqual({ num: 13_825, den: 10 ** (USDT_DECIMALS + 1) });
    expect(conversionRate('90071992', 8)).toEqual({ num: 9_007_199_200_000_000, den: 1_000_000 });
    expect([conversionRate('0', 0), conversionRate('90071993', 8)]).toEqual([undefined, undefined]);
  });

  test('more than 2^53 - 1 units never come', () => {
    expect(conversionOf(MAX, 0, MAX, MAX - 1)).toBeUndefined();
    expect(conversionOf(2, 0, MAX, 1)).toBeUndefined();
    expect(conversionOf(1, 0, MAX, 1)?.received).toBe(MAX);
  });

  test('parts make the whole, nothing favours the member, and there and back never gains', () => {
    let seed = 88_172_645_463_325n;
    const next = (below: number) => {
      seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffffffffffffffffn;
      return Number((seed >> 11n) % BigInt(below));
    };
    for (let i = 0; i < 20_000; i++) {
      const amount = 1 + next(10 ** (1 + next(14)));
      const spread = next(5_000_000);
      const [num, den] = i % 2 === 0 ? [1 + next(10 ** (1 + next(12))), 1 + next(10 ** (1 + next(12)))] : [WON.num, WON.den];
      const made = conversionOf(amount, spread, num, den);
      if (made === undefined) continue;
      const { fee, received, cost, dust } = made;
      expect(fee + cost + dust).toBe(amount);
      expect(Math.min(fee, received, cost, dust)).toBeGreaterThanOrEqual(0);
      // received / (amount - fee) <= num / den < (received + 1) / (amount - fee)
      const net = BigInt(amount - fee) * BigInt(num);
      expect(BigInt(received) * BigInt(den) <= net && net < BigInt(received + 1) * BigInt(den)).toBe(true);
      // What is left would not have made one unit more, and one unit less would not have made as many.
      expect(BigInt(cost) * BigInt(num) >= BigInt(received) * BigInt(den)).toBe(true);
      if (received > 0) {
        expect(BigInt(cost - 1) * BigInt(num) < BigInt(received) * BigInt(den)).toBe(true);
        const back = conversionOf(received, 0, den, num);
        if (back !== undefined) expect(back.received).toBeLessThanOrEqual(amount - fee);
      }
    }
  });
});
