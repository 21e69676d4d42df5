// What ends logins: log-out, password change, an operator's DENY; and what a restart must remember of it.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { ACCESS_LIFE_MS, type EndWords } from '@maru/kit/server/session.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { MemberStatus } from '@maru/member/contract.ts';
import type { PoolClient } from 'pg';
import { refuseDecided } from './leaving/refuse-leaving.ts';
import { endAllLogins, endLogin } from './refresh-tokens.ts';

export async function logOut(context: AppContext, session: Session): Promise<void> {
  await endLogin(context.pool, session.family, new Date(context.clock.now()), 'logout');
  context.sessions.endFamily(session.site, session.member, session.family);
}

/** Ends every login of the member; their sockets hear why. Rows first: a crash in between must not leave a login alive. */
export async function endMemberLogins(context: AppContext, site: number, member: number, by: string, words: EndWords): Promise<void> {
  const at = new Date(context.clock.now());
  await context.pool.query('UPDATE account_member SET ended_at = $3 WHERE site_id = $1 AND id = $2', [site, member, at]);
  await endAllLogins(context.pool, member, at, by);
  context.sessions.endMember(site, member, words);
}

/**
 * For operators: whoever is not ACTIVE is out at once. Status, ended logins and what `also` writes stand or fall together, so that no
 * crash leaves a shut-out member's logins alive. False when the member is not of this site.
 */
export async function setMemberStatus(
  context: AppContext,
  site: number,
  member: number,
  status: MemberStatus,
  also?: (client: PoolClient, before: MemberStatus) => Promise<void>,
): Promise<boolean> {
  const isFound = await inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<{ status: MemberStatus }>(
      'SELECT status FROM account_member WHERE site_id = $1 AND id = $2 FOR UPDATE',
      [site, member],
    );
    const found = rows.at(0);
    if (found === undefined) return false;
    if (found.status === 'LEFT') throw new Refusal('MEMBER_LEFT');
    await refuseDecided(client, member);
    await client.query('UPDATE account_member SET status = $2 WHERE id = $1', [member, status]);
    if (status !== 'ACTIVE') await endLoginsWithin(client, member, new Date(context.clock.now()), 'status');
    await also?.(client, found.status);
    return true;
  });
  if (isFound && status !== 'ACTIVE') context.sessions.endMember(site, member, '');
  return isFound;
}

/** The rows of it, in the caller's transaction; `sessions.endMember` comes after the commit. */
export async function endLoginsWithin(client: PoolClient, member: number, at: Date, by: string): Promise<void> {
  await client.query('UPDATE account_member SET ended_at = $2 WHERE id = $1', [member, at]);
  await endAllLogins(client, member, at, by);
}

/** Clocks of two processes differ, and a row is dated before its transaction ends. */
const OVERLAP_MS = 60_000;

/**
 * What ended is told to the sessions: at the start all that a living access token may have missed, later whatever another process wrote.
 * Answers how to look again.
 */
export async function followEnded(context: AppContext): Promise<() => Promise<void>> {
  let since = context.clock.now() - ACCESS_LIFE_MS;
  const look = async () => {
    const now = context.clock.now();
    await tellEnded(context, new Date(since));
    since = now - OVERLAP_MS;
  };
  await look();
  return look;
}

async function tellEnded(context: AppContext, since: Date): Promise<void> {
  const members = await context.pool.query<{ site_id: number; id: number; ended_at: Date }>(
    'SELECT site_id, id, ended_at FROM account_member WHERE ended_at > $1',
    [since],
  );
  for (const row of members.rows) context.sessions.endMember(row.site_id, row.id, undefined, row.ended_at.getTime());
  const logins = await context.pool.query<{ site_id: number; member_id: number; family: string }>(
    'SELECT site_id, member_id, family FROM account_login WHERE ended_at > $1',
    [since],
  );
  for (const row of logins.rows) context.sessions.endFamily(row.site_id, row.member_id, row.family);
}
