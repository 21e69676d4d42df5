// The postings that a day's result of futures is the sum of, newest first, and their sums by what they were.
import { futuresWallet, isolatedPurse } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import { listProfit } from '../contract.ts';
import { tradingReasons } from './day-sums.ts';
import { reasonWord } from './dnw-entry.ts';

const MAX_SIZE = 100;
/** A count says "this many or more" from here on, and pages reach no further. */
const COUNT_LIMIT = 10_000;
const byTime = { table: 'wallet_ledger', key: 'seq', column: 'time_ms' };

// What only moved between the two own purses is no result.
const RESULTS = `FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND reason = ANY($4::smallint[])
  AND (debit = ANY($3::bigint[])) <> (credit = ANY($3::bigint[]))
  AND seq >= coalesce(CASE WHEN $5::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$5')} END, 0)
  AND seq < coalesce(CASE WHEN $6::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$6')} END, 9007199254740991)`;
const AMOUNT = 'CASE WHEN credit = ANY($3::bigint[]) THEN amount ELSE -amount END';
const PAGE = `SELECT seq, idx, reason, ${AMOUNT} AS amount, symbol, time_ms AS "timeMs" ${RESULTS}
  AND ($7::bigint IS NULL OR (seq, idx) < ($7, $8::int)) ORDER BY seq DESC, idx DESC LIMIT $9 OFFSET $10`;
const SUMS = `SELECT reason, sum(${AMOUNT})::text AS amount, count(*)::int AS count ${RESULTS} GROUP BY reason ORDER BY reason`;

interface Row {
  seq: number;
  idx: number;
  reason: number;
  amount: number;
  symbol: number;
  timeMs: number;
}
interface SumRow {
  reason: number;
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
  const span = [site.id, session.account, own, tradingReasons, from, to];
  const [seq = null, idx = null] = cursor?.split('-').map(Number) ?? [];
  const [{ rows }, { rows: sums }] = await Promise.all([
    pool.query<Row>(PAGE, [...span, seq, idx, size + 1, cursor === undefined ? page * size : 0]),
    pool.query<SumRow>(SUMS, span),
  ]);
  const content = rows.slice(0, size).map((row) => ({
    id: `${row.seq}-${row.idx}`,
    reason: reasonWord(row.reason),
    amount: formatDecimal(row.amount, USDT_DECIMALS),
    symbol: site.symbols[row.symbol] ?? null,
    sequence: row.seq,
    time: new Date(row.timeMs).toISOString(),
  }));
  const count = Math.min(
    COUNT_LIMIT,
    sums.reduce((all, { count }) => all + count, 0),
  );
  return {
    data: { content, page, size, totalElements: count, sums: joined(sums), next: rows.length > size ? content[size - 1].id : null },
  };
});

/** Several reasons of the ledger are one word. */
function joined(rows: readonly SumRow[]): { reason: string; amount: string; count: number }[] {
  const words = new Map<string, { amount: bigint; count: number }>();
  for (const { reason, amount, count } of rows) {
    const had = words.get(reasonWord(reason)) ?? { amount: 0n, count: 0 };
    words.set(reasonWord(reason), { amount: had.amount + BigInt(amount), count: had.count + count });
  }
  return [...words].map(([reason, sum]) => ({ reason, amount: formatDecimal(sum.amount, USDT_DECIMALS), count: sum.count }));
}
