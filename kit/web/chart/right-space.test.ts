// What stands right of the newest bar has its room, and no more; who looks at the past is left there.
import type { Chart } from 'klinecharts';
import { expect, test } from 'vitest';
import { rightSpace } from './right-space.ts';

function chartOf(width: number) {
  const at = { offset: 0 };
  const chart = {
    setBarSpace: () => undefined,
    setOffsetRightDistance: (px: number) => void (at.offset = px),
    getOffsetRightDistance: () => at.offset,
    getSize: () => ({ width }),
  } as unknown as Chart;
  const space = rightSpace(chart, 'candle_pane', () => undefined);
  space.setBarSpace(7, 20);
  return { at, space };
}

test('without chips the least, with one as much as it is long, never more than two fifths', () => {
  const { at, space } = chartOf(320);
  expect(at.offset).toBe(20);
  space.keepSpaceRight(100);
  expect(at.offset).toBe(100);
  space.keepSpaceRight(400);
  expect(at.offset).toBe(128);
  space.keepSpaceRight(0);
  expect(at.offset).toBe(20);
});

test('a figure that grows by a digit moves no bar, and who has scrolled away is left alone', () => {
  const { at, space } = chartOf(700);
  space.keepSpaceRight(200);
  space.keepSpaceRight(208);
  expect(at.offset).toBe(200);
  at.offset = 0;
  space.keepSpaceRight(260);
  expect(at.offset).toBe(0);
});
