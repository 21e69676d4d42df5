// The member's withdrawals, newest first, and one of them.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { listWithdrawals, readWithdrawal } from '../../withdraw-contract.ts';
import { presentWithdrawal, readOwn, readRows } from './present-withdrawal.ts';

const PAGE = 20;
const MAX_PAGE = 100;

export const listWithdrawalsHandler = handle(listWithdrawals, async ({ pool }, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { page = 0, size = PAGE, walletType, isOpen } = query;
  const limit = Math.min(size, MAX_PAGE);
  const open = isOpen === undefined ? undefined : isOpen === 'true';
  const filter = { account: session.account, walletType, isOpen: open, size: limit, offset: page * limit };
  const { rows, total } = await readRows(pool, site.id, filter);
  return { data: { content: rows.map((row) => presentWithdrawal(site, row)), page, size: limit, totalElements: total } };
});

export const readWithdrawalHandler = handle(readWithdrawal, async ({ pool }, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const found = await readOwn(pool, site, session.account, query.withdrawalId);
  if (found === undefined) throw new Refusal('NOT_FOUND');
  return { data: found };
});
