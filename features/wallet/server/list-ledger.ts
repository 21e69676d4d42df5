// What moved in the member's wallets, newest first, from the projected ledger.
import { futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import { type LedgerEntry, listLedger } from '../contract.ts';
import { refuseUnknown } from './purses.ts';
import { areRare, IS_RARE } from './rare-reasons.ts';

const MAX_SIZE = 100;

interface Row {
  seq: number;
  idx: number;
  credit: number;
  amount: number;
  reason: number;
  ref: number;
  debit_after: number;
  credit_after: number;
  symbol: number;
  time_ms: number;
}

/** Words of the contract for the ledger's reasons. */
const reasonNames: Readonly<Record<number, string>> = {
  [PostingReason.Transfer]: 'TRANSFER',
  [PostingReason.Deposit]: 'TRANSFER',
  [PostingReason.Withdrawal]: 'TRANSFER',
  [PostingReason.DemoFunding]: 'DEMO_FUNDING',
  [PostingReason.Adjustment]: 'ADJUSTMENT',
  [PostingReason.TradingFee]: 'FEE',
  [PostingReason.RealizedPnl]: 'REALIZED_PNL',
  [PostingReason.IsolatedMargin]: 'MARGIN',
  [PostingReason.ClearanceFee]: 'CLEARANCE_FEE',
  [PostingReason.LiquidationDeficit]: 'INSURANCE',
  [PostingReason.LiquidationTakeover]: 'INSURANCE',
  [PostingReason.FundingFee]: 'FUNDING',
};

export const listLedgerHandler = handle(listLedger, async (context, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const page = query.page ?? 0;
  const size = Math.min(query.size ?? 20, MAX_SIZE);
  if (query.walletType !== undefined) refuseUnknown(site, query.walletType, 'walletType');
  // Lines of the other wallets are in the asset history.
  if (query.walletType !== undefined && query.walletType !== 'FUTURES') return { data: { content: [], page, size, totalElements: 0 } };
  if (page * size >= COUNT_LIMIT) throw new Refusal('INVALID_FIELD', { field: 'page', limit: String(COUNT_LIMIT) });
  const { from = null, to = null } = dateRange(query);
  const { rows, total } = await readLedger(
    context,
    [site.id, session.account, futuresWallet(session.account), from, to, symbolOf(site, query.symbol), reasonsOf(query.reason)],
    size,
    page * size,
  );
  return { data: { content: rows.map((row) => presentEntry(site, session.account, row)), page, size, totalElements: total } };
});

function symbolOf(site: SiteConfig, code: string | undefined): number | null {
  return code === undefined ? null : site.symbols.indexOf(code);
}

/** Numbers of the reasons that these words stand for; a word that the ledger does not know is refused. */
function reasonsOf(text: string | undefined): readonly number[] | null {
  if (text === undefined) return null;
  const words = text.split(',');
  const known = Object.entries(reasonNames);
  for (const word of words) if (!known.some(([, name]) => name === word)) throw new Refusal('INVALID_FIELD', { field: 'reason' });
  return known.filter(([, name]) => words.includes(name)).map(([reason]) => Number(reason));
}

/** A count says "this many or more" from here on, and pages reach no further. */
const COUNT_LIMIT = 10_000;
const byTime = { table: 'wallet_ledger', key: 'seq', column: 'time_ms' };

const WHERE = `site_id = $1 AND account = $2 AND $3::bigint IN (debit, credit)
  AND seq >= coalesce(CASE WHEN $4::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$4')} END, 0)
  AND seq < coalesce(CASE WHEN $5::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$5')} END, 9007199254740991)
  AND ($6::smallint IS NULL OR symbol = $6)`;

type Filter = [
  site: number,
  account: number,
  wallet: number,
  from: number | null,
  to: number | null,
  symbol: number | null,
  reasons: readonly number[] | null,
];

async function readLedger(
  { pool }: Pick<AppContext, 'pool'>,
  filter: Filter,
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number }> {
  const [, , , , , , reasons] = filter;
  const sql = (columns: string, tail: string) => {
    const of = (kind: string) => `SELECT ${columns} FROM wallet_ledger WHERE ${WHERE} AND ${kind} ${tail}`;
    if (reasons === null || !areRare(reasons)) return of('($7::smallint[] IS NULL OR reason = ANY($7))');
    return `SELECT l.* FROM unnest($7::smallint[]) k (reason) CROSS JOIN LATERAL (${of(`reason = k.reason AND ${IS_RARE}`)}) l`;
  };
  const newest = 'ORDER BY seq DESC, idx DESC';
  const columns = 'seq, idx, credit, amount, reason, ref, debit_after, credit_after, symbol, time_ms';
  const [page, count] = await Promise.all([
    pool.query<Row>(`SELECT * FROM (${sql(columns, `${newest} LIMIT $8::int + $9::int`)}) x ${newest} LIMIT $8 OFFSET $9`, [
      ...filter,
      limit,
      offset,
    ]),
    pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM (${sql('1', `LIMIT ${COUNT_LIMIT}`)}) x LIMIT ${COUNT_LIMIT}) y`,
      filter,
    ),
  ]);
  return { rows: page.rows, total: count.rows[0].n };
}

function presentEntry(site: SiteConfig, account: number, row: Row): LedgerEntry {
  const received = row.credit === futuresWallet(account);
  return {
    id: `${row.seq}-${row.idx}`,
    walletType: 'FUTURES',
    reason: reasonNames[row.reason] ?? 'OTHER',
    amount: formatDecimal(received ? row.amount : -row.amount, USDT_DECIMALS),
    balance: formatDecimal(received ? row.credit_after : row.debit_after, USDT_DECIMALS),
    symbol: site.symbols[row.symbol] ?? null,
    // ChangeMargin posts first of all; whatever else moves margin has an order or a liquidation before it.
    ...(row.reason === PostingReason.IsolatedMargin && row.idx === 0 ? { futuresPositionId: row.ref } : {}),
    time: new Date(row.time_ms).toISOString(),
  };
}
