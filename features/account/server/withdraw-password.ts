// Setting, changing and removing the withdrawal password. Tries are counted in the row before the hash is looked at, so neither a new
// login nor many calls at once give more than five; then the password rests for a day.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { deleteWithdrawPassword, existWithdrawPassword, updateWithdrawPassword } from '../withdraw-contract.ts';
import { changing } from './authenticator.ts';
import { notShared } from './demo-members.ts';
import { type Confirming, refuseWhileLocked } from './confirm-password.ts';
import { memberById } from './member-rows.ts';
import { hashPassword, isPassword } from '@maru/kit/server/passwords.ts';
import { refuseWithoutStepUp } from './second-factor.ts';

const TRIES = 5;
const REST_MS = DAY_MS;

export function withdrawRoutes(confirm: () => Confirming): BoundRoute[] {
  return [
    ...notShared([
      handle(updateWithdrawPassword, (context, call) => update(context, confirm(), call)),
      handle(deleteWithdrawPassword, remove),
    ]),
    handle(existWithdrawPassword, async (context, call) => ({ data: { exists: await hasOne(context, call.session as Session) } })),
  ];
}

export async function hasOne({ pool }: Pick<AppContext, 'pool'>, { site, member }: Pick<Session, 'site' | 'member'>): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM account_withdraw_password WHERE site_id = $1 AND member_id = $2', [site, member]);
  return rowCount === 1;
}

async function update(
  context: AppContext,
  confirm: Confirming,
  call: Call<undefined, Out<typeof updateWithdrawPassword.body>>,
): Promise<Answer<Out<typeof updateWithdrawPassword.reply>>> {
  const session = call.session as Session;
  const { site, member } = session;
  const { password, prevPassword, loginPassword } = call.body;
  if (await hasOne(context, session)) {
    await checkTyped(context, site, member, prevPassword ?? '', 'prevPassword');
    await refuseUnguarded(context, call);
  } else {
    if (loginPassword === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'loginPassword' });
    await confirm(session, call.ip, loginPassword);
  }
  if (isWeak(password)) throw new Refusal('WITHDRAW_PASSWORD_WEAK', { field: 'password' });
  const hash = await hashPassword(password);
  await changing(context, call, 'WITHDRAW_PASSWORD_SET', (client) =>
    client.query(
      `INSERT INTO account_withdraw_password (member_id, site_id, hash, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (member_id) DO UPDATE SET hash = $3, changed_at = $4, misses = 0, locked_until = NULL`,
      [member, site, hash, new Date(context.clock.now())],
    ),
  );
  return { data: { changed: true } };
}

async function remove(
  context: AppContext,
  call: Call<undefined, Out<typeof deleteWithdrawPassword.body>>,
): Promise<Answer<Out<typeof deleteWithdrawPassword.reply>>> {
  const { site, member } = call.session as Session;
  await checkTyped(context, site, member, call.body.password, 'password');
  await refuseUnguarded(context, call);
  await changing(context, call, 'WITHDRAW_PASSWORD_OFF', (client) =>
    client.query('DELETE FROM account_withdraw_password WHERE site_id = $1 AND member_id = $2', [site, member]),
  );
  return { data: { deleted: true } };
}

/** As the log-in's password would be asked: neither while the settings are locked nor without the second factor. */
async function refuseUnguarded(context: AppContext, call: Call): Promise<void> {
  const session = call.session as Session;
  const row = await memberById(context.pool, session.site, session.member);
  if (row === undefined) throw new Refusal('TOKEN_INVALID');
  refuseWhileLocked(row, call.site.timeZone, context.clock.now());
  await refuseWithoutStepUp(context, session);
}

/** One after the other: a try that is being looked at counts as missed, and six right ones at once would read as five wrong ones. */
export const checkTyped = (
  context: Pick<AppContext, 'pool' | 'clock' | 'shared'>,
  site: number,
  member: number,
  typed: string,
  field = 'password',
): Promise<void> => context.shared.turn(`account.withdrawPassword|${site}|${member}`, () => checkOne(context, site, member, typed, field));

async function checkOne(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  site: number,
  member: number,
  typed: string,
  field: string,
): Promise<void> {
  const now = clock.now();
  const { rows } = await pool.query<{ hash: string; misses: number }>(
    `UPDATE account_withdraw_password SET
       misses = CASE WHEN locked_until IS NULL THEN misses + 1 ELSE 1 END,
       locked_until = CASE WHEN locked_until IS NULL AND misses + 1 >= $3 THEN $5::timestamptz ELSE NULL END
     WHERE site_id = $1 AND member_id = $2 AND (locked_until IS NULL OR locked_until <= $4) RETURNING hash, misses`,
    [site, member, TRIES, new Date(now), new Date(now + REST_MS)],
  );
  const row = rows.at(0);
  if (row === undefined) throw await lockedOrNone(pool, site, member, now);
  if (!(await isPassword(row.hash, typed))) {
    throw row.misses >= TRIES
      ? new Refusal('WITHDRAW_PASSWORD_LOCKED', { field, retryAfterSeconds: REST_MS / 1000 })
      : new Refusal('WITHDRAW_PASSWORD_WRONG', { field, left: TRIES - row.misses });
  }
  await pool.query('UPDATE account_withdraw_password SET misses = 0, locked_until = NULL WHERE member_id = $1', [member]);
}

async function lockedOrNone(pool: AppContext['pool'], site: number, member: number, now: number): Promise<Refusal> {
  const { rows } = await pool.query<{ locked_until: Date | null }>(
    'SELECT locked_until FROM account_withdraw_password WHERE site_id = $1 AND member_id = $2',
    [site, member],
  );
  const until = rows.at(0)?.locked_until;
  if (until === undefined || until === null) return new Refusal('NOT_FOUND');
  return new Refusal('WITHDRAW_PASSWORD_LOCKED', { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now) / 1000)) });
}

/** One digit six times, or six in a row up or down. */
function isWeak(digits: string): boolean {
  const steps = new Set([...digits].slice(1).map((digit, at) => Number(digit) - Number(digits[at])));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]);
}
