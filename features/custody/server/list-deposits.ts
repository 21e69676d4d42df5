// The member's deposits, newest first.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { listDeposits } from '../contract.ts';
import { readDeposits } from './present-deposit.ts';

const PAGE = 20;
const MAX_PAGE = 100;

export const listDepositsHandler = handle(listDeposits, async ({ pool }, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { page = 0, size = PAGE, walletType, isOpen } = query;
  const limit = Math.min(size, MAX_PAGE);
  const filter = { account: session.account, walletType, isOpen: isOpen === undefined ? undefined : isOpen === 'true' };
  const { content, total } = await readDeposits(pool, site, { ...filter, size: limit, offset: page * limit });
  return { data: { content, page, size: limit, totalElements: total } };
});
