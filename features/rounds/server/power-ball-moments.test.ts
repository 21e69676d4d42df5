// A moment is void only where no public value came in time, however late we look at it, and however often the server ended meanwhile.
import type { AppContext } from '@maru/kit/server/context.ts';
import { createJobs } from '@maru/kit/server/jobs.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { maru } from '@maru/sites/maru.ts';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { roundsMigrations } from './migrations.ts';
import { momentHashes, startDrawMoments } from './power-ball-moments.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 7, 3) + 1_000;
const option = maru.rounds!.options.find(({ code }) => code === 'P1')!;
const site = { ...maru, type: 56, rounds: { options: [{ ...option, isPlay: true }] } };

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase(roundsMigrations);
  pool = createPool(database.address, { name: 'test', max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let now = START;
/** Cut-offs whose value is there. */
let there: (at: number) => boolean = () => true;
const asked = new Set<number>();
const valueOf = (kind: string, at: number) => ({ kind, after: String(at), ticks: [], symbol: '', randomness: 'aa' });

/** A server that starts, looks once, and ends as one that is killed: it writes nothing at its end. */
async function oneLook(kind: string): Promise<void> {
  const publicValues = {
    plan: { kind },
    after: async (at: number) => {
      asked.add(at);
      return there(at) ? valueOf(kind, at) : undefined;
    },
  };
  const services = { use: () => ({ publicValues }) };
  const jobs = createJobs({ pool, log: console as never });
  jobs.begin();
  const context = { pool, clock: { now: () => now }, sites: { all: () => [site] }, services, log: console, jobs } as unknown as AppContext;
  await startDrawMoments(context).hurry();
  await jobs.stop();
}

/** Cut-offs that are told, in order, and whether they are drawn. */
async function told(): Promise<[number, boolean][]> {
  const hashes = await momentHashes({ pool }, START - MINUTE, START + 3_600_000);
  return [...hashes].map(([at, hash]): [number, boolean] => [at, hash !== null]).sort(([a], [b]) => a - b);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await pool.query('DELETE FROM rounds_draw_moment');
  await pool.query('INSERT INTO rounds_draw_moment (at_ms) VALUES ($1)', [START - MINUTE]);
  asked.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['ticks', 20_000, true],
  ['ticks', 20_000, false],
  ['beacon', 12 * MINUTE, true],
])('%s, looked at after %i ms, there: %s', async (kind, later, isThere) => {
  there = () => isThere;
  // Nobody looked while the cut-off passed and the wait ended.
  now = START + MINUTE + later;
  await oneLook(kind);
  const [, first] = await told();
  expect(first[1]).toBe(kind === 'ticks' && isThere);
});

it('a cut-off that waits for its beacon is waited for by the next server as well, whatever was told of newer ones', async () => {
  const cutoffMs = option.cutoffMs ?? 10_000;
  const [older, newer] = [1, 2].map((n) => Math.ceil(START / MINUTE) * MINUTE + n * MINUTE - cutoffMs);
  now = older - 30_000;
  there = () => true;
  await oneLook('beacon');
  // The beacon is late for the older one alone; the server is killed.
  there = (at) => at !== older;
  now = newer + 1_000;
  await oneLook('beacon');
  const open = (await told()).map(([at]) => at);
  expect([open.includes(older), open.at(-1)]).toEqual([false, newer]);
  // Killed again, with a look at nothing.
  now += 1_000;
  await oneLook('beacon');
  there = () => true;
  now += 1_000;
  await oneLook('beacon');
  expect((await told()).filter(([at]) => at >= older)).toEqual([
    [older, true],
    [newer, true],
  ]);
  // What is told is not asked for again.
  asked.clear();
  await oneLook('beacon');
  expect(asked.size).toBe(0);
});

it('one whose beacon stays away over a restart is void ten minutes after its round', async () => {
  const cutoffMs = option.cutoffMs ?? 10_000;
  const endAt = Math.ceil(START / MINUTE) * MINUTE + MINUTE;
  const at = endAt - cutoffMs;
  there = (each) => each !== at;
  now = at + 1_000;
  await oneLook('beacon');
  now = endAt + 599_000;
  await oneLook('beacon');
  expect((await told()).some(([each]) => each === at)).toBe(false);
  now = endAt + 600_000;
  await oneLook('beacon');
  expect((await told()).find(([each]) => each === at)).toEqual([at, false]);
});
