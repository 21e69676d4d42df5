// Halving finds the very place that a look at every row finds, for each account apart, whatever gaps and equal times there are.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from './database.ts';
import { firstAtSql } from './sql-first-at.ts';
import { freshDatabase, type TestDatabase } from './testing/postgres.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.address, { name: 'test', max: 1 });
  await pool.query(
    'CREATE TABLE fact (site_id int, account int, seq bigint, idx int, time_ms bigint, PRIMARY KEY (site_id, account, seq, idx))',
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const bySeq = { table: 'fact', key: 'seq', column: 'time_ms' };

async function boundAt(account: number, time: number): Promise<number> {
  const { rows } = await pool.query(`SELECT ${firstAtSql(bySeq, '$3')} AS bound`, [1, account, time]);
  return Number(rows[0].bound);
}

test('every time between, at and beyond the rows: what lies below the bound is earlier, the rest is not', async () => {
  const rows: { account: number; seq: number; time: number }[] = [];
  let seq = 7;
  for (let i = 0; i < 60; i++) {
    seq += 1 + ((i * 37) % 11);
    // Runs of equal times, now and then a pause.
    rows.push({ account: i % 3, seq, time: 1000 + Math.floor(i / 4) * (i % 9 === 0 ? 9 : 5) + Math.floor(i / 4) * 20 });
  }
  rows.sort((a, b) => a.seq - b.seq);
  for (let i = 1; i < rows.length; i++) rows[i].time = Math.max(rows[i].time, rows[i - 1].time);
  for (const { account, seq: at, time } of rows) {
    await pool.query('INSERT INTO fact VALUES (1, $1, $2, 0, $3), (1, $1, $2, 1, $3)', [account, at, time]);
  }
  for (const account of [0, 1, 2]) {
    const own = rows.filter((row) => row.account === account);
    for (let time = 990; time < own[own.length - 1].time + 10; time += 3) {
      const bound = await boundAt(account, time);
      expect(own.filter(({ seq: at }) => at < bound)).toEqual(own.filter((row) => row.time < time));
    }
  }
});

test('an account without rows has no bound above anything', async () => {
  expect(await boundAt(99, 5)).toBeLessThanOrEqual(1);
});
