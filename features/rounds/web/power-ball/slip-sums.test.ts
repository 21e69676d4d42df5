// Proves the slip's figures: the maximum is one that a draw can pay, and picks that exclude each other are found (rules 12.3).
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { describe, expect, it } from 'vitest';
import { marketOf, nameOf, percentOf, powersText, sumsText } from './market-names.ts';
import { mostPaid, pairsApart } from './slip-sums.ts';

const of = (code: string) => marketOf(code) as number;
const pays = (code: string, units: bigint) => ({ market: of(code), pays: units });

describe('the most that a slip can pay', () => {
  it('leaves out what cannot win together: even, seven and over pay 39.00, not 57.00', () => {
    expect(mostPaid([pays('PB_EVEN', 1950n), pays('PB_7', 1800n), pays('SUM_OVER', 1950n)])).toBe(3900n);
    expect(mostPaid([pays('PB_ODD', 1950n), pays('PB_7', 1800n), pays('SUM_OVER', 1950n)])).toBe(5700n);
  });
  it('is one branch of many: all ten numbers pay once', () => {
    expect(mostPaid(Array.from({ length: 10 }, (_, n) => pays(`PB_${n}`, 900n)))).toBe(900n);
    expect(mostPaid([])).toBe(0n);
  });
  it('knows that parity and band meet: even under and band A of the sum', () => {
    expect(mostPaid([pays('SUM_EVEN_UNDER', 370n), pays('SUM_A', 8100n), pays('SUM_LARGE', 290n)])).toBe(8470n);
  });
});

describe('picks that exclude each other', () => {
  it('are named in pairs', () => {
    expect(pairsApart([of('PB_EVEN'), of('PB_7'), of('SUM_OVER')])).toEqual([[of('PB_EVEN'), of('PB_7')]]);
    expect(pairsApart([of('SUM_UNDER'), of('SUM_LARGE'), of('SUM_F')])).toEqual([
      [of('SUM_UNDER'), of('SUM_LARGE')],
      [of('SUM_UNDER'), of('SUM_F')],
    ]);
    expect(pairsApart([of('CROSS_ODD_EVEN'), of('PB_9'), of('SUM_SMALL')])).toEqual([]);
  });
});

describe('names', () => {
  it('say the row and the market in both languages, and what it covers', () => {
    expect(['PB_EVEN', 'PB_7', 'SUM_OVER', 'SUM_A', 'CROSS_ODD_EVEN'].map((code) => nameOf(code, 'ko'))).toEqual([
      '파워볼 짝',
      '파워볼 숫자 7',
      '일반볼 합 오버',
      '일반볼 합 구간 A',
      '파워볼 홀 · 합 짝',
    ]);
    expect(nameOf('CROSS_ODD_EVEN', 'en')).toBe('Power ball odd · sum even');
    expect(new Set(POWER_BALL_MARKETS.map(({ code }) => nameOf(code, 'en'))).size).toBe(43);
    expect(['PB_ODD', 'PB_UNDER', 'PB_ODD_UNDER', 'PB_7'].map((code) => powersText(POWER_BALL_MARKETS[of(code)]))).toEqual([
      '1 3 5 7 9',
      '0~4',
      '1 3',
      '7',
    ]);
    expect([sumsText(POWER_BALL_MARKETS[of('SUM_UNDER')]), sumsText(POWER_BALL_MARKETS[of('SUM_ODD')])]).toEqual(['15~72', undefined]);
    expect([percentOf(491_400), percentOf(240_100), percentOf(11_250), percentOf(11_250, 3)]).toEqual(['50%', '24.4%', '1.1%', '1.145%']);
  });
});
