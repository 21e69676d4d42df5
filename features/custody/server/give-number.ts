// The next number of a site in the engine's ledger for a row of its own: dense, given once, committed before the engine hears of it.
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';

type NumberedRow = 'DEPOSIT' | 'WITHDRAWAL' | 'ENTRY';

/** No row: it is not to have one any more. */
const lock: Readonly<Record<NumberedRow, string>> = {
  DEPOSIT: 'SELECT number::float8 AS number FROM custody_deposit WHERE deposit_id = $1 FOR UPDATE',
  WITHDRAWAL: `SELECT number::float8 AS number FROM custody_withdrawal WHERE withdrawal_id = $1 AND state = 'REQUESTED' FOR UPDATE`,
  ENTRY: 'SELECT number::float8 AS number FROM custody_entry WHERE entry_id = $1 FOR UPDATE',
};
const count: Readonly<Record<NumberedRow, string>> = {
  DEPOSIT: `INSERT INTO custody_counter (site_id, deposits) VALUES ($1, 1)
    ON CONFLICT (site_id) DO UPDATE SET deposits = custody_counter.deposits + 1 RETURNING deposits::float8 AS number`,
  WITHDRAWAL: `INSERT INTO custody_counter (site_id, withdrawals) VALUES ($1, 1)
    ON CONFLICT (site_id) DO UPDATE SET withdrawals = custody_counter.withdrawals + 1 RETURNING withdrawals::float8 AS number`,
  ENTRY: `INSERT INTO custody_counter (site_id, entries) VALUES ($1, 1)
    ON CONFLICT (site_id) DO UPDATE SET entries = custody_counter.entries + 1 RETURNING entries::float8 AS number`,
};
const keep: Readonly<Record<NumberedRow, string>> = {
  DEPOSIT: 'UPDATE custody_deposit SET number = $2 WHERE deposit_id = $1',
  WITHDRAWAL: 'UPDATE custody_withdrawal SET number = $2 WHERE withdrawal_id = $1',
  ENTRY: 'UPDATE custody_entry SET number = $2 WHERE entry_id = $1',
};

/** A crash behind it leaves a number that is posted next time. Undefined: of a withdrawal that was cancelled in between. */
export async function giveNumber(
  pool: AppContext['pool'],
  row: NumberedRow,
  { id, site }: { id: number; site: number },
): Promise<number | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows: own } = await client.query<{ number: number | null }>(lock[row], [id]);
    if (own.length === 0 || own[0].number !== null) return own[0]?.number ?? undefined;
    const { rows } = await client.query<{ number: number }>(count[row], [site]);
    const [{ number }] = rows;
    await client.query(keep[row], [id, number]);
    return number;
  });
}
