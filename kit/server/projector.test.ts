// Rows exactly once (I11, RES-13): live, shuffled, repeated, lost, after crashes, and beside a second projector.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { createPool } from './database.ts';
import { type Engines, openEngines } from './engine-client.ts';
import type { EventBatch } from './engine-port.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import type { Projection } from './projection.ts';
import { type Projector, openProjector } from './projector.ts';
import { inTransaction } from './projector-host.ts';
import { SiteProjector } from './projector-site.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { openLine } from './testing/line.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';
import { addRecord, tinyMaker } from './testing/tiny-engine.ts';
import { tinyMigration, tinyProjection } from './testing/tiny-projection.ts';

let db: TestDatabase;
let pool: pg.Pool;
let dir: string;
let site = 0;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  db = await freshDatabase([tinyMigration]);
  pool = createPool(db.address, { name: 'projector test' });
});
beforeEach(() => {
  site++;
  dir = mkdtempSync(join(tmpdir(), 'maru-projector-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(dir, { recursive: true });
});
afterAll(async () => {
  await pool.end();
  await db.drop();
});

async function rows(projection = 'totals'): Promise<number[]> {
  const found = await pool.query('SELECT seq FROM tiny_total WHERE site = $1 AND projection = $2 ORDER BY seq', [site, projection]);
  return found.rows.map((row) => row.seq);
}

function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

function siteProjector(projections: readonly Projection[] = [tinyProjection('totals')]): SiteProjector {
  const journal = openPostgresJournal(db.address);
  closing.push(() => journal.close());
  return new SiteProjector({
    site,
    projections,
    maker: tinyMaker(),
    snapshots: new SnapshotStore(dir),
    history: (afterSeq) => journal.read(site, afterSeq),
    inTransaction: (work) => inTransaction(pool, work),
    onProjected: () => {},
    warn: () => {},
  });
}

/** A journal of `n` flushes of one to three commands, and the batches as they were told. */
async function toldBatches(n: number): Promise<EventBatch[]> {
  const journal = openPostgresJournal(db.address);
  closing.push(() => journal.close());
  const line = await openLine(journal, site, 'one');
  for (let i = 0; i < n; i++) await Promise.all(upTo(1 + (i % 3)).map(() => line.add(i % 7, i)));
  return line.batches;
}

async function startBoth(): Promise<{ engines: Engines; projector: Projector }> {
  const places = { address: db.address, snapshotDir: join(dir, 'snapshots'), archiveDir: join(dir, 'archive'), sites: [site] };
  const engines = openEngines({ ...places, worker: new URL('./testing/tiny-engine-worker.ts', import.meta.url) });
  const worker = new URL('./testing/tiny-projector-worker.ts', import.meta.url);
  const projector = openProjector({ ...places, worker, engines, clock: systemClock() });
  closing.push(() => projector.stop());
  closing.push(() => engines.stop());
  await engines.ready();
  return { engines, projector };
}

test('rows follow the engine; whoever waits for a sequence finds its row', async () => {
  const { engines, projector } = await startBoth();
  const { seq } = await engines.submit(site, addRecord(1, 5));
  expect(await projector.waitFor(site, seq, 120_000)).toBe(true);
  expect(await rows()).toEqual([1]);
  expect(projector.lag()).toEqual([{ site, behind: 0, ageMs: 0 }]);
  expect(await projector.waitFor(site, 99, 50)).toBe(false);
});

test('both threads end at any moment: after the next start every row is there once', async () => {
  for (let round = 0; round < 5; round++) {
    const { engines } = await startBoth();
    const sent = upTo(40).map((i) => engines.submit(site, addRecord(i % 5, i)).catch(() => {}));
    await sent[round * 8];
    await engines.kill();
  }
  const { engines, projector } = await startBoth();
  const { seq } = await engines.submit(site, addRecord(1, 1));
  expect(await projector.waitFor(site, seq, 120_000)).toBe(true);
  expect(await rows()).toEqual(upTo(seq));
});

test('RES-13 batches shuffled, repeated and lost are put right by the journal', async () => {
  const batches = await toldBatches(60);
  const last = batches[batches.length - 1].lastSeq;
  const projector = siteProjector();
  await projector.load();
  // A fixed shuffle with repeats; every fifth batch never comes.
  const mixed = [...batches, ...batches]
    .filter((_, i) => i % 5 !== 3)
    .sort((a, b) => ((a.firstSeq * 37) % 101) - ((b.firstSeq * 37) % 101));
  for (let i = 0; i < mixed.length; i += 4) await projector.take(mixed.slice(i, i + 4));
  expect(await rows()).toEqual(upTo(last));
});

test('a projection that is new is filled from the beginning, the others are left alone', async () => {
  await toldBatches(10);
  const first = siteProjector();
  await first.load();
  await first.catchUp();
  const both = siteProjector([tinyProjection('totals'), tinyProjection('second')]);
  await both.load();
  await both.catchUp();
  expect(await rows('second')).toEqual(upTo(19));
  expect(await rows()).toEqual(upTo(19));
});

test('a second projector on the same rows is stopped before it doubles them', async () => {
  const batches = await toldBatches(6);
  const one = siteProjector();
  const two = siteProjector();
  await one.load();
  await two.load();
  await one.take(batches.slice(0, 3));
  await expect(two.take(batches)).rejects.toMatchObject({ code: 'CHECKPOINT_MOVED' });
  await two.load();
  await two.take(batches);
  expect(await rows()).toEqual(upTo(batches[batches.length - 1].lastSeq));
});

test('a failing projection leaves neither rows nor checkpoint', async () => {
  const batches = await toldBatches(3);
  const broken: Projection = { name: 'zz-broken', tables: [], apply: () => Promise.reject(new Error('its own fault')) };
  const projector = siteProjector([tinyProjection('totals'), broken]);
  await projector.load();
  await expect(projector.take(batches)).rejects.toThrow('its own fault');
  expect(await rows()).toEqual([]);
  expect(projector.seq).toBe(0);
});
