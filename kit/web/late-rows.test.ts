// A list asks once a burst of news is over, and once more for rows that come late.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lateRows } from './late-rows.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks once after a burst, and once more for rows that a busy server wrote late', () => {
  const ask = vi.fn();
  const rows = lateRows();
  for (let i = 0; i < 5; i += 1) {
    rows.told(ask);
    vi.advanceTimersByTime(200);
  }
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks no more once it is stopped', () => {
  const ask = vi.fn();
  const rows = lateRows();
  rows.told(ask);
  vi.advanceTimersByTime(1_000);
  rows.stop();
  vi.advanceTimersByTime(10_000);
  expect(ask).toHaveBeenCalledTimes(1);
});
