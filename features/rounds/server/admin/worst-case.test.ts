// The house's worst case against every outcome there is, drawn one by one by the engine's own rule.
import { wins } from '@maru/engine/rounds/power-ball.ts';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { expect, it } from 'vitest';
import { type MarketSum, mostPaid } from './worst-case.ts';

const sumOf = (market: number, pays: number): MarketSum => ({ market, bets: 1, stake: 1n, pays: BigInt(pays) });
const marketOf = (code: string) => POWER_BALL_MARKETS.findIndex((market) => market.code === code);

it('a price round pays one side, an in-round game may pay every bet', () => {
  const sums = [sumOf(0, 195), sumOf(1, 390)];
  expect([mostPaid('price', sums), mostPaid('in-round', sums), mostPaid('price', [])]).toEqual([390n, 585n, 0n]);
});

/** Every sum that five of 28 balls come to, with each power ball. */
function draws(): { power: number; sum: number }[] {
  const sums = new Set<number>();
  for (let a = 1; a <= 24; a++)
    for (let b = a + 1; b <= 25; b++)
      for (let c = b + 1; c <= 26; c++) for (let d = c + 1; d <= 27; d++) for (let e = d + 1; e <= 28; e++) sums.add(a + b + c + d + e);
  return [...sums].flatMap((sum) => Array.from({ length: 10 }, (_, power) => ({ power, sum })));
}

it('12.3: the most of a draw is what some outcome pays, and none pays more', () => {
  const all = draws();
  const codes = [
    ['PB_ODD', 'PB_EVEN'],
    ['PB_3', 'SUM_A', 'SUM_ODD'],
    ['CROSS_ODD_EVEN', 'SUM_F', 'PB_D', 'PB_EVEN_UNDER'],
    ['SUM_SMALL', 'SUM_LARGE'],
  ];
  for (const chosen of [...codes, POWER_BALL_MARKETS.map(({ code }) => code)]) {
    const sums = chosen.map((code, at) => sumOf(marketOf(code), 1_000 + 37 * at * at));
    const paid = all.map((draw) => sums.reduce((total, { market, pays }) => (wins(market, draw) ? total + Number(pays) : total), 0));
    expect([chosen, mostPaid('draw', sums)]).toEqual([chosen, BigInt(Math.max(...paid))]);
  }
});
