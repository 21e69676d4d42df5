// What is made for its listeners goes half a minute after the last of them, however long they listened.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptWhileHeard } from './kept-while-heard.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('it is kept for whoever comes back within half a minute of the last one’s leaving', async () => {
  const kept = new KeptWhileHeard<{ listeners: Set<object>; stop(): void }>({ now: () => Date.now() });
  const stop = vi.fn();
  const one = kept.of('a', () => ({ listeners: new Set(), stop }));
  const listener = {};
  one.listeners.add(listener);
  await vi.advanceTimersByTimeAsync(300_000);
  one.listeners.delete(listener);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(stop).not.toHaveBeenCalled();
  expect(kept.of('a', () => ({ listeners: new Set(), stop }))).toBe(one);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(stop).toHaveBeenCalledTimes(1);
  kept.close();
});
