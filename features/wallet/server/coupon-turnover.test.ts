// Turnover of bonuses: the oldest first, nothing counted twice, nothing from before it came.
import { expect, it } from 'vitest';
import { workOff } from './coupon-turnover.ts';

const bonus = (couponId: number, point: number, times: number) => ({ couponId, point, times });
const doneOf = (rows: Parameters<typeof workOff>[0], traded: number[]) => workOff(rows, traded).map(({ done }) => done);

it('counts what was traded since it came, and never beyond its need', () => {
  expect(doneOf([bonus(1, 5, 10)], [0])).toEqual([0]);
  expect(doneOf([bonus(1, 5, 10)], [49])).toEqual([49]);
  expect(doneOf([bonus(1, 5, 10)], [80])).toEqual([50]);
});

it('works off the oldest first; what is over goes to the next', () => {
  const two = [bonus(1, 5, 10), bonus(2, 5, 10)];
  expect(doneOf(two, [20, 10])).toEqual([30, 0]);
  expect(doneOf(two, [20, 50])).toEqual([50, 20]);
  expect(doneOf(two, [20, 500])).toEqual([50, 50]);
});

it('what was traded before the second came never counts for it', () => {
  const two = [bonus(1, 5, 10), bonus(2, 5, 10)];
  expect(doneOf(two, [500, 0])).toEqual([50, 0]);
  expect(doneOf(two, [500, 30])).toEqual([50, 30]);
});

it('a bonus is settled when no later one can wait for its end', () => {
  const two = [bonus(1, 5, 10), bonus(2, 5, 10)];
  const settled = (traded: number[]) => workOff(two, traded).map(({ isSettled }) => isSettled);
  expect(settled([50, 0])).toEqual([true, false]);
  // Done only after the second came: the second still counts from there.
  expect(settled([20, 40])).toEqual([false, false]);
  expect(settled([20, 80])).toEqual([false, false]);
  expect(settled([50, 50])).toEqual([true, true]);
});
