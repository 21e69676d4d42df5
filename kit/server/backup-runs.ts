// What became of each backup, as rows beside what is copied: begun, done with its size, or failed with its reason.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { BackupManifest } from './backup.ts';
import type { DatabaseAddress } from './database.ts';
import type { SqlWriter } from './operator-desk.ts';

/** Held, shared, by each backup that is under way. */
const LOCK = 7_061_756;
const UNDEFINED_TABLE = '42P01';
const MOST_WORDS = 500;

export const BACKUP_RUNS = 'backup_run';

export interface BackupRun {
  id: number;
  state: 'RUNNING' | 'DONE' | 'FAILED';
  directory: string;
  began_at: Date;
  ended_at: Date | null;
  bytes: number | null;
  fault: string | null;
}

/** Runs a backup and writes down how it went. Throws what it threw; where nothing can be written down it runs all the same. */
export async function recordedBackup(
  address: DatabaseAddress,
  directory: string,
  work: () => Promise<BackupManifest>,
): Promise<BackupManifest> {
  const client = new pg.Client({ ...address, application_name: 'maru backup run' });
  // A line that breaks is told by whatever is asked next.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const run = await begin(client, directory);
    try {
      const manifest = await work();
      if (run !== undefined)
        await client.query("UPDATE backup_run SET state = 'DONE', ended_at = now(), bytes = $2 WHERE id = $1", [run, bytesIn(directory)]);
      return manifest;
    } catch (error) {
      if (run !== undefined) await noteFault(client, run, error as Error).catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** undefined: of a database from before the table. */
async function begin(client: pg.Client, directory: string): Promise<number | undefined> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [LOCK]);
  try {
    const { rows } = await client.query('INSERT INTO backup_run (directory, began_at) VALUES ($1, now()) RETURNING id', [directory]);
    return Number(rows[0].id);
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}

const noteFault = (client: pg.Client, run: number, { message }: Error) =>
  client.query("UPDATE backup_run SET state = 'FAILED', ended_at = now(), fault = $2 WHERE id = $1", [run, message.slice(0, MOST_WORDS)]);

/** Those that nobody works on any more were killed: no one else could say so. */
export async function endDeadRuns(client: SqlWriter): Promise<void> {
  await client.query(
    `UPDATE backup_run SET state = 'FAILED', ended_at = now(), fault = 'cut short' WHERE state = 'RUNNING' AND pg_try_advisory_xact_lock($1)`,
    [LOCK],
  );
}

function bytesIn(directory: string): number {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
