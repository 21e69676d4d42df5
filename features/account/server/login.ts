// Logging in by password and renewing by refresh token; both answer the same shape.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { login, LoginReply } from '../contract.ts';
import { flagExcluded, refuseExcluded } from './exclusion.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import type { LoginCrowd } from './login-crowd.ts';
import { type LoginResult, noteLogin } from './login-history.ts';
import { noteDeskBrowser } from './own-member.ts';
import { openChallenge } from './login-challenge.ts';
import { memberById, memberByUsername, type MemberRow, sessionOf, toMe } from './member-rows.ts';
import { tellIfNew } from './new-login.ts';
import { isPassword } from '@maru/kit/server/passwords.ts';
import { noteSteppedUp, secondWaysOf } from './second-factor.ts';
import { endLogin, renew, startFamily } from './refresh-tokens.ts';

type LoginCall = Call<undefined, Out<typeof login.body>>;

/** Who may try: each account and address by the guard, all of a site by the crowd. */
export interface LoginGuards {
  guard: LoginGuard;
  crowd: LoginCrowd;
}

export async function logIn(context: AppContext, guards: LoginGuards, call: LoginCall): Promise<Answer<LoginReply>> {
  const { refreshToken, username, password } = call.body;
  if (refreshToken !== undefined) {
    if (username !== undefined || password !== undefined) throw new Refusal('INVALID_FIELD', { field: 'refreshToken' });
    return logInByRefresh(context, call, refreshToken);
  }
  if (username === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'username' });
  if (password === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'password' });
  return logInByPassword(context, guards, call, username, password);
}

async function logInByPassword(
  context: AppContext,
  guards: LoginGuards,
  call: LoginCall,
  username: string,
  password: string,
): Promise<Answer<LoginReply>> {
  const site = call.site.id;
  const row = await guards.crowd.alone(site, username, () => checkedMember(context, guards, call, username, password));
  refuseClosed(row, call.site.timeZone, context.clock.now());
  const ways = await secondWaysOf(context.pool, { site, member: row.id });
  // The guard is told of the success only when the whole log-in has one: else a known password would give endless tries of codes.
  if (ways.length > 0) throw new Refusal('SECOND_FACTOR_REQUIRED', { ways, ...(await openChallenge(context, site, row.id)) });
  guards.guard.succeeded(site, username, call.ip);
  return { data: await admitLogin(context, call, row, 'OK') };
}

/** The member whose password this is; a miss is counted before anybody else's try of the same name begins. */
export async function checkedMember(
  context: AppContext,
  { guard, crowd }: LoginGuards,
  call: Call,
  username: string,
  password: string,
): Promise<MemberRow> {
  const site = call.site.id;
  const isKnown = () => wasHereBefore(context, site, username, call.ip);
  await crowd.enter(site, isKnown);
  await guard.enter(site, username, call.ip, isKnown);
  const row = await memberByUsername(context.pool, site, username);
  if ((await isPassword(row?.password_hash, password)) && row !== undefined) return row;
  guard.failed(site, username, call.ip);
  crowd.failed(site);
  if (row !== undefined) noteQuietly(context, row, call);
  throw new Refusal('BAD_CREDENTIALS');
}

async function logInByRefresh(context: AppContext, call: LoginCall, refreshToken: string): Promise<Answer<LoginReply>> {
  const renewed = await renew(context, call.site.id, refreshToken, { ip: call.ip, userAgent: call.userAgent });
  if (!renewed.ok) throw new Refusal(renewed.code, { field: 'refreshToken' });
  const row = await memberById(context.pool, renewed.site, renewed.member);
  if (row === undefined) throw new Refusal('TOKEN_INVALID', { field: 'refreshToken' });
  try {
    refuseClosed(row, call.site.timeZone, context.clock.now());
  } catch (error) {
    await endLogin(context.pool, renewed.family, new Date(context.clock.now()), 'status');
    throw error;
  }
  await noteDeskBrowser(context.pool, row.id, call.device, new Date(context.clock.now()));
  const issued = context.sessions.issue(sessionOf(row, renewed.family));
  return { data: { ...issued, refreshToken: renewed.refreshToken, user: await toMe(context, row) } };
}

/** A log-in that went all the way: opened first, for whoever is shut out meanwhile must not be told as having come in. */
export async function admitLogin(context: AppContext, call: Call, row: MemberRow, result: LoginResult): Promise<LoginReply> {
  const reply = await openLogin(context, call, row, { isSteppedUp: result !== 'OK' });
  await tellIfNew(context, call, row);
  await noteLogin(context.pool, context.clock.now(), row.site_id, row.id, call, result);
  return reply;
}

/** A new login on this device; also after a password change. Whoever was shut out while the password was looked at does not come in. */
export async function openLogin(
  context: AppContext,
  call: Pick<Call, 'ip' | 'userAgent' | 'device'>,
  row: MemberRow,
  { isSteppedUp = false } = {},
): Promise<LoginReply> {
  const now = context.clock.now();
  const { family, refreshToken, wasExcluded } = await inTransaction(context.pool, async (client) => {
    // Waits for whoever changes the member, and keeps it as it is until the login's own row stands for it to end.
    const present = await memberById(client, row.site_id, row.id, 'FOR SHARE');
    if (present === undefined) throw new Refusal('TOKEN_INVALID');
    refuseClosed(present, context.sites.byId(row.site_id)?.timeZone ?? 'UTC', now);
    await noteDeskBrowser(client, row.id, call.device, new Date(now));
    return { ...(await startFamily(client, now, row.site_id, row.id, call)), wasExcluded: present.excluded_until !== null };
  });
  if (wasExcluded) await flagExcluded(context, row, false);
  if (isSteppedUp) await noteSteppedUp(context, family);
  const issued = context.sessions.issue(sessionOf(row, family));
  return { ...issued, refreshToken, user: await toMe(context, row) };
}

// Not waited for: an answer that takes longer for a name that exists would tell that it does.
function noteQuietly(context: AppContext, row: MemberRow, call: Call): void {
  noteLogin(context.pool, context.clock.now(), row.site_id, row.id, call, 'PASSWORD_WRONG').catch((error: unknown) =>
    context.log.warn({ err: error }, 'failed login not noted'),
  );
}

// Said only to whoever knows the password: a stranger learns nothing of the account's state.
export function refuseClosed(row: MemberRow, timeZone: string, now: number): void {
  if (row.status === 'DENY' || row.status === 'LEFT') throw new Refusal('ACCOUNT_DENIED');
  if (row.status === 'WAIT') throw new Refusal('PENDING_APPROVAL');
  refuseExcluded(row, timeZone, now);
  if (row.locked_at !== null) throw new Refusal('ACCOUNT_LOCKED');
}

export async function wasHereBefore(context: AppContext, site: number, username: string, ip: string): Promise<boolean> {
  const { rowCount } = await context.pool.query(
    `SELECT 1 FROM account_login l JOIN account_member m ON m.id = l.member_id
     WHERE m.site_id = $1 AND lower(m.username) = lower($2) AND l.ip = $3 LIMIT 1`,
    [site, username, ip],
  );
  return (rowCount ?? 0) > 0;
}
