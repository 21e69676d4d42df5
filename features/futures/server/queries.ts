// Reads of the projected rows of one member: single orders and what happened to them. Pages of histories: history-queries.ts.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { FillFacts, OrderFacts } from '../fold-order.ts';
import type { ClosedFacts } from './present-position.ts';

export interface OrderRow extends OrderFacts {
  placedSeq: number;
  /** Undefined while it is open. */
  closedSeq: number | undefined;
  /** As placed, before any amendment. */
  placedPrice: number;
  placedLots: number;
  /** Of conditional orders: as it first waited, and when it fired. */
  armedFlags?: number | null;
  armedReserved?: number | null;
  placedStop?: number | null;
  placedCallback?: number | null;
  firedSeq?: number | null;
  /** When its TP/SL were last changed. */
  attachedSeq?: number | null;
}
export interface AmendmentRow {
  seq: number;
  price: number;
  lots: number;
  reserved: number;
  stopPrice: number;
  callbackRate: number;
  time: number;
}
export interface FillRow extends FillFacts {
  symbol: number;
  seq: number;
}
export interface ClosedRow extends ClosedFacts {
  symbol: number;
}

type Db = Pick<AppContext, 'pool'>;

export const ORDER_COLUMNS = `order_id AS "orderId", symbol, flags, price, lots, filled_lots AS "filledLots", filled_cost AS "filledCost", reserved,
  coalesce(client_order_id, '') AS "clientOrderId", end_reason AS "end", placed_seq AS "placedSeq", placed_ms AS "placedAt",
  updated_ms AS "updatedAt", closed_seq AS "closedSeq",
  coalesce(placed_price, price) AS "placedPrice", coalesce(placed_lots, lots) AS "placedLots", armed_flags AS "armedFlags",
  armed_reserved AS "armedReserved", placed_stop AS "placedStop", placed_callback AS "placedCallback", stop_price AS "stopPrice",
  callback_rate AS "callbackRate", take_profit AS "takeProfit", stop_loss AS "stopLoss",
  take_limit AS "takeProfitLimit", loss_limit AS "stopLossLimit", attached_seq AS "attachedSeq", parent_id AS "parentId", fired_seq AS "firedSeq",
  reason,
  CASE WHEN (flags >> 3) & 7 = 1 AND (flags >> 14) & 7 = 0 AND client_order_id IS NULL AND closed_seq IS NOT NULL THEN
    (SELECT max(role) FROM futures_fill f WHERE f.site_id = futures_order.site_id AND f.account = futures_order.account
     AND f.seq BETWEEN placed_seq AND closed_seq AND f.order_id = futures_order.order_id) END AS "fillRole"`;
/** Orders with what few of them carry besides. */
export const ORDER_TABLE = 'futures_order LEFT JOIN futures_order_terms USING (site_id, account, order_id)';
export const FILL_COLUMNS = `seq, trade_id AS "tradeId", order_id AS "orderId", symbol, flags, role, price, lots, fee, realized_pnl AS "realizedPnl", time_ms AS "time"`;
export const CLOSED_COLUMNS = `position_id AS "positionId", symbol, closed_lots AS lots, entry_cost_total AS "entryCost", exit_cost AS "exitCost",
  realized_pnl AS "realizedPnl", fees_paid + clearance_paid AS "feesPaid",
  coalesce(funding_paid, 0) AS "fundingPaid", leverage, end_reason AS "end", opened_ms AS "openedAt", closed_ms AS "time"`;

export async function findOrder({ pool }: Db, site: number, account: number, orderId: number): Promise<OrderRow | undefined> {
  const { rows } = await pool.query(`SELECT ${ORDER_COLUMNS} FROM ${ORDER_TABLE} WHERE site_id = $1 AND account = $2 AND order_id = $3`, [
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
    `SELECT seq, price, lots, reserved, stop_price AS "stopPrice", callback_rate AS "callbackRate", time_ms AS "time" FROM futures_amendment
     WHERE site_id = $1 AND account = $2 AND order_id = $3 AND seq <= $4 ORDER BY seq, idx`,
    [site, account, orderId, to],
  );
  return rows;
}

/** Fills of the member that one command made, in order. */
export async function listFillsAt(
  { pool, projections }: Pick<AppContext, 'pool' | 'projections'>,
  site: number,
  account: number,
  seq: number,
): Promise<FillRow[]> {
  await projections.waitFor(site, seq);
  const { rows } = await pool.query<FillRow>(
    `SELECT ${FILL_COLUMNS} FROM futures_fill WHERE site_id = $1 AND account = $2 AND seq = $3 ORDER BY idx`,
    [site, account, seq],
  );
  return rows;
}

/** Orders that an entry's fills armed, oldest first. */
export async function listArmedBy({ pool }: Db, site: number, account: number, parentId: number): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM ${ORDER_TABLE} WHERE site_id = $1 AND account = $2 AND parent_id = $3 ORDER BY placed_seq, order_id`,
    [site, account, parentId],
  );
  return rows.map(orderRow);
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

/** What only few orders carry reads 0 on all others, as in the engine's views. */
export function orderRow(row: OrderRow): OrderRow {
  return {
    ...row,
    end: row.end ?? -1,
    closedSeq: row.closedSeq ?? undefined,
    stopPrice: row.stopPrice ?? 0,
    callbackRate: row.callbackRate ?? 0,
    takeProfit: row.takeProfit ?? 0,
    stopLoss: row.stopLoss ?? 0,
    takeProfitLimit: row.takeProfitLimit ?? 0,
    stopLossLimit: row.stopLossLimit ?? 0,
    parentId: row.parentId ?? 0,
    reason: row.reason ?? 0,
    extreme: 0,
  };
}

/** Costs pass 2^53 and arrive as text. */
export function closedRow(row: ClosedRow): ClosedRow {
  return { ...row, entryCost: BigInt(row.entryCost), exitCost: BigInt(row.exitCost) };
}
