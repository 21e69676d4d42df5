// Proves what is read off a draw: its signs, the columns of a road, the step it stands at, and where arrow keys lead.
import { describe, expect, it } from 'vitest';
import type { DrawRow } from '../../power-ball-contract.ts';
import { nearestSpot } from './board-walk.ts';
import { roadOf, signsOf, isUntold } from './draw-facts.ts';
import { stepOf } from './draw-steps.tsx';

const row = (id: number, balls: number[] | null): DrawRow => ({
  tradeRoundId: id,
  startAt: '',
  endAt: '',
  status: balls === null ? 3 : 1,
  balls,
  seal: '',
  seed: null,
  entropy: null,
  hasEvidence: false,
});

describe('signs of a draw (rules 12.3)', () => {
  it('3 9 14 22 27 and 6: sum 75, odd, over, medium; power even, over', () => {
    expect(signsOf([3, 9, 14, 22, 27, 6])).toEqual({
      sum: 75,
      isSumOdd: true,
      isSumOver: true,
      size: 'SUM_MEDIUM',
      power: 6,
      isPowerOdd: false,
      isPowerOver: true,
    });
  });
  it('bounds: 72 is under, 64 small, 81 large, 4 under', () => {
    const sums = [signsOf([1, 2, 20, 22, 27, 4]), signsOf([1, 2, 12, 22, 27, 4]), signsOf([1, 11, 20, 22, 27, 5])];
    expect(sums.map(({ sum, isSumOver, size, isPowerOver }) => [sum, isSumOver, size, isPowerOver])).toEqual([
      [72, false, 'SUM_MEDIUM', false],
      [64, false, 'SUM_SMALL', false],
      [81, true, 'SUM_LARGE', true],
    ]);
  });
});

it('a road begins a column at each change, a long run goes on in the next, and a void stands alone', () => {
  const powers = [1, 3, 5, 2, null, 7];
  const draws = powers.map((power, i) => row(i, power === null ? null : [1, 2, 3, 4, 5, power]));
  const columns = roadOf(draws, 2, ({ isPowerOdd }) => isPowerOdd);
  expect(columns.map((cells) => cells.map(({ draw, isFirst }) => [draw.tradeRoundId, isFirst]))).toEqual([
    [
      [0, true],
      [1, true],
    ],
    [[2, true]],
    [[3, false]],
    [[4, undefined]],
    [[5, true]],
  ]);
});

it('steps follow server time: open, then the public value, then the draw', () => {
  const round = { betCloseAt: '2026-11-22T05:00:50.000Z', endAt: '2026-11-22T05:01:00.000Z' };
  const close = Date.parse(round.betCloseAt);
  expect([stepOf(close - 1, round, false, false), stepOf(close, round, false, false), stepOf(close + 900, round, true, false)]).toEqual([
    1, 2, 3,
  ]);
  // While a draw is waited for: without its public value nothing is drawn yet.
  expect([stepOf(close - 40_000, round, true, true), stepOf(close - 40_000, round, false, true)]).toEqual([3, 2]);
});

it('arrow keys go to the nearest cell on their side, over rows of other lengths, and stop at the edge', () => {
  // Two cells above three.
  const spots = [
    { x: 30, y: 10 },
    { x: 90, y: 10 },
    { x: 20, y: 50 },
    { x: 60, y: 50 },
    { x: 100, y: 50 },
  ];
  const to = (from: number, x: number, y: number) => nearestSpot(spots[from], spots, [x, y]);
  expect([to(0, 1, 0), to(1, 0, 1), to(4, -1, 0), to(3, 0, -1), to(2, 0, 1), to(0, -1, 0)]).toEqual([1, 4, 3, 0, -1, -1]);
});

it('a result is not told before its balls: not while they are shown, nor before the page has turned to the next round', () => {
  const bet = { tradeRoundId: 7, isTakenBack: false };
  expect([isUntold(bet, 7, 8), isUntold(bet, undefined, 7), isUntold(bet, undefined, 8), isUntold(bet, undefined, undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  // What was taken back is no draw's.
  expect(isUntold({ ...bet, isTakenBack: true }, undefined, 7)).toBe(false);
});
