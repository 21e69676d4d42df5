// One member's trading for operators: what it holds and may do now, and what it did; read as the member itself reads it.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { listMemberHistory, readMemberTrading } from '../../admin-contract.ts';
import { readEngine } from '../engine-views.ts';
import { leverageLimitOf } from '../leverage-limits.ts';
import { readHistory } from '../list-history.ts';
import { presentCross } from '../present-account.ts';
import { presentOrder } from '../present-order.ts';
import { presentPosition } from '../present-position.ts';
import { flagsOf } from '../set-account-flags.ts';
import { symbolAt } from '../site-symbols.ts';
import { presentTwap } from '../twap/present-twap.ts';
import { runningOf } from '../twap/twap-rows.ts';

function accountAt(context: AppContext, site: SiteConfig, member: number): number {
  const account = context.services.use(memberDirectory).accountOf(site.id, member);
  if (account === undefined) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  return account;
}

export const readMemberTradingHandler = handleOperator(readMemberTrading, async (context, { site, query }) => {
  const account = accountAt(context, site, query.playerId);
  const [cross, { positions }, { orders }, risk, twaps] = await Promise.all([
    readEngine.account(context, site.id, account),
    readEngine.openPositions(context, site.id, account, -1),
    readEngine.openOrders(context, site.id, account, -1),
    readEngine.risk(context, site.id, account),
    runningOf(context.pool, site.id, query.playerId),
  ]);
  // An account that the engine has not opened yet has neither.
  const { flags, held } = (risk as typeof risk | null) ?? { flags: 0, held: false };
  return {
    data: {
      flags: flagsOf(flags),
      leverageLimit: leverageLimitOf(context, site.id, account) ?? null,
      isHeld: held,
      cross: presentCross(cross),
      positions: positions.map((position) => presentPosition(symbolAt(site, position.symbol), position)),
      orders: orders.map((order) => presentOrder(symbolAt(site, order.symbol), { ...order, end: -1 })),
      twaps: twaps.map((row) => presentTwap(site, row)),
    },
    sequence: cross.seq,
  };
});

export const listMemberHistoryHandler = handleOperator(listMemberHistory, (context, { site, query }) => {
  const { playerId, ...asked } = query;
  return readHistory(context, site, accountAt(context, site, playerId), asked);
});

/** Accounts with an open position, from the projected rows. */
export async function openAccountsOf({ pool }: AppContext, site: number): Promise<number[]> {
  const { rows } = await pool.query<{ account: number }>(
    'SELECT DISTINCT account FROM futures_position WHERE site_id = $1 AND closed_seq IS NULL',
    [site],
  );
  return rows.map(({ account }) => account);
}

export async function tradedOf({ pool }: AppContext, site: SiteConfig, account: number, sequences: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ symbol: number; part: number; cost: string }>(
    `SELECT symbol, width_bucket(seq, $3::bigint[]) AS part, sum(price::numeric * lots)::text AS cost FROM futures_fill
     WHERE site_id = $1 AND account = $2 AND seq >= $4 GROUP BY 1, 2`,
    [site.id, account, sequences, sequences[0]],
  );
  const traded = sequences.map(() => 0n);
  for (const { symbol, part, cost } of rows) {
    const { costNum, costDen } = symbolAt(site, symbol).units;
    traded[part - 1] += (BigInt(cost) * BigInt(costNum)) / BigInt(costDen);
  }
  return traded.map(Number);
}
