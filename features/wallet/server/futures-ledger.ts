// A member's futures postings page by page, from either end of a span: each page costs what it holds, however long the history is.
import { futuresWallet, isolatedPurse, PostingReason } from '@maru/engine/ledger/account.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import type { Pool } from 'pg';
import type { FuturesLedger, FuturesPosting, LedgerSpan } from '../futures-ledger-contract.ts';
import { areRare, IS_RARE } from './rare-reasons.ts';

const byTime = { table: 'wallet_ledger', key: 'seq', column: 'time_ms' };

const SPAN = `site_id = $1 AND account = $2
  AND seq >= coalesce(CASE WHEN $4::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$4')} END, 0)
  AND seq < coalesce(CASE WHEN $5::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$5')} END, 9007199254740991)
  AND ($6::smallint IS NULL OR symbol = $6)`;
/** One side is the member's futures wallet or isolated margin, the other is not. */
const CROSSES = '(debit = ANY($3::bigint[])) <> (credit = ANY($3::bigint[]))';
/** ChangeMargin posts first of all; whatever else moves margin has an order or a liquidation before it. */
const MOVED_BY_HAND = `reason = ${PostingReason.IsolatedMargin} AND idx = 0`;

export const readFuturesLedger = (pool: Pick<Pool, 'query'>): FuturesLedger => ({
  income: (site, account, span) => read(pool, site, account, span, CROSSES, 'credit = ANY($3::bigint[])'),
  marginMoves: (site, account, span) => read(pool, site, account, span, MOVED_BY_HAND, 'credit = ($3::bigint[])[1]'),
});

async function read(
  pool: Pick<Pool, 'query'>,
  site: number,
  account: number,
  { from, to, symbol, reasons, way, first, limit, offset }: LedgerSpan,
  condition: string,
  isIn: string,
): Promise<FuturesPosting[]> {
  const direction = first === 'OLDEST' ? 'ASC' : 'DESC';
  const order = `ORDER BY seq ${direction}, idx ${direction}`;
  const of = (kind: string) =>
    `SELECT seq, idx, CASE WHEN ${isIn} THEN amount ELSE -amount END AS amount, reason, ref, symbol, time_ms AS "timeMs"
     FROM wallet_ledger WHERE ${SPAN} AND ${condition} AND ($10::smallint IS NULL OR (${isIn}) = ($10 > 0)) AND ${kind} ${order}
     LIMIT $8::int + $9::int`;
  const rows =
    reasons !== undefined && areRare(reasons)
      ? `SELECT l.* FROM unnest($7::smallint[]) k (reason) CROSS JOIN LATERAL (${of(`reason = k.reason AND ${IS_RARE}`)}) l`
      : of('($7::smallint[] IS NULL OR reason = ANY($7))');
  const own = [futuresWallet(account), isolatedPurse(account)];
  const answer = await pool.query<FuturesPosting>(`SELECT * FROM (${rows}) x ${order} LIMIT $8 OFFSET $9`, [
    site,
    account,
    own,
    from ?? null,
    to === undefined ? null : to + 1,
    symbol ?? null,
    reasons ?? null,
    limit,
    offset,
    way ?? null,
  ]);
  return answer.rows;
}
