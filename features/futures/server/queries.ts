// Reads of the projected rows: closed orders, fills and closed positions of one member, newest first.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { FillFacts, OrderFacts } from './present-order.ts';
import type { ClosedFacts } from './present-position.ts';

export interface OrderRow extends OrderFacts {
  symbol: number;
  placedSeq: number;
  /** Undefined while it is open. */
  closedSeq: number | undefined;
  /** As placed, before any amendment. */
  placedPrice: number;
  placedLots: number;
}
export interface AmendmentRow {
  seq: number;
  price: number;
  lots: number;
  reserved: number;
  time: number;
}
export interface FillRow extends FillFacts {
  symbol: number;
  seq: number;
}
export interface ClosedRow extends ClosedFacts {
  symbol: number;
}

/** What a history asks for: newest first, times in ms, `to` exclusive. */
export interface HistoryFilter {
  site: number;
  account: number;
  symbol: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  offset: number;
}

type Db = Pick<AppContext, 'pool'>;

const ORDER_COLUMNS = `order_id AS "orderId", symbol, flags, price, lots, filled_lots AS "filledLots", filled_cost AS "filledCost", reserved,
  coalesce(client_order_id, '') AS "clientOrderId", end_reason AS "end", placed_seq AS "placedSeq", placed_ms AS "placedAt",
  updated_ms AS "updatedAt", closed_seq AS "closedSeq",
  coalesce(placed_price, price) AS "placedPrice", coalesce(placed_lots, lots) AS "placedLots"`;
const FILL_COLUMNS = `seq, trade_id AS "tradeId", order_id AS "orderId", symbol, flags, role, price, lots, fee, realized_pnl AS "realizedPnl", time_ms AS "time"`;
const CLOSED_COLUMNS = `position_id AS "positionId", symbol, closed_lots AS lots, entry_cost_total AS "entryCost", exit_cost AS "exitCost",
  realized_pnl AS "realizedPnl", fees_paid AS "feesPaid", leverage, end_reason AS "end", closed_ms AS "time"`;

export async function findOrder({ pool }: Db, site: number, account: number, orderId: number): Promise<OrderRow | undefined> {
  const { rows } = await pool.query(`SELECT ${ORDER_COLUMNS} FROM futures_order WHERE site_id = $1 AND account = $2 AND order_id = $3`, [
    site,
    account,
    orderId,
  ]);
  return rows[0] === undefined ? undefined : orderRow(rows[0]);
}

/** Fills of one order between two sequences, oldest first. */
export async function listFillsOf(
  { pool }: Db,
  site: number,
  account: number,
  orderId: number,
  from: number,
  to: number,
): Promise<FillRow[]> {
  const { rows } = await pool.query<FillRow>(
    `SELECT ${FILL_COLUMNS} FROM futures_fill WHERE site_id = $1 AND account = $2 AND seq BETWEEN $3 AND $4 AND order_id = $5 ORDER BY seq, idx`,
    [site, account, from, to, orderId],
  );
  return rows;
}

/** Amendments of one order up to a sequence, oldest first. */
export async function listAmendments({ pool }: Db, site: number, account: number, orderId: number, to: number): Promise<AmendmentRow[]> {
  const { rows } = await pool.query<AmendmentRow>(
    `SELECT seq, price, lots, reserved, time_ms AS "time" FROM futures_amendment
     WHERE site_id = $1 AND account = $2 AND order_id = $3 AND seq <= $4 ORDER BY seq, idx`,
    [site, account, orderId, to],
  );
  return rows;
}

/** Orders of the member that one command ended. */
export async function countClosedAt(
  { pool, projections }: Pick<AppContext, 'pool' | 'projections'>,
  site: number,
  account: number,
  seq: number,
): Promise<number> {
  await projections.waitFor(site, seq);
  const { rows } = await pool.query(
    'SELECT count(*)::int AS n FROM futures_order WHERE site_id = $1 AND account = $2 AND closed_seq = $3',
    [site, account, seq],
  );
  return rows[0].n;
}

export interface Page<T> {
  rows: T[];
  total: number;
}

export async function listClosedOrders(db: Db, f: HistoryFilter): Promise<Page<OrderRow>> {
  const page = await historyPage<OrderRow>(
    db,
    f,
    'futures_order',
    ORDER_COLUMNS,
    'closed_seq IS NOT NULL',
    'updated_ms',
    'placed_seq DESC, order_id DESC',
  );
  return { ...page, rows: page.rows.map(orderRow) };
}

export function listFills(db: Db, f: HistoryFilter): Promise<Page<FillRow>> {
  return historyPage<FillRow>(db, f, 'futures_fill', FILL_COLUMNS, 'true', 'time_ms', 'seq DESC, idx DESC');
}

export async function listClosedPositions(db: Db, f: HistoryFilter): Promise<Page<ClosedRow>> {
  const page = await historyPage<ClosedRow>(
    db,
    f,
    'futures_position',
    CLOSED_COLUMNS,
    'closed_seq IS NOT NULL',
    'closed_ms',
    'closed_seq DESC',
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, entryCost: BigInt(row.entryCost), exitCost: BigInt(row.exitCost) })) };
}

// Names of tables and columns are this file's own constants; everything from outside is a parameter.
async function historyPage<T extends object>(
  { pool }: Db,
  f: HistoryFilter,
  table: string,
  columns: string,
  only: string,
  time: string,
  order: string,
): Promise<Page<T>> {
  const where = `site_id = $1 AND account = $2 AND ${only} AND ($3::int IS NULL OR symbol = $3) AND ($4::bigint IS NULL OR ${time} >= $4)
    AND ($5::bigint IS NULL OR ${time} < $5)`;
  const filter = [f.site, f.account, f.symbol ?? null, f.from ?? null, f.to ?? null];
  const [page, count] = await Promise.all([
    pool.query<T>(`SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT $6 OFFSET $7`, [...filter, f.limit, f.offset]),
    pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`, filter),
  ]);
  return { rows: page.rows, total: count.rows[0].n };
}

function orderRow(row: OrderRow): OrderRow {
  return { ...row, end: row.end ?? -1, closedSeq: row.closedSeq ?? undefined };
}
