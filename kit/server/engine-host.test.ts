// Many sites in one thread: told apart, recovered alone, snapshotted, and silent when idle.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EventBatch } from './engine-port.ts';
import { type Engines, type EnginesOptions, openEngines } from './engine-client.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';
import { BROKEN_TOTAL, DONE, FAULT_AMOUNT, WAITING, addRecord } from './testing/tiny-engine.ts';

let db: TestDatabase;
let dir: string;
let admin: pg.Client;
const open: Engines[] = [];

beforeAll(async () => {
  db = await freshDatabase();
  admin = new pg.Client(db.address);
  await admin.connect();
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'maru-host-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((engines) => engines.stop()));
  await admin.query('TRUNCATE journal, journal_base, journal_end, engine_lease');
  rmSync(dir, { recursive: true });
});
afterAll(async () => {
  await admin.end();
  await db.drop();
});

async function start(options: Partial<EnginesOptions> = {}): Promise<Engines> {
  const engines = openEngines({
    worker: new URL('./testing/tiny-engine-worker.ts', import.meta.url),
    address: db.address,
    snapshotDir: join(dir, 'snapshots'),
    archiveDir: join(dir, 'archive'),
    sites: [1, 2],
    ...options,
  });
  open.push(engines);
  await engines.ready();
  return engines;
}

async function crash(engines: Engines): Promise<void> {
  open.splice(open.indexOf(engines), 1);
  await engines.kill();
}

test('sites share a thread and keep their own sequence and state', async () => {
  const engines = await start();
  const batches: EventBatch[] = [];
  engines.onBatch((batch) => batches.push(batch));
  const replies = await Promise.all([
    engines.submit(1, addRecord(3, 5)),
    engines.submit(2, addRecord(3, 7)),
    engines.submit(1, addRecord(3, 1)),
  ]);
  expect(replies.map((reply) => [reply.seq, reply.events[6]])).toEqual([
    [1, 5],
    [1, 7],
    [2, 6],
  ]);
  expect(await engines.query(1, 'total', 3)).toBe(6);
  expect(await engines.query(2, 'total', 3)).toBe(7);
  expect(batches.map((b) => [b.site, b.firstSeq, b.lastSeq])).toEqual(
    expect.arrayContaining([
      [1, 1, 2],
      [2, 1, 1],
    ]),
  );
});

test('an unknown site, an unknown view and a faulted site are refused, the neighbour goes on', async () => {
  const engines = await start();
  await expect(engines.submit(9, addRecord(1, 1))).rejects.toMatchObject({ code: 'READ_ONLY' });
  await expect(engines.query(1, 'nonsense')).rejects.toThrow(/no view nonsense/);
  await expect(engines.submit(1, addRecord(1, FAULT_AMOUNT))).rejects.toMatchObject({ code: 'READ_ONLY' });
  await expect.poll(() => engines.status().map((s) => s.state)).toEqual(['faulted', 'ready']);
  await expect(engines.submit(1, addRecord(1, 1))).rejects.toMatchObject({ code: 'READ_ONLY' });
  expect((await engines.submit(2, addRecord(1, 1))).seq).toBe(1);
});

test('a broken invariant stops the site that has it', async () => {
  const checks: string[] = [];
  const engines = await start({ onCheck: (site, broken) => checks.push(`${site}: ${broken.join()}`) });
  await engines.submit(2, addRecord(1, 5));
  await engines.submit(1, addRecord(1, BROKEN_TOTAL));
  await expect.poll(() => engines.status()[0]).toMatchObject({ state: 'faulted', reason: expect.stringMatching(/invariant broken/) });
  expect(checks).toEqual(['2: ', '1: a total is the broken one']);
  expect((await engines.submit(2, addRecord(1, 5))).seq).toBe(2);
});

test('after a crash the journal brings everything back; after a stop the snapshot alone does', async () => {
  const first = await start();
  for (let i = 0; i < 50; i++) await first.submit(1, addRecord(i % 3, i));
  await crash(first);
  const second = await start();
  expect(second.status()[0].recovered).toMatchObject({ snapshotSeq: 0, replayed: 50 });
  expect(await second.query(1, 'total', 0)).toBe(408);
  await second.stop();
  expect((await admin.query('SELECT holder FROM engine_lease')).rows.map((row) => row.holder)).toEqual(['', '']);
  const third = await start();
  expect(third.status()[0].recovered).toMatchObject({ snapshotSeq: 50, replayed: 0 });
  expect(await third.query(1, 'total', 0)).toBe(408);
  expect((await third.submit(1, addRecord(0, 1))).seq).toBe(51);
});

