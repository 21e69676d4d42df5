// Pages of a member's histories from the projected rows, newest first: by page for screens, by cursor for whoever reads all of it.
//
// Nothing here grows with the length of a history: counts stop at COUNT_LIMIT, pages end there, a cursor goes on by index.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { dayStartSql } from '@maru/kit/server/sql-day-start.ts';
import { firstAtSql, type RisingColumn } from '@maru/kit/server/sql-first-at.ts';
import {
  CLOSED_COLUMNS,
  type ClosedRow,
  closedRow,
  FILL_COLUMNS,
  type FillRow,
  ORDER_COLUMNS,
  ORDER_TABLE,
  type OrderRow,
  orderRow,
} from './queries.ts';

/** A count says "this many or more" from here on, and pages reach no further. */
export const COUNT_LIMIT = 10_000;

/** What a history asks for; engine numbers, times in ms, `to` exclusive. Undefined = any. */
export interface HistoryFilter {
  site: number;
  account: number;
  symbol?: number | undefined;
  side?: number | undefined;
  positionSide?: number | undefined;
  orderType?: number | undefined;
  statuses?: readonly string[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Only what comes after this key; beside it `offset` is 0. */
  cursor?: readonly [number, number] | undefined;
  limit: number;
  offset: number;
}

export interface HistoryPage<T> {
  rows: T[];
  total: number;
  /** Key of the last row when more follow. */
  next: readonly [number, number] | undefined;
  /** When its newest and its oldest row were; undefined without rows. */
  span: { newest: number; oldest: number } | undefined;
}

/** A day of the site in a history: of the whole day, whatever part of it a page shows. Sums in millionths of USDT. */
export interface DayRow {
  date: string;
  count: number;
  pnl: string;
  fee: string;
}

/** How one kind of history is stored. `key` is unique within an account and falls with age. */
interface Source {
  table: string;
  columns: string;
  only: string;
  time: string;
  key: readonly [string, string];
  /** What a span of time says about the key: all of it, or only that nothing comes later. */
  rising: RisingColumn;
  risesWith: 'time' | 'latest';
  side: string;
  positionSide: string;
  orderType?: string;
  statuses: Readonly<Record<string, string>>;
  /** What a day comes to. */
  sums?: { pnl: string; fee: string };
}

// End reasons: engine/wire/event.ts OrderEnd and PositionEnd; the words are those of present-order.ts statusOf.
const FILLED = '(end_reason = 0 OR (lots > 0 AND filled_lots >= lots))';
const EXPIRED = 'end_reason IN (2, 3, 6, 8, 12, 18)';
/** What it was placed as: a conditional order that fired keeps its type above the one it fired as. */
const ORDER_TYPE = 'CASE WHEN (flags >> 14) & 7 > 0 THEN (flags >> 14) & 7 ELSE (flags >> 3) & 7 END';
const orders: Source = {
  table: ORDER_TABLE,
  columns: ORDER_COLUMNS,
  only: 'closed_seq IS NOT NULL',
  time: 'updated_ms',
  key: ['placed_seq', 'order_id'],
  // It may end long after it was placed, but not before.
  rising: { table: 'futures_order', key: 'placed_seq', column: 'placed_ms' },
  risesWith: 'latest',
  side: 'flags & 1',
  positionSide: '(flags >> 1) & 3',
  orderType: ORDER_TYPE,
  statuses: { FILLED, EXPIRED: `(${EXPIRED} AND NOT ${FILLED})`, CANCELED: `NOT (${EXPIRED} OR ${FILLED})` },
};
const fills: Source = {
  table: 'futures_fill',
  columns: FILL_COLUMNS,
  only: 'true',
  time: 'time_ms',
  key: ['seq', 'idx'],
  rising: { table: 'futures_fill', key: 'seq', column: 'time_ms' },
  risesWith: 'time',
  side: 'flags & 1',
  positionSide: '(flags >> 1) & 3',
  orderType: ORDER_TYPE,
  statuses: { TAKER: 'role = 0', MAKER: 'role = 1', LIQUIDATION: 'role IN (2, 4)', ADL: 'role = 3', SETTLEMENT: 'role = 5' },
  sums: { pnl: 'realized_pnl', fee: 'fee' },
};
const positions: Source = {
  table: 'futures_position',
  columns: CLOSED_COLUMNS,
  only: 'closed_seq IS NOT NULL',
  time: 'closed_ms',
  key: ['closed_seq', 'position_id'],
  rising: { table: 'futures_position', key: 'closed_seq', column: 'closed_ms' },
  risesWith: 'time',
  side: 'CASE WHEN closed_lots > 0 THEN 0 ELSE 1 END',
  positionSide: 'position_side',
  statuses: {
    CLOSED: 'end_reason = 0',
    FLIPPED: 'end_reason = 1',
    LIQUIDATED: 'end_reason = 2',
    SETTLED: 'end_reason = 3',
    DELEVERAGED: 'end_reason = 4',
  },
  sums: { pnl: 'realized_pnl - fees_paid - clearance_paid - coalesce(funding_paid, 0)', fee: 'fees_paid + clearance_paid' },
};

const funding: Source = {
  table: 'futures_funding',
  columns: `seq, position_id AS "positionId", position_side AS "positionSide", symbol, lots, mark, rate, amount, collected, debt,
    funding_ms AS "fundingTime", time_ms AS "time"`,
  only: 'true',
  time: 'time_ms',
  key: ['seq', 'idx'],
  rising: { table: 'futures_funding', key: 'seq', column: 'time_ms' },
  risesWith: 'time',
  side: 'CASE WHEN lots > 0 THEN 0 ELSE 1 END',
  positionSide: 'position_side',
  statuses: {},
  sums: { pnl: 'amount', fee: '0' },
};

/** The steps' own rows know the leg by its number alone. */
const ofLeg = (figure: string) =>
  `(SELECT ${figure} FROM futures_position p
    WHERE p.site_id = futures_liquidation.site_id AND p.account = futures_liquidation.account AND p.position_id = futures_liquidation.position_id)`;
const LEG_LOTS = ofLeg('CASE WHEN p.closed_seq IS NULL THEN p.lots ELSE p.closed_lots END');
const liquidations: Source = {
  table: 'futures_liquidation',
  columns: `seq, idx, symbol, stage, position_id AS "positionId", lots, price, fee, equity, maintenance, bankruptcy_price AS "bankruptcyPrice",
    ${LEG_LOTS} AS "legLots", time_ms AS "time"`,
  only: 'true',
  time: 'time_ms',
  key: ['seq', 'idx'],
  rising: { table: 'futures_liquidation', key: 'seq', column: 'time_ms' },
  risesWith: 'time',
  side: `CASE WHEN ${LEG_LOTS} > 0 THEN 0 ELSE 1 END`,
  positionSide: ofLeg('p.position_side'),
  statuses: {},
  sums: { pnl: '0', fee: 'fee' },
};

export interface LiquidationRow {
  seq: number;
  idx: number;
  symbol: number;
  stage: number;
  positionId: number;
  lots: number;
  price: number;
  fee: number;
  equity: number;
  maintenance: number;
  bankruptcyPrice: number;
  /** Signed by the side held. */
  legLots: number;
  time: number;
}

export interface FundingRow {
  seq: number;
  positionId: number;
  positionSide: number;
  symbol: number;
  /** Signed by the side held. */
  lots: number;
  mark: number;
  rate: number;
  amount: number;
  collected: number;
  debt: number;
  fundingTime: number;
  time: number;
}

interface Keyed {
  key1: number;
  key2: number;
  atMs: number;
}
type Db = Pick<AppContext, 'pool'>;

export async function listClosedOrders(db: Db, filter: HistoryFilter): Promise<HistoryPage<OrderRow>> {
  const page = await historyPage<OrderRow>(db, orders, filter);
  return { ...page, rows: page.rows.map(orderRow) };
}

export function listFills(db: Db, filter: HistoryFilter): Promise<HistoryPage<FillRow>> {
  return historyPage<FillRow>(db, fills, filter);
}

export async function listClosedPositions(db: Db, filter: HistoryFilter): Promise<HistoryPage<ClosedRow>> {
  const page = await historyPage<ClosedRow>(db, positions, filter);
  return { ...page, rows: page.rows.map(closedRow) };
}

export function listFunding(db: Db, filter: HistoryFilter): Promise<HistoryPage<FundingRow>> {
  return historyPage<FundingRow>(db, funding, filter);
}

export function listLiquidationSteps(db: Db, filter: HistoryFilter): Promise<HistoryPage<LiquidationRow>> {
  return historyPage<LiquidationRow>(db, liquidations, filter);
}

const summed = { trade: fills, position: positions, funding, liquidation: liquidations };

/** The days that a page's rows are of, newest first, each of them whole; of what the filter leaves. Reads no row of another day. */
export async function listDays(
  { pool }: Db,
  kind: keyof typeof summed,
  filter: HistoryFilter,
  span: HistoryPage<unknown>['span'],
  timeZone: string,
): Promise<DayRow[]> {
  const source = summed[kind];
  const { sums } = source;
  if (span === undefined || sums === undefined) return [];
  const { where, values } = condition(source, filter);
  const [oldest, newest, zone] = [1, 2, 3].map((n) => `$${values.length + n}`);
  const since = dayStartSql(`${oldest}::bigint`, zone);
  // Over the end of a day whose night a clock change made longer; the date itself is asked below.
  const until = `(${dayStartSql(`${newest}::bigint`, zone)} + 25 * 3600000)`;
  const date = (ms: string) => `to_char(to_timestamp(${ms} / 1000.0) AT TIME ZONE ${zone}, 'YYYY-MM-DD')`;
  const { rows } = await pool.query<DayRow>(
    `SELECT ${date(source.time)} AS date, count(*)::int AS count, sum(${sums.pnl})::text AS pnl, sum(${sums.fee})::text AS fee
     FROM ${source.table} WHERE ${where} AND ${source.time} >= ${since} AND ${date(source.time)} <= ${date(`${newest}::bigint`)}
       AND ${source.key[0]} >= ${firstAtSql(source.rising, since)} AND ${source.key[0]} < ${firstAtSql(source.rising, until)}
     GROUP BY 1 ORDER BY 1 DESC`,
    [...values, span.oldest, span.newest, timeZone],
  );
  return rows;
}

async function historyPage<T extends object>({ pool }: Db, source: Source, f: HistoryFilter): Promise<HistoryPage<T>> {
  if (f.offset >= COUNT_LIMIT) throw new Refusal('INVALID_FIELD', { field: 'page', limit: String(COUNT_LIMIT) });
  const { where, values } = condition(source, f);
  const [first, second] = source.key;
  const at = values.length;
  const after = f.cursor === undefined ? '' : `AND (${first}, ${second}) < ($${at + 3}, $${at + 4})`;
  const [page, count] = await Promise.all([
    pool.query<T & Keyed>(
      `SELECT ${source.columns}, ${first} AS key1, ${second} AS key2, ${source.time} AS "atMs" FROM ${source.table} WHERE ${where} ${after}
       ORDER BY ${first} DESC, ${second} DESC LIMIT $${at + 1} OFFSET $${at + 2}`,
      [...values, f.limit + 1, f.offset, ...(f.cursor ?? [])],
    ),
    pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM ${source.table} WHERE ${where} LIMIT ${COUNT_LIMIT}) x`,
      values,
    ),
  ]);
  const last = page.rows.length > f.limit ? page.rows[f.limit - 1] : undefined;
  const times = page.rows.slice(0, f.limit).map(({ atMs }) => atMs);
  const rows = page.rows.slice(0, f.limit).map(({ key1, key2, atMs, ...row }) => row as unknown as T);
  const span = times.length === 0 ? undefined : { newest: Math.max(...times), oldest: Math.min(...times) };
  return { rows, total: count.rows[0].n, next: last && [last.key1, last.key2], span };
}

// Names of tables and columns are this file's own constants; everything from outside is a parameter.
function condition(source: Source, f: HistoryFilter): { where: string; values: unknown[] } {
  const clauses = ['site_id = $1', 'account = $2', source.only];
  const values: unknown[] = [f.site, f.account];
  const also = (clause: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    clauses.push(`${clause} $${values.length}`);
  };
  also('symbol =', f.symbol);
  also(`${source.side} =`, f.side);
  also(`${source.positionSide} =`, f.positionSide);
  also(`${source.time} >=`, f.from);
  if (f.from !== undefined && source.risesWith === 'time')
    clauses.push(`${source.key[0]} >= ${firstAtSql(source.rising, `$${values.length}`)}`);
  also(`${source.time} <`, f.to);
  if (f.to !== undefined) clauses.push(`${source.key[0]} < ${firstAtSql(source.rising, `$${values.length}`)}`);
  if (f.orderType !== undefined && source.orderType === undefined) throw new Refusal('INVALID_FIELD', { field: 'orderType' });
  also(`${source.orderType} =`, f.orderType);
  if (f.statuses !== undefined) clauses.push(`(${f.statuses.map((word) => statusClause(source, word)).join(' OR ')})`);
  return { where: clauses.join(' AND '), values };
}

function statusClause({ statuses }: Source, word: string): string {
  if (!Object.hasOwn(statuses, word)) throw new Refusal('INVALID_FIELD', { field: 'status' });
  return statuses[word];
}
