// Days of a site begin at its own midnight, in every zone, over changes of clocks, month ends and leap years.
import fc from 'fast-check';
import {
  dayAt,
  dayBegins,
  dayOfText,
  dayStart,
  dayText,
  DAY_MS,
  HOUR_MS,
  monthAfter,
  monthDays,
  nextDay,
  siteClock,
  wallAt,
  weekdayOf,
} from './calendar.ts';
import { describe, expect, it } from 'vitest';

const at = (text: string) => Date.parse(text);

it('in Seoul the day begins at 15:00 UTC', () => {
  expect(dayStart('Asia/Seoul', at('2026-11-21T14:59:59.999Z'))).toBe(at('2026-11-20T15:00:00Z'));
  expect(dayStart('Asia/Seoul', at('2026-11-21T15:00:00.000Z'))).toBe(at('2026-11-21T15:00:00Z'));
  expect(nextDay('Asia/Seoul', at('2026-11-21T14:59:59.999Z'))).toBe(at('2026-11-21T15:00:00Z'));
});

it('the day before clocks change has its own length', () => {
  expect(nextDay('Europe/Berlin', at('2026-10-25T10:00:00Z'))).toBe(at('2026-10-25T23:00:00Z'));
  expect(nextDay('Europe/Berlin', at('2026-10-24T10:00:00Z'))).toBe(at('2026-10-24T22:00:00Z'));
});

it('a day whose midnight strikes twice begins with the first', () => {
  for (const time of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T20:00:00Z'])
    expect(dayStart('Atlantic/Azores', at(time))).toBe(at('2026-10-25T00:00:00Z'));
  expect(nextDay('Atlantic/Azores', at('2026-10-24T10:00:00Z'))).toBe(at('2026-10-25T00:00:00Z'));
  expect(nextDay('Atlantic/Azores', at('2026-10-25T00:30:00Z'))).toBe(at('2026-10-26T01:00:00Z'));
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

/** Some at whole hours, some by half and three quarters of one, on both sides of the date line; clocks changed at night, at midnight, by 30 minutes. */
const zones = [
  'UTC',
  'Asia/Seoul',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Atlantic/Azores',
  'Asia/Beirut',
  'Africa/Cairo',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const zone = fc.constantFrom(...zones);
const moment = fc.integer({ min: at('2012-01-01T00:00:00Z'), max: at('2040-12-31T00:00:00Z') });
const day = fc.integer({ min: dayOfText('2012-01-01'), max: dayOfText('2040-12-31') });

describe('of every zone', () => {
  it('a moment lies in its own day, and the day before ended where this one began', () => {
    fc.assert(
      fc.property(zone, moment, (where, when) => {
        const [begin, end] = [dayStart(where, when), nextDay(where, when)];
        expect(begin).toBeLessThanOrEqual(when);
        expect(end).toBeGreaterThan(when);
        expect(dayAt(where, begin)).toBe(dayAt(where, when));
        expect(dayAt(where, begin - 1)).toBe(dayAt(where, when) - 1);
        expect(dayAt(where, end)).toBe(dayAt(where, when) + 1);
      }),
      { numRuns: 1_500 },
    );
  });

  it('a day has 22 to 26 hours and begins at midnight or where midnight is skipped', () => {
    fc.assert(
      fc.property(zone, day, (where, which) => {
        const begin = dayBegins(where, which);
        expect(Math.abs(dayBegins(where, which + 1) - begin - DAY_MS)).toBeLessThanOrEqual(2 * HOUR_MS);
        expect(wallAt(where, begin)).toBeGreaterThanOrEqual(which * DAY_MS);
        expect(wallAt(where, begin - 1)).toBeLessThan(which * DAY_MS);
      }),
      { numRuns: 1_500 },
    );
  });

  it('a clock is ahead by its offset until its change and by so much more from then on', () => {
    fc.assert(
      fc.property(zone, moment, (where, when) => {
        const { offsetMs, change } = siteClock(where, when);
        if (change === undefined) {
          expect(wallAt(where, when) - when).toBe(offsetMs);
          return;
        }
        expect(wallAt(where, change.at - 1) - change.at + 1).toBe(offsetMs);
        expect(wallAt(where, change.at) - change.at).toBe(offsetMs + change.byMs);
      }),
      { numRuns: 60 },
    );
  });
});

it('a whole day that a zone left out is no time at all', () => {
  const begin = at('2011-12-30T10:00:00Z');
  expect([30, 31].map((date) => dayBegins('Pacific/Apia', dayOfText(`2011-12-${date}`)))).toEqual([begin, begin]);
});

describe('days and months as text', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(
        day,
        (which) => dayOfText(dayText(which)) === which && weekdayOf(which) === (new Date(which * DAY_MS).getUTCDay() + 6) % 7,
      ),
    );
  });

  it.each(['2026-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-1-1', ''])('%s is no day', (text) =>
    expect(dayOfText(text)).toBeNaN(),
  );

  it.each([
    ['2026-02', 28],
    ['2028-02', 29],
    ['2000-02', 29],
    ['2100-02', 28],
    ['2026-04', 30],
    ['2026-12', 31],
  ])('%s has %i days', (month, count) => {
    const { first, end } = monthDays(month);
    expect([dayText(first), end - first]).toEqual([`${month}-01`, count]);
  });

  it('a month is as far from another as the other from it', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -60, max: 60 }), (which, by) => {
        const month = dayText(which).slice(0, 7);
        expect(monthAfter(monthAfter(month, by), -by)).toBe(month);
        expect(monthDays(month).end).toBe(monthDays(monthAfter(month, 1)).first);
      }),
    );
  });
});
