// A day's figure of games after the migration that tells it anew: what ended in the day, and nothing of what is still open.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { migrate } from '@maru/kit/server/migrate.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { evidenceMigrations } from '@maru/rounds/server/evidence-migrations.ts';
import { roundsMigrations } from '@maru/rounds/server/migrations.ts';
import { slotMigrations } from '@maru/slot/server/migrations.ts';
import { walletMigrations } from '@maru/wallet/server/migrations.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const all = [...roundsMigrations, ...evidenceMigrations, ...slotMigrations, ...walletMigrations];
/** Midnight in Korea, and the day that begins there. */
const midnight = Date.UTC(2026, 9, 1) - 9 * 3_600_000;
const day = Date.UTC(2026, 9, 1) / DAY_MS;
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase(all.filter(({ name }) => name < '0156'));
});
afterAll(() => database.drop());

it('counts each bet on the day of its end, open stakes nowhere, spins with them; flows and results stay', async () => {
  const pool = createPool(database.address, { name: 'test', max: 1 });
  try {
    await pool.query(`INSERT INTO wallet_calendar VALUES (1, 'Asia/Seoul')`);
    // Placed the evening before and won after midnight; lost; open; taken back.
    const bets = [
      [1, 100, midnight - 1_000, 1, 0, 195, midnight + 1_000],
      [2, 50, midnight + 2_000, 2, 0, 0, midnight + 3_000],
      [3, 70, midnight + 4_000, 0, 0, null, null],
      [4, 30, midnight + 5_000, 3, 1, 30, midnight + 6_000],
    ];
    for (const [id, stake, placed, status, ended, payout, settled] of bets)
      await pool.query(
        `INSERT INTO rounds_bet (site_id, account, bet_id, option, ordinal, market, stake, odds, placed_seq, placed_ms, strike, status, ended,
           payout, settled_seq, settled_ms) VALUES (1, 5, $1, 0, 1, 0, $2, 1, $1, $3, 0, $4, $5, $6, $1::bigint * 10, $7)`,
        [id, stake, placed, status, ended, payout, settled],
      );
    await pool.query('INSERT INTO slot_spin VALUES (1, 5, 1, 1, 0, 10, 4, 0, 99, $1)', [midnight + DAY_MS + 1]);
    // As 0140 left it: every stake lost on the day it was placed, the open one among them.
    await pool.query(
      'INSERT INTO wallet_day (site_id, account, day, result, binary_flow, games, games_seq) VALUES (1, 5, $1, 7, 8, -100, 1), (1, 5, $2, 1, 2, 45, 20)',
      [day - 1, day],
    );
    await migrate(database.address, all);
    const { rows } = await pool.query('SELECT day, result, binary_flow, games, games_seq FROM wallet_day ORDER BY day');
    expect(rows).toEqual([
      { day: day - 1, result: 7, binary_flow: 8, games: 0, games_seq: 1 },
      { day, result: 1, binary_flow: 2, games: 95 - 50, games_seq: 20 },
      { day: day + 1, result: 0, binary_flow: 0, games: -6, games_seq: 99 },
    ]);
  } finally {
    await pool.end();
  }
});
