// Every row type that stands beside an SQL text is what the migrated database answers to that text: its columns and their kinds.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { oldIn } from '../../tools/tidy/old-words.ts';
import { createFeatures } from './features.ts';
import { describeSql } from './testing/describe-sql.ts';
import { type Kind, typedQueries } from './testing/typed-queries.ts';

/** Put together of more than words and branches; by file, how many and why. They may only become fewer. */
const unknownIn: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'features/futures/server/history-queries.ts': [2, 'one text for the lists of five tables: its keys and moments are lists of the table'],
  'features/futures/server/order-archive.ts': [1, 'one text for the readings of four tables: its order is a list of the reading'],
};

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase(createFeatures().flatMap(({ migrations }) => migrations ?? []));
  client = new pg.Client(database.address);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** By the parsers of kit/server/database.ts; what is not named here is a text. */
async function kindsOfTypes(): Promise<Map<number, Kind>> {
  const { rows } = await client.query<{ oid: number; typname: string; typcategory: string }>(
    'SELECT oid, typname, typcategory FROM pg_type',
  );
  const byName: Record<string, Kind> = {
    bool: 'boolean',
    int2: 'number',
    int4: 'number',
    int8: 'number',
    float4: 'number',
    float8: 'number',
    oid: 'number',
  };
  const more: Record<string, Kind> = {
    ...byName,
    timestamptz: 'Date',
    timestamp: 'Date',
    date: 'Date',
    bytea: 'Buffer',
    json: 'any',
    jsonb: 'any',
  };
  return new Map(rows.map(({ oid, typname, typcategory }) => [oid, more[typname] ?? (typcategory === 'A' ? 'array' : 'string')]));
}

it('of every SQL text that is known before it is asked', async () => {
  const kinds = await kindsOfTypes();
  const queries = typedQueries();
  const wrong: string[] = [];
  for (const { place, sql, row } of queries.flatMap(({ texts, ...one }) => (texts ?? []).map((sql) => ({ ...one, sql })))) {
    const columns = await describeSql(client, sql);
    if (typeof columns === 'string') {
      wrong.push(`${place}: ${columns}`);
      continue;
    }
    for (const [name, declared] of row) {
      const type = columns.get(name);
      const kind = type === undefined ? undefined : kinds.get(type);
      if (kind === undefined) {
        if (!declared.has('absent')) wrong.push(`${place}: no column ${name}`);
      } else if (kind !== 'any' && !declared.has('any') && !declared.has(kind))
        wrong.push(`${place}: ${name} is ${kind}, not ${[...declared].join(' | ')}`);
    }
  }
  expect(wrong).toEqual([]);
  const unknown = queries.filter(({ texts }) => texts === undefined);
  const counts = Map.groupBy(unknown, ({ place }) => place.replace(/:\d+$/, ''));
  expect(Object.fromEntries([...counts].map(([file, { length }]) => [file, length]))).toEqual(
    Object.fromEntries(Object.entries(unknownIn).map(([file, [count]]) => [file, count])),
  );
  expect(queries.length - unknown.length).toBeGreaterThan(570);
});

it('no table and no column is called by a word that means something else by now', async () => {
  const { rows } = await client.query<{ name: string }>(
    'SELECT DISTINCT unnest(ARRAY[table_name, column_name])::text AS name FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1',
  );
  const old = rows.map(({ name }) => name).filter((name) => oldIn(name.split('_')) !== undefined || name === 'print');
  // The ledger's own account.
  expect(old).toEqual(['wallet_house_day', 'wallet_house_posting']);
});
