// Members that one person has been shown: whoever may look at any member does not walk through all of them, by pages, files or numbers.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { accountsOfPerson } from '@maru/operator/admin-contract.ts';

/** Different members within 24 hours, over the list, every page of one member and the search by number, all accounts and sites of the person. */
export const SHOWN_A_DAY = 10_000;

/** Before they are shown. Throws LOOKS_SPENT, with nothing noted, where they would be more; who was shown today is shown again. */
export async function noteLooks(
  { pool, services, clock }: AppContext,
  { session }: Pick<Call, 'session'>,
  members: readonly number[],
): Promise<void> {
  const operator = (session as Session).member;
  const now = clock.now();
  const since = new Date(now - DAY_MS);
  const accounts = await services.use(accountsOfPerson)(pool, operator);
  const fresh = `SELECT m.id FROM account_member m WHERE m.id = ANY($2::bigint[]) AND NOT EXISTS (
    SELECT 1 FROM account_look WHERE operator_id = ANY($1::bigint[]) AND member_id = m.id AND at > $3)`;
  // Most pages show whom the person has seen: that is one look-up, and nobody waits for anybody.
  if ((await pool.query(fresh, [accounts, members, since])).rows.length === 0) return;
  await inTransaction(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('account_look'), $1)`, [accounts[0]]);
    const { rows } = await client.query<{ seen: number }>(
      'SELECT count(DISTINCT member_id)::int AS seen FROM account_look WHERE operator_id = ANY($1::bigint[]) AND at > $2',
      [accounts, since],
    );
    const noted = await client.query(
      `INSERT INTO account_look (operator_id, member_id, at) SELECT $4, id, $5 FROM (${fresh}) AS shown
       ON CONFLICT (operator_id, member_id) DO UPDATE SET at = excluded.at`,
      [accounts, members, since, operator, new Date(now)],
    );
    if (rows[0].seen + (noted.rowCount ?? 0) > SHOWN_A_DAY) throw new Refusal('LOOKS_SPENT', { limit: SHOWN_A_DAY });
  });
}

export async function forgetLooks({ pool, clock }: AppContext): Promise<void> {
  await pool.query('DELETE FROM account_look WHERE at <= $1', [new Date(clock.now() - DAY_MS)]);
}
