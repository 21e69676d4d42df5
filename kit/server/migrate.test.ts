// Migrations run once, whole, in order; what a newer release left is not touched.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from './database.ts';
import { formerSteps } from './former-steps.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { OperatorFault } from './operator-fault.ts';
import { type TestDatabase, emptyDatabase, freshDatabase } from './testing/postgres.ts';

let db: TestDatabase;
let pool: pg.Pool;
const one = { name: '0001-one', sql: 'CREATE TABLE one (n int)' };
const two = { name: '0002-two', sql: 'ALTER TABLE one ADD COLUMN m bigint' };

beforeAll(async () => {
  db = await freshDatabase();
  pool = createPool(db.address, { name: 'migrate test' });
});
afterAll(async () => {
  await pool.end();
  await db.drop();
});

test('steps run once, in order of name, also when many start at the same time', async () => {
  const applied = await Promise.all([migrate(db.address, [two, one]), migrate(db.address, [two, one]), migrate(db.address, [one, two])]);
  expect(applied.flat()).toEqual(['0001-one', '0002-two']);
});

test('a failing step leaves nothing behind and names itself', async () => {
  const bad = { name: '0003-bad', sql: 'CREATE TABLE half (n int); SELECT nonsense' };
  await expect(migrate(db.address, [one, two, bad])).rejects.toThrow(/0003-bad/);
  expect((await pool.query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }]);
  expect(await migrate(db.address, [one, two])).toEqual([]);
});

test('a step changed after its application and a database of a newer release are refused', async () => {
  await expect(migrate(db.address, [{ ...one, sql: 'CREATE TABLE one (n text)' }, two])).rejects.toThrow(/0001-one was changed/);
  await expect(migrate(db.address, [one])).rejects.toThrow(/0002-two.*newer/);
  await expect(migrate(db.address, [one, two, one])).rejects.toThrow(/same name: 0001-one/);
});

test('bigint comes as a number while exact, as BigInt beyond; numeric as its text', async () => {
  const { rows } = await pool.query(
    'SELECT 9007199254740991::bigint a, 9007199254740993::bigint b, 1.50::numeric c, ARRAY[1,2]::bigint[] d',
  );
  expect(rows).toEqual([{ a: 9007199254740991, b: 9007199254740993n, c: '1.50', d: [1, 2] }]);
});

test('whoever has run all former steps runs no base; whoever has run some, or another text of one, is refused', async () => {
  const former = await emptyDatabase();
  const own = createPool(former.address, { name: 'migrate test' });
  const tables = async () =>
    (await own.query("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1")).rows;
  try {
    await own.query('CREATE TABLE migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())');
    const [[name, sha256], ...others] = formerSteps;
    for (const step of others) await own.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', step);
    for (const start of [migrate, pendingMigrations]) {
      const refused = await start(former.address, [one]).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(OperatorFault);
      expect((refused as Error).message).toMatch(/1개\(0000-journal부터\).*\n.*1 are still to be run \(from 0000-journal on\)/s);
    }
    await own.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [name, 'another']);
    await expect(migrate(former.address, [one])).rejects.toThrow(/0000-journal was changed/);
    expect(await tables()).toEqual([{ relname: 'migration' }]);
    await own.query('UPDATE migration SET sha256 = $2 WHERE name = $1', [name, sha256]);
    expect(await pendingMigrations(former.address, [one])).toEqual(['0001-one']);
    expect(await migrate(former.address, [one])).toEqual(['0001-one']);
    expect(await migrate(former.address, [one])).toEqual([]);
    expect(await tables()).toEqual([{ relname: 'migration' }, { relname: 'one' }]);
  } finally {
    await own.end();
    await former.drop();
  }
});
