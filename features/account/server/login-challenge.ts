// The time between a right password and the second step: a random name that only the browser knows, good once and for three minutes.
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';

const CHALLENGE_MS = 180_000;
const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();

export async function openChallenge(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  site: number,
  member: number,
): Promise<{ challenge: string; expiresIn: number }> {
  const challenge = randomBytes(32).toString('base64url');
  await pool.query('INSERT INTO account_login_challenge (hash, site_id, member_id, expires_at) VALUES ($1, $2, $3, $4)', [
    hashOf(challenge),
    site,
    member,
    new Date(clock.now() + CHALLENGE_MS),
  ]);
  return { challenge, expiresIn: CHALLENGE_MS / 1000 };
}

/** Whose log-in this is; the challenge stays open for another try. */
export async function memberOfChallenge(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  site: number,
  challenge: string,
): Promise<number> {
  const { rows } = await pool.query<{ member_id: number }>(
    'SELECT member_id FROM account_login_challenge WHERE hash = $1 AND site_id = $2 AND used_at IS NULL AND expires_at > $3',
    [hashOf(challenge), site, new Date(clock.now())],
  );
  if (rows.length === 0) throw new Refusal('CHALLENGE_EXPIRED');
  return rows[0].member_id;
}

/** Of two that come at once one wins. */
export async function spendChallenge({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, challenge: string): Promise<void> {
  const { rowCount } = await pool.query('UPDATE account_login_challenge SET used_at = $2 WHERE hash = $1 AND used_at IS NULL', [
    hashOf(challenge),
    new Date(clock.now()),
  ]);
  if (rowCount === 0) throw new Refusal('CHALLENGE_EXPIRED');
}

export async function forgetChallenges({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): Promise<void> {
  await pool.query('DELETE FROM account_login_challenge WHERE expires_at < $1', [new Date(clock.now())]);
}
