// What trading brought since a moment: everything settled with the house, fees and funding included; what only moved between own purses is none.
import { futuresWallet, isolatedPurse, usdtWallet } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import type { Pool } from 'pg';
import { walletProfit } from '../contract.ts';
import { tradingReasons } from './day-sums.ts';

/** A question must not grow with a member's history: beyond so many postings of any kind there is no answer. */
const MOST = 200_000;
const byTime = { table: 'wallet_ledger', key: 'seq', column: 'time_ms' };

const byMoment = `SELECT coalesce(sum(CASE WHEN credit = ANY($3::bigint[]) THEN amount ELSE -amount END), 0)::bigint AS sum FROM wallet_ledger
  WHERE site_id = $1 AND account = $2 AND reason = ANY($4::smallint[]) AND seq >= ${firstAtSql(byTime, '$5')}
    AND (debit = ANY($3::bigint[])) <> (credit = ANY($3::bigint[]))`;

/** For the limits that members set for themselves: what trading brought since a moment, or what came in from outside. */
export const ledgerSince =
  (pool: Pool, reasons: readonly number[]) =>
  async (site: number, account: number, sinceMs: number): Promise<number> => {
    const own = [futuresWallet(account), isolatedPurse(account), usdtWallet(account)];
    const { rows } = await pool.query<{ sum: number }>(byMoment, [site, account, own, reasons, sinceMs]);
    return Number(rows[0].sum);
  };
export const tradingResults = tradingReasons;

export const walletProfitHandler = handle(walletProfit, async ({ pool }, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { from = 0 } = dateRange(query);
  const own = [futuresWallet(session.account), isolatedPurse(session.account)];
  const { rows } = await pool.query<{ profit: number; met: number; seq: number }>(
    `SELECT coalesce(sum(CASE WHEN credit = ANY($3::bigint[]) THEN amount ELSE -amount END)
         FILTER (WHERE reason = ANY($4::smallint[]) AND (debit = ANY($3::bigint[])) <> (credit = ANY($3::bigint[]))), 0)::bigint AS profit,
       count(*)::int AS met, coalesce(max(seq), 0)::bigint AS seq
     FROM (SELECT seq, reason, debit, credit, amount FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND seq >= ${firstAtSql(byTime, '$5')}
       ORDER BY seq DESC, idx DESC LIMIT ${MOST + 1}) x`,
    [site.id, session.account, own, tradingReasons, from],
  );
  const { profit, met, seq } = rows[0];
  return { data: { profit: met > MOST ? null : formatDecimal(profit, USDT_DECIMALS), sequence: seq } };
});
