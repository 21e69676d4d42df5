// A day begins at its midnight, also where clocks skip it or strike it twice.
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from './database.ts';
import { dayStartSql } from './sql-day-start.ts';
import { freshDatabase, type TestDatabase } from './testing/postgres.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.address, { name: 'test', max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it.each([
  ['Asia/Seoul', '2026-11-22T14:59:59.999Z', '2026-11-21T15:00:00Z'],
  ['Asia/Seoul', '2026-11-22T15:00:00.000Z', '2026-11-22T15:00:00Z'],
  ['Europe/Berlin', '2026-10-25T20:00:00.000Z', '2026-10-24T22:00:00Z'],
  ['Asia/Beirut', '2026-03-29T12:00:00.000Z', '2026-03-28T22:00:00Z'],
  ['Asia/Beirut', '2026-10-25T12:00:00.000Z', '2026-10-24T22:00:00Z'],
  ['Atlantic/Azores', '2026-10-25T00:30:00.000Z', '2026-10-25T00:00:00Z'],
  ['Atlantic/Azores', '2026-10-25T01:30:00.000Z', '2026-10-25T00:00:00Z'],
])('%s, the day of %s', async (zone, moment, begin) => {
  const { rows } = await pool.query<{ ms: number }>(`SELECT ${dayStartSql('$1::bigint', '$2')} AS ms`, [Date.parse(moment), zone]);
  expect(new Date(rows[0].ms).toISOString()).toBe(new Date(begin).toISOString());
});
