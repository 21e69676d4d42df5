// How a member stands, read from its row at the moment it is asked: shut out, reachable, on its way out, gone.
import { timeIn } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SqlWriter } from '@maru/kit/contract/sql-writer.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { ActingMember, StandingRow } from '../contract.ts';

type Asking = Pick<AppContext, 'pool' | 'clock'>;

interface ReachableRow extends StandingRow {
  email: string;
  mail_proven_at: Date | null;
}

async function standingRow({ pool }: Asking, site: number, member: number): Promise<ReachableRow | undefined> {
  const { rows } = await pool.query<ReachableRow>(
    `SELECT username, email, role, status, locked_at, excluded_until, mail_proven_at FROM account_member WHERE site_id = $1 AND id = $2`,
    [site, member],
  );
  return rows[0];
}

export async function actingNow(context: Asking, site: SiteConfig, member: number, known?: StandingRow): Promise<ActingMember> {
  const row = known ?? (await standingRow(context, site.id, member));
  if (row === undefined) throw new Refusal('TOKEN_INVALID');
  const { username, role, status, locked_at: lockedAt, excluded_until: until } = row;
  if (status === 'DENY' || status === 'LEFT') throw new Refusal('ACCOUNT_DENIED');
  // A lock stops keys as well.
  if (lockedAt !== null) throw new Refusal('ACCOUNT_LOCKED');
  if (until !== null && until.getTime() > context.clock.now())
    throw new Refusal('ACCOUNT_EXCLUDED', { until: timeIn(site.timeZone, until) });
  return { username, role, status };
}

export async function provenMail(
  context: Asking,
  site: number,
  member: number,
): Promise<{ isReachable: boolean; mail: string | undefined }> {
  const row = await standingRow(context, site, member);
  const isReachable = row?.status === 'ACTIVE' && row.locked_at === null && (row.excluded_until?.getTime() ?? 0) <= context.clock.now();
  if (row === undefined || !isReachable) return { isReachable: false, mail: undefined };
  return { isReachable, mail: row.mail_proven_at === null ? undefined : row.email };
}

export async function leftOf({ pool }: Asking, site: number, members: readonly number[]): Promise<number[]> {
  const text = "SELECT id FROM account_member WHERE site_id = $1 AND id = ANY ($2::bigint[]) AND status = 'LEFT'";
  return (await pool.query<{ id: number }>(text, [site, members])).rows.map(({ id }) => id);
}

/** Waits for whoever is about to begin leaving, and keeps it from beginning until the caller's promise stands. */
export async function refuseGone(sql: SqlWriter, site: number, account: number, by?: 'OPERATOR'): Promise<void> {
  const { rows } = await sql.query<{ hasLeft: boolean; isLeaving: boolean }>(
    `SELECT m.status = 'LEFT' AS "hasLeft", EXISTS (SELECT 1 FROM account_leaving l WHERE l.member_id = m.id) AS "isLeaving"
     FROM account_member m WHERE m.site_id = $1 AND m.account_no = $2 FOR SHARE OF m`,
    [site, account],
  );
  const [{ hasLeft, isLeaving } = { hasLeft: false, isLeaving: false }] = rows;
  if (hasLeft && by === 'OPERATOR') throw new Refusal('MEMBER_LEFT');
  if (hasLeft || isLeaving) throw new Refusal('ACCOUNT_LEAVING');
}

export async function formerAccountsOf(sql: SqlWriter, site: number, account: number): Promise<number[]> {
  const { rows } = await sql.query<{ former: number }>(
    'SELECT former_account AS former FROM account_former WHERE site_id = $1 AND account = $2 ORDER BY former_account',
    [site, account],
  );
  return rows.map(({ former }) => former);
}
