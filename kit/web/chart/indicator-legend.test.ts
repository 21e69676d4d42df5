// Values that can be read: prices as the symbol has them, sums in few letters, small differences not as zero.
import { expect, test } from 'vitest';
import { legendValue } from './indicator-legend.ts';

test.each([
  [61_646.772, true, 2, '61,646.77'],
  [0.00001234, true, 8, '0.00001234'],
  [51.2134, false, 2, '51.21'],
  [-19.114, false, 2, '−19.11'],
  [-0.000412, false, 4, '−0.0004'],
  [0, false, 2, '0.00'],
  [-12_345_678, false, 2, '−1,234만'],
])('%d', (value, isPrice, decimals, text) => expect(legendValue(value, isPrice, decimals)).toBe(text));
