// What one operator does to a member: at once, with a reason, in one transaction with its note and its line in the log.
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Route } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { type Audit, handleOperator } from '@maru/kit/server/operator-call.ts';
import { operatorDesk, type SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { desk } from '@maru/operator/contract.ts';
import { outbox } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import {
  decideSignUp,
  endMemberSessions,
  holdWithdrawals,
  messageMember,
  renameMember,
  resetLoginLock,
  setMemberStatus,
  setWithdrawLimit,
} from '../../admin-acts-contract.ts';
import { signUpDecided } from '../../admin-contract.ts';
import { endLoginsWithin, setMemberStatus as changeStatus } from '../end-sessions.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import { memberBox } from '@maru/member/contract.ts';
import { type MemberRow, memberById } from '../member-rows.ts';
import { refuseLeftNames } from '../leaving/left-person.ts';
import { refuseDecided } from '../leaving/refuse-leaving.ts';
import { refuseReserved } from '../reserved-names.ts';
import { hold, holdOf } from '../security-change.ts';
import { takenCode } from '../sign-up.ts';
import { memberAt } from './member-file.ts';
import { writeNote } from './member-notes.ts';
const done = { data: { done: true as const } };
interface About {
  playerId: number;
  reason: string;
}
type Act = Pick<Call<undefined, About>, 'site' | 'session' | 'body'>;
/** As the act's own call does it, and as a job does it to one of its members: the line is written last in the act's transaction. */
type DoTo<More = unknown> = (
  context: AppContext,
  call: Pick<Call<undefined, About & More>, 'site' | 'session' | 'body'>,
  audit: Audit,
) => Promise<typeof done>;

/** The note in the member's file and the line in the log; last in the transaction. */
async function record(
  context: AppContext,
  client: PoolClient,
  audit: Audit,
  route: Route,
  call: Act,
  change: { before: unknown; after: unknown },
): Promise<void> {
  const { playerId: member, reason } = call.body;
  const { member: operator } = call.session as Session;
  await writeNote(client, { site: call.site.id, member, act: route.name, text: reason, operator, at: new Date(context.clock.now()) });
  await audit({ target: `member:${member}`, ...change, reason }, client);
}

/** Locked until the commit, so that two operators act one after the other. */
export async function lockedMember(client: PoolClient, site: number, member: number): Promise<MemberRow> {
  const { rowCount } = await client.query('SELECT 1 FROM account_member WHERE site_id = $1 AND id = $2 FOR UPDATE', [site, member]);
  const row = rowCount === 0 ? undefined : await memberById(client, site, member);
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  if (row.status === 'LEFT') throw new Refusal('MEMBER_LEFT');
  await refuseDecided(client, member);
  return row;
}

export const changeOneStatus: DoTo<{ status: 'ACTIVE' | 'WAIT' | 'DENY' }> = async (context, call, audit) => {
  const { playerId, status } = call.body;
  const isFound = await changeStatus(context, call.site.id, playerId, status, async (client, before) => {
    // Letting in who waits is another right, by whichever page.
    if (before === 'WAIT' && status === 'ACTIVE' && !(await mayApprove(context, client, call))) throw new Refusal('NO_PERMISSION');
    await record(context, client, audit, setMemberStatus as Route, call, { before: { status: before }, after: { status } });
  });
  if (!isFound) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  return done;
};
export const setMemberStatusHandler = handleOperator(setMemberStatus, changeOneStatus);

const mayApprove = ({ services }: AppContext, client: PoolClient, { session, site }: Pick<Call, 'session' | 'site'>) =>
  services.use(operatorDesk).holds((session as Session).member, site.id, decideSignUp.right as string, client);

export const decideSignUpHandler = handleOperator(decideSignUp, async (context, call, audit) => {
  const { playerId, decision, reason } = call.body;
  const status = decision === 'APPROVE' ? 'ACTIVE' : 'DENY';
  const isFound = await changeStatus(context, call.site.id, playerId, status, async (client, before) => {
    if (before !== 'WAIT') throw new Refusal('SIGNUP_DECIDED');
    await context.services.find(signUpDecided)?.(client, call.site.id, playerId, decision, reason);
    await record(context, client, audit, decideSignUp as Route, call, { before: { status: before }, after: { status } });
  });
  if (!isFound) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  context.services.find(outbox)?.hurry();
  context.services.find(desk)?.tell(call.site.id, { type: 'WAITING', kind: 'sign-up' });
  return done;
});

export const endLoginsOfOne: DoTo = async (context, call, audit) => {
  const { site, body } = call;
  await inTransaction(context.pool, async (client) => {
    await lockedMember(client, site.id, body.playerId);
    const open = await client.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM account_login WHERE member_id = $1 AND ended_at IS NULL AND expires_at > $2',
      [body.playerId, new Date(context.clock.now())],
    );
    await endLoginsWithin(client, body.playerId, new Date(context.clock.now()), 'operator');
    await record(context, client, audit, endMemberSessions as Route, call, { before: { logins: open.rows[0].n }, after: { logins: 0 } });
  });
  context.sessions.endMember(site.id, body.playerId, '');
  return done;
};
export const endMemberSessionsHandler = handleOperator(endMemberSessions, endLoginsOfOne);

