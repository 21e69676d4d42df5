// What opens a member's protection: one operator asks with a reason, another agrees, and only then it is done.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Route } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type ApprovedRequest, approvals, type AskedRequest, type LiveValues, type Writer } from '@maru/operator/contract.ts';
import { outbox } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import { askLiftHold, askRemoveFactor, askUnlock } from '../../admin-acts-contract.ts';
import type { MemberRow } from '../member-rows.ts';
import { secondWaysOf } from '../second-factor.ts';
import { hold, holdOf, noteSecurityChange, tellSecurityChange } from '../security-change.ts';
import { eraseTotp } from '../totp.ts';
import { endLoginsWithin } from '../end-sessions.ts';
import { lockedMember } from './member-acts.ts';
import { writeNote } from './member-notes.ts';

const DECIDE = 'member.decide';
const LIFT = 'member.lift-hold';
const FACTOR = 'member.remove-factor';
const UNLOCK = 'member.unlock';

interface Asked {
  kind: string;
  summary: { ko: string; en: string };
  before: unknown;
  after: unknown;
  more?: Record<string, unknown>;
}

/** Checks and asks in one transaction; throws APPROVAL_REQUIRED behind it. */
async function ask(
  context: AppContext,
  call: Call<undefined, { playerId: number; reason: string }>,
  check: (client: PoolClient, row: MemberRow) => Promise<Asked>,
): Promise<never> {
  const { site, body } = call;
  const requestId = await inTransaction(context.pool, async (client) => {
    const row = await lockedMember(client, site.id, body.playerId);
    const { more, ...asked } = await check(client, row);
    const payload = { member: row.id, ...more };
    return context.services
      .use(approvals)
      .ask(call, client, { ...asked, site: site.id, target: `member:${row.id}`, payload, reason: body.reason });
  });
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
}

const who = (row: MemberRow) => `${row.nick} (${row.username})`;

export const askLiftHoldHandler = handleOperator(askLiftHold, (context, call) =>
  ask(context, call, async (client, row) => {
    const summary = { ko: `${who(row)} 출금 보류 해제`, en: `Lift the hold of ${who(row)}` };
    return { kind: LIFT, summary, ...(await holdNow(context, client, call.site.id, row)) };
  }),
);

/** What a second person agreed to for many at once: to one of them, in the caller's transaction. */
export async function liftOne(
  context: AppContext,
  client: PoolClient,
  agreed: { site: number; member: number; reason: string; decidedBy: number },
): Promise<LiveValues> {
  const { site, member, reason, decidedBy } = agreed;
  const row = await lockedMember(client, site, member);
  const values = await holdNow(context, client, site, row);
  const { name: act } = await liftHold(context, client, agreed, row);
  await writeNote(client, { site, member, act, text: reason, operator: decidedBy, at: new Date(context.clock.now()) });
  return values;
}

export const askRemoveFactorHandler = handleOperator(askRemoveFactor, (context, call) =>
  ask(context, call, async (client, row) => {
    refuseLockedSettings(context, row);
    const { checkedBy } = call.body;
    return {
      kind: FACTOR,
      summary: {
        ko: `${who(row)} 2단계 인증 해제 · 본인 확인 ${checkedBy}`,
        en: `Remove the second factor of ${who(row)}, checked by ${checkedBy}`,
      },
      ...(await factorNow(context, client, call.site.id, row)),
      more: { checkedBy },
    };
  }),
);

export const askUnlockHandler = handleOperator(askUnlock, (context, call) =>
  ask(context, call, async (client, row) => {
    const summary = { ko: `${who(row)} 계정 잠금 해제`, en: `Open the locked account of ${who(row)}` };
    return { kind: UNLOCK, summary, ...(await lockNow(context, client, call.site.id, row)) };
  }),
);

/** What stands and would not: without it there is nothing to agree to. */
async function holdNow({ clock }: AppContext, sql: Writer, site: number, row: MemberRow): Promise<LiveValues> {
  const held = await holdOf({ pool: sql as PoolClient, clock }, site, row.id);
  if (held === undefined || held.until === null) throw new Refusal('NOTHING_HELD');
  return { before: { holdUntil: held.until.toISOString() }, after: { holdUntil: null } };
}

async function factorNow(_context: AppContext, sql: Writer, site: number, row: MemberRow): Promise<LiveValues> {
  const ways = await secondWaysOf(sql as PoolClient, { site, member: row.id });
  if (ways.length === 0) throw new Refusal('NO_SECOND_FACTOR');
  return { before: { secondFactor: ways }, after: { secondFactor: [] } };
}

