// What stands right of the newest bar has its room, and no more; who looks at the past is left there.
import type { Chart } from 'klinecharts';
import { expect, test } from 'vitest';
import { rightRoom } from './right-room.ts';

function chartOf(width: number) {
  const at = { offset: 0 };
  const chart = {
    setBarSpace: () => undefined,
    setOffsetRightDistance: (px: number) => void (at.offset = px),
    getOffsetRightDistance: () => at.offset,
    getSize: () => ({ width }),
  } as unknown as Chart;
  const room = rightRoom(chart, 'candle_pane', () => undefined);
  room.setBarSpace(7, 20);
  return { at, room };
}

test('without chips the least, with one as much as it is long, never more than two fifths', () => {
  const { at, room } = chartOf(320);
  expect(at.offset).toBe(20);
  room.keepRoomRight(100);
  expect(at.offset).toBe(100);
  room.keepRoomRight(400);
  expect(at.offset).toBe(128);
  room.keepRoomRight(0);
  expect(at.offset).toBe(20);
});

test('a figure that grows by a digit moves no bar, and who has scrolled away is left alone', () => {
  const { at, room } = chartOf(700);
  room.keepRoomRight(200);
  room.keepRoomRight(208);
  expect(at.offset).toBe(200);
  at.offset = 0;
  room.keepRoomRight(260);
  expect(at.offset).toBe(0);
});
