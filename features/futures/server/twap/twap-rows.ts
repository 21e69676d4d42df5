// Rows of TWAP orders and their slices. Each change says what it stands on, so that two who change at once cannot both be right.
import type { Pool, PoolClient } from 'pg';
import type { Twap, TwapEnd, TwapSlice } from '../../twap-contract.ts';

type Sql = Pool | PoolClient;

export interface TwapRow {
  id: number;
  site_id: number;
  member_id: number;
  account: number;
  symbol: number;
  side: Twap['side'];
  position_side: Twap['positionSide'];
  reduce_only: boolean;
  position_id: number | null;
  lots: number;
  limit_price: number | null;
  duration_ms: number;
  slices: number;
  min_lots: number;
  max_lots: number;
  randomize: boolean;
  country: string | null;
  client_twap_id: string | null;
  request_body: string | null;
  status: Twap['status'];
  end_reason: TwapEnd | null;
  reason: string | null;
  slice_no: number;
  margin_refusals: number;
  filled_lots: number;
  /** numeric: as text. */
  filled_cost: string;
  fee: number;
  realized_pnl: number;
  started_at: Date;
  ended_at: Date | null;
}

export interface SliceRow {
  twap_id: number;
  no: number;
  status: TwapSlice['status'];
  lots: number;
  order_id: number | null;
  filled_lots: number;
  filled_cost: string;
  fee: number;
  realized_pnl: number;
  reason: string | null;
  /** The engine's sequence before its order was sent: what is named like it and older is another's. */
  after_seq: number;
  at: Date;
}

/** What a slice's order did. */
export interface Outcome {
  orderId: number | null;
  filledLots: number;
  filledCost: bigint;
  fee: number;
  realizedPnl: number;
  /** Why it did not reach the book. */
  reason: string | null;
}

const COLUMNS = `id, site_id, member_id, account, symbol, side, position_side, reduce_only, position_id, lots, limit_price, duration_ms, slices,
  min_lots, max_lots, randomize, country, client_twap_id, request_body, status, end_reason, reason, slice_no, margin_refusals, filled_lots,
  filled_cost, fee, realized_pnl, started_at, ended_at`;
const SLICE_COLUMNS = 'twap_id, no, status, lots, order_id, filled_lots, filled_cost, fee, realized_pnl, reason, after_seq, at';

export type NewTwap = Pick<
  TwapRow,
  | 'site_id'
  | 'member_id'
  | 'account'
  | 'symbol'
  | 'side'
  | 'position_side'
  | 'reduce_only'
  | 'position_id'
  | 'lots'
  | 'limit_price'
  | 'duration_ms'
  | 'slices'
  | 'min_lots'
  | 'max_lots'
  | 'randomize'
  | 'country'
  | 'client_twap_id'
  | 'started_at'
> & { request_key: string | null; request_body: string };

/** Two placings of a member at once wait for each other: the limit counts both. */
export async function lockTwapsOf(sql: PoolClient, site: number, member: number): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`futures_twap ${site} ${member}`]);
}

export async function countRunning(sql: Sql, site: number, member: number): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM futures_twap WHERE site_id = $1 AND member_id = $2 AND status = 'RUNNING'`,
    [site, member],
  );
  return rows[0].n;
}

export async function insertTwap(sql: Sql, twap: NewTwap): Promise<TwapRow> {
  const names = Object.keys(twap);
  const { rows } = await sql.query<TwapRow>(
    `INSERT INTO futures_twap (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}) RETURNING ${COLUMNS}`,
    Object.values(twap),
  );
  return rows[0];
}

async function one(sql: Sql, where: string, values: unknown[]): Promise<TwapRow | undefined> {
  return (await sql.query<TwapRow>(`SELECT ${COLUMNS} FROM futures_twap WHERE ${where}`, values)).rows[0];
}

export const twapById = (sql: Sql, id: number) => one(sql, 'id = $1', [id]);
/** Held until the transaction ends: no slice and no end comes in between. */
export const lockTwap = (sql: PoolClient, id: number) => one(sql, 'id = $1 FOR UPDATE', [id]);
export const twapOfMember = (sql: Sql, site: number, member: number, id: number) =>
  one(sql, 'site_id = $1 AND member_id = $2 AND id = $3', [site, member, id]);
export const twapOfRequest = (sql: Sql, site: number, member: number, key: string) =>
  one(sql, 'site_id = $1 AND member_id = $2 AND request_key = $3', [site, member, key]);
export const twapOfName = (sql: Sql, site: number, member: number, name: string) =>
  one(sql, 'site_id = $1 AND member_id = $2 AND client_twap_id = $3', [site, member, name]);

/** Newest first. */
export async function runningOf(sql: Sql, site: number, member: number, symbol?: number): Promise<TwapRow[]> {
  const { rows } = await sql.query<TwapRow>(
    `SELECT ${COLUMNS} FROM futures_twap WHERE site_id = $1 AND member_id = $2 AND status = 'RUNNING' AND symbol = coalesce($3, symbol)
     ORDER BY id DESC`,
    [site, member, symbol],
  );
  return rows;
}

/** All that run, and those with a slice of which nobody knows what became of it. */
export async function openTwapIds(sql: Sql): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT id FROM futures_twap WHERE status = 'RUNNING' UNION SELECT twap_id FROM futures_twap_slice WHERE status = 'SENDING' ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

export interface HistoryRequest {
  symbol: number | undefined;
  side: Twap['side'] | undefined;
  from: number | undefined;
  to: number | undefined;
  limit: number;
  offset: number;
}

export async function endedOf(
  sql: Sql,
  site: number,
  member: number,
  requested: HistoryRequest,
): Promise<{ rows: TwapRow[]; total: number }> {
  const date = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms));
  const where = `site_id = $1 AND member_id = $2 AND status <> 'RUNNING' AND symbol = coalesce($3, symbol) AND side = coalesce($4, side)
    AND started_at >= coalesce($5, '-infinity'::timestamptz) AND started_at < coalesce($6, 'infinity'::timestamptz)`;
  const values = [site, member, requested.symbol, requested.side, date(requested.from), date(requested.to)];
  const [{ rows }, counted] = await Promise.all([
    sql.query<TwapRow>(`SELECT ${COLUMNS} FROM futures_twap WHERE ${where} ORDER BY id DESC LIMIT $7 OFFSET $8`, [
      ...values,
      requested.limit,
      requested.offset,
    ]),
    sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM futures_twap WHERE ${where}`, values),
  ]);
  return { rows, total: counted.rows[0].n };
}

