// What is refused while a member leaves or has left: to whoever promises it something, and to whoever would change its account.
import { Refusal } from '@maru/kit/server/feature.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import type { DataOwner } from '../../own-data-contract.ts';

/** Locked until the commit: who shuts the account comes before, and undoes it, or comes after, and is told. */
export async function refuseShut(sql: Writer, { site, member }: DataOwner): Promise<void> {
  const { rows } = await sql.query('SELECT status, locked_at FROM account_member WHERE site_id = $1 AND id = $2 FOR UPDATE', [
    site,
    member,
  ]);
  const [{ status, locked_at: lockedAt }] = rows as { status: string; locked_at: Date | null }[];
  if (status !== 'ACTIVE') throw new Refusal('ACCOUNT_DENIED');
  if (lockedAt !== null) throw new Refusal('ACCOUNT_LOCKED');
}

/** Of an account whose row the caller has locked: one whose leaving is decided is changed no more. */
export async function refuseDecided(sql: Writer, member: number): Promise<void> {
  const { rows } = await sql.query('SELECT 1 FROM account_leaving WHERE member_id = $1 AND given_up IS NOT NULL', [member]);
  if (rows.length > 0) throw new Refusal('ACCOUNT_LEAVING');
}

/** Waits for whoever is about to begin leaving, and keeps it from beginning until the caller's promise stands. */
export async function refuseGone(sql: Writer, site: number, account: number, by?: 'OPERATOR'): Promise<void> {
  const { rows } = await sql.query(
    `SELECT m.status = 'LEFT' AS "hasLeft", EXISTS (SELECT 1 FROM account_leaving l WHERE l.member_id = m.id) AS "isLeaving"
     FROM account_member m WHERE m.site_id = $1 AND m.account_no = $2 FOR SHARE OF m`,
    [site, account],
  );
  const [{ hasLeft, isLeaving } = { hasLeft: false, isLeaving: false }] = rows as { hasLeft: boolean; isLeaving: boolean }[];
  if (hasLeft && by === 'OPERATOR') throw new Refusal('MEMBER_LEFT');
  if (hasLeft || isLeaving) throw new Refusal('ACCOUNT_LEAVING');
}
