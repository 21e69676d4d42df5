// A moment typed in a form is one of the site's clocks, also where they are turned.
import { setTimeZone } from '@maru/kit/web/i18n/moments.ts';
import { afterAll, expect, it } from 'vitest';
import { fromLocal } from './site-moment.ts';

afterAll(() => setTimeZone('Asia/Seoul'));

it.each([
  ['Asia/Seoul', '2026-11-26T04:00', '2026-11-25T19:00:00.000Z'],
  ['America/New_York', '2026-07-01T09:30', '2026-07-01T13:30:00.000Z'],
  ['America/New_York', '2026-12-01T09:30', '2026-12-01T14:30:00.000Z'],
  // The clocks go back at 02:00 on this day; half past nine is after it.
  ['America/New_York', '2026-11-01T09:30', '2026-11-01T14:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
])('%s %s', (zone, typed, instant) => {
  setTimeZone(zone);
  expect(fromLocal(typed)).toBe(instant);
});

it('nothing typed is no moment', () => {
  expect(fromLocal('')).toBeUndefined();
});
