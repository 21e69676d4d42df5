// Rules 11.6 on screen: what the ticket promises is floor(stake × odds), in the currency's own units.
import { expect, test } from 'vitest';
import type { TradeBet } from '../contract.ts';
import { expectedOf, pointMath, poolShare, signed } from './bet-figures.ts';

const usdt = pointMath({ pointPrecision: 6, minPoint: '1', currency: 'USDT' });
const won = pointMath({ pointPrecision: 0, minPoint: '1000', currency: 'KRW' });

test('a win pays the stake times the odds, cut at the last unit', () => {
  expect(usdt.payout('20', '1.95')).toBe('39');
  expect(usdt.payout('0.000001', '1.95')).toBe('0.000001');
  expect(won.payout('1001', '1.95')).toBe('1951');
});

test('a stake stays between the least and the most', () => {
  expect(usdt.within('0.5', '100')).toBe('1');
  expect(usdt.within('250', '100')).toBe('100');
  expect(usdt.add('3', -5)).toBe('0');
  expect(won.first).toBe('20000');
});

test('amounts are shown with two decimals, won with none', () => {
  expect(usdt.shown('1244.5')).toBe('1,244.50');
  expect(won.shown('1234567')).toBe('1,234,567');
});

test('a board has no more than two decimals, cut', () => {
  expect(['1.822817', '-0.009', '0', '20', '-1234.5'].map(usdt.signed)).toEqual(['+1.82', '0.00', '0.00', '+20.00', '−1,234.50']);
  expect(['-1234', '0', '20'].map(won.signed)).toEqual(['−1,234', '0', '+20']);
  expect(usdt.round('1000')).toBe('1,000');
  expect(usdt.round('0.5')).toBe('0.50');
});

test('a gain has its plus, a loss its minus, a stake that came back neither', () => {
  expect(['19', '-1234.5', '0', '0.000000', '-0.25'].map(signed)).toEqual(['+19', '−1,234.50', '0', '0.00', '−0.25']);
});

test('shares of a pool sum to a hundred; of an empty one nothing is said', () => {
  const pool = { up: '56', down: '44', upCount: 1, downCount: 1 };
  expect(poolShare(pool)).toEqual({ up: 56, down: 44 });
  expect(poolShare({ ...pool, up: '0', down: '0' })).toBeUndefined();
});

test('what a round would bring now is the sum of its bets as they stand; at the strike stakes come back', () => {
  const bet = (type: string, point: string, expectPoint: string, tradeRoundId = 7) =>
    ({ type, point, expectPoint, tradeRoundId, strike: '100' }) as TradeBet;
  const bets = [bet('UP', '20', '39'), bet('DOWN', '5', '9.75'), bet('UP', '1000', '1950', 8)];
  expect(expectedOf(usdt, bets, 7, 101)).toBe('14');
  expect(expectedOf(usdt, bets, 7, 99)).toBe('-15.25');
  expect(expectedOf(usdt, bets, 7, 100)).toBe('0');
  expect(expectedOf(usdt, bets, 9, 101)).toBeUndefined();
});
