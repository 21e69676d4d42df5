// Whether a member's address was proven by a code at sign-up: what it asks to be sent later goes to no other.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { PoolClient } from 'pg';
import { memberById } from './member-rows.ts';

/** With the transaction that makes the member. */
export async function noteProvenMail({ clock }: Pick<AppContext, 'clock'>, client: PoolClient, member: number): Promise<void> {
  await client.query('UPDATE account_member SET mail_proven_at = $2 WHERE id = $1', [member, new Date(clock.now())]);
}

export async function provenMail(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  site: number,
  member: number,
): Promise<{ isReachable: boolean; mail: string | undefined }> {
  const row = await memberById(pool, site, member);
  const isReachable = row?.status === 'ACTIVE' && row.locked_at === null && (row.excluded_until?.getTime() ?? 0) <= clock.now();
  if (row === undefined || !isReachable) return { isReachable: false, mail: undefined };
  return { isReachable, mail: row.mail_proven_at === null ? undefined : row.email };
}
