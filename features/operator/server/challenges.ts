// Random names that are good once and for a while: between the two steps of a log-in, and in the link that leads to a first password.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';

const lifeMs = { LOGIN: 180_000, SETUP: DAY_MS } as const;
export type Purpose = keyof typeof lifeMs;

const hashOf = (name: string) => createHash('sha256').update(name).digest();

/** Of one purpose an operator has one at a time: the newest. */
export async function openChallenge(
  { clock }: Pick<AppContext, 'clock'>,
  sql: SqlWriter,
  purpose: Purpose,
  operator: number,
  madeBy: number | null = null,
): Promise<{ name: string; expiresIn: number }> {
  const name = randomBytes(32).toString('base64url');
  if (purpose === 'SETUP') await sql.query(`DELETE FROM operator_challenge WHERE operator_id = $1 AND purpose = 'SETUP'`, [operator]);
  await sql.query('INSERT INTO operator_challenge (hash, purpose, operator_id, expires_at, made_by) VALUES ($1, $2, $3, $4, $5)', [
    hashOf(name),
    purpose,
    operator,
    new Date(clock.now() + lifeMs[purpose]),
    madeBy,
  ]);
  return { name, expiresIn: lifeMs[purpose] / 1000 };
}

/** A link to a first or new password, and who made it. */
export async function openSetup(
  parts: Pick<AppContext, 'clock'>,
  sql: SqlWriter,
  operator: number,
  madeBy: number | null,
): Promise<{ name: string; expiresIn: number }> {
  if (madeBy !== null) await writeInvitation(parts, sql, operator, madeBy);
  return openChallenge(parts, sql, 'SETUP', operator, madeBy);
}

function writeInvitation({ clock }: Pick<AppContext, 'clock'>, sql: SqlWriter, operator: number, madeBy: number): Promise<unknown> {
  return sql.query('INSERT INTO operator_invitation (operator_id, by_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    operator,
    madeBy,
    new Date(clock.now()),
  ]);
}

/**
 * The link is opened now: whoever made it may have kept it and be the one who opens it, so what a third said of this person before covers
 * nothing of it. Log-ins begun with the password from before end here. Of two that come at once one wins.
 */
export async function spendSetup(parts: Pick<AppContext, 'clock'>, sql: SqlWriter, name: string): Promise<boolean> {
  const { rows } = await sql.query(
    'UPDATE operator_challenge SET used_at = $2 WHERE hash = $1 AND used_at IS NULL RETURNING operator_id AS operator, made_by AS by',
    [hashOf(name), new Date(parts.clock.now())],
  );
  if (rows.length === 0) return false;
  const { operator, by } = rows[0] as { operator: number; by: number | null };
  if (by !== null) await writeInvitation(parts, sql, operator, by);
  await endLogins(sql, operator);
  return true;
}

/** Second steps that wait: their first was taken under what no longer holds. */
export async function endLogins(sql: SqlWriter, operator: number): Promise<void> {
  await sql.query("DELETE FROM operator_challenge WHERE operator_id = $1 AND purpose = 'LOGIN'", [operator]);
}

/** Whose it is; it stays open for another try. */
export async function ownerOf(
  { clock }: Pick<AppContext, 'clock'>,
  sql: SqlWriter,
  purpose: Purpose,
  name: string,
): Promise<number | undefined> {
  const { rows } = await sql.query(
    'SELECT operator_id FROM operator_challenge WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3',
    [hashOf(name), purpose, new Date(clock.now())],
  );
  return rows.length === 0 ? undefined : Number(rows[0].operator_id);
}

/** Of two that come at once one wins. */
export async function spend({ clock }: Pick<AppContext, 'clock'>, sql: SqlWriter, name: string): Promise<boolean> {
  const { rowCount } = await sql.query('UPDATE operator_challenge SET used_at = $2 WHERE hash = $1 AND used_at IS NULL', [
    hashOf(name),
    new Date(clock.now()),
  ]);
  return rowCount === 1;
}

export async function forgetOld({ clock }: Pick<AppContext, 'clock'>, sql: SqlWriter): Promise<void> {
  await sql.query('DELETE FROM operator_challenge WHERE expires_at < $1', [new Date(clock.now())]);
}
