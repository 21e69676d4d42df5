// What leaves the table is in proven files first, and nothing that somebody still needs leaves.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool } from './database.ts';
import { JournalArchive, readHistory } from './journal/archive.ts';
import { GENESIS } from './journal/journal-entry.ts';
import type { JournalStore } from './journal/journal-store.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { emptyEngine, replay } from './recovery.ts';
import { retainSite } from './retention.ts';
import { openLine } from './testing/line.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';
import { tinyMaker } from './testing/tiny-engine.ts';
import { DAY_MS } from '../contract/calendar.ts';

let db: TestDatabase;
let pool: pg.Pool;
let store: JournalStore;
let dir: string;
let site = 0;

beforeAll(async () => {
  db = await freshDatabase();
  pool = createPool(db.address, { name: 'retention test' });
  store = openPostgresJournal(db.address);
});
beforeEach(() => {
  site++;
  dir = mkdtempSync(join(tmpdir(), 'maru-archive-'));
});
afterEach(() => rmSync(dir, { recursive: true }));
afterAll(async () => {
  await store.close();
  await pool.end();
  await db.drop();
});

async function written(n: number): Promise<JournalArchive> {
  const line = await openLine(store, site, 'one');
  for (let i = 0; i < n; i++) await Promise.all([line.add(i % 7, i), line.add(i % 7, 1)]);
  return new JournalArchive(dir);
}

function parts(archive: JournalArchive, snapshots: number[]) {
  return { pool, store, archive, snapshots, archiveMin: 10, days: 0, nowMs: Date.now() };
}

async function replayedTotal(archive: JournalArchive): Promise<{ seq: number; total: unknown }> {
  const at = emptyEngine(site, tinyMaker());
  await replay(site, at, readHistory(store, archive, site, 0), tinyMaker());
  return { seq: at.point.seq, total: at.core.query('total', [3]) };
}

async function firstRow(): Promise<number> {
  return (await pool.query('SELECT min(first_seq) AS first FROM journal WHERE site = $1', [site])).rows[0].first;
}

test('rows before the last two snapshots move to files, and archive plus table replay to the same', async () => {
  const archive = await written(50);
  const before = await replayedTotal(archive);
  expect(await retainSite(site, parts(archive, [90, 60, 30]))).toEqual({ archivedSeq: 60, neededSeq: 90 });
  expect(await firstRow()).toBe(61);
  expect(await replayedTotal(archive)).toEqual(before);
  expect((await store.head(site)).seq).toBe(before.seq);
  // A second round goes on from there.
  await retainSite(site, parts(archive, [100, 90, 60]));
  expect(archive.list(site).map((f) => [f.firstSeq, f.lastSeq])).toEqual([
    [1, 60],
    [61, 90],
  ]);
  expect(await replayedTotal(archive)).toEqual(before);
});

test('a projection that is behind keeps its rows in the table', async () => {
  const archive = await written(50);
  await pool.query("INSERT INTO projection_checkpoint VALUES ('slow', $1, 21)", [site]);
  expect(await retainSite(site, parts(archive, [90, 60]))).toEqual({ archivedSeq: 21, neededSeq: 21 });
  expect(await firstRow()).toBe(22);
});

test('a copy whose rows were never removed (a crash in between) is done again', async () => {
  const archive = await written(50);
  await archive.copy(site, store, GENESIS, 40);
  await retainSite(site, parts(archive, [90, 60]));
  expect(archive.list(site).map((f) => [f.firstSeq, f.lastSeq])).toEqual([[1, 60]]);
});

test('an emptied journal still knows its head', async () => {
  const archive = await written(20);
  const head = await store.head(site);
  await retainSite(site, parts(archive, [head.seq, head.seq]));
  expect((await pool.query('SELECT 1 FROM journal WHERE site = $1', [site])).rowCount).toBe(0);
  expect(Buffer.from((await store.head(site)).chainHash).equals(head.chainHash)).toBe(true);
});

test('a flipped bit in an archive file is found', async () => {
  const archive = await written(50);
  await retainSite(site, parts(archive, [90, 60]));
  const [{ path }] = archive.list(site);
  const whole = readFileSync(path);
  for (let i = 0; i < 200; i++) {
    const bit = (i * 7919) % (whole.length * 8);
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] ^= 1 << (bit & 7);
    writeFileSync(path, flipped);
    await expect(replayedTotal(archive), `bit ${bit}`).rejects.toMatchObject({ code: 'JOURNAL_CORRUPT' });
  }
});

test('files past their days are removed, younger ones stay', async () => {
  const archive = await written(50);
  await retainSite(site, parts(archive, [90, 60]));
  archive.expire(site, 30, Date.now() + 29 * DAY_MS);
  expect(archive.list(site)).toHaveLength(1);
  archive.expire(site, 30, Date.now() + 31 * DAY_MS);
  expect(archive.list(site)).toHaveLength(0);
  await expect(replayedTotal(archive)).rejects.toMatchObject({ code: 'JOURNAL_TRIMMED' });
});
