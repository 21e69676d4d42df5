// Where a tool finds the installation it works on: settings by environment, as the server reads them.
import { join } from 'node:path';
import pg from 'pg';
import { createFeatures } from '../apps/server/features.ts';
import { loadConfig, type Config } from '@maru/kit/server/config.ts';
import type { BackupPlaces } from '@maru/kit/server/backup.ts';
import { type OpenDatabase, openDatabase } from '@maru/kit/server/database-open.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export interface Installation {
  config: Config;
  database: OpenDatabase;
  places: BackupPlaces;
  migrations: Migration[];
}

export async function openInstallation(): Promise<Installation> {
  const config = loadConfig(process.env);
  const database = await openDatabase(config, (text) => process.stderr.write(`maru  ${text}\n`));
  const { dataDir, capacity } = config;
  return {
    config,
    database,
    places: {
      address: database.address,
      snapshotDir: join(dataDir, 'snapshots'),
      archiveDir: join(dataDir, 'archive'),
      maker: engineMaker(capacity),
    },
    migrations: createFeatures().flatMap((feature) => [...(feature.migrations ?? [])]),
  };
}

/** Runs a tool on the installation; a failure is one line and exit code 1. */
export async function withInstallation(run: (installation: Installation) => Promise<void>): Promise<void> {
  try {
    const installation = await openInstallation();
    try {
      await run(installation);
    } finally {
      await installation.database.close();
    }
  } catch (error) {
    process.stderr.write(`maru  ${(error as Error).message}\n`);
    process.exitCode = 1;
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
