// Operators decide a claim by what they saw: yes makes the arrival the member's deposit, by a second person where it is large; no says why.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { APPROVAL_LIFE_MS } from '@maru/operator/admin-contract.ts';
import { type ApprovedRequest, approvals, type AskedRequest, desk, type LiveValues } from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import { decideDepositClaim } from '../../deposit-claim-admin-contract.ts';
import { chainText } from '../units.ts';
import { WITHDRAWALS } from '../withdrawals/withdrawal-job.ts';
import { DEPOSIT_CLAIMS } from './ask-claim.ts';
import { claimHash, contentOf, isOpenClaim, type LockedClaim, lockArrival, lockClaim } from './claim-content.ts';
import { holdCoin, leftAlone, refuseGone, refuseOwn } from './claim-persons.ts';
import { moveClaim } from './claim-rows.ts';
import { creditClaim, refuseUnfit, type WholeArrival } from './credit-claim.ts';
import { deskClaim } from './desk-claims.ts';
import { lockFree } from './take-claim.ts';

const KIND = 'deposit.claim';
const RIGHT = 'custody.write';

export const decideDepositClaimHandler = handleOperator(decideDepositClaim, async (context, call, audit) => {
  const { site, body, session } = call;
  const { member: operator } = session as Session;
  const now = context.clock.now();
  const requestId = await inTransaction(context.pool, async (client) => {
    const claim = await lockFree(context, client, site.id, body.claimId, operator);
    const before = { state: claim.state };
    if (body.decision === 'REFUSE') {
      await moveClaim(client, claim.id, { from: ['REQUESTED', 'IN_REVIEW'], to: 'REFUSED', now, reason: body.reason });
      await audit({ target: `depositClaim:${claim.id}`, before, after: { state: 'REFUSED' }, reason: body.reason }, client);
      return undefined;
    }
    const arrival = await fitArrival(context, client, claim, { id: body.arrivalId ?? 0, hash: body.contentHash ?? '' });
    await refuseOwn(context, client, claim, operator);
    await holdCoin(client, claim.walletType);
    const alone = await leftAlone(context, client, claim, operator);
    if (arrival.units > alone) return askSecond(context, call, client, claim, arrival);
    await creditClaim(client, claim, arrival, now);
    await noteAlone(client, claim.id, operator, now);
    const after = { state: 'APPROVED', arrival: arrival.id, amount: chainText(BigInt(arrival.amount), claim.decimals) };
    await audit({ target: `depositClaim:${claim.id}`, before, after, reason: body.reason }, client);
    return undefined;
  });
  tellDecided(context, site.id);
  if (requestId !== undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId });
  return { data: await deskClaim(context, site, body.claimId, operator) };
});

/** As it was shown, and with nothing against it. */
async function fitArrival(
  context: AppContext,
  client: PoolClient,
  claim: LockedClaim,
  { id, hash }: { id: number; hash: string },
): Promise<WholeArrival> {
  await refuseGone(context, client, claim);
  const arrival = await lockArrival(client, claim, id);
  const whole = await refuseUnfit(context, client, claim, arrival);
  if (claimHash(contentOf(claim, arrival)) !== hash) throw new Refusal('DEPOSIT_CLAIM_CHANGED');
  return whole;
}

const noteAlone = (client: PoolClient, id: number, operator: number | null, now: number) =>
  client.query('UPDATE custody_deposit_claim SET alone_by = $2, decided_ms = $3 WHERE claim_id = $1', [id, operator, now]);

const noteAsked = (client: PoolClient, id: number, request: number | null, by: number | null, at: number | null) =>
  client.query('UPDATE custody_deposit_claim SET second_request = $2, second_by = $3, second_ms = $4 WHERE claim_id = $1', [
    id,
    request,
    by,
    at,
  ]);

