// What a crash run says of practice money: also of members with more bets than are kept, where a bet that is gone may have been dropped.
import { roundsMigrations } from '@maru/rounds/server/migrations.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase } from '@maru/kit/server/testing/postgres.ts';
import { expect, test } from 'vitest';
import { verifyPractice } from './practice-verify.ts';

const BETS = 540;
const GONE = 20;

test('an acknowledged bet without any trace is lost, one that was dropped behind newer ones is not', async () => {
  const database = await freshDatabase(roundsMigrations);
  const pool = createPool(database.address, { name: 'test', max: 1 });
  await pool.query(
    `INSERT INTO rounds_practice_bet (site_id, account, option, ordinal, market, stake, odds, strike, placed_ms, closes_ms, end_ms, sale_fee,
       sale_volatility, status, payout) SELECT 1, 3 + n / ${BETS}, 0, 1, 0, 10, 0, 0, 0, 0, 0, 0, 0, 2, 0 FROM generate_series(1, ${BETS}) n`,
  );
  await pool.query(
    `INSERT INTO rounds_practice_request SELECT 1, account, bet_id, 'bet|', json_build_object('tradeHistoryId', bet_id), 0 FROM rounds_practice_bet`,
  );
  await pool.query('INSERT INTO rounds_practice_purse VALUES (1, 3, 7, NULL), (1, 4, 10000000000, NULL)');
  await pool.query('DELETE FROM rounds_practice_bet WHERE bet_id <= $1', [GONE]);
  await pool.end();
  const acked = [GONE, GONE + 1, BETS + 1].map((id) => ({ member: 1, key: String(id), id }));
  const verdict = await verifyPractice(database.address, 1, acked, () => false);
  await database.drop();
  // The other's one bet cost 10, and its purse does not know of it.
  expect(verdict).toMatchObject({ lost: 1, doubled: 0, unended: 0, pursesWrong: 1, pursesUnknown: 1 });
});
