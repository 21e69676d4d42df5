// A popup hidden for today is hidden alone.
import { expect, it } from 'vitest';
import { isHiddenToday } from './not-today.ts';

it('is found by its own number only', () => {
  const cookies = 'other=1; maru.popup.12=1';
  expect([12, 1, 2, 122].map((id) => isHiddenToday(id, cookies))).toEqual([true, false, false, false]);
});
