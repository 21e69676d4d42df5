// Migrations run once, whole, in order; what a newer release left is not touched.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from './database.ts';
import { migrate } from './migrate.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';

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
