// The strictest reason is named; the age of prices alone never blocks the exit.
import { describe, expect, it } from 'vitest';
import { isCutOff, tradeLock } from './trade-lock.ts';

describe('trade lock', () => {
  it.each([
    [false, 'NONE', 'live', undefined],
    [true, 'CLOSED', 'closed', 'offline'],
    [false, 'NONE', 'closed', 'closed'],
    [false, 'HALT', 'stale', 'halt'],
    [false, 'NONE', 'halted', 'halt'],
    [false, 'CANCEL_ONLY', 'stale', 'cancelOnly'],
    [false, 'STALE', 'live', 'stale'],
    [false, 'STALE', 'unsafe', 'unsafe'],
    [false, 'CANCEL_ONLY', 'unsafe', 'cancelOnly'],
    [false, 'REDUCE_ONLY', 'stale', 'stale'],
    [false, 'REDUCE_ONLY', 'live', 'reduceOnly'],
  ] as const)('offline %s, %s, %s -> %s', (isOffline, trading, feed, lock) => expect(tradeLock(isOffline, trading, feed)).toBe(lock));

  it('without the product a member only reduces, and what is stricter still comes first', () => {
    expect(tradeLock(false, 'NONE', 'live', true)).toBe('reduceOnly');
    expect(tradeLock(false, 'HALT', 'live', true)).toBe('halt');
  });

  it.each([
    [true, 'open', 9, false],
    [true, 'lost', 0, true],
    [true, 'retrying', 0, true],
    // The first connection of a page that was just opened.
    [true, 'connecting', 0, false],
    [true, 'connecting', 1, true],
    // No network: the socket does not know it before its next ping, the ticket must not promise cancels meanwhile.
    [false, 'open', 1, true],
    [false, 'open', 0, false],
  ] as const)('network %s, line %s, prices %d s old -> cut off %s', (isOnline, line, seconds, isOff) =>
    expect(isCutOff(isOnline, line, seconds)).toBe(isOff),
  );
});
