// Every grouping fills its rows: ladder first, the venue's deeper levels after it, members' orders merged in, nothing counted twice.
import { describe, expect, test } from 'vitest';
import { groupPairs, lengthened } from './deep-book.ts';

describe('a grouped book', () => {
  test('bids fall into the step below, asks into the step above: never better than they are', () => {
    expect(groupPairs('bids', [1_009, 1, 1_001, 2, 999, 4], 10, 5)).toEqual([1_000, 3, 990, 4]);
    expect(groupPairs('asks', [1_001, 1, 1_010, 2, 1_011, 4], 10, 5)).toEqual([1_010, 3, 1_020, 4]);
  });

  test('the last row is whole: it stops only when a further row would begin', () => {
    expect(groupPairs('asks', [11, 1, 19, 2, 21, 4, 25, 8, 31, 16], 10, 2)).toEqual([20, 3, 30, 12]);
  });

  test('the venue goes on where the ladder ends, and the ladder stays as it is', () => {
    expect(lengthened('bids', [100, 5, 99, 5], [101, 7, 100, 7, 99, 7, 98, 7])).toEqual([100, 5, 99, 5, 98, 7]);
    expect(lengthened('asks', [100, 5], [100, 9, 101, 9])).toEqual([100, 5, 101, 9]);
  });

  test('a withdrawn ladder stays withdrawn: no old venue levels are shown', () => {
    expect(lengthened('asks', [], [100, 9, 101, 9])).toEqual([]);
  });
});