async function lockNow(_context: AppContext, _sql: Writer, _site: number, row: MemberRow): Promise<LiveValues> {
  if (row.locked_at === null) throw new Refusal('NOT_LOCKED');
  return { before: { lockedAt: row.locked_at.toISOString() }, after: { lockedAt: null } };
}

const memberAt = (sql: Writer, { site, payload }: AskedRequest): Promise<MemberRow> =>
  lockedMember(sql as PoolClient, site, (payload as { member: number }).member);

/** What a member locked for days nobody opens, support included. */
function refuseLockedSettings({ clock }: AppContext, row: MemberRow): void {
  const until = row.settings_locked_until;
  if (until !== null && until.getTime() > clock.now()) throw new Refusal('SETTINGS_LOCKED', { until: until.toISOString() });
}

/** Right behind the start of the operators' desk. */
export function registerMemberActs(context: AppContext): void {
  const box = context.services.find(approvals);
  const kind = (name: string, words: { ko: string; en: string }, act: Apply, look: LookAt, after?: After) =>
    box?.register<AppContext>({
      kind: name,
      name: words,
      right: DECIDE,
      async live(c, client, request) {
        const row = await memberAt(client, request);
        return look(c, client, request.site, row);
      },
      apply: (c, client, request) => apply(c, client, request, act, look),
      ...(after && { after }),
    });
  kind(LIFT, { ko: '출금 보류 해제', en: 'Lifting a hold' }, liftHold, holdNow);
  kind(FACTOR, { ko: '2단계 인증 해제', en: 'Removing a second factor' }, removeFactor, factorNow, endAndTell);
  kind(UNLOCK, { ko: '계정 잠금 해제', en: 'Opening a locked account' }, unlock, lockNow);
}

type Apply = (context: AppContext, client: PoolClient, request: ApprovedRequest, row: MemberRow) => Promise<Pick<Route, 'name'>>;
type LookAt = (context: AppContext, sql: Writer, site: number, row: MemberRow) => Promise<LiveValues>;
type After = (context: AppContext, request: ApprovedRequest) => Promise<void>;

/** The note bears the name of whoever agreed; who asked stands with the request. */
async function apply(context: AppContext, writer: Writer, request: ApprovedRequest, act: Apply, look: LookAt): Promise<void> {
  const client = writer as PoolClient;
  const { member } = request.payload as { member: number };
  const row = await lockedMember(client, request.site, member);
  // What it would lift must still stand: a request outlives much.
  await look(context, client, request.site, row);
  const { name } = await act(context, client, request, row);
  const at = new Date(context.clock.now());
  await writeNote(client, { site: request.site, member, act: name, text: request.reason, operator: request.decidedBy, at });
}

async function liftHold({ clock }: AppContext, client: PoolClient, { decidedBy }: Pick<ApprovedRequest, 'decidedBy'>, row: MemberRow) {
  const now = new Date(clock.now());
  await client.query(
    'UPDATE account_withdrawal_hold SET lifted_at = $2, lifted_by = $3 WHERE member_id = $1 AND until > $2 AND lifted_at IS NULL',
    [row.id, now, decidedBy],
  );
  return askLiftHold;
}

/** As a change of the member's own: a mail, a day's hold, and every login ends. */
async function removeFactor(context: AppContext, client: PoolClient, request: ApprovedRequest, row: MemberRow) {
  refuseLockedSettings(context, row);
  await client.query('DELETE FROM account_passkey WHERE member_id = $1', [row.id]);
  await eraseTotp(client, row.id);
  await endLoginsWithin(client, row.id, new Date(context.clock.now()), 'operator');
  const site = context.sites.byId(request.site);
  if (site !== undefined) await noteSecurityChange(context, client, { site, language: 'ko' }, row, 'TOTP_OFF');
  return askRemoveFactor;
}

async function endAndTell(context: AppContext, request: ApprovedRequest): Promise<void> {
  const { member } = request.payload as { member: number };
  context.sessions.endMember(request.site, member, '');
  context.services.find(outbox)?.hurry();
  await tellSecurityChange(context, request.site, member, 'TOTP_OFF');
}

/** Withdrawals stay held for a day more, as after a new password. */
async function unlock({ clock }: AppContext, client: PoolClient, { site }: ApprovedRequest, row: MemberRow) {
  await client.query('UPDATE account_member SET locked_at = NULL WHERE id = $1', [row.id]);
  await hold(client, site, row.id, 'OPERATOR', clock.now(), clock.now() + DAY_MS);
  return askUnlock;
}
