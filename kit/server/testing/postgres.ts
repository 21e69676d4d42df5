// A real PostgreSQL for tests: one server per run, one fresh database per suite, cloned from a migrated template.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseAddress, withDatabase } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import type { Migration } from '../feature.ts';
import { fingerprint, migrate } from '../migrate.ts';

export interface TestDatabase {
  address: DatabaseAddress;
  /** Ends all its connections and removes it. */
  drop(): Promise<void>;
}

/** Environment that testing/postgres-setup.ts hands to every test worker. */
export const RUN_DIR = 'MARU_TEST_RUN_DIR';

/** A fresh database with kit's tables and the given steps applied. Call drop() in afterAll. */
export async function freshDatabase(migrations: readonly Migration[] = []): Promise<TestDatabase> {
  const server = await testServer();
  return createDatabase(server, await templateOf(server, migrations));
}

/** A database without any table, as a restore wants it. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase(await testServer(), 'template0');
}

async function createDatabase(server: DatabaseAddress, template: string): Promise<TestDatabase> {
  const name = `maru_test_${runTag()}_${randomBytes(6).toString('hex')}`;
  await admin(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    address: withDatabase(server, name),
    drop: () => admin(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** The server of this run: DATABASE_URL's, else the embedded one, started by whichever worker needs it first. */
async function testServer(): Promise<DatabaseAddress> {
  if (process.env.DATABASE_URL) return { connectionString: process.env.DATABASE_URL };
  const dir = runDir();
  const note = join(dir, 'address.json');
  while (!existsSync(note)) {
    if (tryLock(join(dir, 'starting'))) await startServer(dir, note);
    else await sleep(20);
  }
  return JSON.parse(readFileSync(note, 'utf8')) as DatabaseAddress;
}

function runDir(): string {
  const dir = process.env[RUN_DIR];
  if (!dir) throw new Error('no test run directory: vitest needs globalSetup kit/server/testing/postgres-setup.ts');
  return dir;
}

/** Names of this run's databases, so that the end of the run removes them all and no other's. */
export function runTag(): string {
  return createHash('sha256').update(runDir()).digest('hex').slice(0, 8);
}

function tryLock(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/** No test pulls the machine's plug, and what was written outlives every process without a sync. Nothing runs but what a test began. */
const settings = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'];

async function startServer(dir: string, note: string): Promise<void> {
  try {
    const { address } = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), settings });
    writeFileSync(`${note}.new`, JSON.stringify(address), { mode: 0o600 });
    // Renamed into place: others poll for it and must never read half.
    renameSync(`${note}.new`, note);
  } finally {
    if (!existsSync(note)) rmSync(join(dir, 'starting'), { recursive: true });
  }
}

async function templateOf(server: DatabaseAddress, migrations: readonly Migration[]): Promise<string> {
  const tag = createHash('sha256')
    .update(migrations.map((m) => m.name + fingerprint(m)).join())
    .digest('hex')
    .slice(0, 12);
  const name = `maru_test_${runTag()}_t${tag}`;
  await admin(server, async (client) => {
    // One suite builds the template, the others wait for it.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${name}_new`);
      await migrate(withDatabase(server, `${name}_new`), migrations);
      await client.query(`ALTER DATABASE ${name}_new RENAME TO ${name}`);
    }
  });
  return name;
}

async function admin(server: DatabaseAddress, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...server, application_name: 'maru test' });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}
