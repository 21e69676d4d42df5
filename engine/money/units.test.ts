// One table of symbol -> tick, lot, mark unit, cost unit: the largest position of every bracket table fits its integers.
import { describe, expect, test } from 'vitest';
import { buildTiers } from '../market/tiers.ts';
import { listedSymbols } from '../market/symbols.ts';
import { parseDecimal } from './decimal.ts';
import { isWide, MARK_PER_TICK, MAX_LOTS, MAX_PRICE_TICKS, unitsOf, USDT_ONE } from './units.ts';

const MAX = Number.MAX_SAFE_INTEGER;

describe('units', () => {
  test('tick x lot to micro-USDT', () => {
    const scale = Object.fromEntries(
      listedSymbols.map((s) => {
        const u = unitsOf(s.tickDecimals, s.lotDecimals);
        return [s.base, [u.costNum, u.costDen]];
      }),
    );
    expect(scale).toMatchObject({
      BTC: [10, 1],
      ETH: [10, 1],
      AAVE: [1000, 1],
      BNB: [100, 1],
      ETC: [1, 1],
      MATIC: [1, 100],
      ADA: [1, 100],
      TRX: [1, 10_000],
      CHZ: [1, 10_000],
      EURUSD: [1, 10],
      GBPAUD: [1, 10],
      '1000SHIB': [1, 1],
    });
  });

  test('at 8 decimals the same symbols keep the finer of amount and tick x lot', () => {
    expect(unitsOf(2, 3, 8)).toMatchObject({ costDecimals: 8, costNum: 1000, costDen: 1 });
    expect(unitsOf(5, 5, 8)).toMatchObject({ costDecimals: 10, costNum: 1, costDen: 100 });
  });

  test.each(listedSymbols)('$code: the largest position of its brackets fits', (s) => {
    const u = unitsOf(s.tickDecimals, s.lotDecimals);
    const tiers = buildTiers(s.tiers);
    const cap = tiers.caps[tiers.caps.length - 1];
    const price = parseDecimal(s.referencePrice, s.tickDecimals);
    expect(price).not.toBeNull();
    const ticks = price as number;
    expect(cap).toBeLessThan(MAX);
    expect(ticks * MARK_PER_TICK * 100).toBeLessThan(MAX_PRICE_TICKS * MARK_PER_TICK);
    // The lots of that position, at a hundredth of the reference price.
    expect((s.tiers[s.tiers.length - 1][0] / Number(s.referencePrice)) * 100 * 10 ** s.lotDecimals).toBeLessThan(MAX);
    expect(s.maxLimitQuantity * 10 ** s.lotDecimals).toBeLessThanOrEqual(MAX_LOTS);
    // The limit filter never forbids what the bracket allows at the reference price.
    if (s.base !== 'BTC') expect(s.maxLimitQuantity * Number(s.referencePrice)).toBeGreaterThanOrEqual(s.tiers[s.tiers.length - 1][0]);
    // Cost of it: in a double, or marked wide and inside two words (2^92).
    const cost = BigInt(s.tiers[s.tiers.length - 1][0]) * 10n ** BigInt(u.costDecimals);
    expect(isWide(u, s.tiers[s.tiers.length - 1][0])).toBe(cost > BigInt(MAX));
    expect(cost * 100n < 1n << 92n).toBe(true);
  });

  test('only TRX and CHZ pass 2^53 within their brackets', () => {
    const wide = listedSymbols
      .filter((s) => isWide(unitsOf(s.tickDecimals, s.lotDecimals), s.tiers[s.tiers.length - 1][0]))
      .map((s) => s.base);
    expect(wide).toEqual(['TRX', 'CHZ']);
  });

  test('one USDT is 10^6', () => {
    expect(USDT_ONE).toBe(1_000_000);
  });
});
