// Passkeys and their challenges as rows; a challenge is found by its own value inside what was signed, and counts once.
import { createHash, createHmac } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Pool, PoolClient } from 'pg';
import type { Passkey } from '../passkey-contract.ts';

export const CHALLENGE_MS = 300_000;
export type ChallengePurpose = 'MAKE' | 'LOGIN' | 'PROVE';

export interface PasskeyRow {
  id: number;
  member_id: number;
  rp_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  is_synced: boolean;
  label: string;
  created_at: Date;
  used_at: Date | null;
}
export const passkeyColumns = 'id, member_id, rp_id, credential_id, public_key, counter, transports, is_synced, label, created_at, used_at';

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();

export async function writePasskeyChallenge(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  site: number,
  purpose: ChallengePurpose,
  member: number | undefined,
  challenge: string,
): Promise<void> {
  await pool.query('INSERT INTO account_passkey_challenge (hash, site_id, purpose, member_id, expires_at) VALUES ($1, $2, $3, $4, $5)', [
    hashOf(challenge),
    site,
    purpose,
    member,
    new Date(clock.now() + CHALLENGE_MS),
  ]);
}

/** Uses the challenge up; answers whose it is (null: anybody's), undefined when it is none of ours for this. */
export async function takePasskeyChallenge(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  site: number,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<{ member: number | null } | undefined> {
  const now = new Date(clock.now());
  const { rows } = await pool.query<{ member: number | null }>(
    `UPDATE account_passkey_challenge SET used_at = $4
     WHERE hash = $1 AND site_id = $2 AND purpose = $3 AND used_at IS NULL AND expires_at > $4 RETURNING member_id AS member`,
    [hashOf(challenge), site, purpose, now],
  );
  return rows[0];
}

export async function passkeysOf(sql: Pool | PoolClient, site: number, member: number): Promise<PasskeyRow[]> {
  const { rows } = await sql.query<PasskeyRow>(
    `SELECT ${passkeyColumns} FROM account_passkey WHERE site_id = $1 AND member_id = $2 ORDER BY id`,
    [site, member],
  );
  return rows;
}

export async function passkeyOfCredential(sql: Pool, site: number, host: string, credential: string): Promise<PasskeyRow | undefined> {
  const { rows } = await sql.query<PasskeyRow>(
    `SELECT ${passkeyColumns} FROM account_passkey WHERE site_id = $1 AND rp_id = $2 AND credential_id = $3`,
    [site, host, credential],
  );
  return rows[0];
}

/** False when somebody else used it in between: one of the two is a copy. */
export async function noteUse({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, row: PasskeyRow, counter: number): Promise<boolean> {
  const { rowCount } = await pool.query('UPDATE account_passkey SET counter = $2, used_at = $3 WHERE id = $1 AND counter = $4', [
    row.id,
    counter,
    new Date(clock.now()),
    row.counter,
  ]);
  return rowCount === 1;
}

/** What the authenticator calls the member: the same for all its passkeys, and nothing that says who it is. */
export function handleOf({ config }: Pick<AppContext, 'config'>, site: number, member: number): Buffer {
  return createHmac('sha256', config.secrets.storageKey).update(`passkey ${site} ${member}`).digest();
}

export const shownPasskey = ({ id, label, is_synced, rp_id, created_at, used_at }: PasskeyRow): Passkey => ({
  id,
  label,
  isSynced: is_synced,
  host: rp_id,
  createdAt: created_at.toISOString(),
  usedAt: used_at?.toISOString() ?? null,
});

export async function forgetPasskeyChallenges({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): Promise<void> {
  await pool.query('DELETE FROM account_passkey_challenge WHERE expires_at < $1', [new Date(clock.now())]);
}
