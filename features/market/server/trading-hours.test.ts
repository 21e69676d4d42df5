// Decisions, Markets: forex, gold and index symbols trade 08:00 to 06:00 Asia/Seoul, closed at weekends and on listed holidays.
import { describe, expect, test } from 'vitest';
import { isOpen, lastOpenMoment, nextOpening } from './trading-hours.ts';

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
    expect(isOpen('korea', seoul(at))).toBe(open);
    expect(isOpen('always', seoul(at))).toBe(true);
  });

  test('the next opening after Saturday 06:00 is Monday 08:00', () => {
    expect(nextOpening('korea', seoul('2026-11-21T06:00:00'))).toBe(seoul('2026-11-23T08:00:00'));
    expect(nextOpening('korea', seoul('2026-11-19T06:30:00'))).toBe(seoul('2026-11-19T08:00:00'));
    expect(nextOpening('korea', seoul('2026-12-25T08:00:00'))).toBe(seoul('2026-12-28T08:00:00'));
  });

  test('the last open moment of a weekend is just before Saturday 06:00', () => {
    expect(lastOpenMoment('korea', seoul('2026-11-22T20:00:00'))).toBe(seoul('2026-11-21T06:00:00') - 1);
    const open = seoul('2026-11-23T09:00:00');
    expect(lastOpenMoment('korea', open)).toBe(open);
  });
});
