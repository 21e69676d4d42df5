// Sessions from single moments: nothing is left out, nothing twice, and each begins where the one before ended.
import { DAY_MS, HOUR_MS } from '@maru/kit/contract/calendar.ts';
import { expect, test } from 'vitest';
import { sessionsBetween } from './trading-sessions.ts';

test('open by day, with a change within an HOUR_MS', () => {
  const opens = 8 * HOUR_MS + 1_800_000;
  const closes = 17 * HOUR_MS;
  const isOpen = (time: number) => time % DAY_MS >= opens && time % DAY_MS < closes;
  expect(sessionsBetween(isOpen, 0, 36 * HOUR_MS)).toEqual([
    { from: 0, to: opens, isOpen: false },
    { from: opens, to: closes, isOpen: true },
    { from: closes, to: DAY_MS + opens, isOpen: false },
    { from: DAY_MS + opens, to: 36 * HOUR_MS, isOpen: true },
  ]);
});

test('what never changes is one session', () => {
  expect(sessionsBetween(() => true, 5, 5 + 3 * HOUR_MS)).toEqual([{ from: 5, to: 5 + 3 * HOUR_MS, isOpen: true }]);
});

test('a change at the very end of an hour belongs to the next', () => {
  expect(sessionsBetween((time) => time >= 2 * HOUR_MS, 0, 4 * HOUR_MS)).toEqual([
    { from: 0, to: 2 * HOUR_MS, isOpen: false },
    { from: 2 * HOUR_MS, to: 4 * HOUR_MS, isOpen: true },
  ]);
});
