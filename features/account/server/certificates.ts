// Codes that prove an address: six digits, three minutes, five tries, bound to purpose, person and the browser that asked; the newest alone counts.
import { DAY_MS, HOUR_MS } from '@maru/kit/contract/calendar.ts';
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { outbox, type OutgoingKind, type OutgoingName, type Writer } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import type { CodePurpose } from '../certificate-contract.ts';

export const CODE_MS = 180_000;
export const RESEND_MS = 60_000;
/** How long a proven certificate may be used. */
export const PROOF_MS = 600_000;
const TRIES = 5;
/** Codes an hour to one address or number. */
const PER_HOUR = 5;

export interface Wanted {
  site: number;
  kind: OutgoingKind;
  purpose: CodePurpose;
  /** Address or number as it is compared: lower case. */
  value: string;
  language: 'ko' | 'en';
  /** The member whose certificate this is; undefined where no member is meant or none was found. */
  member?: number;
  /** Who will read the mail, where one member alone can be meant. */
  reader?: number | undefined;
}

export interface Certificate {
  key: string;
  kind: OutgoingKind | 'NICE';
  value: string;
  member: number | null;
  /** Of NICE: who it is, sealed. */
  person: Buffer | null;
}

export const asked = (key: string) => ({ key, expiresIn: CODE_MS / 1000, resendIn: RESEND_MS / 1000 });
export const kindOf = (value: string): OutgoingKind => (value.includes('@') ? 'MAIL' : 'SMS');
export const compared = (value: string) => value.trim().toLowerCase();

export function refuseWithoutTransport(context: AppContext, site: number, kind: OutgoingKind): void {
  if (context.services.find(outbox)?.canCarry(site, kind) !== true)
    throw new Refusal(kind === 'MAIL' ? 'MAIL_NOT_SET_UP' : 'SMS_NOT_SET_UP');
}

/**
 * One code a minute and five an hour for each address, whoever asks: else a stranger could fill somebody's inbox. Requests at once for one
 * address wait for each other until the caller's transaction ends.
 */
export async function refuseTooMany(context: AppContext, sql: PoolClient, { site, kind, value }: Wanted): Promise<void> {
  const now = context.clock.now();
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`account_certificate ${site} ${kind} ${value}`]);
  const { rows } = await sql.query<{ asked: number; first: Date; last: Date }>(
    `SELECT count(*)::int AS asked, min(created_at) AS first, max(created_at) AS last FROM account_certificate
     WHERE site_id = $1 AND kind = $2 AND value = $3 AND created_at > $4`,
    [site, kind, value, new Date(now - HOUR_MS)],
  );
  const [{ asked: count, first, last }] = rows;
  if (count === 0) return;
  if (count >= PER_HOUR) throw waiting('TOO_MANY_CODES', first.getTime() + HOUR_MS - now);
  const waitMs = last.getTime() + RESEND_MS - now;
  if (waitMs > 0) throw waiting('CODE_TOO_SOON', waitMs);
}

/**
 * One certificate a purpose and person: whatever was asked or proven later for the same address, of a new password for the same member,
 * takes the place of `c`. What a stranger asks with a wrong name is nobody's and takes no place.
 */
const IS_NEWEST = `NOT EXISTS (
  SELECT 1 FROM account_certificate n WHERE n.site_id = c.site_id AND n.purpose = c.purpose AND n.created_at > c.created_at
    AND CASE WHEN c.purpose = 'FIND_PW' THEN n.member_id = c.member_id ELSE n.kind = c.kind AND n.value = c.value END)`;

const waiting = (code: string, waitMs: number) => new Refusal(code, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });

export const newKey = () => randomBytes(16).toString('base64url');

/**
 * Writes certificate and mail with the caller's transaction. A certificate that is nobody's costs the same work, but its mail is
 * past its time when it is written.
 */
