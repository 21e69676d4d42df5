// The upkeep thread: hashes and writes snapshots and moves old journal rows, so that the engine's thread pays only for a copy.
import { parentPort } from 'node:worker_threads';
import { createPool, type DatabaseAddress } from './database.ts';
import { JournalArchive } from './journal/archive.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { type Retained, retainSite } from './retention.ts';
import { type SnapshotFields, type SnapshotHead, writeSnapshotFile } from './snapshot-file.ts';

/** Touches every page of a new buffer: the first copy must not pay for page faults. */
export interface WarmJob {
  kind: 'warm';
  buffer: SharedArrayBuffer;
}
export interface WriteJob {
  kind: 'write';
  path: string;
  head: SnapshotFields;
  buffer: SharedArrayBuffer;
  bytes: number;
}
export interface RetainJob {
  kind: 'retain';
  site: number;
  address: DatabaseAddress;
  archiveDir: string;
  snapshots: readonly number[];
  archiveMin: number;
  days: number;
  /** Days are counted back from here. */
  nowMs: number;
}
export type UpkeepJob = WarmJob | WriteJob | RetainJob;
export interface UpkeepAnswer {
  id: number;
  head?: SnapshotHead;
  retained?: Retained;
  error?: string;
}

parentPort?.on('message', async ({ id, job }: { id: number; job: UpkeepJob }) => {
  try {
    parentPort?.postMessage({ id, ...(await perform(job)) } satisfies UpkeepAnswer);
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).message } satisfies UpkeepAnswer);
  }
});

async function perform(job: UpkeepJob): Promise<Omit<UpkeepAnswer, 'id'>> {
  if (job.kind === 'warm') {
    new Uint8Array(job.buffer).fill(0);
    return {};
  }
  if (job.kind === 'write') return { head: writeSnapshotFile(job.path, job.head, new Uint8Array(job.buffer, 0, job.bytes)) };
  return { retained: await retain(job) };
}

async function retain({ site, address, archiveDir, snapshots, archiveMin, days, nowMs }: RetainJob): Promise<Retained> {
  const pool = createPool(address, { name: 'maru retention', max: 1, statementTimeoutMs: 0 });
  const store = openPostgresJournal(address, { connections: 1, answerTimeoutMs: 60_000 });
  try {
    return await retainSite(site, { pool, store, archive: new JournalArchive(archiveDir), snapshots, archiveMin, days, nowMs });
  } finally {
    await store.close();
    await pool.end();
  }
}
