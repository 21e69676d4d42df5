// How often a member may ask who a receiver is: counted in rows before anybody is looked up, over all its logins and all of the site's servers.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';

/** Within a day: whoever finds somebody learns a masked name each time, whoever finds nobody is guessing. */
export const MOST_LOOKS = 50;
export const MOST_MISSES = 10;

interface Counted {
  looks: number;
  misses: number;
  oldest: number | null;
}

/** A look counts as a miss until somebody was found. */
export async function countLook(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  { site, account }: { site: number; account: number },
): Promise<number> {
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`wallet.memberLook|${site}|${account}`]);
    const { rows } = await client.query<Counted>(
      `SELECT count(*)::int AS looks, (count(*) FILTER (WHERE NOT is_found))::int AS misses, min(at_ms)::float8 AS oldest
       FROM wallet_member_look WHERE site_id = $1 AND account = $2 AND at_ms > $3`,
      [site, account, now - DAY_MS],
    );
    const [{ looks, misses, oldest }] = rows;
    if (looks >= MOST_LOOKS || misses >= MOST_MISSES)
      throw new Refusal('RECEIVER_TRIES', { field: 'receiver', retryAfterSeconds: Math.ceil(((oldest ?? now) + DAY_MS - now) / 1000) });
    const { rows: made } = await client.query<{ id: number }>(
      `INSERT INTO wallet_member_look (site_id, account, at_ms, is_found) VALUES ($1, $2, $3, false) RETURNING look_id::float8 AS id`,
      [site, account, now],
    );
    return made[0].id;
  });
}

export async function noteFound(pool: Pool, look: number): Promise<void> {
  await pool.query('UPDATE wallet_member_look SET is_found = true WHERE look_id = $1', [look]);
}

export async function forgetLooks(pool: Pool, now: number): Promise<void> {
  await pool.query('DELETE FROM wallet_member_look WHERE at_ms < $1', [now - DAY_MS]);
}
