// Tells a member of a step of its withdrawal, by every channel that it wants; told or not, the step stands.
import { notifyMember } from '@maru/account/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { coinAmount } from '../coin-text.ts';
import type { OpenWithdrawal } from './follow-ledger.ts';
import { readRow } from './present-withdrawal.ts';
import { type WithdrawalNotice, withdrawalNotice } from './withdrawal-notices.ts';

type Told = Pick<OpenWithdrawal, 'id' | 'site' | 'account' | 'asset' | 'amount' | 'fee'>;

export async function tellOfWithdrawal(
  { services, sites }: Pick<AppContext, 'services' | 'sites'>,
  kind: WithdrawalNotice,
  { id, site, account, asset, amount, fee }: Told,
): Promise<void> {
  const member = services.use(memberDirectory).memberOf(site, account);
  const config = sites.byId(site);
  if (member === undefined || config === undefined) return;
  const money = { id, money: coinAmount(config, asset, amount + fee), arrives: coinAmount(config, asset, amount) };
  await services.use(notifyMember)(site, member, 'WALLET', withdrawalNotice(kind, money));
}

/** By operators: the job takes no step of its own then, and would not tell it. */
export async function tellApproved(context: Pick<AppContext, 'services' | 'sites' | 'pool'>, site: number, id: number): Promise<void> {
  const row = await readRow(context.pool, site, id);
  if (row !== undefined) await tellOfWithdrawal(context, 'APPROVED', { ...row, id, site });
}
