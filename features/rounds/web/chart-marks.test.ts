// Own bets on the chart: what they add up to on a side, and where each is a bet of its own.
import { expect, test } from 'vitest';
import type { TradeBet, TradeRound } from '../contract.ts';
import { pinsOf } from './chart-marks.tsx';

const bet = (type: string, point: string, tradeRoundId = 7) => ({ type, point, tradeRoundId }) as TradeBet;
const round = { tradeRoundId: 7 } as TradeRound;

test('a round has one pin a side, with the sum and the count of what was put on it', () => {
  const bets = [bet('UP', '20'), bet('DOWN', '5'), bet('UP', '0.5'), bet('UP', '9', 8), bet('UP', '10'), bet('UP', '1')];
  expect(pinsOf(bets, round, false).map(({ bet: { type }, point, count }) => [type, point, count])).toEqual([
    ['UP', 31.5, 4],
    ['DOWN', 5, 1],
  ]);
  expect(pinsOf(bets, undefined, false)).toEqual([]);
});

test('bets placed within a round have strikes of their own: each is a pin', () => {
  expect(pinsOf([bet('UP', '20'), bet('UP', '5')], round, true).map(({ point, count }) => [point, count])).toEqual([
    [20, 1],
    [5, 1],
  ]);
});
