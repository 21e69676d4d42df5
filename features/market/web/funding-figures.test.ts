// Settled rates are summed from the oldest on; the estimate is shown and not counted.
import { expect, it } from 'vitest';
import { fundingBars, reachOf } from './funding-figures.ts';

const point = (time: number, rate: string, isSimulated = false) => ({ time, rate, mark: '1', isSimulated });

it('the oldest comes first, each with the sum up to it, the estimate last', () => {
  const bars = fundingBars([point(3, '-0.00020000'), point(2, '0.00010000'), point(1, '0.00010000', true)], {
    rate: '0.00030000',
    nextFundingAt: 4,
  });
  expect(bars).toEqual([
    { time: 1, rate: 0.01, sum: 0.01, kind: 'simulated' },
    { time: 2, rate: 0.01, sum: 0.02, kind: 'settled' },
    { time: 3, rate: -0.02, sum: 0, kind: 'settled' },
    { time: 4, rate: 0.03, sum: 0, kind: 'estimate' },
  ]);
});

it('an axis holds zero, and stays on one side when nothing is on the other', () => {
  expect(reachOf([0.01, 0.02]).bottom).toBe(0);
  expect(reachOf([-0.01]).top).toBe(0);
  const flat = reachOf([0]);
  expect(flat.top).toBeGreaterThan(flat.bottom);
});
