// Rates between coins: edges by hand, and that no loop of conversions gains, at prices that stand and at prices that move within the tolerance (I14).
import { conversionOf } from '@maru/engine/money/conversion.ts';
import { describe, expect, it } from 'vitest';
import { hasMoved, type PairRate, pairRate, rateWords, unitsWorth, USDT_WORTH, type Worth, worthAt, worthOf } from './pair-rate.ts';

const BTC = worthAt(982_146_000, 4, 8);
const ETH = worthAt(34_127_500, 4, 8);
const rateOf = (from: Worth, to: Worth) => pairRate(from, to) as PairRate;

describe('a rate between two coins', () => {
  it('is what both cost in USDT, exactly', () => {
    expect(BTC).toEqual({ num: 491_073n, den: 500n });
    expect(rateOf(ETH, BTC)).toEqual({ num: 6_205, den: 178_572 });
    expect(rateOf(USDT_WORTH, BTC)).toEqual({ num: 500, den: 491_073 });
    expect(rateWords(rateOf(ETH, BTC), 0)).toBe('0.0347478888');
    expect(rateWords(rateOf(ETH, BTC), 0, 100_000)).toBe('0.0347131409');
    // One whole of each: USDT has six decimals and bitcoin eight.
    expect(rateWords(rateOf(BTC, USDT_WORTH), 2)).toBe('98214.6');
    expect(rateWords(rateOf(USDT_WORTH, BTC), -2)).toBe('0.0000101817');
  });

  it('is cut against the member where the fraction would be too long', () => {
    const odd: Worth = { num: 9_007_199_254_740_881n, den: 7n };
    const other: Worth = { num: 9_007_199_254_740_847n, den: 11n };
    const { num, den } = rateOf(odd, other);
    expect([num, den].every(Number.isSafeInteger)).toBe(true);
    expect(BigInt(num) * odd.den * other.num <= BigInt(den) * odd.num * other.den).toBe(true);
    expect(pairRate({ num: 1n, den: 10n ** 20n }, { num: 10n ** 20n, den: 1n })).toBeUndefined();
  });

  it('is worth what it is, down', () => {
    expect(worthOf(100_000_000, BTC)).toBe(98_214_600_000);
    expect(worthOf(1, BTC)).toBe(982);
    expect(unitsWorth(982, BTC)).toBe(0);
    expect(unitsWorth(98_214_600_000, BTC)).toBe(100_000_000);
    expect(unitsWorth(1e12, { num: 1n, den: 10n ** 12n })).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([
    ['stands', 1_000, 1_000, 0, false],
    ['up by just so much', 1_001_000, 1_000_000, 100_000, false],
    ['up by a little more', 1_001_001, 1_000_000, 100_000, true],
    ['down by just so much', 999_000, 1_000_000, 100_000, false],
    ['down by a little more', 998_999, 1_000_000, 100_000, true],
  ])('has moved or not: %s', (_says, is, was, tolerance, moved) => {
    expect(hasMoved({ num: was, den: 7 }, { num: is, den: 7 }, tolerance)).toBe(moved);
  });
});

/** The same numbers in every run. */
function random(seed: bigint) {
  let state = seed;
  const next = (below: number) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffffffffffffffffn;
    return Number((state >> 11n) % BigInt(below));
  };
  return { next, between: (least: number, most: number) => least + next(most - least + 1) };
}

interface Coin {
  mark: number;
  markDecimals: number;
  decimals: number;
}
const worth = ({ mark, markDecimals, decimals }: Coin) => worthAt(mark, markDecimals, decimals);
/** `units` of one at its price against `others` of another at its own: never more. */
const isNoMore = (units: number, one: Worth, others: number, other: Worth) =>
  BigInt(units) * one.num * other.den <= BigInt(others) * other.num * one.den;

describe('no loop of conversions gains (I14)', () => {
  const r = random(88_172_645_463_325n);
  const someCoin = (): Coin => ({
    mark: 1 + r.next(10 ** r.between(1, 12)),
    markDecimals: r.between(2, 8),
    decimals: [0, 6, 8][r.next(3)],
  });

  it('at prices that stand: whatever the coins, the way, the amounts and the spread, none at all among them', () => {
    let made = 0;
    for (let round = 0; round < 3_000; round++) {
      const coins = Array.from({ length: r.between(2, 5) }, someCoin);
      const start = r.next(coins.length);
      const first = 1 + r.next(10 ** r.between(1, 14));
      let [at, held] = [start, first];
      for (let step = 0; step < 8; step++) {
        const to = step === 7 ? start : r.next(coins.length);
        if (to === at) continue;
        const rate = pairRate(worth(coins[at]), worth(coins[to]));
        const conversion = rate && conversionOf(held, r.next(3) === 0 ? 0 : r.next(200_000), rate.num, rate.den);
        if (!conversion || conversion.received === 0) break;
        made++;
        expect(isNoMore(conversion.received, worth(coins[to]), held, worth(coins[at]))).toBe(true);
        [at, held] = [to, conversion.received];
      }
      if (at === start) expect(held).toBeLessThanOrEqual(first);
    }
    expect(made).toBeGreaterThan(5_000);
  });

  it('at prices that move between quote and conversion: what is received is never worth more than what is given', () => {
    let [made, refused] = [0, 0];
    for (let round = 0; round < 20_000; round++) {
      const [from, to] = [someCoin(), someCoin()];
      const spread = r.next(300_000);
      const tolerance = r.next(spread + 1);
      const quoted = pairRate(worth(from), worth(to));
      const amount = 1 + r.next(10 ** r.between(3, 14));
      const conversion = quoted && conversionOf(amount, spread, quoted.num, quoted.den);
      if (!conversion || conversion.received === 0) continue;
      for (const coin of [from, to]) coin.mark = Math.max(1, Math.round(coin.mark * (1 + (r.next(601) - 300) / 100_000)));
      const now = pairRate(worth(from), worth(to));
      if (now === undefined || hasMoved(quoted, now, tolerance)) {
        refused++;
        continue;
      }
      made++;
      expect(isNoMore(conversion.received, worth(to), amount, worth(from))).toBe(true);
    }
    expect(made).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(500);
  });
});