export async function writeCertificate(
  context: AppContext,
  sql: Writer,
  key: string,
  wanted: Wanted,
  mail: OutgoingName,
  isMeant = true,
): Promise<void> {
  const now = context.clock.now();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await sql.query(
    `INSERT INTO account_certificate (key, site_id, kind, purpose, value, member_id, code_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      key,
      wanted.site,
      wanted.kind,
      wanted.purpose,
      wanted.value,
      wanted.member,
      // A code whose mail says something else opens nothing.
      hashOf(context, key, mail === 'CODE' && isMeant ? code : randomBytes(16).toString('hex')),
      new Date(now),
      new Date(now + CODE_MS),
    ],
  );
  const { site, kind, language, value, reader } = wanted;
  const values: Record<string, string> = mail === 'CODE' ? { code, minutes: String(CODE_MS / 60_000) } : {};
  await context.services
    .use(outbox)
    .post(sql, { site, kind, name: mail, language, to: value, member: reader, values, expiresAt: isMeant ? now + CODE_MS : now });
}

/** Counts the try before it compares, so that many at once have no more than five between them. */
export async function proveCertificate(
  context: AppContext,
  site: number,
  kinds: readonly OutgoingKind[],
  purposes: readonly CodePurpose[],
  { key, secretCode: code, certificateValue }: { key: string; secretCode: string; certificateValue?: string },
): Promise<void> {
  const now = new Date(context.clock.now());
  const { rows } = await context.pool.query<{ code_hash: Buffer; tries: number }>(
    `UPDATE account_certificate c SET tries = tries + 1
     WHERE key = $1 AND site_id = $2 AND kind = ANY($3) AND purpose = ANY($4) AND expires_at > $5 AND tries < $6 AND verified_at IS NULL
       AND ($7::text IS NULL OR value = $7) AND ${IS_NEWEST}
     RETURNING code_hash, tries`,
    [key, site, kinds, purposes, now, TRIES, certificateValue === undefined ? undefined : compared(certificateValue)],
  );
  if (rows.length === 0) throw new Refusal('CODE_EXPIRED');
  const [{ code_hash: stored, tries }] = rows;
  if (!timingSafeEqual(stored, hashOf(context, key, code))) {
    const left = TRIES - tries;
    throw left > 0 ? new Refusal('CODE_WRONG', { left }) : new Refusal('CODE_EXPIRED');
  }
  await context.pool.query('UPDATE account_certificate SET verified_at = $2 WHERE key = $1', [key, now]);
}

/** Uses a proven certificate, once. */
export async function takeCertificate(
  context: AppContext,
  sql: Writer,
  site: number,
  purpose: CodePurpose,
  key: string,
): Promise<Certificate> {
  const now = context.clock.now();
  const { rows } = await sql.query(
    `UPDATE account_certificate c SET used_at = $4
     WHERE key = $1 AND site_id = $2 AND purpose = $3 AND used_at IS NULL AND verified_at > $5 AND ${IS_NEWEST}
     RETURNING key, kind, value, member_id AS member, person`,
    [key, site, purpose, new Date(now), new Date(now - PROOF_MS)],
  );
  if (rows.length === 0) throw new Refusal('CERTIFICATE_INVALID');
  return rows[0] as Certificate;
}

/** Whether this certificate proves this address or number; it stays usable. */
export async function isProven(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  { site, kind, purpose, value }: Pick<Wanted, 'site' | 'kind' | 'purpose' | 'value'>,
  key: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM account_certificate c
     WHERE key = $1 AND site_id = $2 AND kind = $3 AND purpose = $4 AND value = $5 AND used_at IS NULL AND verified_at > $6
       AND ${IS_NEWEST}`,
    [key, site, kind, purpose, compared(value), new Date(clock.now() - PROOF_MS)],
  );
  return rowCount === 1;
}

/** Addresses in old certificates are personal data that nothing needs any more. */
export async function forgetCertificates({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - DAY_MS);
  await pool.query('DELETE FROM account_certificate WHERE created_at < $1', [before]);
  await pool.query('DELETE FROM account_nice_request WHERE created_at < $1', [before]);
}

// Six digits are guessed in no time: the hash is keyed, so a stolen table alone tells no code.
const hashOf = (context: AppContext, key: string, code: string) =>
  createHmac('sha256', context.config.secrets.storageKey).update(`certificate ${key} ${code}`).digest();
