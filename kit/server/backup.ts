// Backup and restore: tables, journal, archive and snapshots of one moment, proven by the state hash of every site.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import pg from 'pg';
import { BACKUP_RUNS } from './backup-runs.ts';
import type { DatabaseAddress } from './database.ts';
import type { EngineMaker } from './engine-core.ts';
import type { Migration } from './feature.ts';
import { JournalArchive } from './journal/archive.ts';
import { resetEnds } from './journal/journal-end.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { migrateExactly } from './migrate.ts';
import { hashCore } from './recovery.ts';
import { replaySite } from './replay-site.ts';
import { SnapshotStore } from './snapshot-store.ts';
import {
  type SequenceCopy,
  type TableCopy,
  loadTable,
  quoted,
  readSequences,
  saveTable,
  setSequences,
  tablesInOrder,
} from './backup-tables.ts';

export interface SiteProof {
  site: number;
  seq: number;
  stateHash: string;
}
export interface BackupManifest {
  format: 1;
  madeAt: string;
  tables: TableCopy[];
  sequences: SequenceCopy[];
  migrations: string[];
  sites: SiteProof[];
}

export interface BackupPlaces {
  address: DatabaseAddress;
  snapshotDir: string;
  archiveDir: string;
  /** Files of members and operators; absent where another store holds them. */
  filesDir: string;
  maker: EngineMaker;
}

/** The seed of all: a backup that says nothing about itself is none. */
const MANIFEST = 'manifest.json';

/** Copies everything of one moment into `dir` (new); a running server goes on meanwhile. */
export async function backup(places: BackupPlaces, dir: string, madeAt: Date): Promise<BackupManifest> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (existsSync(join(dir, MANIFEST))) throw new Error(`${dir} holds a backup already`);
  const client = new pg.Client({ ...places.address, application_name: 'maru backup' });
  await client.connect();
  try {
    // One snapshot of the database for all tables, whatever is committed meanwhile.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables: TableCopy[] = [];
    for (const table of await tablesInOrder(client)) tables.push(await saveTable(client, dir, table));
    const heads = await client.query<{ site: number; seq: number }>(
      `SELECT site, max(seq)::float8 AS seq FROM (SELECT site, first_seq + count - 1 AS seq FROM journal UNION ALL SELECT site, seq FROM journal_base) AS h
       GROUP BY site ORDER BY site`,
    );
    const migrations = (await client.query('SELECT name FROM migration ORDER BY name')).rows.map((row) => row.name as string);
    const sequences = await readSequences(client);
    await client.query('COMMIT');
    copyFiles(places, dir, heads.rows);
    // After the tables: each file that a copied row speaks of was there before the row.
    copyTree(places.filesDir, join(dir, 'files'));
    const sites = await proveSites(places, heads.rows);
    const manifest: BackupManifest = { format: 1, madeAt: madeAt.toISOString(), tables, sequences, migrations, sites };
    // Written last: a backup cut short has no manifest and is none.
    writeFileSync(join(dir, `${MANIFEST}.new`), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    renameSync(join(dir, `${MANIFEST}.new`), join(dir, MANIFEST));
    return manifest;
  } finally {
    await client.end();
  }
}

/** Brings a backup into an empty database and empty directories, then replays every site and compares. */
export async function restore(places: BackupPlaces, dir: string, known: readonly Migration[]): Promise<SiteProof[]> {
  const manifest = JSON.parse(readFileSync(join(dir, MANIFEST), 'utf8')) as BackupManifest;
  for (const [to] of fileTrees(places)) if (existsSync(to)) throw new Error(`${to} exists: restore into an empty place`);
  const client = new pg.Client({ ...places.address, application_name: 'maru restore' });
  await client.connect();
  try {
    if ((await tablesInOrder(client)).length > 0) throw new Error('the database is not empty: restore into an empty one');
    await migrateExactly(places.address, known, manifest.migrations);
    await client.query('BEGIN');
    const tables = manifest.tables.filter((table) => table.name !== 'migration');
    await client.query(`TRUNCATE ${tables.map((table) => quoted(table.name)).join(', ')} CASCADE`);
    for (const table of tables) await loadTable(client, dir, table);
    await setSequences(client, manifest.sequences);
    // The copied lease names the process that was backed up, which may go on living on this very machine.
    await client.query("UPDATE engine_lease SET holder = ''");
    // The run that wrote this copy was under way in it.
    if (tables.some(({ name }) => name === BACKUP_RUNS))
      await client.query("UPDATE backup_run SET state = 'DONE', ended_at = $1 WHERE state = 'RUNNING'", [manifest.madeAt]);
    await client.query('COMMIT');
    return await provePlaces(places, dir, manifest, client);
  } finally {
    await client.end();
  }
}

/** Files, proof, and a journal that is nobody's: a copy beside production starts by itself. */
async function provePlaces(places: BackupPlaces, dir: string, manifest: BackupManifest, client: pg.Client): Promise<SiteProof[]> {
  for (const [to, name] of fileTrees(places)) if (existsSync(join(dir, name))) cpSync(join(dir, name), to, { recursive: true });
  const proven = await proveSites(places, manifest.sites);
  for (const { site, seq, stateHash } of manifest.sites) {
    const found = proven.find((proof) => proof.site === site);
    if (found?.seq !== seq || found.stateHash !== stateHash)
      throw new Error(`site ${site}: the restored state at ${found?.seq} is not the one backed up at ${seq}`);
  }
  const store = openPostgresJournal(places.address, { connections: 1, answerTimeoutMs: 60_000 });
  try {
    const sites = proven.map(({ site }) => site);
    await resetEnds(client, store, new SnapshotStore(places.snapshotDir), sites);
  } finally {
    await store.close();
  }
  return proven;
}

function fileTrees(places: BackupPlaces): [path: string, name: string][] {
  return [
    [places.snapshotDir, 'snapshots'],
    [places.archiveDir, 'archive'],
    [places.filesDir, 'files'],
  ];
}

/** Archive files whole; of the snapshots those that the copied journal reaches. Files that go meanwhile were not needed. */
function copyFiles(places: BackupPlaces, dir: string, heads: readonly { site: number; seq: number }[]): void {
  const archive = new JournalArchive(places.archiveDir);
  const snapshots = new SnapshotStore(places.snapshotDir);
  for (const { site, seq } of heads) {
    const reached = snapshots.list(site).filter((snapshot) => snapshot <= seq);
    copyInto(
      join(dir, 'snapshots', `site-${site}`),
      reached.slice(0, 2).map((snapshot) => snapshots.path(site, snapshot)),
    );
    copyInto(
      join(dir, 'archive', `site-${site}`),
      archive.list(site).map((file) => file.path),
    );
  }
}

function copyInto(dir: string, paths: readonly string[]): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (const path of paths) {
    try {
      copyFileSync(path, join(dir, basename(path)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Members go on uploading: what is half written or goes meanwhile belongs to no copied row. */
function copyTree(from: string, to: string): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.new')) continue;
    copyInto(join(to, relative(from, entry.parentPath)), [join(entry.parentPath, entry.name)]);
  }
}

async function proveSites(places: BackupPlaces, heads: readonly { site: number; seq: number }[]): Promise<SiteProof[]> {
  const store = openPostgresJournal(places.address, { connections: 1, answerTimeoutMs: 60_000 });
  try {
    const proofs: SiteProof[] = [];
    for (const { site, seq } of heads) {
      const at = await replaySite({ ...places, site, store }, { untilSeq: seq });
      proofs.push({ site, seq: at.point.seq, stateHash: hashCore(at.core) });
    }
    return proofs;
  } finally {
    await store.close();
  }
}
