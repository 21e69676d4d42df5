// Longer candles out of shorter ones: first opens, last closes, the extremes of all, volumes added; months as long as they are.
import type { Candle } from '@maru/market/contract.ts';
import { expect, test } from 'vitest';
import { derivedOf, foldCandles } from './derived-candles.ts';

const hour = 3_600_000;
const kindOf = (name: string) => derivedOf(name) as NonNullable<ReturnType<typeof derivedOf>>;
const candle = (at: number, [open, high, low, close]: string[], volume = '1.5'): Candle => [at, open, high, low, close, volume, '10', 0];

test('two hours of one and one; a gap leaves what there is', () => {
  const folded = foldCandles(
    [
      candle(0, ['9', '10', '8', '9.5']),
      candle(hour, ['9.5', '9.6', '7', '7.5'], '0.5'),
      candle(2 * hour, ['7.5', '100', '7.4', '99']),
      // An hour is missing.
      candle(5 * hour, ['50', '60', '40', '55']),
    ],
    kindOf('2h'),
  );
  expect(folded).toEqual([
    [0, '9', '10', '7', '7.5', '2.0', '20', 0],
    [2 * hour, '7.5', '100', '7.4', '99', '1.5', '10', 0],
    [4 * hour, '50', '60', '40', '55', '1.5', '10', 0],
  ]);
});

test('a month begins on its first day, in Universal Time, and is as long as it is', () => {
  const { startOf, next } = kindOf('1M');
  const february = Date.UTC(2028, 1, 1);
  expect(startOf(Date.UTC(2028, 1, 29, 23, 59))).toBe(february);
  expect(next(february)).toBe(Date.UTC(2028, 2, 1));
  expect(next(Date.UTC(2027, 11, 1))).toBe(Date.UTC(2028, 0, 1));
});

test('what is kept, and what nobody has, is not derived', () => {
  for (const name of ['1h', '1w', '7m', '1m', 'constructor', '__proto__']) expect(derivedOf(name)).toBeUndefined();
});
