// Dates of lists: whole days, moments, and days that do not exist.
import { expect, test } from 'vitest';
import { dateRange } from './date-range.ts';
import { Refusal } from './feature.ts';
import { DAY_MS } from '../contract/calendar.ts';

const day = Date.UTC(2026, 10, 21);

test('a bare end date takes in its whole day, a moment is taken as it is', () => {
  expect(dateRange({ startDate: '2026-11-21', endDate: '2026-11-21' })).toEqual({ from: day, to: day + DAY_MS });
  expect(dateRange({ endDate: '2026-11-21T01:00:00Z' })).toEqual({ from: undefined, to: day + 3_600_000 });
  expect(dateRange({ startDate: '2026-11-21T01:00:00' }).from).toBe(day + 3_600_000);
  expect(dateRange({ startDate: '2028-02-29' }).from).toBe(Date.UTC(2028, 1, 29));
  expect(dateRange({})).toEqual({ from: undefined, to: undefined });
});

test.each([
  { startDate: '2026-12-01', endDate: '2026-11-29' },
  { startDate: '2026-13-01' },
  { endDate: '2026-11-99' },
  { startDate: '2026-02-30' },
  { endDate: '2026-02-29' },
  { startDate: '2026-04-31T10:00:00Z' },
  { startDate: '2026-11-21T99:00' },
])('%o is refused', (query) => {
  expect(() => dateRange(query)).toThrow(Refusal);
});
