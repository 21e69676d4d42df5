// The next number of a site in the engine's ledger for a row of its own: dense, given once, committed before the engine hears of it.
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';

type NumberedRow = 'DEPOSIT' | 'WITHDRAWAL' | 'ENTRY';

/** No row: it is not to have one any more. */
const lock: Readonly<Record<NumberedRow, string>> = {
  DEPOSIT: `SELECT deposit_id::float8 AS id, number::float8 AS number FROM custody_deposit WHERE deposit_id = ANY($1) ORDER BY deposit_id FOR UPDATE`,
  WITHDRAWAL: `SELECT withdrawal_id::float8 AS id, number::float8 AS number FROM custody_withdrawal
    WHERE withdrawal_id = ANY($1) AND state = 'REQUESTED' ORDER BY withdrawal_id FOR UPDATE`,
  ENTRY: 'SELECT entry_id::float8 AS id, number::float8 AS number FROM custody_entry WHERE entry_id = ANY($1) ORDER BY entry_id FOR UPDATE',
};
/** The last of so many. */
const count: Readonly<Record<NumberedRow, string>> = {
  DEPOSIT: `INSERT INTO custody_counter (site_id, deposits) VALUES ($1, $2)
    ON CONFLICT (site_id) DO UPDATE SET deposits = custody_counter.deposits + $2 RETURNING deposits::float8 AS number`,
  WITHDRAWAL: `INSERT INTO custody_counter (site_id, withdrawals) VALUES ($1, $2)
    ON CONFLICT (site_id) DO UPDATE SET withdrawals = custody_counter.withdrawals + $2 RETURNING withdrawals::float8 AS number`,
  ENTRY: `INSERT INTO custody_counter (site_id, entries) VALUES ($1, $2)
    ON CONFLICT (site_id) DO UPDATE SET entries = custody_counter.entries + $2 RETURNING entries::float8 AS number`,
};
const GIVEN = 'FROM unnest($1::bigint[], $2::bigint[]) AS s (id, number)';
const keep: Readonly<Record<NumberedRow, string>> = {
  DEPOSIT: `UPDATE custody_deposit SET number = s.number ${GIVEN} WHERE deposit_id = s.id`,
  WITHDRAWAL: `UPDATE custody_withdrawal SET number = s.number ${GIVEN} WHERE withdrawal_id = s.id`,
  ENTRY: `UPDATE custody_entry SET number = s.number ${GIVEN} WHERE entry_id = s.id`,
};

interface Unnumbered {
  id: number;
  site: number;
}

/** A crash behind it leaves a number that is posted next time. Undefined: of a withdrawal that was cancelled in between. */
export async function giveNumber(pool: AppContext['pool'], row: NumberedRow, one: Unnumbered): Promise<number | undefined> {
  return (await giveNumbers(pool, row, [one])).get(one.id);
}

/** Of one site, in the order of their rows. */
export async function giveNumbers(pool: AppContext['pool'], row: NumberedRow, many: readonly Unnumbered[]): Promise<Map<number, number>> {
  if (many.length === 0) return new Map();
  const [{ site }] = many;
  return inTransaction(pool, async (client) => {
    const { rows: own } = await client.query<{ id: number; number: number | null }>(lock[row], [many.map(({ id }) => id)]);
    const numbers = new Map<number, number>();
    for (const { id, number } of own) if (number !== null) numbers.set(id, number);
    const without = own.filter(({ number }) => number === null).map(({ id }) => id);
    if (without.length === 0) return numbers;
    const { rows } = await client.query<{ number: number }>(count[row], [site, without.length]);
    const first = rows[0].number - without.length + 1;
    for (const [i, id] of without.entries()) numbers.set(id, first + i);
    await client.query(keep[row], [without, without.map((_, i) => first + i)]);
    return numbers;
  });
}
