// RES-07: the database goes away for a while under load; nothing acknowledged is lost, refusals come at once, rows catch up.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { type Engines, openEngines } from './engine-client.ts';
import { openProjector, type Projector } from './projector.ts';
import { faultyWire, type FaultyWire } from './testing/faulty-wire.ts';
import { freshDatabase, type TestDatabase } from './testing/postgres.ts';
import { addRecord } from './testing/tiny-engine.ts';
import { tinyMigration } from './testing/tiny-projection.ts';

/** Under load; e2e/attack/resilience.test.ts holds it away for the thirty seconds of the case. */
const AWAY_MS = 8_000;

let db: TestDatabase;
let wire: FaultyWire;
let dir: string;
let engines: Engines;
let projector: Projector;

beforeAll(async () => {
  db = await freshDatabase([tinyMigration]);
  wire = await faultyWire(db.address);
  dir = mkdtempSync(join(tmpdir(), 'maru-away-'));
  const places = { address: wire.address, snapshotDir: join(dir, 'snapshots'), archiveDir: join(dir, 'archive'), sites: [1] };
  engines = openEngines({ ...places, worker: new URL('./testing/tiny-engine-worker.ts', import.meta.url) });
  const worker = new URL('./testing/tiny-projector-worker.ts', import.meta.url);
  projector = openProjector({ ...places, worker, engines, clock: systemClock() });
  await engines.ready();
});
afterAll(async () => {
  await engines.stop();
  await projector.stop();
  await wire.close();
  await db.drop();
  rmSync(dir, { recursive: true });
});

/** One client after another command; keeps what was acknowledged and how long refusals took. */
async function load(until: AbortSignal): Promise<{ acked: number[]; refusedMs: number[] }> {
  const acked: number[] = [];
  const refusedMs: number[] = [];
  while (!until.aborted) {
    const began = performance.now();
    try {
      acked.push((await engines.submit(1, addRecord(1, 1))).seq);
    } catch (error) {
      expect(error).toMatchObject({ code: 'READ_ONLY' });
      refusedMs.push(performance.now() - began);
      await sleep(5);
    }
  }
  return { acked, refusedMs };
}

test('RES-07 the database away: acknowledged stays, refused at once, resumes by itself, rows complete', async () => {
  const until = new AbortController();
  const clients = Array.from({ length: 16 }, () => load(until.signal));
  await expect.poll(() => engines.status()[0].seq).toBeGreaterThan(100);
  wire.cut();
  await sleep(AWAY_MS);
  expect(await engines.query(1, 'total', 1), 'reads go on').toBeGreaterThan(0);
  wire.mend();
  await expect.poll(() => engines.status()[0].ready).toBe(true);
  await sleep(500);
  until.abort();
  const outcomes = await Promise.all(clients);
  const acked = outcomes.flatMap((outcome) => outcome.acked);
  const refused = outcomes.flatMap((outcome) => outcome.refusedMs).sort((a, b) => a - b);
  expect(refused.length).toBeGreaterThan(100);
  // All but those in flight at the cut: they wait for an answer until it is lost.
  expect(refused[Math.floor(refused.length * 0.5)]).toBeLessThan(100);
  expect(refused[Math.floor(refused.length * 0.9)], 'not after waiting for the database').toBeLessThan(1_000);
  const { seq } = engines.status()[0];
  expect(await projector.waitFor(1, seq, 30_000), 'rows within 30 s').toBe(true);
  const client = new pg.Client(db.address);
  await client.connect();
  const rows = (await client.query('SELECT seq FROM tiny_total WHERE site = 1 ORDER BY seq')).rows.map((row) => row.seq);
  await client.end();
  expect(rows, 'complete, none twice').toEqual(Array.from({ length: seq }, (_, i) => i + 1));
  expect(new Set(acked).size).toBe(acked.length);
  expect(acked.every((number) => number <= seq)).toBe(true);
  expect(await engines.query(1, 'total', 1)).toBe(seq);
});
