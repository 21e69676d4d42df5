// Operators decide what the rules stopped: one says yes, where it is large a second one does, each bound to what it saw; or it is refused.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { type ApprovedRequest, approvals, type AskedRequest, desk, type LiveValues } from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import { decideWithdrawal, type DeskWithdrawal } from '../../withdraw-admin-contract.ts';
import type { WithdrawalState } from '../../withdraw-contract.ts';
import { writeYes } from './approve-by-rules.ts';
import { refuseOthersClaim } from './claim-withdrawal.ts';
import { ledgerDecimals } from '../units.ts';
import { contentHash } from './content-hash.ts';
import { deskWithdrawal } from './desk-withdrawals.ts';
import { dropWithFollowers } from './drop-prepared.ts';
import { moveState } from './move-state.ts';
import { noteSecond, refuseAsked } from './second-person.ts';
import { refuseOwn } from './refuse-own.ts';
import { lockContent, type LockedContent, needsTwo } from './read-content.ts';
import { WITHDRAWALS } from './withdrawal-job.ts';

const KIND = 'withdrawal.large';
const RIGHT = 'withdrawal.decide';
const personOf = (operator: number) => `operator:${operator}`;

export const decideWithdrawalHandler = handleOperator(decideWithdrawal, async (context, call, audit) => {
  const { site, body, session } = call;
  const { member: operator } = session as Session;
  const { withdrawalId, decision, reason } = body;
  const requestId = await inTransaction(context.pool, async (client) => {
    const row = await seen(client, site.id, withdrawalId, body.contentHash);
    await refuseOwn(context, client, { site: site.id, account: row.account, operator });
    await refuseOthersClaim(context, client, site.id, withdrawalId, operator);
    if (decision === 'APPROVE' && needsTwo(row)) return askSecond(context, call, client, row);
    const isMoved = decision === 'APPROVE' ? await approve(context, client, row, [operator]) : await refuse(context, client, row, reason);
    if (!isMoved) throw new Refusal('WITHDRAW_LATE');
    const after = { state: decision === 'APPROVE' ? 'APPROVED' : 'REFUSED' };
    await audit({ target: `withdrawal:${row.id}`, before: { state: row.state }, after, reason }, client);
    return undefined;
  });
  if (requestId !== undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId });
  tellDecided(context, site.id);
  return { data: (await deskWithdrawal(context, site, withdrawalId, operator)) as DeskWithdrawal };
});

async function seen(client: PoolClient, site: number, id: number, hash: string): Promise<LockedContent> {
  const row = await lockContent(client, site, id);
  if (row === undefined) throw new Refusal('NOT_FOUND');
  if (contentHash(row) !== hash) throw new Refusal('WITHDRAW_CHANGED');
  return row;
}

async function approve(
  { clock }: Pick<AppContext, 'clock'>,
  client: PoolClient,
  row: LockedContent,
  by: readonly number[],
): Promise<boolean> {
  const now = clock.now();
  for (const operator of by) await writeYes(client, row.id, personOf(operator), contentHash(row), now);
  return moveState(client, row.id, { from: ['REVIEW'], to: 'APPROVED', now });
}

/** What is approved and not signed can still be stopped: the signer asks the row under the same lock. Inside payments are made at once. */
async function refuse({ clock }: Pick<AppContext, 'clock'>, client: PoolClient, row: LockedContent, why: string): Promise<boolean> {
  const from: WithdrawalState[] = row.payee === null ? ['REVIEW', 'APPROVED'] : ['REVIEW'];
  const isMoved = await moveState(client, row.id, { from, to: 'REFUSED', now: clock.now(), reason: why });
  if (!isMoved) return false;
  await dropWithFollowers(client, row.id, clock.now());
  return true;
}

async function askSecond(
  context: AppContext,
  call: Call<undefined, { reason: string }>,
  client: PoolClient,
  row: LockedContent,
): Promise<number> {
  if (row.state !== 'REVIEW') throw new Refusal('WITHDRAW_LATE');
  const { member: operator } = call.session as Session;
  await refuseAsked(context, client, row.id);
  const requestId = await context.services.use(approvals).ask(call, client, {
    kind: KIND,
    site: row.site,
    target: `withdrawal:${row.id}`,
    summary: {
      ko: `출금 ${row.id} 승인 · ${row.walletType} → ${row.address}`,
      en: `Approve withdrawal ${row.id} of ${row.walletType} to ${row.address}`,
    },
    payload: { withdrawal: row.id, contentHash: contentHash(row) },
    ...shown(context, row),
    reason: call.body.reason,
  });
  await noteSecond(client, row.id, { requestId, operator, at: context.clock.now() });
  return requestId;
}

/** What both persons see: the hash covers all of it. */
function shown({ services }: AppContext, row: LockedContent): LiveValues {
  const { site, account, walletType, asset, address, memo, amount, fee } = row;
  const inCoin = (units: number) => formatDecimal(units, ledgerDecimals(asset), true);
  const after = {
    member: services.use(memberDirectory).memberOf(site, account) ?? null,
    coin: walletType,
    address,
    memo,
    leaves: inCoin(amount + fee),
    arrives: inCoin(amount),
    outFee: inCoin(fee),
    contentHash: contentHash(row),
  };
  return { before: null, after };
}

interface Asked {
  withdrawal: number;
  contentHash: string;
}

async function liveRow(client: PoolClient, { site, payload }: AskedRequest): Promise<LockedContent> {
  const asked = payload as Asked;
  const row = await seen(client, site, asked.withdrawal, asked.contentHash);
  if (row.state !== 'REVIEW') throw new Refusal('WITHDRAW_LATE');
  return row;
}

export function registerWithdrawalApprovals(context: AppContext): void {
  context.services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '큰 출금 승인', en: 'Approving a large withdrawal' },
    right: RIGHT,
    live: async (c, sql, request) => shown(c, await liveRow(sql as PoolClient, request)),
    async unfit(c, sql, { site, payload }, operator) {
      const row = await lockContent(sql as PoolClient, site, (payload as Asked).withdrawal);
      if (row !== undefined) await refuseOwn(c, sql as PoolClient, { site, account: row.account, operator });
    },
    async apply(c, sql, request: ApprovedRequest) {
      const client = sql as PoolClient;
      const row = await liveRow(client, request);
      if (!(await approve(c, client, row, [request.askedBy, request.decidedBy]))) throw new Refusal('WITHDRAW_LATE');
    },
    declined: async (_context, sql, { payload }) => noteSecond(sql as PoolClient, (payload as Asked).withdrawal, null),
    after: async (c, { site }) => tellDecided(c, site),
  });
  context.services.find(desk)?.register({
    kind: 'withdrawal',
    right: 'withdrawal.read',
    async count(site) {
      const { rows } = await context.pool.query<{ n: number; since: number | null }>(
        `SELECT count(*)::int AS n, min(asked_ms)::float8 AS since FROM custody_withdrawal WHERE site_id = $1 AND state = 'REVIEW'`,
        [site],
      );
      const [{ n, since }] = rows;
      return { count: n, since: since === null ? null : new Date(since) };
    },
  });
}

function tellDecided({ services, jobs }: AppContext, site: number): void {
  services.find(desk)?.tell(site, { type: 'WAITING', kind: 'withdrawal' });
  jobs.hurry(WITHDRAWALS);
}
