// Days of a site begin at its own midnight.
import { expect, it } from 'vitest';
import { dayStartMs, nextDayMs, siteClock } from './site-day.ts';

const at = (text: string) => Date.parse(text);

it('in Seoul the day begins at 15:00 UTC', () => {
  expect(dayStartMs('Asia/Seoul', at('2026-11-21T14:59:59.999Z'))).toBe(at('2026-11-20T15:00:00Z'));
  expect(dayStartMs('Asia/Seoul', at('2026-11-21T15:00:00.000Z'))).toBe(at('2026-11-21T15:00:00Z'));
  expect(nextDayMs('Asia/Seoul', at('2026-11-21T14:59:59.999Z'))).toBe(at('2026-11-21T15:00:00Z'));
});

it('the day before clocks change has its own length', () => {
  expect(nextDayMs('Europe/Berlin', at('2026-10-25T10:00:00Z'))).toBe(at('2026-10-25T23:00:00Z'));
  expect(nextDayMs('Europe/Berlin', at('2026-10-24T10:00:00Z'))).toBe(at('2026-10-24T22:00:00Z'));
});

it('a day whose midnight strikes twice begins with the first', () => {
  for (const time of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T20:00:00Z'])
    expect(dayStartMs('Atlantic/Azores', at(time))).toBe(at('2026-10-25T00:00:00Z'));
  expect(nextDayMs('Atlantic/Azores', at('2026-10-24T10:00:00Z'))).toBe(at('2026-10-25T00:00:00Z'));
  expect(nextDayMs('Atlantic/Azores', at('2026-10-25T00:30:00Z'))).toBe(at('2026-10-26T01:00:00Z'));
});

it.each([
  ['Europe/Berlin', '2026-02-01T10:00:00Z', 1, '2026-03-29T01:00:00Z', 1],
  // On the day itself it is still to be told; from the next midnight on it is the one after.
  ['Europe/Berlin', '2026-03-29T20:00:00Z', 1, '2026-03-29T01:00:00Z', 1],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', 2, '2026-10-25T01:00:00Z', -1],
  ['Australia/Lord_Howe', '2026-04-01T00:00:00Z', 11, '2026-04-04T15:00:00Z', -0.5],
  // Where clocks change at midnight itself, the day begins with the change.
  ['Asia/Beirut', '2026-03-28T12:00:00Z', 2, '2026-03-28T22:00:00Z', 1],
  ['Asia/Beirut', '2026-03-29T12:00:00Z', 2, '2026-03-28T22:00:00Z', 1],
  ['Asia/Beirut', '2026-03-29T22:00:00Z', 3, '2026-10-24T21:00:00Z', -1],
])('%s at %s: %i hours ahead, and its clocks change %s by %d', (zone, now, ahead, change, by) => {
  expect(siteClock(zone, at(now))).toEqual({ offsetMs: ahead * 3_600_000, change: { at: at(change), byMs: by * 3_600_000 } });
});

it('Korea changes no clocks', () => {
  expect(siteClock('Asia/Seoul', at('2026-11-21T15:00:00Z'))).toEqual({ offsetMs: 9 * 3_600_000, change: undefined });
});
