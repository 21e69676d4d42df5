// The member's withdrawals, and what one would cost.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { withdrawalHoldOf } from '@maru/account/contract.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { listWithdrawals, quoteWithdrawal, readWithdrawal } from '../../withdraw-contract.ts';
import { custodyProcesses } from '../../process-contract.ts';
import { checkDestination } from './check-destination.ts';
import { countAsked, standingOf } from './may-leave.ts';
import { presentWithdrawal, readOwn, readRows } from './present-withdrawal.ts';
import { digitsOf, termsOf } from './withdraw-terms.ts';

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

export const quoteWithdrawalHandler = handle(quoteWithdrawal, async (context, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  context.services.use(custodyProcesses).wake();
  const { walletType, address, memo, point } = query;
  const terms = await termsOf(context, site, walletType);
  const { coin, currency, decimals } = terms;
  const { account, member } = session;
  const asked = { site: site.id, account, chain: coin.chain, memo };
  const payee = address === undefined ? null : (await checkDestination(context.pool, { ...asked, address })).payee;
  const standing = await standingOf(context, site, session, coin.asset);
  const counted = await countAsked(context.pool, standing, { site: site.id, account, asset: coin.asset });
  const held = await context.services.use(withdrawalHoldOf)(site.id, member);
  const fee = payee === null ? coin.outFee : 0;
  const given = point === undefined ? undefined : readDecimal(point, decimals);
  const text = (units: number) => formatDecimal(Math.max(0, units), decimals, true);
  return {
    data: {
      walletType,
      currency,
      chain: coin.chain,
      hasMemo: coin.chain === 'XRP' || coin.chain === 'EOS',
      decimals: digitsOf(terms),
      fee: text(fee),
      least: text(coin.outLeast),
      arrives: typeof given === 'number' && given > fee ? text(given - fee) : null,
      available: text(standing.withdrawable - counted.waiting),
      isInside: payee !== null,
      limitLeft: standing.limit === null ? null : formatDecimal(Math.max(0, standing.limit - counted.today), USDT_DECIMALS, true),
      paused: coin.outPause === null ? null : { reason: coin.outPause, until: timeOf(coin.outPauseUntil) },
      hold: held === undefined ? null : { until: held.until?.toISOString() ?? null, reason: held.reason },
    },
  };
});

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
