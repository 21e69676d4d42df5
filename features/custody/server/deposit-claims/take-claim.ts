// Who works on a deposit claim: seen by all operators, let go after a while, and decided against by nobody else in between.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { desk, operatorNames } from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import { leaveDepositClaim, takeDepositClaim } from '../../deposit-claim-admin-contract.ts';
import { workerOf } from '../withdrawals/worker.ts';
import { DEPOSIT_CLAIMS } from './ask-claim.ts';
import { isOpenClaim, type LockedClaim, lockClaim } from './claim-content.ts';
import { moveClaim } from './claim-rows.ts';
import { deskClaim } from './desk-claims.ts';

/** Within a transaction that has the claim's lock. */
export async function refuseOthersWork(
  { services, clock }: AppContext,
  client: PoolClient,
  claim: LockedClaim,
  operator: number,
): Promise<void> {
  const worker = workerOf(claim, clock.now());
  if (worker === null || worker === operator) return;
  const names = await services.use(operatorNames).of([worker], client);
  throw new Refusal('DEPOSIT_CLAIM_TAKEN', { person: names.get(worker)?.username ?? String(worker) });
}

export async function lockFree(context: AppContext, client: PoolClient, site: number, id: number, operator: number): Promise<LockedClaim> {
  const claim = await lockClaim(client, site, id);
  if (claim === undefined) throw new Refusal('NOT_FOUND', { field: 'claimId' });
  await refuseOthersWork(context, client, claim, operator);
  if (!isOpenClaim(claim)) throw new Refusal('DEPOSIT_CLAIM_LATE');
  return claim;
}

const setWorker = (client: PoolClient, id: number, worker: number | null, at: number | null) =>
  client.query('UPDATE custody_deposit_claim SET worked_by = $2, worked_ms = $3 WHERE claim_id = $1', [id, worker, at]);

export const takeDepositClaimHandler = handleOperator(takeDepositClaim, async (context, { site, body, session }, audit) => {
  const { member: operator } = session as Session;
  const now = context.clock.now();
  await inTransaction(context.pool, async (client) => {
    const claim = await lockFree(context, client, site.id, body.claimId, operator);
    await setWorker(client, claim.id, operator, now);
    await moveClaim(client, claim.id, { from: ['REQUESTED'], to: 'IN_REVIEW', now });
    await audit({ target: `depositClaim:${claim.id}`, before: { worker: workerOf(claim, now) }, after: { worker: operator } }, client);
  });
  context.services.find(desk)?.tell(site.id, { type: 'WAITING', kind: DEPOSIT_CLAIMS });
  return { data: await deskClaim(context, site, body.claimId, operator) };
});

/** It stays in review: the member is not told to and fro. */
export const leaveDepositClaimHandler = handleOperator(leaveDepositClaim, async (context, { site, body, session }, audit) => {
  const { member: operator } = session as Session;
  await inTransaction(context.pool, async (client) => {
    const claim = await lockFree(context, client, site.id, body.claimId, operator);
    await setWorker(client, claim.id, null, null);
    const before = { worker: workerOf(claim, context.clock.now()) };
    await audit({ target: `depositClaim:${claim.id}`, before, after: { worker: null } }, client);
  });
  context.services.find(desk)?.tell(site.id, { type: 'WAITING', kind: DEPOSIT_CLAIMS });
  return { data: await deskClaim(context, site, body.claimId, operator) };
});
