// A site's terms of transfers between members, as its row has them, and how much of them a member has used.
import { withdrawLimitOf } from '@maru/account/admin-contract.ts';
import { DAY_MS, dayStart } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Pool, PoolClient } from 'pg';

/** Amounts in micro-USDT. */
export interface TransferTerms {
  least: number;
  most: number;
  dayMost: number;
  secondFrom: number;
  paused: string | null;
}

/** Where a site says nothing else. */
const USUAL = { least: 1_000_000, most: 5_000_000_000, dayMost: 10_000_000_000, secondFrom: 1_000_000_000 };

/** What stands is never changed. */
export async function openMemberTerms(pool: Pool, site: SiteConfig): Promise<void> {
  const { least, most, dayMost, secondFrom } = USUAL;
  await pool.query(
    `INSERT INTO wallet_member_terms (site_id, least, most, day_most, second_from) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [site.id, least, most, dayMost, secondFrom],
  );
}

export async function termsOfTransfers(sql: Pool | PoolClient, site: number): Promise<TransferTerms> {
  const { rows } = await sql.query<TransferTerms>(
    `SELECT least::float8 AS least, most::float8 AS most, day_most::float8 AS "dayMost", second_from::float8 AS "secondFrom", paused
     FROM wallet_member_terms WHERE site_id = $1`,
    [site],
  );
  if (rows.length === 0) throw new Error(`site ${site} has no terms of transfers`);
  return rows[0];
}

/** What a member sent: within the day behind now, and since the site's day began. */
export interface Sent {
  day: number;
  today: number;
}

export async function sentBy(sql: Pool | PoolClient, site: SiteConfig, { account }: { account: number }, now: number): Promise<Sent> {
  const { rows } = await sql.query<Sent>(
    `SELECT coalesce(sum(value) FILTER (WHERE taken_ms > $3), 0)::float8 AS day,
       coalesce(sum(value) FILTER (WHERE taken_ms >= $4), 0)::float8 AS today
     FROM wallet_member_transfer WHERE site_id = $1 AND account = $2 AND state IN ('TAKEN', 'DONE') AND taken_ms >= least($3::bigint, $4::bigint)`,
    [site.id, account, now - DAY_MS, dayStart(site.timeZone, now)],
  );
  return rows[0];
}

/** What operators let a member take out a day of the site's calendar; null: no such limit. */
export const ownLimitOf = ({ services }: Pick<AppContext, 'services'>, site: number, member: number): Promise<number | null> =>
  services.use(withdrawLimitOf)(site, member);
