// RES-02 with a real limit: the journal's file may not grow any more, as on a full disk; memory and journal stay one, trading resumes.
//
// PostgreSQL treats the operating system's file size limit exactly as a full disk (it ignores SIGXFSZ for that purpose), and the
// limit can be lifted from a running process, which a filled disk in a test cannot without being root.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind } from '@maru/engine/wire/command.ts';
import { createPool } from './database.ts';
import { journalHealth } from './journal/journal-health.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { type Engines, openEngines } from './engine-client.ts';
import { migrate } from './migrate.ts';
import { addRecord } from './testing/tiny-engine.ts';

/** More than a segment of the write-ahead log, less than the test writes. */
const FILE_MAX_BYTES = 24 * 2 ** 20;
const EXTRA_WORDS = 4_000;
const AT_ONCE = 20;

let dir: string;
let postgres: EmbeddedPostgres;
let engines: Engines;
let pool: pg.Pool;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'maru-full-'));
  postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'data') });
  await migrate(postgres.address, []);
  engines = await open();
  pool = createPool(postgres.address, { name: 'health', max: 1 });
});
afterAll(async () => {
  await pool.end();
  await engines.stop();
  await postgres.stop();
  if (postgres.cluster.startsWith('/var/lib/')) rmSync(join(postgres.cluster, '..'), { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
});

async function open(): Promise<Engines> {
  const opened = openEngines({
    worker: new URL('./testing/tiny-engine-worker.ts', import.meta.url),
    address: postgres.address,
    snapshotDir: join(dir, 'snapshots'),
    archiveDir: join(dir, 'archive'),
    sites: [1],
  });
  await opened.ready();
  return opened;
}

/** The postmaster and all its children, so that connections of today and tomorrow are held to it. */
function limitFiles(bytes: number | 'unlimited'): void {
  const children = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && parentOf(id) === postgres.pid);
  // Its own user may move the soft limit, and nobody else need have the right to.
  const { uid, gid } = statSync(`/proc/${postgres.pid}`);
  for (const pid of [String(postgres.pid), ...children]) {
    try {
      execFileSync('prlimit', ['--pid', pid, `--fsize=${bytes}:`], { uid, gid, cwd: '/', stdio: 'pipe' });
    } catch (error) {
      // A connection may end between the listing and here.
      if (parentOf(pid) === postgres.pid || Number(pid) === postgres.pid) throw error;
    }
  }
}

function parentOf(id: string): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Adds 1 to the account, and is as large as a deep ladder; random, so that nothing compresses it. */
function bulky(): Float64Array {
  const record = new Float64Array(12 + EXTRA_WORDS);
  record.set(addRecord(1, 1));
  record[0] = CommandKind.SetLadder;
  record[11] = EXTRA_WORDS;
  for (let i = 12; i < record.length; i++) record[i] = Math.floor(Math.random() * 2 ** 52);
  return record;
}

test('RES-02 a journal that may not grow: refused at once, nothing half done, reads go on, resumes when there is room', async () => {
  limitFiles(FILE_MAX_BYTES);
  let acked = 0;
  let reason = '';
  while (reason === '') {
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => engines.submit(1, bulky())));
    acked += outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    if (refused) {
      expect(refused.reason).toMatchObject({ code: 'READ_ONLY' });
      reason = refused.reason.message;
    }
    expect(acked, 'the limit was met').toBeLessThan(FILE_MAX_BYTES / (8 * EXTRA_WORDS));
  }
  expect(reason).toMatch(/could not (extend|write)/);
  await expect.poll(() => engines.query<number>(1, 'total', 1)).toBe(acked);
  // The head can be read while nothing can be written, so the site comes back again and again and refuses the next flush as well.
  await expect(engines.submit(1, bulky())).rejects.toMatchObject({ code: 'READ_ONLY' });
  expect(await journaled()).toBe(acked);
  // Whoever asks between two flushes is told all the same.
  await expect.poll(() => engines.status()[0].ready).toBe(true);
  expect(await journalHealth(engines, pool)).toEqual({
    ok: false,
    detail: expect.stringMatching(/^the last flush of site 1 was refused: could not/),
    says: { code: 'FLUSH_REFUSED', figures: { site: 1 } },
  });

  limitFiles('unlimited');
  // Without any flush, so that a server that gets no calls because it is not ready becomes ready.
  await expect.poll(() => journalHealth(engines, pool)).toEqual({ ok: true });
  expect(await journaled()).toBe(acked);
  await expect.poll(() => engines.status()[0].ready).toBe(true);
  expect((await engines.submit(1, bulky())).events[6]).toBe(acked + 1);
  await engines.kill();
  engines = await open();
  expect(await engines.query(1, 'total', 1)).toBe(acked + 1);
});

async function journaled(): Promise<number> {
  const client = new pg.Client(postgres.address);
  await client.connect();
  const { rows } = await client.query('SELECT coalesce(sum(count), 0)::int AS n FROM journal');
  await client.end();
  return rows[0].n;
}
