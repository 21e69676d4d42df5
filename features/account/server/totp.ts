// The authenticator app: its secret sealed at rest, a code good once and for one step of 30 seconds either way, ten recovery codes.
import type { AppContext } from '@maru/kit/server/context.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import { newRecoveryCode, newTotp, RECOVERY_CODES, recoveryHash, totpStep } from '@maru/kit/server/totp.ts';
import type { Writer } from '@maru/outbox/contract.ts';

interface Owner {
  site: number;
  member: number;
}
const boundTo = ({ site, member }: Owner) => Buffer.from(`totp ${site} ${member}`);

/** A new secret, not asked for until it is confirmed; one that was being set up is replaced. */
export async function writeSecret(context: AppContext, owner: Owner, issuer: string, username: string) {
  const made = newTotp(issuer, username);
  const sealed = sealSecret(context.config.secrets.storageKey, made.secret, boundTo(owner));
  await context.pool.query(
    `INSERT INTO account_totp (member_id, site_id, secret, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id) DO UPDATE SET secret = $3, created_at = $4, last_step = 0 WHERE account_totp.confirmed_at IS NULL`,
    [owner.member, owner.site, sealed, new Date(context.clock.now())],
  );
  return made;
}

/** Takes a code of the app; a code that was taken before, or one older than the last, counts no more. */
export async function takeCode(context: AppContext, sql: Writer, owner: Owner, code: string, isConfirmed = true): Promise<boolean> {
  const now = context.clock.now();
  const { rows } = await sql.query(`SELECT secret FROM account_totp WHERE member_id = $1 AND (confirmed_at IS NOT NULL) = $2`, [
    owner.member,
    isConfirmed,
  ]);
  if (rows.length === 0) return false;
  const secret = openSecret(context.config.secrets.storageKey, rows[0].secret, boundTo(owner));
  if (secret === undefined) {
    context.log.error({ site: owner.site, member: owner.member }, 'secret of an authenticator app does not open with this storage key');
    return false;
  }
  const step = totpStep(secret, code, now);
  if (step === undefined) return false;
  const taken = await sql.query('UPDATE account_totp SET last_step = $2 WHERE member_id = $1 AND last_step < $2 RETURNING 1', [
    owner.member,
    step,
  ]);
  return taken.rows.length === 1;
}

/** New codes in place of all old ones. */
export async function writeRecoveryCodes(context: AppContext, sql: Writer, { site, member }: Owner): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await sql.query('DELETE FROM account_recovery_code WHERE member_id = $1', [member]);
  await sql.query('INSERT INTO account_recovery_code (hash, site_id, member_id) SELECT unnest($1::bytea[]), $2, $3', [
    codes.map((code) => recoveryHash(context.config.secrets.storageKey, member, code)),
    site,
    member,
  ]);
  return codes;
}

export async function takeRecoveryCode(context: AppContext, sql: Writer, { member }: Owner, code: string): Promise<boolean> {
  const { rows } = await sql.query(
    'UPDATE account_recovery_code SET used_at = $3 WHERE hash = $1 AND member_id = $2 AND used_at IS NULL RETURNING 1',
    [recoveryHash(context.config.secrets.storageKey, member, code), member, new Date(context.clock.now())],
  );
  return rows.length === 1;
}

/** Recovery codes come with the first second factor; null when there are some already. */
export async function writeFirstRecoveryCodes(context: AppContext, sql: Writer, owner: Owner): Promise<string[] | null> {
  const { rows } = await sql.query('SELECT 1 FROM account_recovery_code WHERE member_id = $1 LIMIT 1', [owner.member]);
  return rows.length > 0 ? null : writeRecoveryCodes(context, sql, owner);
}

export async function eraseTotp(sql: Writer, member: number): Promise<void> {
  await sql.query('DELETE FROM account_totp WHERE member_id = $1', [member]);
  await eraseRecoveryIfAlone(sql, member);
}

/** Without a second factor there is nothing to recover. */
export async function eraseRecoveryIfAlone(sql: Writer, member: number): Promise<void> {
  await sql.query(
    `DELETE FROM account_recovery_code WHERE member_id = $1
       AND NOT EXISTS (SELECT 1 FROM account_totp WHERE member_id = $1 AND confirmed_at IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM account_passkey WHERE member_id = $1)`,
    [member],
  );
}
