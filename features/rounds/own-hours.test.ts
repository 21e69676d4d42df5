// A game's own hours by the site's clock: days, nights over midnight, clocks that change.
import { describe, expect, test } from 'vitest';
import { isInHours, nextInHours } from './own-hours.ts';

const SEOUL = 'Asia/Seoul';
const at = (text: string) => Date.parse(text);
const office = { days: '1111100', from: '09:00', to: '18:00' };
const night = { days: '0000010', from: '22:30', to: '02:00' };

describe('hours of a game', () => {
  test('count from their first minute to before their last, on their days', () => {
    const open = (text: string) => isInHours(office, SEOUL, at(text));
    expect(open('2026-11-20T09:00:00+09:00')).toBe(true);
    expect(open('2026-11-20T08:59:59+09:00')).toBe(false);
    expect(open('2026-11-20T17:59:59+09:00')).toBe(true);
    expect(open('2026-11-20T18:00:00+09:00')).toBe(false);
    expect(open('2026-11-21T12:00:00+09:00')).toBe(false);
  });

  test('a night belongs to the day that it begins on', () => {
    const open = (text: string) => isInHours(night, SEOUL, at(text));
    expect(open('2026-11-21T22:30:00+09:00')).toBe(true);
    expect(open('2026-11-22T01:59:59+09:00')).toBe(true);
    expect(open('2026-11-22T02:00:00+09:00')).toBe(false);
    expect(open('2026-11-22T23:00:00+09:00')).toBe(false);
    expect(open('2026-11-21T01:00:00+09:00')).toBe(false);
  });

  test('a session as long as a day has no gap', () => {
    const always = { days: '1111111', from: '06:00', to: '06:00' };
    for (let hour = 0; hour < 24; hour++) expect(isInHours(always, SEOUL, at('2026-11-20T00:00:00Z') + hour * 3_600_000)).toBe(true);
  });

  test('open again at the next beginning, over a weekend and over a change of clocks', () => {
    const next = (hours: typeof office, zone: string, text: string) => new Date(nextInHours(hours, zone, at(text)) ?? 0).toISOString();
    expect(next(office, SEOUL, '2026-11-20T18:00:00+09:00')).toBe('2026-11-23T00:00:00.000Z');
    expect(next(office, SEOUL, '2026-11-20T10:00:00+09:00')).toBe('2026-11-20T01:00:00.000Z');
    expect(next(night, SEOUL, '2026-11-22T02:00:00+09:00')).toBe('2026-11-28T13:30:00.000Z');
    // Berlin's clocks go back on 25 October 2026: nine in the morning is eight by UTC from then on.
    expect(next(office, 'Europe/Berlin', '2026-10-23T18:00:00+02:00')).toBe('2026-10-26T08:00:00.000Z');
  });
});
