// A moment is void only where no public value came in time, however late we look at it.
import type { AppContext } from '@maru/kit/server/context.ts';
import { maru } from '@maru/sites/maru.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDrawMoments } from './power-ball-moments.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 7, 3) + 1_000;
const site = { ...maru, type: 56, rounds: { options: [{ ...maru.rounds!.options.find(({ code }) => code === 'P1')!, isPlay: true }] } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['ticks', 20_000, true],
  ['ticks', 20_000, false],
  ['beacon', 10 * MINUTE + 20_000, true],
])('%s, looked at after %i ms, there: %s', async (kind, later, isThere) => {
  let now = START;
  const kept: (string | null)[] = [];
  const pool = {
    query: async (text: string, values: (string | null)[]) => {
      if (text.startsWith('INSERT')) kept.push(values[2]);
      return { rows: [{ at: START }] };
    },
  };
  const publicValues = {
    plan: { kind },
    after: async () => (isThere ? { kind, after: '0', ticks: [], symbol: '', randomness: 'aa' } : undefined),
  };
  const services = { use: () => ({ publicValues }) };
  const context = { pool, clock: { now: () => now }, sites: { all: () => [site] }, services, log: console } as unknown as AppContext;
  const stop = startDrawMoments(context);
  // Nobody looked while the cut-off passed and the wait ended.
  now = START + MINUTE + later;
  vi.advanceTimersByTime(250);
  await stop();
  const isDrawn = kind === 'ticks' && isThere;
  expect(kept.length).toBeGreaterThan(0);
  expect(kept[0] !== null).toBe(isDrawn);
});
