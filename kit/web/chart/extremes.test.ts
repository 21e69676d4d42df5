// The highest and lowest price are looked for among the bars in view alone.
import { expect, it } from 'vitest';
import { extremesOf } from './extremes.ts';

const bars = [
  [99, 1],
  [12, 10],
  [15, 11],
  [15, 8],
  [13, 8],
].map(([high, low]) => ({ high, low }));

it('takes no bar outside the view, and the first of equals', () => {
  expect(extremesOf(bars, 1, 5)).toEqual({ highest: 2, lowest: 3 });
  expect(extremesOf(bars, 1, 2)).toEqual({ highest: 1, lowest: 1 });
  expect(extremesOf(bars, -3, 40)).toEqual({ highest: 0, lowest: 0 });
});

it('says nothing of a view without bars', () => {
  expect(extremesOf([], 0, 0)).toBeUndefined();
  expect(extremesOf(bars, 5, 9)).toBeUndefined();
});
