// Refresh tokens: random, stored as hashes, good for one use; a second use ends the whole family (RFC 9700), but for the same device at once.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool, PoolClient } from 'pg';
/** A login that is not renewed for this long ends, and every login after the longer time. */
export const IDLE_MS = 14 * DAY_MS;
const FAMILY_MS = 90 * DAY_MS;
/** A lost answer, or two tabs at once: so long the same device gets the same answer again (ADR 0036). */
export const REPEAT_MS = 10_000;

export type Renewal =
  | { ok: true; site: number; member: number; family: string; refreshToken: string }
  | { ok: false; code: 'TOKEN_INVALID' | 'TOKEN_EXPIRED' | 'TOKEN_REUSED' };

export interface Device {
  ip: string;
  userAgent: string;
}

/** Starts a family; answers its id and first refresh token. */
export async function startFamily(
  sql: Pool | PoolClient,
  now: number,
  site: number,
  member: number,
  device: Device,
): Promise<{ family: string; refreshToken: string }> {
  const family = randomBytes(16).toString('base64url');
  const at = new Date(now);
  await sql.query(
    `INSERT INTO account_login (family, site_id, member_id, ip, user_agent, created_at, renewed_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [family, site, member, device.ip, device.userAgent, at, new Date(now + FAMILY_MS)],
  );
  return { family, refreshToken: await issue(sql, family, at) };
}

async function issue(sql: Pool | PoolClient, family: string, at: Date): Promise<string> {
  const token = `mr1.${randomBytes(32).toString('base64url')}`;
  await sql.query('INSERT INTO account_refresh_token (hash, family, issued_at) VALUES ($1, $2, $3)', [hashOf(token), family, at]);
  return token;
}

/** Uses up a refresh token for the next one. Of several at once one makes it; from its device the others get the same, else it is reuse. */
export async function renew(context: AppContext, site: number, token: string, device: Device): Promise<Renewal> {
  const now = context.clock.now();
  const at = new Date(now);
  // A reuse is an answer, not an error: what it ends is committed and stays ended.
  const answer = await inTransaction(context.pool, (client) => renewWithin(client, { site, token, device, at }));
  if (!answer.ok && answer.ended !== undefined) context.sessions.endFamily(site, answer.ended.member, answer.ended.family, '');
  return answer;
}

type Answer = Renewal & { ended?: { member: number; family: string } };
interface Try {
  site: number;
  token: string;
  device: Device;
  at: Date;
}

async function renewWithin(client: PoolClient, asked: Try): Promise<Answer> {
  const { site, token, device, at } = asked;
  const now = at.getTime();
  const used = await client.query<{ family: string; issued_at: Date }>(
    `UPDATE account_refresh_token t SET used_at = $2, used_ip = $4, used_user_agent = $5 FROM account_login l
     WHERE t.hash = $1 AND t.used_at IS NULL AND l.family = t.family AND l.site_id = $3 RETURNING t.family, t.issued_at`,
    [hashOf(token), at, site, device.ip, device.userAgent],
  );
  const taken = used.rows[0];
  if (taken === undefined) return repeat(client, asked);
  const login = await client.query<{ member_id: number; expires_at: Date; ended_at: Date | null }>(
    'SELECT member_id, expires_at, ended_at FROM account_login WHERE family = $1 FOR UPDATE',
    [taken.family],
  );
  const row = login.rows[0];
  if (row.ended_at !== null) return { ok: false, code: 'TOKEN_INVALID' };
  if (row.expires_at.getTime() <= now || taken.issued_at.getTime() + IDLE_MS <= now) return { ok: false, code: 'TOKEN_EXPIRED' };
  await client.query('UPDATE account_login SET renewed_at = $2 WHERE family = $1', [taken.family, at]);
  const refreshToken = await issue(client, taken.family, at);
  const sealed = sealSecret(keyOf(token), refreshToken, hashOf(token));
  await client.query('UPDATE account_refresh_token SET successor = $2 WHERE hash = $1', [hashOf(token), sealed]);
  return { ok: true, site, member: row.member_id, family: taken.family, refreshToken };
}

interface UsedRow {
  family: string;
  member_id: number;
  ended_at: Date | null;
  used_at: Date;
  used_ip: string | null;
  used_user_agent: string | null;
  successor: Buffer | null;
}

/** A token that was used already: the first answer again for the device that got it, for a moment; else the family ends. */
async function repeat(client: PoolClient, { site, token, device, at }: Try): Promise<Answer> {
  const { rows } = await client.query<UsedRow>(
    `SELECT l.family, l.member_id, l.ended_at, t.used_at, t.used_ip, t.used_user_agent, t.successor
     FROM account_refresh_token t JOIN account_login l USING (family) WHERE t.hash = $1 AND l.site_id = $2`,
    [hashOf(token), site],
  );
  const found = rows[0];
  if (found === undefined) return { ok: false, code: 'TOKEN_INVALID' };
  const isSameDevice = found.used_ip === device.ip && found.used_user_agent === device.userAgent;
  const isAtOnce = at.getTime() - found.used_at.getTime() < REPEAT_MS;
  if (isSameDevice && isAtOnce && found.ended_at === null && found.successor !== null) {
    const refreshToken = openSecret(keyOf(token), found.successor, hashOf(token));
    if (refreshToken !== undefined) return { ok: true, site, member: found.member_id, family: found.family, refreshToken };
  }
  await endLogin(client, found.family, at, 'reuse');
  return { ok: false, code: 'TOKEN_REUSED', ended: { member: found.member_id, family: found.family } };
}

export async function endLogin(sql: Pool | PoolClient, family: string, at: Date, by: string): Promise<void> {
  await sql.query('UPDATE account_login SET ended_at = $2, ended_by = $3 WHERE family = $1 AND ended_at IS NULL', [family, at, by]);
}

/** Those that wait for their second step too: their password may be the one that was changed. */
export async function endAllLogins(sql: Pool | PoolClient, member: number, at: Date, by: string): Promise<void> {
  await sql.query('DELETE FROM account_login_challenge WHERE member_id = $1', [member]);
  await sql.query('UPDATE account_login SET ended_at = $2, ended_by = $3 WHERE member_id = $1 AND ended_at IS NULL', [member, at, by]);
}

/** What tokens were renewed into is needed for moments only. */
export async function forgetSuccessors(sql: Pool, now: number): Promise<void> {
  await sql.query('UPDATE account_refresh_token SET successor = NULL WHERE successor IS NOT NULL AND used_at < $1', [
    new Date(now - REPEAT_MS),
  ]);
}

/** Records of log-ins are kept for so many days, as the law asks. */
export async function forgetOldLogins(sql: Pool, now: number, days: number): Promise<void> {
  const before = new Date(now - days * DAY_MS);
  await sql.query('DELETE FROM account_login WHERE expires_at < $1 OR ended_at < $1', [before]);
  await sql.query('DELETE FROM account_login_try WHERE at < $1', [before]);
}

/** Only whoever shows the used token can open what it was renewed into: the database has no more than its hash. */
const keyOf = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'maru refresh successor', 32));
const hashOf = (token: string) => createHash('sha256').update(token).digest();
