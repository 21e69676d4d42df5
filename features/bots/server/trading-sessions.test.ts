// Sessions from single moments: nothing is left out, nothing twice, and each begins where the one before ended.
import { expect, test } from 'vitest';
import { sessionsBetween } from './trading-sessions.ts';

const hour = 3_600_000;

test('open by day, with a change within an hour', () => {
  const opens = 8 * hour + 1_800_000;
  const closes = 17 * hour;
  const isOpen = (time: number) => time % (24 * hour) >= opens && time % (24 * hour) < closes;
  expect(sessionsBetween(isOpen, 0, 36 * hour)).toEqual([
    { from: 0, to: opens, isOpen: false },
    { from: opens, to: closes, isOpen: true },
    { from: closes, to: 24 * hour + opens, isOpen: false },
    { from: 24 * hour + opens, to: 36 * hour, isOpen: true },
  ]);
});

test('what never changes is one session', () => {
  expect(sessionsBetween(() => true, 5, 5 + 3 * hour)).toEqual([{ from: 5, to: 5 + 3 * hour, isOpen: true }]);
});

test('a change at the very end of an hour belongs to the next', () => {
  expect(sessionsBetween((time) => time >= 2 * hour, 0, 4 * hour)).toEqual([
    { from: 0, to: 2 * hour, isOpen: false },
    { from: 2 * hour, to: 4 * hour, isOpen: true },
  ]);
});
