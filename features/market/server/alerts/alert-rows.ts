// Price alerts as rows; every change raises the version, and what was decided on an older one changes nothing.
import type { Pool, PoolClient } from 'pg';
import type { AlertCondition, AlertPrice } from '../../alert-contract.ts';

/** Which way the price has yet to go; BOTH: whichever. */
export type AlertWay = 'RISE' | 'FALL' | 'BOTH';

export interface AlertRow {
  id: number;
  site_id: number;
  member_id: number;
  symbol: string;
  price_type: AlertPrice;
  condition: AlertCondition;
  /** Null of a move, which has the next two. */
  level: number | null;
  move_bp: number | null;
  window_minutes: number | null;
  pause_minutes: number | null;
  note: string;
  by_mail: boolean;
  expires_at: Date | null;
  status: 'ACTIVE' | 'FIRED' | 'EXPIRED' | 'DELETED';
  way: AlertWay | null;
  version: number;
  fired_count: number;
  fired_at: Date | null;
  fired_level: number | null;
  fired_from: number | null;
  created_at: Date;
}

const columns = `id, site_id, member_id, symbol, price_type, condition, level, move_bp, window_minutes, pause_minutes, note, by_mail, expires_at, status, way,
  version, fired_count, fired_at, fired_level, fired_from, created_at`;

type Sql = Pool | PoolClient;

/** What a member decides of an alert. */
export type RequestedAlert = Pick<
  AlertRow,
  | 'symbol'
  | 'price_type'
  | 'condition'
  | 'level'
  | 'move_bp'
  | 'window_minutes'
  | 'pause_minutes'
  | 'note'
  | 'by_mail'
  | 'expires_at'
  | 'way'
>;

export async function activeAlerts(sql: Sql): Promise<AlertRow[]> {
  return (await sql.query<AlertRow>(`SELECT ${columns} FROM market_price_alert WHERE status = 'ACTIVE' ORDER BY id`)).rows;
}

/** A member's own, newest first: active ones, and those that ended since. */
export async function alertsOf(sql: Sql, site: number, member: number, since: Date): Promise<AlertRow[]> {
  const { rows } = await sql.query<AlertRow>(
    `SELECT ${columns} FROM market_price_alert
     WHERE site_id = $1 AND member_id = $2 AND (status = 'ACTIVE' OR (status IN ('FIRED', 'EXPIRED') AND ended_at >= $3))
     ORDER BY (status = 'ACTIVE') DESC, id DESC LIMIT 300`,
    [site, member, since],
  );
  return rows;
}

/** One member's changes wait for each other until the caller's transaction ends: the limit counts them all. */
export async function lockAlertsOf(sql: PoolClient, site: number, member: number): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`market_price_alert ${site} ${member}`]);
}

