// Who works on a withdrawal: seen by all operators, let go after a while, and decided against by nobody else in between.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { desk, operatorNames } from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import type { DeskWithdrawal } from '../../withdraw-admin-contract.ts';
import { claimWithdrawal, releaseWithdrawal } from '../../withdraw-desk-contract.ts';
import type { WithdrawalState } from '../../withdraw-contract.ts';
import { refuseOwn } from './refuse-own.ts';
import { deskWithdrawal } from './desk-withdrawals.ts';
import { type Worked, workerOf } from './worker.ts';

interface ClaimedRow extends Worked {
  account: number;
  state: WithdrawalState;
}

async function lockClaimed(client: PoolClient, site: number, id: number): Promise<ClaimedRow> {
  const { rows } = await client.query<ClaimedRow>(
    `SELECT worked_by::float8 AS "workedBy", worked_ms::float8 AS "workedSince", state, account FROM custody_withdrawal
     WHERE site_id = $1 AND withdrawal_id = $2 FOR UPDATE`,
    [site, id],
  );
  if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'withdrawalId' });
  return rows[0];
}

/** Within a transaction that decides it. */
export async function refuseOthersClaim(
  context: AppContext,
  client: PoolClient,
  site: number,
  id: number,
  operator: number,
): Promise<void> {
  await refuseClaimed(context, client, await lockClaimed(client, site, id), operator);
}

async function refuseClaimed({ services, clock }: AppContext, client: PoolClient, row: ClaimedRow, operator: number): Promise<void> {
  const worker = workerOf(row, clock.now());
  if (worker === null || worker === operator) return;
  const names = await services.use(operatorNames).of([worker], client);
  throw new Refusal('WITHDRAW_CLAIMED', { person: names.get(worker)?.username ?? String(worker) });
}

const decidable: readonly WithdrawalState[] = ['REVIEW', 'APPROVED'];

export const claimWithdrawalHandler = handleOperator(claimWithdrawal, async (context, { site, body, session }, audit) => {
  const { member: operator } = session as Session;
  const { pool, clock } = context;
  await inTransaction(pool, async (client) => {
    const row = await lockClaimed(client, site.id, body.withdrawalId);
    await refuseOwn(context, client, { site: site.id, account: row.account, operator });
    await refuseClaimed(context, client, row, operator);
    if (!decidable.includes(row.state)) throw new Refusal('WITHDRAW_LATE');
    await setWorker(client, body.withdrawalId, operator, clock.now());
    const before = { worker: workerOf(row, clock.now()) };
    await audit({ target: `withdrawal:${body.withdrawalId}`, before, after: { worker: operator } }, client);
  });
  return { data: await told(context, site, body.withdrawalId, operator) };
});

export const releaseWithdrawalHandler = handleOperator(releaseWithdrawal, async (context, { site, body, session }, audit) => {
  const { member: operator } = session as Session;
  await inTransaction(context.pool, async (client) => {
    const row = await lockClaimed(client, site.id, body.withdrawalId);
    await refuseClaimed(context, client, row, operator);
    await setWorker(client, body.withdrawalId, null, null);
    const before = { worker: workerOf(row, context.clock.now()) };
    await audit({ target: `withdrawal:${body.withdrawalId}`, before, after: { worker: null } }, client);
  });
  return { data: await told(context, site, body.withdrawalId, operator) };
});

async function setWorker(client: PoolClient, id: number, worker: number | null, at: number | null): Promise<void> {
  await client.query('UPDATE custody_withdrawal SET worked_by = $2, worked_ms = $3 WHERE withdrawal_id = $1', [id, worker, at]);
}

async function told(context: AppContext, site: SiteConfig, id: number, operator: number): Promise<DeskWithdrawal> {
  context.services.find(desk)?.tell(site.id, { type: 'WAITING', kind: 'withdrawal' });
  return (await deskWithdrawal(context, site, id, operator)) as DeskWithdrawal;
}