test('a site that is closed makes durable what it was given, takes no more, and leaves the others alone; a later start can host it again', async () => {
  const engines = await start();
  await engines.submit(1, addRecord(3, 5));
  const given = [engines.submit(2, addRecord(3, 7)), engines.submit(2, addRecord(3, 1))];
  const closed = engines.close(2);
  expect((await Promise.all(given)).map(({ seq }) => seq)).toEqual([1, 2]);
  await Promise.all([closed, engines.close(2)]);
  expect(engines.status().map(({ site }) => site)).toEqual([1]);
  await expect(engines.submit(2, addRecord(3, 1))).rejects.toMatchObject({ code: 'READ_ONLY' });
  await expect(engines.query(2, 'total', 3)).rejects.toThrow(/not open/);
  expect((await engines.submit(1, addRecord(3, 5))).seq).toBe(2);
  expect((await admin.query('SELECT holder FROM engine_lease WHERE site = 2')).rows).toEqual([{ holder: '' }]);
  await engines.open(2);
  expect(await engines.query(2, 'total', 3)).toBe(8);
  expect(engines.status().find(({ site }) => site === 2)?.recovered).toMatchObject({ snapshotSeq: 2, replayed: 0 });
});

test('a snapshot is taken every so many commands, and recovery replays only what came after', async () => {
  const first = await start({ snapshotEvery: 20 });
  for (let i = 0; i < 50; i++) await first.submit(1, addRecord(0, 1));
  const report = await first.snapshot(2);
  expect(report).toMatchObject({ site: 2, seq: 0 });
  await crash(first);
  const second = await start();
  const { recovered } = second.status()[0];
  expect(recovered?.snapshotSeq).toBeGreaterThanOrEqual(20);
  expect((recovered?.snapshotSeq ?? 0) + (recovered?.replayed ?? 0)).toBe(50);
  expect(await second.query(1, 'total', 0)).toBe(50);
});

// A note of the crashed engine may still arrive for a site: this one is asked for here alone.
test('a journal whose last rows are gone is refused at the start, by what was noted while it ran', async () => {
  const first = await start({ sites: [41] });
  for (let i = 0; i < 30; i++) await first.submit(41, addRecord(0, 1));
  const noted = async () => (await admin.query('SELECT seq::int FROM journal_end WHERE site = 41')).rows;
  await expect.poll(noted).toEqual([{ seq: 30 }]);
  const file = join(dir, 'snapshots', 'site-41', 'journal-end.json');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('"seq":30');
  await crash(first);
  await admin.query('DELETE FROM journal WHERE site = 41 AND first_seq > 20');
  await expect(start({ sites: [41] })).rejects.toThrow(/stands at 30, the journal ends at 20/);
  await admin.query('DELETE FROM journal_end WHERE site = 41');
  await expect(start({ sites: [41] }), 'the file is not of the database').rejects.toThrow(/journal-end.json stands at 30/);
});

test('what was acknowledged a moment before a crash is missed at the start when the journal lost it, though no row has noted it', async () => {
  const first = await start({ sites: [42] });
  for (let i = 0; i < 12; i++) await first.submit(42, addRecord(0, 1));
  await crash(first);
  // As it is within the first second, however slow the machine.
  await admin.query('DELETE FROM journal_end WHERE site = 42');
  await admin.query('DELETE FROM journal WHERE site = 42 AND first_seq = 12');
  await expect(start({ sites: [42] })).rejects.toThrow(/journal-end.json stands at 12, the journal ends at 11/);
});

// Sites of their own: a killed engine's last statement may still arrive for those of the tests before.
test('work in slices outlives a crash: recovery replays the Ticks that were written, and goes on with the rest', async () => {
  const first = await start({ sites: [21] });
  // The journal takes so many rows and no more: the crash comes in the midst of the work, however quick the machine.
  await admin.query(`CREATE FUNCTION full_at_hundred() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.first_seq > 100 THEN RAISE EXCEPTION 'full'; END IF; RETURN NEW; END $$`);
  await admin.query('CREATE TRIGGER full_at_hundred BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION full_at_hundred()');
  await first.submit(21, addRecord(0, 1, { slices: 400 }));
  await expect.poll(() => first.status()[0].state).toBe('away');
  await crash(first);
  await admin.query('DROP FUNCTION full_at_hundred CASCADE');
  const second = await start({ sites: [21] });
  await expect.poll(() => second.query(21, 'total', WAITING)).toBe(0);
  expect(await second.query(21, 'total', DONE)).toBe(400);
  expect(second.status()[0].recovered?.replayed).toBe(100);
  await expect.poll(() => second.status()[0].seq).toBe(401);
});

test('an idle site writes no row', async () => {
  const engines = await start({ sites: [31, 32] });
  await engines.submit(31, addRecord(0, 1));
  await sleep(300);
  expect((await admin.query('SELECT site::int FROM journal WHERE site IN (31, 32)')).rows).toEqual([{ site: 31 }]);
});
