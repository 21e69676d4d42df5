// A listen key's life: an hour, prolonged by being asked for again, ended with its API key, and unknown at another site.
import { manualClock } from '@maru/kit/server/clock.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usualTimes } from './bot-times.ts';
import { createListenKeys, type Listening, type ListenKeys } from './listen-keys.ts';

const { listenMs: LISTEN_LIFE_MS, listenLookMs: SWEEPS_MS } = usualTimes;
let clock: ReturnType<typeof manualClock>;
let keys: ListenKeys;
let ended: [string, boolean][];
beforeEach(() => {
  vi.useFakeTimers();
  clock = manualClock(1_000_000);
  keys = createListenKeys(clock);
  ended = [];
  keys.onEnd((listening: Listening, expired) => ended.push([listening.listenKey, expired]));
});
afterEach(() => {
  keys.close();
  vi.useRealTimers();
});
const pass = (ms: number) => {
  clock.advance(ms);
  vi.advanceTimersByTime(SWEEPS_MS);
};

test('an API key has one, the same when it asks again, and an hour from the last time it asked', () => {
  const { listenKey } = keys.open(1, 5, 9);
  pass(LISTEN_LIFE_MS - 1000);
  expect(keys.open(1, 5, 9).listenKey).toBe(listenKey);
  pass(LISTEN_LIFE_MS - 1000);
  expect(keys.find(1, listenKey)?.member).toBe(5);
  expect(ended).toEqual([]);
});

test('letters and figures alone: clients put it between underscores and take it apart there', () => {
  for (let apiKey = 1; apiKey <= 100; apiKey++) expect(keys.open(1, 5, apiKey).listenKey).toMatch(/^[0-9A-Za-z]{64}$/);
});

test('an hour without a word and it is over, which its stream is told; the next one is another', () => {
  const { listenKey } = keys.open(1, 5, 9);
  pass(LISTEN_LIFE_MS);
  expect([keys.find(1, listenKey), keys.ofKey(9)]).toEqual([undefined, undefined]);
  expect(ended).toEqual([[listenKey, true]]);
  expect(keys.open(1, 5, 9).listenKey).not.toBe(listenKey);
});

test('ended by its owner nothing is announced; ended with its API key it is', () => {
  const first = keys.open(1, 5, 9);
  keys.end(first);
  const second = keys.open(1, 5, 9);
  keys.endOfKey(9);
  expect(ended).toEqual([
    [first.listenKey, false],
    [second.listenKey, true],
  ]);
  expect(keys.ofMember(1, 5)).toEqual([]);
});

test('another site does not know it', () => {
  const { listenKey } = keys.open(1, 5, 9);
  expect(keys.find(2, listenKey)).toBeUndefined();
});
