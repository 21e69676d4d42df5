// Averages as lists and cards show them: to the nearest, as a position's own row.
import { expect, it } from 'vitest';
import { averageText } from './shown-figures.ts';

it.each([
  ['61635.21951234', 2, '61,635.22'],
  ['61635.21449999', 2, '61,635.21'],
  ['61635.215', 2, '61,635.22'],
  ['0.50447', 5, '0.50447'],
  ['2', 2, '2.00'],
  ['0', 2, '0.00'],
])('%s at %i decimals: %s', (text, decimals, shown) => {
  expect(averageText(text, decimals)).toBe(shown);
});
