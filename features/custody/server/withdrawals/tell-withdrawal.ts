// Tells members of the steps of their withdrawals, by every channel that they want: each step says itself whether it was told.
import { notifyMember } from '@maru/account/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { coinAmount } from '../coin-text.ts';
import { type TakenStep, noticeOf, type WithdrawalNotice, withdrawalNotice } from './withdrawal-notices.ts';

interface UntoldStep extends TakenStep {
  step: number;
  id: number;
  site: number;
  account: number;
  payee: number | null;
  asset: number;
  amount: number;
  fee: number;
}

/** What ended badly is told once the money is back. */
const UNTOLD = `SELECT s.step_id::float8 AS step, s.state, w.withdrawal_id::float8 AS id, w.site_id AS site, w.account, w.payee, w.asset,
   w.amount::float8 AS amount, w.fee::float8 AS fee,
   EXISTS (SELECT 1 FROM custody_withdrawal_yes y WHERE y.withdrawal_id = w.withdrawal_id AND y.person LIKE 'operator:%') AS "isByPerson"
 FROM custody_withdrawal_step s JOIN custody_withdrawal w ON w.withdrawal_id = s.withdrawal_id
 WHERE NOT s.is_told AND NOT (s.state IN ('REFUSED', 'CANCELLED', 'FAILED') AND w.ledger NOT IN ('RETURNED', 'VOID'))
 ORDER BY s.step_id LIMIT 500`;

/** A crash between the message and its note tells a step twice, never not at all. */
export async function tellSteps(context: Pick<AppContext, 'pool' | 'services' | 'sites'>, goesOn: () => boolean): Promise<number> {
  const { rows } = await context.pool.query<UntoldStep>(UNTOLD);
  for (const row of rows) {
    if (!goesOn()) break;
    const kind = noticeOf(row);
    if (kind !== undefined) await tellMember(context, kind, row, row.account);
    // Of a payment inside both sides are told.
    if (kind === 'CONFIRMED' && row.payee !== null) await tellMember(context, 'RECEIVED', row, row.payee);
    await fencedQuery(context.pool, 'UPDATE custody_withdrawal_step SET is_told = true WHERE step_id = $1', [row.step]);
  }
  return rows.length;
}

async function tellMember(
  { services, sites }: Pick<AppContext, 'services' | 'sites'>,
  kind: WithdrawalNotice,
  { id, site, asset, amount, fee }: UntoldStep,
  account: number,
): Promise<void> {
  const member = services.use(memberDirectory).memberOf(site, account);
  const config = sites.byId(site);
  if (member === undefined || config === undefined) return;
  const money = { id, money: coinAmount(config, asset, amount + fee), arrives: coinAmount(config, asset, amount) };
  await services.use(notifyMember)(site, member, 'WALLET', withdrawalNotice(kind, money));
}