async function askSecond(
  context: AppContext,
  call: Call<undefined, { reason: string }>,
  client: PoolClient,
  claim: LockedClaim,
  arrival: WholeArrival,
): Promise<number> {
  const { member: operator } = call.session as Session;
  const now = context.clock.now();
  if (claim.secondAsked !== null && now - claim.secondAsked < APPROVAL_LIFE_MS)
    throw new Refusal('DEPOSIT_CLAIM_ASKED', { requestId: claim.secondRequest });
  const amount = `${chainText(BigInt(arrival.amount), claim.decimals)} ${claim.walletType}`;
  const requestId = await context.services.use(approvals).ask(call, client, {
    kind: KIND,
    site: claim.site,
    target: `depositClaim:${claim.id}`,
    summary: { ko: `입금 찾기 ${claim.id} 승인 · ${amount}`, en: `Approve deposit claim ${claim.id} of ${amount}` },
    payload: { claim: claim.id, arrival: arrival.id, contentHash: claimHash(contentOf(claim, arrival)) },
    ...shown(context, claim, arrival),
    reason: call.body.reason,
  });
  await noteAsked(client, claim.id, requestId, operator, now);
  // From here on the member cannot take it back.
  await moveClaim(client, claim.id, { from: ['REQUESTED'], to: 'IN_REVIEW', now });
  return requestId;
}

/** What both persons see: the hash covers all of it. */
function shown({ services }: AppContext, claim: LockedClaim, arrival: WholeArrival): LiveValues {
  const inCoin = (amount: string) => chainText(BigInt(amount), claim.decimals);
  const after = {
    member: services.use(memberDirectory).memberOf(claim.site, claim.account) ?? null,
    coin: claim.walletType,
    txHash: claim.txHash,
    address: arrival.address,
    memo: arrival.memo,
    sender: arrival.sender,
    arrived: inCoin(arrival.amount),
    saidAmount: inCoin(claim.amount),
    saidSender: claim.sender,
    evidence: claim.evidence,
    contentHash: claimHash(contentOf(claim, arrival)),
  };
  return { before: null, after };
}

interface Asked {
  claim: number;
  arrival: number;
  contentHash: string;
}

async function liveClaim(
  context: AppContext,
  client: PoolClient,
  { site, payload }: AskedRequest,
): Promise<{ claim: LockedClaim; arrival: WholeArrival }> {
  const { claim: id, arrival, contentHash } = payload as Asked;
  const claim = await lockClaim(client, site, id);
  if (claim === undefined || !isOpenClaim(claim)) throw new Refusal('DEPOSIT_CLAIM_LATE');
  return { claim, arrival: await fitArrival(context, client, claim, { id: arrival, hash: contentHash }) };
}

export function registerClaimApprovals(context: AppContext): void {
  context.services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '큰 입금 찾기 승인', en: 'Approving a large deposit claim' },
    right: RIGHT,
    async live(c, sql, request) {
      const { claim, arrival } = await liveClaim(c, sql as PoolClient, request);
      return shown(c, claim, arrival);
    },
    async apply(c, sql, request: ApprovedRequest) {
      const client = sql as PoolClient;
      const { claim, arrival } = await liveClaim(c, client, request);
      await refuseOwn(c, client, claim, request.decidedBy);
      const now = c.clock.now();
      await creditClaim(client, claim, arrival, now);
      await noteAlone(client, claim.id, null, now);
    },
    declined: async (_context, sql, { payload }) => void (await noteAsked(sql as PoolClient, (payload as Asked).claim, null, null, null)),
    after: async (c, { site }) => tellDecided(c, site),
  });
  context.services.find(desk)?.register({
    kind: DEPOSIT_CLAIMS,
    right: 'custody.read',
    async count(site) {
      const { rows } = await context.pool.query<{ n: number; since: number | null }>(
        `SELECT count(*)::int AS n, min(asked_ms)::float8 AS since FROM custody_deposit_claim WHERE site_id = $1 AND state IN ('REQUESTED', 'IN_REVIEW')`,
        [site],
      );
      const [{ n, since }] = rows;
      return { count: n, since: since === null ? null : new Date(since) };
    },
  });
}

/** Entries first, then deposits: each job looks a second later by itself too. */
function tellDecided({ services, jobs }: AppContext, site: number): void {
  services.find(desk)?.tell(site, { type: 'WAITING', kind: DEPOSIT_CLAIMS });
  jobs.hurry(WITHDRAWALS);
}
