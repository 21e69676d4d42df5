// The operator's authenticator app and its recovery codes: a code is good once, a new app counts after its first code.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { endLogins } from './challenges.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import { newRecoveryCode, newTotp, RECOVERY_CODES, recoveryHash, totpStep, totpUri } from '@maru/kit/server/totp.ts';

type Parts = Pick<AppContext, 'clock' | 'config' | 'log'>;
const ISSUER = 'Maru Desk';
const boundTo = (operator: number) => Buffer.from(`operator totp ${operator}`);
/** Operators' codes are hashed apart from members'. */
const owner = (operator: number) => `operator ${operator}`;

/** A secret to be confirmed by a first code; asked again before that it is the same one, so that two open pages agree. */
export async function startApp(
  { config }: Parts,
  sql: SqlWriter,
  operator: number,
  username: string,
): Promise<{ secret: string; uri: string }> {
  const { rows } = await sql.query('SELECT totp_secret FROM operator_operator WHERE id = $1 AND totp_confirmed_at IS NULL FOR UPDATE', [
    operator,
  ]);
  const { storageKey } = config.secrets;
  const kept = rows[0]?.totp_secret;
  const known = kept ? openSecret(storageKey, kept, boundTo(operator)) : undefined;
  if (known !== undefined) return { secret: known, uri: totpUri(known, ISSUER, username) };
  const made = newTotp(ISSUER, username);
  await sql.query('UPDATE operator_operator SET totp_secret = $2, totp_last_step = 0 WHERE id = $1 AND totp_confirmed_at IS NULL', [
    operator,
    sealSecret(storageKey, made.secret, boundTo(operator)),
  ]);
  return made;
}

/** Takes a code of the app: once, and none older than the last. */
export async function takeAppCode({ clock, config, log }: Parts, sql: SqlWriter, operator: number, code: string): Promise<boolean> {
  const { rows } = await sql.query('SELECT totp_secret FROM operator_operator WHERE id = $1 AND totp_secret IS NOT NULL', [operator]);
  if (rows.length === 0) return false;
  const secret = openSecret(config.secrets.storageKey, rows[0].totp_secret, boundTo(operator));
  if (secret === undefined) {
    log.error({ operator }, 'secret of an authenticator app does not open with this storage key');
    return false;
  }
  const step = totpStep(secret, code, clock.now());
  if (step === undefined) return false;
  const taken = await sql.query('UPDATE operator_operator SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2', [operator, step]);
  return taken.rowCount === 1;
}

export async function takeRecovery({ clock, config }: Parts, sql: SqlWriter, operator: number, code: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'UPDATE operator_recovery_code SET used_at = $3 WHERE hash = $1 AND operator_id = $2 AND used_at IS NULL',
    [recoveryHash(config.secrets.storageKey, owner(operator), code), operator, new Date(clock.now())],
  );
  return rowCount === 1;
}

/** New codes in place of all old ones. */
export async function writeRecovery({ config }: Parts, sql: SqlWriter, operator: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await sql.query('DELETE FROM operator_recovery_code WHERE operator_id = $1', [operator]);
  await sql.query('INSERT INTO operator_recovery_code (hash, operator_id) SELECT unnest($1::bytea[]), $2', [
    codes.map((code) => recoveryHash(config.secrets.storageKey, owner(operator), code)),
    operator,
  ]);
  return codes;
}

/**
 * Another's word for a lost phone: the next log-in enrols anew. The password goes with it: until the link is opened it would be all that
 * is asked, and whoever has it would enrol an app of its own.
 */
export async function forgetApp(sql: SqlWriter, operator: number): Promise<void> {
  await sql.query(
    `UPDATE operator_operator SET totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = 0, password_hash = NULL WHERE id = $1`,
    [operator],
  );
  await endLogins(sql, operator);
  await sql.query('DELETE FROM operator_recovery_code WHERE operator_id = $1', [operator]);
}
