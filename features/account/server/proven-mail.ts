// Whether a member's address was proven by a code at sign-up: what it asks to be sent later goes to no other.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { PoolClient } from 'pg';

/** With the transaction that makes the member. */
export async function noteProvenMail({ clock }: Pick<AppContext, 'clock'>, client: PoolClient, member: number): Promise<void> {
  await client.query('UPDATE account_member SET mail_proven_at = $2 WHERE id = $1', [member, new Date(clock.now())]);
}
