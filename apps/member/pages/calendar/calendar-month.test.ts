// The calendar's own arithmetic: weeks, neighbours, sums that lose nothing.
import { monthAfter } from '@maru/kit/contract/calendar.ts';
import { expect, it } from 'vitest';
import { sumOf, tintOf, unitsOf, weeksOf } from './calendar-month.ts';

it('lays a month out in weeks from Sunday', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks.length).toBe(5);
  expect(weeks[0]).toEqual(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07']);
  expect(weeks[4].slice(0, 3)).toEqual(['2026-11-29', '2026-11-30', null]);
  expect(weeksOf('2026-02').flat().filter(Boolean).length).toBe(28);
  expect(weeksOf('2028-02').flat().filter(Boolean).length).toBe(29);
});

it.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
] as const)('%s and %d months is %s', (month, by, other) => expect(monthAfter(month, by)).toBe(other));

it('sums in smallest units, and knows the best and the worst day', () => {
  const days = [
    ['2026-11-01', '0.1'],
    ['2026-11-02', '0.2'],
    ['2026-11-03', '-1000000.000001'],
    ['2026-11-04', '0.000000'],
  ].map(([day, profit]) => ({ day, profit, units: unitsOf(profit, 'USDT') }));
  const { best, worst, ...sum } = sumOf(days);
  expect(sum).toEqual({ units: -999_999_700_001, won: 2, lost: 1 });
  expect([best?.day, worst?.day]).toEqual(['2026-11-02', '2026-11-03']);
  expect(sumOf([])).toEqual({ units: 0, won: 0, lost: 0, best: undefined, worst: undefined });
  expect(unitsOf('-1234', 'KRW')).toBe(-1234);
});

it('tints by size, and nothing where nothing was', () => {
  expect([tintOf(0, 10), tintOf(10, 10), tintOf(-10, 10), tintOf(1, 1_000)]).toEqual([0, 26, 26, 6]);
});
