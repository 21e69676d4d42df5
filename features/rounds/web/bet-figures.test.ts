// Rules 11.6 on screen: what the ticket promises is floor(stake × odds), in the currency's own units.
import { expect, test } from 'vitest';
import { pointMath, poolShare } from './bet-figures.ts';

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

test('shares of a pool sum to a hundred', () => {
  const pool = { up: '56', down: '44', upCount: 1, downCount: 1 };
  expect(poolShare(pool)).toEqual({ up: 56, down: 44 });
  expect(poolShare({ ...pool, up: '0', down: '0' })).toEqual({ up: 50, down: 50 });
});
