// No screen shows won with decimals, nor more of a coin than it is kept in.
import { expect, it } from 'vitest';
import { pointDecimals, shownDecimals } from './point-decimals.ts';

it.each([
  ['KRW', 2, 0],
  ['BKT', 4, 0],
  ['USDT', 2, 2],
  ['USDT', 4, 4],
  ['USDT', 9, pointDecimals('USDT')],
])('%s, at most %i: %i', (currency, most, decimals) => {
  expect(shownDecimals(currency, most)).toBe(decimals);
});
