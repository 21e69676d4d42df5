// Rules 2 and 6.6: the listed symbols keep the specification's precisions and printed brackets.
import { describe, expect, test } from 'vitest';
import { buildTiers } from './tiers.ts';
import { listedSymbols, symbolNamed } from './symbols.ts';

const byBase = (values: Record<string, string>, pick: (s: (typeof listedSymbols)[number]) => number) => {
  for (const [decimals, bases] of Object.entries(values)) {
    for (const base of bases.split(' '))
      expect([base, pick(listedSymbols.find((s) => s.base === base) as never)]).toEqual([base, Number(decimals)]);
  }
};

describe('listed symbols', () => {
  test('thirty, in the order of their ids', () => {
    expect(listedSymbols.map((s) => s.base).join(' ')).toBe(
      'BTC ETH XRP DOGE EOS MATIC ETC ADA SOL TRX CHZ AAVE APT BCH BNB LINK STX WLD LTC ARB DOT ATOM XMR OMG 1000SHIB GBPAUD EURUSD XAUUSD NDX SPX',
    );
  });

  test('price decimals', () => {
    byBase(
      {
        2: 'BTC ETH SOL LTC BNB XMR AAVE BCH XAUUSD NDX SPX',
        3: 'EOS ETC DOT ATOM LINK APT',
        4: 'XRP MATIC ADA ARB OMG STX WLD',
        5: 'DOGE TRX CHZ EURUSD GBPAUD',
        6: '1000SHIB',
      },
      (s) => s.tickDecimals,
    );
  });

  test('quantity decimals', () => {
    byBase(
      {
        3: 'BTC ETH ETC LTC XMR BCH',
        1: 'XRP EOS DOT ARB AAVE APT',
        0: 'DOGE STX WLD 1000SHIB',
        4: 'MATIC ADA',
        5: 'TRX CHZ',
        2: 'SOL ATOM LINK BNB OMG EURUSD GBPAUD XAUUSD NDX SPX',
      },
      (s) => s.lotDecimals,
    );
  });

  test.each([
    ['BINANCE:BTCUSDT', [0, 50, 950, 11_450, 131_450, 481_450, 2_981_450, 14_481_450, 26_481_450, 41_481_450, 121_481_450, 421_481_450]],
    ['BINANCE:ETHUSDT', [0, 50, 950, 11_450, 131_450, 381_450, 2_006_450, 9_506_450, 17_506_450, 27_506_450, 80_506_450, 280_506_450]],
    ['BINANCE:CHZUSDT', [0, 25, 105, 505, 4_505, 44_505, 84_505, 334_505, 1_334_505]],
    ['BINANCE:SOLUSDT', [0, 30, 380, 8_380, 28_380, 228_380, 2_228_380, 4_228_380, 16_728_380, 66_728_380]],
    ['BINANCE:XRPUSDT', [0, 15, 85, 1_685, 5_685, 45_685, 445_685, 845_685, 3_345_685, 13_345_685]],
    ['BINANCE:DOGEUSDT', [0, 20, 170, 7_670, 11_670, 51_670, 451_670, 851_670, 3_351_670, 13_351_670]],
    ['BINANCE:STXUSDT', [0, 50, 200, 950, 8_450, 83_450, 158_450, 627_200, 2_502_200]],
  ])('%s: the maintenance amounts are the printed ones', (code, cums) => {
    expect(buildTiers(symbolNamed(code).tiers).cums.map((c) => c / 1_000_000)).toEqual(cums);
  });

  test.each(listedSymbols)('$code: tiers only grow stricter', (s) => {
    for (let i = 1; i < s.tiers.length; i++) {
      expect(s.tiers[i][0]).toBeGreaterThan(s.tiers[i - 1][0]);
      expect(s.tiers[i][1]).toBeLessThanOrEqual(s.tiers[i - 1][1]);
      expect(s.tiers[i][2]).toBeGreaterThanOrEqual(s.tiers[i - 1][2]);
      expect(Number.isInteger(s.tiers[i][2])).toBe(true);
    }
    // Initial margin at the tier's own leverage covers maintenance, or an opened position could be liquidated at once.
    for (const [, leverage, mmr] of s.tiers) expect(mmr * leverage).toBeLessThanOrEqual(100_000_000);
  });

  test('minimum notional and market caps', () => {
    expect(symbolNamed('BINANCE:BTCUSDT')).toMatchObject({
      minNotionalUsdt: 100,
      maxLimitQuantity: 1000,
      maxMarketQuantity: 120,
      maxOpenOrders: 200,
    });
    expect(symbolNamed('BINANCE:ETHUSDT').minNotionalUsdt).toBe(20);
    expect(listedSymbols.slice(2).every((s) => s.minNotionalUsdt === 5)).toBe(true);
  });
});