export const resetLoginLockHandler = (guard: () => LoginGuard) =>
  handleOperator(resetLoginLock, async (context, call, audit) => {
    const { site, body } = call;
    const row = await inTransaction(context.pool, async (client) => {
      const found = await lockedMember(client, site.id, body.playerId);
      await client.query('UPDATE account_totp SET misses = 0, missed_since = NULL WHERE member_id = $1', [found.id]);
      const until = guard().lockedUntil(site.id, found.username);
      const before = { lockedUntil: until === undefined ? null : new Date(until).toISOString() };
      await record(context, client, audit, resetLoginLock as Route, call, { before, after: { lockedUntil: null } });
      return found;
    });
    guard().reset(site.id, row.username);
    return done;
  });

export const renameMemberHandler = handleOperator(renameMember, async (context, call, audit) => {
  const { site, body } = call;
  try {
    await inTransaction(context.pool, async (client) => {
      const row = await lockedMember(client, site.id, body.playerId);
      if (row.username.toLowerCase() === body.nick.toLowerCase()) throw new Refusal('NICK_IS_USERNAME');
      refuseReserved(site, { nick: body.nick });
      await refuseLeftNames(context, client, site.id, { nick: body.nick });
      await client.query('UPDATE account_member SET nick = $2 WHERE id = $1', [row.id, body.nick]);
      await record(context, client, audit, renameMember as Route, call, { before: { nick: row.nick }, after: { nick: body.nick } });
    });
  } catch (error) {
    throw takenCode(error);
  }
  return done;
});

export const holdOne: DoTo<{ days: number }> = async (context, call, audit) => {
  const { site, body } = call;
  await inTransaction(context.pool, async (client) => {
    const row = await lockedMember(client, site.id, body.playerId);
    const before = await holdOf({ pool: client, clock: context.clock }, site.id, row.id);
    const now = context.clock.now();
    const until = now + body.days * DAY_MS;
    await hold(client, site.id, row.id, 'OPERATOR', now, until);
    await record(context, client, audit, holdWithdrawals as Route, call, {
      before: { holdUntil: before?.until?.toISOString() ?? null },
      after: { holdUntil: new Date(until).toISOString() },
    });
  });
  return done;
};
export const holdWithdrawalsHandler = handleOperator(holdWithdrawals, holdOne);

export const setWithdrawLimitHandler = handleOperator(setWithdrawLimit, async (context, call, audit) => {
  const { site, body } = call;
  const limit = body.dailyLimit === null ? null : parseDecimal(body.dailyLimit, USDT_DECIMALS);
  if (limit === null && body.dailyLimit !== null) throw new Refusal('INVALID_FIELD', { field: 'dailyLimit' });
  await inTransaction(context.pool, async (client) => {
    const row = await lockedMember(client, site.id, body.playerId);
    const before = await dailyLimitOf({ pool: client }, site.id, row.id);
    await client.query('UPDATE account_member SET withdraw_limit = $2 WHERE id = $1', [row.id, limit]);
    const words = (micro: number | null) => (micro === null ? null : formatDecimal(micro, USDT_DECIMALS, true));
    await record(context, client, audit, setWithdrawLimit as Route, call, {
      before: { withdrawLimit: words(before) },
      after: { withdrawLimit: words(limit) },
    });
  });
  return done;
});

/** In micro-USDT a day; null = none. */
export async function dailyLimitOf({ pool }: { pool: SqlWriter }, site: number, member: number): Promise<number | null> {
  const { rows } = await pool.query('SELECT withdraw_limit AS "limit" FROM account_member WHERE site_id = $1 AND id = $2', [site, member]);
  return rows[0]?.limit ?? null;
}

/** No note: the message itself is what stays, and the log has it. */
export const messageMemberHandler = handleOperator(messageMember, async (context, { site, body }, audit) => {
  const { playerId: member, title, content } = body;
  if ((await memberAt(context, site.id, member)).status === 'LEFT') throw new Refusal('MEMBER_LEFT');
  await audit({ target: `member:${member}`, after: { title, content } });
  const words = { title: { ko: title, en: title }, content: { ko: content, en: content } };
  await context.services.use(memberBox).send({ site: site.id, member, kind: 'NOTICE', ...words });
  return done;
});
