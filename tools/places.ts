// Where a tool finds the installation it works on: settings by environment, as the server reads them.
import { join, resolve } from 'node:path';
import pg from 'pg';
import { createFeatures } from '../apps/server/features.ts';
import { loadConfig, type Config } from '@maru/kit/server/config.ts';
import type { BackupPlaces } from '@maru/kit/server/backup.ts';
import { checkDatabase } from '@maru/kit/server/database-check.ts';
import { type OpenDatabase, openDatabase } from '@maru/kit/server/database-open.ts';
import { clusterOf } from '@maru/kit/server/embedded-postgres-note.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import type { Migration } from '@maru/kit/server/feature.ts';
import { liveHolder } from '@maru/kit/server/lease-holder.ts';
import type { JournalStore } from '@maru/kit/server/journal/journal-store.ts';
import { OperatorFault } from '@maru/kit/server/operator-fault.ts';

export interface Installation {
  config: Config;
  database: OpenDatabase;
  places: BackupPlaces;
  migrations: Migration[];
}

/** `isNew`: an empty place is what the tool wants; for all others it is a slip of the pen that must not make a database. */
export async function openInstallation({ isNew = false } = {}): Promise<Installation> {
  if (!isNew) refuseEmptyPlace();
  const config = loadConfig(process.env);
  if (config.databaseUrl !== undefined) await checkDatabase({ connectionString: config.databaseUrl });
  const database = await openDatabase(config, (text) => process.stderr.write(`maru  ${text}\n`));
  const { dataDir, capacity } = config;
  return {
    config,
    database,
    places: {
      address: database.address,
      snapshotDir: join(dataDir, 'snapshots'),
      archiveDir: join(dataDir, 'archive'),
      filesDir: join(dataDir, 'files'),
      maker: engineMaker(capacity),
    },
    migrations: createFeatures().flatMap((feature) => [...(feature.migrations ?? [])]),
  };
}

function refuseEmptyPlace(): void {
  const dataDir = resolve(process.env.MARU_DATA?.trim() || '.maru');
  if (process.env.DATABASE_URL?.trim() || clusterOf(dataDir) !== undefined) return;
  throw new OperatorFault(
    `${dataDir}에 마루의 데이터가 없습니다. MARU_DATA나 DATABASE_URL을 확인하세요.`,
    `there is no installation in ${dataDir}: look at MARU_DATA and DATABASE_URL.`,
  );
}

/** Runs a tool on the installation; a failure is told in words and ends with exit code 1. */
export async function withInstallation(run: (installation: Installation) => Promise<void>, options?: { isNew?: boolean }): Promise<void> {
  try {
    const installation = await openInstallation(options);
    try {
      if (options?.isNew !== true) await refuseEmptyDatabase(installation.places.address);
      await run(installation);
    } finally {
      await installation.database.close();
    }
  } catch (error) {
    process.stderr.write(`maru  ${(error as Error).message.replaceAll('\n', '\n      ')}\n`);
    process.exitCode = 1;
  }
}

async function refuseEmptyDatabase(address: BackupPlaces['address']): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rows } = await client.query("SELECT to_regclass('journal') IS NULL AS empty");
    if (rows[0].empty === true)
      throw new OperatorFault('이 데이터베이스에는 아직 마루가 시작된 적이 없습니다.', 'Maru has never been started on this database.');
  } finally {
    await client.end();
  }
}

/** Sites that have a journal. */
export async function journaledSites(address: BackupPlaces['address']): Promise<number[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rows } = await client.query('SELECT site FROM journal UNION SELECT site FROM journal_base ORDER BY site');
    return rows.map((row) => row.site as number);
  } finally {
    await client.end();
  }
}

/** Brands whose journals nobody goes on with, also in a database of a release that knew of none. */
export async function sitesGivenUp(address: BackupPlaces['address']): Promise<ReadonlySet<number>> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>("SELECT id FROM site_site s WHERE to_jsonb(s) ->> 'given_up_at' IS NOT NULL");
    return new Set(rows.map(({ id }) => id));
  } finally {
    await client.end();
  }
}

/** Of a tool that works on an installation at rest alone; `why` says what would happen. */
export async function refuseWhileRunning(
  store: Pick<JournalStore, 'leaseHolder'>,
  sites: readonly number[],
  why: { ko: string; en: string },
): Promise<void> {
  for (const site of sites) {
    const pid = liveHolder((await store.leaseHolder(site)) ?? '');
    if (pid === undefined) continue;
    throw new OperatorFault(
      `마루가 돌고 있습니다(프로세스 ${pid}). 먼저 끄세요. ${why.ko}`,
      `Maru runs (process ${pid}): stop it first, ${why.en}`,
    );
  }
}