export async function countActive(sql: Sql, site: number, member: number): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM market_price_alert WHERE site_id = $1 AND member_id = $2 AND status = 'ACTIVE'`,
    [site, member],
  );
  return rows[0].n;
}

export async function alertOfRequest(
  sql: Sql,
  site: number,
  member: number,
  key: string,
): Promise<(AlertRow & { request_body: string }) | undefined> {
  const { rows } = await sql.query<AlertRow & { request_body: string }>(
    `SELECT ${columns}, request_body FROM market_price_alert WHERE site_id = $1 AND member_id = $2 AND request_key = $3`,
    [site, member, key],
  );
  return rows[0];
}

export async function insertAlert(
  sql: Sql,
  owner: { site: number; member: number },
  requested: RequestedAlert,
  request: { key: string | undefined; body: string },
  now: Date,
): Promise<AlertRow> {
  const { rows } = await sql.query<AlertRow>(
    `INSERT INTO market_price_alert
       (site_id, member_id, symbol, price_type, condition, level, pause_minutes, note, by_mail, expires_at, way, move_bp, window_minutes, request_key,
        request_body, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING ${columns}`,
    [owner.site, owner.member, ...wordsOf(requested), request.key ?? null, request.key === undefined ? null : request.body, now],
  );
  return rows[0];
}

/** Undefined of one that is not active, or somebody else's. */
export async function changeAlert(
  sql: Sql,
  owner: { site: number; member: number },
  id: number,
  requested: RequestedAlert,
): Promise<AlertRow | undefined> {
  const { rows } = await sql.query<AlertRow>(
    `UPDATE market_price_alert SET symbol = $4, price_type = $5, condition = $6, level = $7, pause_minutes = $8, note = $9, by_mail = $10,
       expires_at = $11, way = $12, move_bp = $13, window_minutes = $14, version = version + 1
     WHERE site_id = $1 AND member_id = $2 AND id = $3 AND status = 'ACTIVE' RETURNING ${columns}`,
    [owner.site, owner.member, id, ...wordsOf(requested)],
  );
  return rows[0];
}

const wordsOf = (w: RequestedAlert): unknown[] => [
  w.symbol,
  w.price_type,
  w.condition,
  w.level,
  w.pause_minutes,
  w.note,
  w.by_mail,
  w.expires_at,
  w.way,
  w.move_bp,
  w.window_minutes,
];

/** False of one that is gone, or somebody else's. */
export async function deleteAlert(sql: Sql, owner: { site: number; member: number }, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE market_price_alert SET status = 'DELETED', version = version + 1, ended_at = coalesce(ended_at, $4)
     WHERE site_id = $1 AND member_id = $2 AND id = $3 AND status <> 'DELETED'`,
    [owner.site, owner.member, id, now],
  );
  return rowCount === 1;
}

/** Once for each time that it was armed: undefined where it was changed, deleted or told meanwhile. */
export async function noteFired(sql: Sql, row: AlertRow, level: number, from: number | null, now: Date): Promise<AlertRow | undefined> {
  const { rows } = await sql.query<AlertRow>(
    `UPDATE market_price_alert SET fired_count = fired_count + 1, fired_at = $3, fired_level = $4, fired_from = $5, way = NULL, version = version + 1,
       status = CASE WHEN pause_minutes IS NULL THEN 'FIRED' ELSE 'ACTIVE' END, ended_at = CASE WHEN pause_minutes IS NULL THEN $3 END
     WHERE id = $1 AND version = $2 AND status = 'ACTIVE' AND (expires_at IS NULL OR expires_at > $3) RETURNING ${columns}`,
    [row.id, row.version, now, level, from],
  );
  return rows[0];
}

export async function noteArmed(sql: Sql, row: AlertRow, way: AlertWay): Promise<AlertRow | undefined> {
  const { rows } = await sql.query<AlertRow>(
    `UPDATE market_price_alert SET way = $3, version = version + 1 WHERE id = $1 AND version = $2 AND status = 'ACTIVE' RETURNING ${columns}`,
    [row.id, row.version, way],
  );
  return rows[0];
}

/** Those whose time is over by now. */
export async function expireAlerts(sql: Sql, now: Date): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `UPDATE market_price_alert SET status = 'EXPIRED', version = version + 1, ended_at = $1
     WHERE status = 'ACTIVE' AND expires_at <= $1 RETURNING id`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** What nobody is shown any more. */
export async function forgetAlerts(sql: Sql, before: Date): Promise<void> {
  await sql.query("DELETE FROM market_price_alert WHERE status <> 'ACTIVE' AND ended_at < $1", [before]);
}

export async function mailsSince(sql: Sql, { site_id: site, member_id: member }: AlertRow, since: Date): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM market_alert_message WHERE site_id = $1 AND member_id = $2 AND sent_at > $3',
    [site, member, since],
  );
  return rows[0].n;
}

export async function noteMail(sql: Sql, row: AlertRow, now: Date): Promise<void> {
  await sql.query('INSERT INTO market_alert_message (site_id, member_id, alert_id, sent_at) VALUES ($1, $2, $3, $4)', [
    row.site_id,
    row.member_id,
    row.id,
    now,
  ]);
}
