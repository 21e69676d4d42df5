// Work that must happen once: the holder is killed in its midst, or paused and woken after another took over; every effect is there once.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool } from './database.ts';
import { createJobs, type JobRun } from './jobs.ts';
import { checkLease, LeaseLost } from './lease.ts';
import type { JobProcessOptions } from './testing/job-process.ts';
import { freshDatabase, type TestDatabase } from './testing/postgres.ts';
import { inTransaction } from './transaction.ts';

const LEASE_MS = 900;
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
const children: ChildProcess[] = [];
const quiet = { warn: () => undefined, info: () => undefined };

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.address, { name: 'lease test' });
  await pool.query('CREATE TABLE todo (n int PRIMARY KEY, done boolean NOT NULL DEFAULT false, tries int NOT NULL DEFAULT 0)');
  await pool.query('CREATE TABLE effect (n int NOT NULL, pid int NOT NULL, key text UNIQUE)');
});
beforeEach(() => pool.query('TRUNCATE todo, effect, job_lease, job_holder'));
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await pool.end();
  await database.drop();
});

function start(options: Pick<JobProcessOptions, 'signal' | 'place' | 'kind'> = {}): { child: ChildProcess; told: string[] } {
  const path = fileURLToPath(new URL('./testing/job-process.ts', import.meta.url));
  const child = fork(path, [JSON.stringify({ address: database.address, leaseMs: LEASE_MS, ...options })], { execArgv: [] });
  const told: string[] = [];
  child.on('message', (word) => told.push(String(word)));
  children.push(child);
  return { child, told };
}

const waiting = { timeout: 15_000, interval: 30 };
const until = (check: () => unknown) => expect.poll(check, waiting);
const openRows = async () => (await pool.query('SELECT 1 FROM todo WHERE NOT done')).rowCount;
const effects = async () => (await pool.query<{ n: number; pid: number }>('SELECT n, pid FROM effect ORDER BY n')).rows;

const moments = (['SIGKILL', 'SIGSTOP'] as const).flatMap((signal) => (['before', 'within'] as const).map((place) => ({ signal, place })));

for (const kind of ['row', 'engine', 'outside'] as const)
  for (const { signal, place } of moments)
    test(`${signal} ${place} an effect of kind ${kind}: another goes on, and it is there once`, async () => {
      await pool.query('INSERT INTO todo (n) SELECT generate_series(1, 5)');
      const first = start({ signal, place, kind });
      await until(() => first.told).toContain('midst');
      const second = start({ kind });
      await until(openRows).toBe(0);
      const done = await effects();
      expect(done.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
      const [, interrupted] = done;
      // What the engine was told before the signal stands: the second's command is answered with it.
      expect(interrupted.pid).toBe(kind === 'engine' && place === 'within' ? first.child.pid : second.child.pid);
      expect(done.slice(2).every(({ pid }) => pid === second.child.pid)).toBe(true);
      if (signal === 'SIGSTOP') {
        first.child.kill('SIGCONT');
        // Fenced, or its session was ended while it stood: told either way. What has a request key goes through and changes nothing.
        if (kind !== 'engine') await until(() => first.told.length).toBeGreaterThan(1);
        await pool.query('INSERT INTO todo (n) VALUES (6)');
        await until(openRows).toBe(0);
        expect(await effects()).toEqual([...done, { n: 6, pid: second.child.pid }]);
      }
      for (const { child } of [first, second]) child.kill('SIGKILL');
    });

test('a second holder in line does nothing until the first has left, and then reads anew what it knew', async () => {
  const runs: string[] = [];
  const parts = { pool, log: quiet, leaseMs: 600 };
  const [one, two] = [createJobs({ ...parts, holder: 'one' }), createJobs({ ...parts, holder: 'two' })];
  for (const jobs of [one, two]) jobs.begin();
  const note =
    (who: string) =>
    async ({ isNew }: JobRun) =>
      void runs.push(isNew ? `${who} new` : who);
  const options = { name: 'test.line', everyMs: 10, fault: 'waits' };
  const first = one.every(options, note('one'));
  await first.hurry();
  const second = two.every(options, note('two'));
  await second.hurry();
  await until(() => runs.length).toBeGreaterThan(80);
  expect(runs[0]).toBe('one new');
  expect(new Set(runs.slice(1))).toEqual(new Set(['one']));
  await one.stop();
  await until(() => runs).toContain('two');
  const after = runs.slice(runs.indexOf('two new'));
  expect([after[0], new Set(after.slice(1))]).toEqual(['two new', new Set(['two'])]);
  const { rows } = await pool.query('SELECT holder, epoch FROM job_lease');
  expect(rows).toEqual([{ holder: 'two', epoch: 2 }]);
  await two.stop();
});

test('what a job does is refused as soon as the job is another’s, in a transaction and before what no transaction takes back', async () => {
  const jobs = createJobs({ pool, log: quiet, holder: 'paused' });
  jobs.begin();
  const seen: unknown[] = [];
  const job = jobs.every({ name: 'test.stolen', everyMs: 60_000, fault: 'waits' }, async () => {
    await inTransaction(pool, (client) => client.query('INSERT INTO effect VALUES (1, 0)'));
    await checkLease(pool);
    await pool.query("UPDATE job_lease SET holder = 'other', epoch = epoch + 1 WHERE job = 'test.stolen'");
    const isRefused = (work: Promise<unknown>) =>
      work.then(
        () => false,
        (error: unknown) => error instanceof LeaseLost,
      );
    seen.push(await isRefused(checkLease(pool)));
    seen.push(await isRefused(inTransaction(pool, (client) => client.query('INSERT INTO effect VALUES (2, 0)'))));
  });
  await job.hurry();
  expect(seen).toEqual([true, true]);
  expect(await effects()).toEqual([{ n: 1, pid: 0 }]);
  // Outside of the job nothing is fenced.
  await inTransaction(pool, (client) => client.query('INSERT INTO effect VALUES (3, 0)'));
  await jobs.stop();
});

test('two jobs of one name are a mistake', () => {
  const jobs = createJobs({ pool, log: quiet });
  const options = { name: 'test.same', everyMs: 60_000, fault: 'waits' };
  jobs.every(options, async () => undefined);
  expect(() => jobs.every(options, async () => undefined)).toThrow('two jobs called test.same');
});

test('while the database is away the log is told once a second, not by every look of every job', async () => {
  const told: unknown[] = [];
  const away = { query: () => Promise.reject(new Error('away')) } as never;
  const jobs = createJobs({ pool: away, log: { warn: (facts: object) => told.push(facts), info: () => undefined } as never });
  const all = ['a', 'b', 'c'].map((name) => jobs.every({ name, everyMs: 60_000, fault: 'waits' }, async () => undefined));
  jobs.begin();
  for (let look = 0; look < 20; look++) for (const job of all) await job.hurry();
  expect(told).toHaveLength(1);
  await jobs.stop();
});
