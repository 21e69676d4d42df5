// Decisions, Markets: forex, gold and index symbols trade 08:00 to 06:00 Asia/Seoul, closed at weekends and on listed holidays: rows.
import { describe, expect, test } from 'vitest';
import { dayAfter, isOpen, lastOpenMoment, nextOpening, openingOf } from './trading-hours.ts';

const christmas = openingOf('2026-12-25')!;
const korea = { closings: [{ from: christmas, to: dayAfter(christmas) }] };
const seoul = (text: string) => Date.parse(`${text}+09:00`);

describe('trading hours', () => {
  test.each([
    ['2026-11-18T07:59:59', false],
    ['2026-11-18T08:00:00', true],
    ['2026-11-19T05:59:59', true],
    ['2026-11-19T06:00:00', false],
    ['2026-11-21T05:59:59', true],
    ['2026-11-21T06:00:00', false],
    ['2026-11-22T12:00:00', false],
    ['2026-11-23T07:59:59', false],
    ['2026-11-23T08:00:00', true],
    ['2026-12-25T09:00:00', false],
    ['2026-12-26T03:00:00', false],
  ])('korea at %s: open %s', (at, open) => {
    expect(isOpen(korea, seoul(at))).toBe(open);
    expect(isOpen('always', seoul(at))).toBe(true);
  });

  test('the next opening after Saturday 06:00 is Monday 08:00', () => {
    expect(nextOpening(korea, seoul('2026-11-21T06:00:00'))).toBe(seoul('2026-11-23T08:00:00'));
    expect(nextOpening(korea, seoul('2026-11-19T06:30:00'))).toBe(seoul('2026-11-19T08:00:00'));
    expect(nextOpening(korea, seoul('2026-12-25T08:00:00'))).toBe(seoul('2026-12-28T08:00:00'));
  });

  test('the last open moment of a weekend is just before Saturday 06:00', () => {
    expect(lastOpenMoment(korea, seoul('2026-11-22T20:00:00'))).toBe(seoul('2026-11-21T06:00:00') - 1);
    const open = seoul('2026-11-23T09:00:00');
    expect(lastOpenMoment(korea, open)).toBe(open);
  });

  test('a closing in the middle of a session ends at its last open moment, and the next opening is after it', () => {
    const from = seoul('2026-11-24T14:25:00');
    const cut = { closings: [{ from, to: seoul('2026-11-25T08:00:00') }] };
    expect([isOpen(cut, from - 1), isOpen(cut, from), isOpen(cut, seoul('2026-11-25T08:00:00'))]).toEqual([true, false, true]);
    expect(nextOpening(cut, from)).toBe(seoul('2026-11-25T08:00:00'));
    expect(lastOpenMoment(cut, seoul('2026-11-25T07:00:00'))).toBe(from - 1);
  });

  test('a closing over a weekend opens after both', () => {
    const friday = openingOf('2026-12-25')!;
    const monday = openingOf('2026-12-28')!;
    const long = { closings: [{ from: friday, to: dayAfter(monday) }] };
    expect(nextOpening(long, friday)).toBe(seoul('2026-12-29T08:00:00'));
    expect(lastOpenMoment(long, seoul('2026-12-29T07:59:59'))).toBe(seoul('2026-12-25T06:00:00') - 1);
  });

  test.each(['2026-02-30', '2026-13-01', '', '2026-1-1'])('%s is no date', (date) => expect(openingOf(date)).toBeUndefined());
});
