// Vitest global setup: names a directory for the run's database and takes everything away at the end.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, chmodSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { removeCluster } from '../embedded-postgres.ts';
import { isAlive } from '../embedded-postgres-process.ts';
import { RUN_DIR, runTag } from './postgres.ts';

const PREFIX = 'maru-test-run-';

export async function setup(): Promise<void> {
  await sweepDeadRuns();
  const dir = mkdtempSync(join(tmpdir(), PREFIX));
  chmodSync(dir, 0o711);
  writeFileSync(join(dir, 'owner'), String(process.pid));
  process.env[RUN_DIR] = dir;
}

export async function teardown(): Promise<void> {
  if (process.env.DATABASE_URL) await dropRunDatabases(process.env.DATABASE_URL);
  await removeRun(process.env[RUN_DIR] as string);
}

/** Runs that were killed leave their server behind. */
async function sweepDeadRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((n) => n.startsWith(PREFIX))) {
    const dir = join(tmpdir(), name);
    const owner = existsSync(join(dir, 'owner')) ? Number(readFileSync(join(dir, 'owner'), 'utf8')) : 0;
    if (owner > 0 && !isAlive(owner)) await removeRun(dir);
  }
}

async function removeRun(dir: string): Promise<void> {
  if (existsSync(join(dir, 'data'))) await removeCluster(join(dir, 'data'));
  rmSync(dir, { recursive: true, force: true });
}

async function dropRunDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE datname LIKE $1', [`maru_test_${runTag()}_%`]);
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await client.end();
}
