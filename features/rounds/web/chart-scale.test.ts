// Where the present stands on the round chart: no room is kept for what no round needs.
import { expect, test } from 'vitest';
import { scaleOf } from './chart-scale.ts';

const now = Date.parse('2026-11-21T14:32:20Z');
const presentOf = (width: number, aheadSeconds: number) =>
  scaleOf({ ticks: [], now, strike: 1, width, height: 400, head: 32, aheadSeconds }).x(now);

test('short rounds leave the room that they do not need to the past', () => {
  // 60 s of 4 px, and 40 px past the last end.
  expect(presentOf(1048, 60)).toBe(768);
  expect(presentOf(1540, 120)).toBe(1020);
});

test('long rounds and narrow charts keep the present a little left of the middle', () => {
  expect(presentOf(1048, 600)).toBeCloseTo(492.56);
  expect(presentOf(322, 60)).toBeCloseTo(151.34);
});
