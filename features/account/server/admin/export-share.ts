// Members' rows taken away: how many one person takes alone within a day, by whichever way, all its accounts and sites together.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { accountsOfPerson } from '@maru/operator/admin-contract.ts';
import type { Writer } from '@maru/operator/contract.ts';

export const ALONE_A_DAY = 5_000;

/** Notes so many more as taken. False, with nothing noted, where it is more than one takes alone. Two of one person count one after the other. */
export async function takeAlone(
  { clock, services }: AppContext,
  client: Writer,
  { site, operator }: { site: number; operator: number },
  rows: number,
): Promise<boolean> {
  const now = clock.now();
  const accounts = await services.use(accountsOfPerson)(client, operator);
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('account_export'), $1)`, [accounts[0]]);
  const taken = await client.query<{ n: number }>(
    'SELECT coalesce(sum(rows), 0)::int AS n FROM account_export WHERE operator_id = ANY($1::bigint[]) AND at > $2',
    [accounts, new Date(now - DAY_MS)],
  );
  if (taken.rows[0].n + rows > ALONE_A_DAY) return false;
  await client.query('INSERT INTO account_export (site_id, operator_id, rows, at) VALUES ($1, $2, $3, $4)', [
    site,
    operator,
    rows,
    new Date(now),
  ]);
  return true;
}
