// Days of a site begin at its own midnight.
import { expect, it } from 'vitest';
import { dayStartMs, nextDayMs } from './site-day.ts';

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
