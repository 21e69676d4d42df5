// Averages and distances as lists and cards show them: to the nearest, and no further than is of use.
import { expect, it } from 'vitest';
import { averageText, distanceOf } from './shown-figures.ts';

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

it.each([
  [undefined, '--'],
  [-8703, '−87.0%'],
  [56, '+0.56%'],
  [99_999, '+1,000.0%'],
  [2_359_300, '>1,000%'],
])('a distance of %s hundredths of a percent: %s', (hundredths, shown) => {
  expect(distanceOf(hundredths)).toBe(shown);
});
