// Token buckets: burst, refill, refunds, and memory that stays bounded.
import { expect, test } from 'vitest';
import { manualClock } from './clock.ts';
import { createRateLimit } from './rate-limit.ts';

test('a burst passes at once, then one per interval; the answer says how long to wait', () => {
  const clock = manualClock(1000);
  const limit = createRateLimit(clock, { perSecond: 20, burst: 3 });
  expect([1, 2, 3, 4].map(() => limit.take('a'))).toEqual([0, 0, 0, 50]);
  clock.advance(49);
  expect(limit.take('a')).toBe(1);
  clock.advance(1);
  expect([limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([0, 50, 0]);
});

test('a refusal takes nothing, looking takes nothing, a refund gives back no more than the burst', () => {
  const clock = manualClock(0);
  const limit = createRateLimit(clock, { perSecond: 1, burst: 2 });
  limit.take('a');
  expect([limit.peek('a', 2), limit.peek('a')]).toEqual([1000, 0]);
  limit.refund('a', 9);
  expect([limit.take('a', 2), limit.take('a')]).toEqual([0, 1000]);
  limit.reset('a');
  expect(limit.take('a', 2)).toBe(0);
});

test('keys of an attacker do not grow memory: full buckets go first, then the oldest', () => {
  const clock = manualClock(0);
  const limit = createRateLimit(clock, { perSecond: 1, burst: 2 }, 1000);
  for (let n = 0; n < 5000; n++) limit.take(`key${n}`);
  expect(limit.size).toBeLessThanOrEqual(1000);
  clock.advance(10_000);
  for (let n = 0; n < 1000; n++) limit.take(`late${n}`);
  expect(limit.size).toBeLessThanOrEqual(1000);
});
