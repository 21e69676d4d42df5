// The postings that a day's result of futures is the sum of, newest first, and their sums by what they were.
import { futuresWallet, isolatedPurse } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import type { Pool } from 'pg';
import { listProfit } from '../contract.ts';
import { tradingReasons } from './day-sums.ts';
import { reasonWord } from './dnw-entry.ts';

const MAX_SIZE = 100;
/** A count says "this many or more" from here on, and pages reach no further. */
const COUNT_LIMIT = 10_000;
/** No answer grows with a member's history: beyond so many postings of any kind there are no sums, and a page says where to read on. */
const MOST = 100_000;
const byTime = { table: 'wallet_ledger', key: 'seq', column: 'time_ms' };

// From the newest on, or from the cursor.
const LOOKED_AT = `(SELECT seq, idx, reason, debit, credit, amount, symbol, time_ms FROM wallet_ledger WHERE site_id = $1 AND account = $2
  AND seq >= coalesce(CASE WHEN $3::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$3')} END, 0)
  AND seq < coalesce(CASE WHEN $4::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$4')} END, 9007199254740991)
  AND ($5::bigint IS NULL OR (seq <= $5 AND (seq, idx) < ($5, $6::int))) ORDER BY seq DESC, idx DESC LIMIT ${MOST}) l`;
// What only moved between the two own purses is no result.
const IS_RESULT = 'reason = ANY($8::smallint[]) AND (debit = ANY($7::bigint[])) <> (credit = ANY($7::bigint[]))';
const AMOUNT = 'CASE WHEN credit = ANY($7::bigint[]) THEN amount ELSE -amount END';
const PAGE = `SELECT seq, idx, reason, ${AMOUNT} AS amount, symbol, time_ms AS "timeMs" FROM ${LOOKED_AT} WHERE ${IS_RESULT}
  ORDER BY seq DESC, idx DESC LIMIT $9 OFFSET $10`;
const LAST = `SELECT seq, idx FROM ${LOOKED_AT} ORDER BY seq DESC, idx DESC LIMIT 1 OFFSET ${MOST - 1}`;
const COUNT = `SELECT count(*)::int AS n FROM (SELECT 1 FROM ${LOOKED_AT} WHERE ${IS_RESULT} LIMIT ${COUNT_LIMIT}) x`;
const SUMS = `SELECT CASE WHEN ${IS_RESULT} THEN reason END AS reason, sum(${AMOUNT})::text AS amount, count(*)::int AS count
  FROM ${LOOKED_AT} GROUP BY 1 ORDER BY 1`;

interface Row {
  seq: number;
  idx: number;
  reason: number;
  amount: number;
  symbol: number;
  timeMs: number;
}
interface SumRow {
  /** Null: what is no result. */
  reason: number | null;
  amount: string;
  count: number;
}
type ResultSum = SumRow & { reason: number };
interface ProfitSum {
  reason: string;
  amount: string;
  count: number;
}

export const listProfitHandler = handle(listProfit, async ({ pool, projections }, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (query.after !== undefined) await projections.waitFor(site.id, query.after);
  const { page = 0, cursor } = query;
  const size = Math.min(query.size ?? 20, MAX_SIZE);
  if (page * size >= COUNT_LIMIT) throw new Refusal('INVALID_FIELD', { field: 'page', limit: String(COUNT_LIMIT) });
  const { from = null, to = null } = dateRange(query);
  const own = [futuresWallet(session.account), isolatedPurse(session.account)];
  const span = [site.id, session.account, from, to];
  const whose = [own, tradingReasons];
  const [seq = null, idx = null] = cursor?.split('-').map(Number) ?? [];
  const [{ rows }, counted] = await Promise.all([
    pool.query<Row>(PAGE, [...span, seq, idx, ...whose, size + 1, cursor === undefined ? page * size : 0]),
    cursor === undefined ? sumsOf(pool, [...span, null, null, ...whose]) : countOf(pool, [...span, null, null, ...whose]),
  ]);
  const last = rows.length > size ? rows[size - 1] : await lastLookedAt(pool, [...span, seq, idx]);
  const content = rows.slice(0, size).map((row) => ({
    id: `${row.seq}-${row.idx}`,
    reason: reasonWord(row.reason),
    amount: formatDecimal(row.amount, USDT_DECIMALS),
    symbol: site.symbols[row.symbol] ?? null,
    sequence: row.seq,
    time: new Date(row.timeMs).toISOString(),
  }));
  return { data: { content, page, size, ...counted, next: last === null ? null : `${last.seq}-${last.idx}` } };
});

type Span = readonly unknown[];

/** Of the whole span, in one pass. */
async function sumsOf(pool: Pool, span: Span): Promise<{ totalElements: number; sums: ProfitSum[] | null }> {
  const { rows } = await pool.query<SumRow>(SUMS, [...span]);
  const results = rows.filter((row): row is ResultSum => row.reason !== null);
  const countAll = (some: readonly SumRow[]) => some.reduce((all, { count }) => all + count, 0);
  return { totalElements: Math.min(COUNT_LIMIT, countAll(results)), sums: countAll(rows) < MOST ? joined(results) : null };
}

async function countOf(pool: Pool, span: Span): Promise<{ totalElements: number; sums: null }> {
  const { rows } = await pool.query<{ n: number }>(COUNT, [...span]);
  return { totalElements: rows[0].n, sums: null };
}

/** Where a look ended that did not come to the end of the history; null where it did. */
async function lastLookedAt(pool: Pool, values: Span): Promise<{ seq: number; idx: number } | null> {
  return (await pool.query<{ seq: number; idx: number }>(LAST, [...values])).rows[0] ?? null;
}

/** Several reasons of the ledger are one word. */
function joined(rows: readonly ResultSum[]): ProfitSum[] {
  const words = new Map<string, { amount: bigint; count: number }>();
  for (const { reason, amount, count } of rows) {
    const had = words.get(reasonWord(reason)) ?? { amount: 0n, count: 0 };
    words.set(reasonWord(reason), { amount: had.amount + BigInt(amount), count: had.count + count });
  }
  return [...words].map(([reason, sum]) => ({ reason, amount: formatDecimal(sum.amount, USDT_DECIMALS), count: sum.count }));
}
