// The file of past rounds says what the screen says.
import { expect, it } from 'vitest';
import type { DeskRound } from '../../desk-contract.ts';
import { roundsCsv } from './round-desk.ts';

const round = { tradeRoundId: 7, code: 'P1', stock: null, strike: null, closePrice: null, balls: null, bets: 1 } as DeskRound;

it('balls stand in rising order beside the power ball, each in a column of their own; prices in theirs', () => {
  const drawn = { ...round, balls: [19, 9, 18, 13, 1, 8] };
  const priced = { ...round, code: 'R5', stock: 'BINANCE:BTCUSDT', strike: '60000.00', closePrice: '60005.00' };
  const [head, ...lines] = roundsCsv([drawn, priced, round] as DeskRound[])
    .split('\r\n')
    .map((line) => line.split(','));
  const cells = (line: string[]) => ['기준가', '종료가', '일반볼', '파워볼'].map((name) => line[head.indexOf(name)]);
  expect(lines.map(cells)).toEqual([
    ['', '', '1 9 13 18 19', '8'],
    ['60000.00', '60005.00', '', ''],
    ['', '', '', ''],
  ]);
  expect(lines.map(({ length }) => length)).toEqual([head.length, head.length, head.length]);
});
