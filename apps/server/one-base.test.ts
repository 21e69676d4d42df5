// What a fresh installation gets is what the steps of former releases came to, to the last byte of its description.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, it } from 'vitest';
import { describeDatabase } from '@maru/kit/server/testing/describe-database.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { createFeatures } from './features.ts';

/** As the steps of former releases left an empty database: written down before they went. */
const head = readFileSync(new URL('./testing/head-database.sql', import.meta.url), 'utf8');
const migrations = createFeatures().flatMap((feature) => [...(feature.migrations ?? [])]);

async function inside<T>(database: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.drop();
  }
}

it('a fresh database is the one that is written down', async () => {
  const [fresh, written] = [
    await inside(await freshDatabase(migrations), describeDatabase),
    await inside(await emptyDatabase(), async (client) => {
      await client.query(head);
      return describeDatabase(client);
    }),
  ];
  expect(fresh).toBe(written);
  // What is written down is all that a description says: by the words of the server that comes with the project.
  if (process.env.DATABASE_URL === undefined) expect(written).toBe(head);
});
