// How long a TWAP runs, as a trader would say it.
import { DAY_SECONDS } from '@maru/kit/contract/calendar.ts';
import { expect, it } from 'vitest';
import { runningTime } from './twap-words.ts';

it.each([
  [300, '5분'],
  [3_540, '59분'],
  [3_600, '1시간'],
  [5_400, '1시간 30분'],
  [DAY_SECONDS, '24시간'],
])('%i seconds: %s', (seconds, words) => {
  expect(runningTime(seconds)).toBe(words);
});
