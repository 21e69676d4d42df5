// What ends logins: log-out, password change, an operator's DENY; and what a restart must remember of it.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { ACCESS_LIFE_MS } from '@maru/kit/server/session.ts';
import type { MemberStatus } from '../contract.ts';
import { endAllLogins, endLogin } from './refresh-tokens.ts';

export async function logOut(context: AppContext, session: Session): Promise<void> {
  await endLogin(context.pool, session.family, new Date(context.clock.now()), 'logout');
  context.sessions.endFamily(session.site, session.member, session.family);
}

/** Ends every login of the member; their sockets hear why. Rows first: a crash in between must not leave a login alive. */
export async function endMemberLogins(context: AppContext, site: number, member: number, by: string, reason: string): Promise<void> {
  const at = new Date(context.clock.now());
  await context.pool.query('UPDATE account_member SET ended_at = $3 WHERE site_id = $1 AND id = $2', [site, member, at]);
  await endAllLogins(context.pool, member, at, by);
  context.sessions.endMember(site, member, reason);
}

/** For operators: DENY ends everything at once. False when the member is not of this site. */
export async function setMemberStatus(context: AppContext, site: number, member: number, status: MemberStatus): Promise<boolean> {
  const { rowCount } = await context.pool.query('UPDATE account_member SET status = $3 WHERE site_id = $1 AND id = $2', [
    site,
    member,
    status,
  ]);
  if (rowCount === 0) return false;
  if (status !== 'ACTIVE') await endMemberLogins(context, site, member, 'status', '');
  return true;
}

/** Access tokens outlive a restart by up to ten minutes; what ended in that time is told to the sessions again. */
export async function restoreEnded(context: AppContext): Promise<void> {
  const since = new Date(context.clock.now() - ACCESS_LIFE_MS);
  const members = await context.pool.query<{ site_id: number; id: number }>('SELECT site_id, id FROM account_member WHERE ended_at > $1', [
    since,
  ]);
  for (const row of members.rows) context.sessions.endMember(row.site_id, row.id);
  const logins = await context.pool.query<{ site_id: number; member_id: number; family: string }>(
    'SELECT site_id, member_id, family FROM account_login WHERE ended_at > $1',
    [since],
  );
  for (const row of logins.rows) context.sessions.endFamily(row.site_id, row.member_id, row.family);
}
