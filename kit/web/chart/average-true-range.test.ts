// The average true range is Wilder's, gaps between bars counted.
import { expect, it } from 'vitest';
import { averageTrueRange } from './average-true-range.ts';

const bar = (high: number, low: number, close: number) => ({ timestamp: 0, open: close, high, low, close });

it('begins with the mean of the first ranges, then takes each in by its share', () => {
  const bars = [bar(12, 10, 11), bar(13, 11, 12), bar(20, 18, 19), bar(19, 18, 18)];
  // Ranges: 2, 2, 8 (from the close before, 12, up to 20), 1.
  expect(averageTrueRange(bars, 3)).toEqual([{}, {}, { atr: 4 }, { atr: 3 }]);
});
