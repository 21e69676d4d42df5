// Whether a member has a second factor, and checking one: misses are counted in the row, so neither a restart nor many at once give more.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import type { SecondWay } from '../second-factor-contract.ts';
import { takeCode, takeRecoveryCode } from './totp.ts';

/** Wrong codes a day. Three codes of a million are right at a time: a year of guessing finds one with a chance of 1 in 91. */
const MISSES = 10;
/** How long a proof is good for sensitive acts of the same login. */
export const STEPPED_UP_MS = 300_000;

interface Owner {
  site: number;
  member: number;
}

/** Empty: the password alone is enough. */
export async function secondWaysOf(sql: Writer, { member }: Owner): Promise<SecondWay[]> {
  const { rows } = await sql.query(
    `SELECT EXISTS (SELECT 1 FROM account_passkey WHERE member_id = $1) AS passkey,
       EXISTS (SELECT 1 FROM account_totp WHERE member_id = $1 AND confirmed_at IS NOT NULL) AS totp`,
    [member],
  );
  const { passkey, totp } = rows[0] as { passkey: boolean; totp: boolean };
  const ways: SecondWay[] = [...(passkey ? (['PASSKEY'] as const) : []), ...(totp ? (['TOTP'] as const) : [])];
  return ways.length === 0 ? [] : [...ways, 'RECOVERY'];
}

/** Which way the code was taken by, or undefined. Throws TOO_MANY_LOGINS when there were too many misses. */
export async function takeSecondCode(context: AppContext, owner: Owner, code: string): Promise<SecondWay | undefined> {
  await countMiss(context, owner.member);
  const way: SecondWay = /^\d{6}$/.test(code) ? 'TOTP' : 'RECOVERY';
  const isTaken =
    way === 'TOTP' ? await takeCode(context, context.pool, owner, code) : await takeRecoveryCode(context, context.pool, owner, code);
  if (!isTaken) return undefined;
  await context.pool.query('UPDATE account_totp SET misses = 0, missed_since = NULL WHERE member_id = $1', [owner.member]);
  return way;
}

/** Before the code is looked at; a code that is right gives it back. */
export async function countMiss({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, member: number): Promise<void> {
  const now = clock.now();
  const { rows } = await pool.query<{ misses: number; missed_since: Date }>(
    `UPDATE account_totp SET
       misses = CASE WHEN missed_since > $2 THEN misses + 1 ELSE 1 END,
       missed_since = CASE WHEN missed_since > $2 THEN missed_since ELSE $3 END
     WHERE member_id = $1 RETURNING misses, missed_since`,
    [member, new Date(now - DAY_MS), new Date(now)],
  );
  const row = rows.at(0);
  if (row === undefined || row.misses <= MISSES) return;
  throw new Refusal('TOO_MANY_LOGINS', { retryAfterSeconds: Math.ceil((row.missed_since.getTime() + DAY_MS - now) / 1000) });
}

export async function noteSteppedUp({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, family: string): Promise<number> {
  const now = clock.now();
  await pool.query('UPDATE account_login SET stepped_up_at = $2 WHERE family = $1', [family, new Date(now)]);
  return now + STEPPED_UP_MS;
}

/** A member with a second factor must have proven it on this very login a short while ago. */
export async function refuseWithoutStepUp(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  who: Pick<Session, 'site' | 'member' | 'family'>,
): Promise<void> {
  const ways = await secondWaysOf(pool, who);
  if (ways.length === 0) return;
  const { rowCount } = await pool.query('SELECT 1 FROM account_login WHERE family = $1 AND member_id = $2 AND stepped_up_at > $3', [
    who.family,
    who.member,
    new Date(clock.now() - STEPPED_UP_MS),
  ]);
  if (rowCount === 0) throw new Refusal('SECOND_FACTOR_NEEDED', { ways });
}
