// What a fresh installation gets is what the steps of former releases came to, to the last byte; one that has run them all starts as it is.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formerSteps } from '@maru/kit/server/former-steps.ts';
import { kitMigrations, migrateExactly } from '@maru/kit/server/migrate.ts';
import { describeRows, describeShape } from '@maru/kit/server/testing/describe-database.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { createFeatures } from './features.ts';
import { startTestServer } from './testing/harness.ts';

/** As the steps of former releases left an empty database: written down before they went. */
const head = readFileSync(new URL('./testing/head-database.sql', import.meta.url), 'utf8');
/** Of an installation that has been used: what its operators changed of what came with it, and rows that no start makes. */
const USED = `
  UPDATE account_bank SET name_ko = '우리의 은행' WHERE id = 1;
  INSERT INTO market_holiday (market, from_date, to_date, name_ko, name_en) VALUES ('INDEX', '2026-11-26', '2026-11-26', '추수감사절', 'Thanksgiving');
  INSERT INTO wallet_day (site_id, account, day, result, games) VALUES (77, 3, 20000, 5, -6);
  INSERT INTO bots_taken_sample (symbol, at_ms, bought, sold) VALUES ('BINANCE:BTCUSDT', 300000, 1.5, 2.25);
  INSERT INTO futures_trading_wish (site_id, trading, bits) VALUES (77, 'HALT', 4);
  INSERT INTO rounds_practice_request (site_id, account, key, wish, answer, at_ms) VALUES (77, 3, 'k', 'asked', '{}', 0);`;
const ROWS = `SELECT (SELECT name_ko FROM account_bank WHERE id = 1) AS bank, (SELECT name_en FROM market_holiday WHERE id = 5) AS holiday,
  (SELECT result + games FROM wallet_day WHERE site_id = 77) AS day, (SELECT sold FROM bots_taken_sample WHERE at_ms = 300000) AS sold`;

/** What stands under another name since. */
const RENAMED = `SELECT (SELECT trading FROM futures_requested_trading WHERE site_id = 77) AS trading,
  (SELECT requested FROM rounds_practice_request WHERE site_id = 77) AS requested`;

const describeAll = async (client: pg.Client) => `${await describeShape(client)}\n${await describeRows(client)}`;
const migrations = createFeatures().flatMap(({ migrations: own }) => [...(own ?? [])]);
/** Steps since the base: none yet, or those that an installation at its base still runs. */
const later = migrations.filter(({ isBase }) => !isBase).map(({ name }) => name);
const stepsOf = async (client: pg.Client) => (await client.query('SELECT name, sha256, applied_at FROM migration ORDER BY name')).rows;

let installed: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  installed = await emptyDatabase();
  client = await connect(installed);
});
afterAll(async () => {
  await client.end();
  await installed.drop();
});

async function connect({ address }: TestDatabase): Promise<pg.Client> {
  const opened = new pg.Client(address);
  await opened.connect();
  return opened;
}

async function describedBy(describe: (client: pg.Client) => Promise<string>, database: TestDatabase): Promise<string> {
  const other = await connect(database);
  try {
    return await describe(other);
  } finally {
    await other.end();
    await database.drop();
  }
}

const startOnIt = () => startTestServer({ through: async () => installed.address });

it('the base makes the database that is written down', async () => {
  await client.query(head);
  const written = await describeAll(client);
  // What is written down is all that a description says, in the words of the server that comes with the project.
  if (process.env.DATABASE_URL === undefined) expect(written).toBe(head);
  const fresh = await emptyDatabase();
  const bases = [...kitMigrations, ...migrations].filter(({ isBase }) => isBase);
  await migrateExactly(
    fresh.address,
    migrations,
    bases.map(({ name }) => name),
  );
  expect(await describedBy(describeAll, fresh)).toBe(written);
});

it('an installation with a former step still to run is sent to the release that has it, and nothing is touched', async () => {
  await client.query('CREATE TABLE migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())');
  const done = [...formerSteps].slice(0, -1);
  for (const step of done) await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', step);
  await client.query(USED);
  const [before, steps] = [await describeAll(client), await stepsOf(client)];
  const said = await startOnIt().catch((error: Error) => error.message);
  expect(said).toMatch(
    /1개\(0490-wallet-outside-assets부터\).*릴리스 0\.9.*바뀌지 않았습니다\.\n.*Start release 0\.9 first .*was not changed\./s,
  );
  expect(await describeAll(client)).toBe(before);
  expect(await stepsOf(client)).toEqual(steps);
});

it('an installation that has run them all starts: no base runs, its shape is that of a fresh one, its rows are as they were', async () => {
  await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [...formerSteps].at(-1));
  const [rows, steps] = [(await client.query(ROWS)).rows, await stepsOf(client)];
  const server = await startOnIt();
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await describeShape(client)).toBe(await describedBy(describeShape, await freshDatabase(migrations)));
    expect((await client.query(ROWS)).rows).toEqual(rows);
    expect(rows).toEqual([{ bank: '우리의 은행', holiday: 'Thanksgiving', day: -1, sold: '2.25' }]);
    expect((await client.query(RENAMED)).rows).toEqual([{ trading: 'HALT', requested: 'asked' }]);
    expect((await stepsOf(client)).filter(({ name }) => !later.includes(name))).toEqual(steps);
  } finally {
    await server.close();
  }
});
