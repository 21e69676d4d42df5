// A start that cannot succeed ends with its reason: no thread that fails to begin may leave the operator waiting.
import { expect, test } from 'vitest';
import pg from 'pg';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { marketMigrations } from '@maru/market/server/migrations.ts';
import { exchangeFeatures } from './testing/exchange-features.ts';
import { startTestServer } from './testing/harness.ts';

const broken = new URL('./testing/broken-worker.ts', import.meta.url);

test.each([
  ['engine', { engineWorker: broken }],
  ['projector', { projectorWorker: broken }],
  ['engine and the projector', { engineWorker: broken, projectorWorker: broken }],
])('the %s cannot begin: the start fails with the reason, and takes down what it had begun', async (_name, options) => {
  await expect(startTestServer(options)).rejects.toThrow(/this build is broken/);
});

test('a journal that went backwards is refused before the migrations of an upgrade: nothing was changed is true', async () => {
  const market: ServerFeature = { name: 'market', errors: {}, routes: [], migrations: marketMigrations };
  const features: ServerFeature[] = [...exchangeFeatures(market)];
  const server = await startTestServer({ features, hasMarket: false });
  const client = new pg.Client(server.address);
  await client.connect();
  const isThere = async () => (await client.query("SELECT to_regclass('of_the_upgrade') IS NOT NULL AS it")).rows[0].it as boolean;
  try {
    await server.stop();
    const last = 'site = 1 AND first_seq = (SELECT max(first_seq) FROM journal WHERE site = 1)';
    await client.query(`CREATE TEMP TABLE taken AS SELECT * FROM journal WHERE ${last}`);
    await client.query(`DELETE FROM journal WHERE ${last}`);
    // A release from before that table has no row in it, and is looked at all the same.
    await client.query('ALTER TABLE journal_end RENAME TO journal_end_later');
    const step = { name: '9999-test-upgrade', sql: 'CREATE TABLE of_the_upgrade (id int)' };
    features.push({ name: 'upgrade', errors: {}, routes: [], migrations: [step] });
    await expect(server.restart()).rejects.toThrow(/its last rows are gone. Nothing was changed./);
    expect(await isThere()).toBe(false);
    await client.query('ALTER TABLE journal_end_later RENAME TO journal_end');
    await client.query('INSERT INTO journal SELECT * FROM taken');
    await server.restart();
    expect(await isThere()).toBe(true);
  } finally {
    await client.end();
    await server.close();
  }
});
