// A member takes a withdrawal back, until it is approved: decided in its row, whoever approves at the same moment.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { cancelWithdrawal, cancelWithdrawalGet, type Withdrawal } from '../../withdraw-contract.ts';
import { moveState } from './move-state.ts';
import { cancellable, readOwn } from './present-withdrawal.ts';
import { WITHDRAWALS } from './withdrawal-job.ts';

export const cancelWithdrawalHandler = handle(cancelWithdrawal, (context, call) => cancel(context, call, call.body.withdrawalId));
export const cancelWithdrawalGetHandler = handle(cancelWithdrawalGet, (context, call) => cancel(context, call, call.query.dnwHistoryId));

async function cancel(context: AppContext, { site, session }: Call, id: number): Promise<{ data: Withdrawal }> {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { pool, clock } = context;
  const before = await readOwn(pool, site, session.account, id);
  if (before === undefined) throw new Refusal('NOT_FOUND');
  const isTaken = await inTransaction(pool, (client) => moveState(client, id, { from: cancellable, to: 'CANCELLED', now: clock.now() }));
  // Asked again of one that is cancelled: it is.
  if (!isTaken && (await readOwn(pool, site, session.account, id))?.state !== 'CANCELLED') throw new Refusal('WITHDRAW_LATE');
  context.jobs.hurry(WITHDRAWALS);
  return { data: (await readOwn(pool, site, session.account, id)) as Withdrawal };
}