export async function slicesOf(sql: Sql, id: number, limit: number, offset: number): Promise<{ rows: SliceRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql.query<SliceRow>(`SELECT ${SLICE_COLUMNS} FROM futures_twap_slice WHERE twap_id = $1 ORDER BY no DESC LIMIT $2 OFFSET $3`, [
      id,
      limit,
      offset,
    ]),
    sql.query<{ n: number }>('SELECT count(*)::int AS n FROM futures_twap_slice WHERE twap_id = $1', [id]),
  ]);
  return { rows, total: counted.rows[0].n };
}

/** The slice that was on its way when nobody heard of it any more. */
export async function sendingOf(sql: Sql, id: number): Promise<SliceRow | undefined> {
  const { rows } = await sql.query<SliceRow>(
    `SELECT ${SLICE_COLUMNS} FROM futures_twap_slice WHERE twap_id = $1 AND status = 'SENDING' ORDER BY no LIMIT 1`,
    [id],
  );
  return rows[0];
}

/** Before its order is sent, within the transaction that holds the TWAP. */
export async function beginSlice(
  sql: PoolClient,
  id: number,
  { no, lots, after_seq, at }: Pick<SliceRow, 'no' | 'lots' | 'after_seq' | 'at'>,
): Promise<void> {
  await sql.query(
    `INSERT INTO futures_twap_slice (site_id, twap_id, no, status, lots, after_seq, at)
     SELECT site_id, id, $2, 'SENDING', $3, $4, $5 FROM futures_twap WHERE id = $1`,
    [id, no, lots, after_seq, at],
  );
  await sql.query('UPDATE futures_twap SET slice_no = $2 WHERE id = $1', [id, no]);
}

/** Its turn is over without an order. */
export async function passSlice(sql: Sql, { id, slice_no }: TwapRow, no: number, reason: string | null): Promise<TwapRow | undefined> {
  const { rows } = await sql.query<TwapRow>(
    `UPDATE futures_twap SET slice_no = $3, reason = $4 WHERE id = $1 AND slice_no = $2 AND status = 'RUNNING' RETURNING ${COLUMNS}`,
    [id, slice_no, no, reason],
  );
  return rows[0];
}

/** Undefined where it was told before: its sums count once. */
export async function tellSlice(
  sql: PoolClient,
  id: number,
  no: number,
  outcome: Outcome,
  isMargin: boolean,
): Promise<TwapRow | undefined> {
  const { orderId, filledLots, filledCost, fee, realizedPnl, reason } = outcome;
  const { rowCount } = await sql.query(
    `UPDATE futures_twap_slice SET status = $3, order_id = $4, filled_lots = $5, filled_cost = $6, fee = $7, realized_pnl = $8, reason = $9
     WHERE twap_id = $1 AND no = $2 AND status = 'SENDING'`,
    [id, no, orderId === null ? 'NOT_SENT' : 'SENT', orderId, filledLots, filledCost.toString(), fee, realizedPnl, reason],
  );
  if (rowCount !== 1) return undefined;
  const { rows } = await sql.query<TwapRow>(
    `UPDATE futures_twap SET filled_lots = filled_lots + $2, filled_cost = filled_cost + $3, fee = fee + $4, realized_pnl = realized_pnl + $5,
       reason = CASE WHEN status = 'RUNNING' THEN $6 ELSE reason END, margin_refusals = CASE WHEN $7 THEN margin_refusals + 1 ELSE 0 END
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, filledLots, filledCost.toString(), fee, realizedPnl, reason, isMargin],
  );
  return rows[0];
}

const statusOf: Readonly<Record<TwapEnd, Twap['status']>> = {
  FILLED: 'DONE',
  TIME_OVER: 'DONE',
  CANCELED_BY_MEMBER: 'CANCELED',
  LEFT: 'CANCELED',
  POSITION_CLOSED: 'STOPPED',
  DELISTED: 'STOPPED',
  MARGIN: 'STOPPED',
  REFUSED: 'STOPPED',
};

/** Undefined where it has ended already. */
export async function endTwap(sql: Sql, id: number, end: TwapEnd, reason: string | null, at: Date): Promise<TwapRow | undefined> {
  const { rows } = await sql.query<TwapRow>(
    `UPDATE futures_twap SET status = $2, end_reason = $3, reason = $4, ended_at = $5 WHERE id = $1 AND status = 'RUNNING' RETURNING ${COLUMNS}`,
    [id, statusOf[end], end, reason, at],
  );
  return rows[0];
}
