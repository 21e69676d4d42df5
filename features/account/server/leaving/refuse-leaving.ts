// What is refused to whoever would change the account of a member that leaves, or end what somebody shut.
import { Refusal } from '@maru/kit/server/feature.ts';
import type { DataOwner } from '@maru/member/contract.ts';
import type { Writer } from '@maru/outbox/contract.ts';

/** Locked until the commit: who shuts the account comes before, and undoes it, or comes after, and is told. */
export async function refuseShut(sql: Writer, { site, member }: DataOwner): Promise<void> {
  const { rows } = await sql.query<{ status: string; locked_at: Date | null }>(
    'SELECT status, locked_at FROM account_member WHERE site_id = $1 AND id = $2 FOR UPDATE',
    [site, member],
  );
  const [{ status, locked_at: lockedAt }] = rows;
  if (status !== 'ACTIVE') throw new Refusal('ACCOUNT_DENIED');
  if (lockedAt !== null) throw new Refusal('ACCOUNT_LOCKED');
}

/** Of an account whose row the caller has locked: one whose leaving is decided is changed no more. */
export async function refuseDecided(sql: Writer, member: number): Promise<void> {
  const { rows } = await sql.query('SELECT 1 FROM account_leaving WHERE member_id = $1 AND given_up IS NOT NULL', [member]);
  if (rows.length > 0) throw new Refusal('ACCOUNT_LEAVING');
}
