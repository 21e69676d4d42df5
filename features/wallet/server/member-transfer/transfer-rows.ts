// Transfers between members as rows: checked, taken by one request for ever, and ended in one way. A number from outside is the member's own or none.
import { HOUR_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Pool, PoolClient } from 'pg';

/** OPEN: checked, and to be confirmed; TAKEN: on its way to the engine; then DONE or REFUSED. */
export interface TransferRow {
  id: number;
  site: number;
  account: number;
  payee: number;
  accountName: string;
  payeeName: string;
  asset: number;
  amount: number;
  /** Micro-USDT. */
  value: number;
  endsMs: number;
  state: 'OPEN' | 'TAKEN' | 'DONE' | 'REFUSED';
  takenMs: number | null;
  untilMs: number | null;
  seq: number | null;
  fault: string | null;
}

/** So long it may be confirmed. */
const LIFE_MS = 5 * 60_000;
/** So long it may take from there into the engine. */
const RUN_MS = 10_000;

const COLUMNS = `transfer_id::float8 AS id, site_id AS site, account, payee, account_name AS "accountName", payee_name AS "payeeName", asset,
  amount::float8 AS amount, value::float8 AS value, ends_ms::float8 AS "endsMs", state, taken_ms::float8 AS "takenMs",
  until_ms::float8 AS "untilMs", seq::float8 AS seq, fault`;

export type NewTransfer = Pick<TransferRow, 'site' | 'account' | 'payee' | 'accountName' | 'payeeName' | 'asset' | 'amount' | 'value'>;

export async function insertTransfer({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, t: NewTransfer): Promise<TransferRow> {
  const now = clock.now();
  const { rows } = await pool.query<TransferRow>(
    `INSERT INTO wallet_member_transfer (site_id, account, payee, account_name, payee_name, asset, amount, value, asked_ms, ends_ms, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'OPEN') RETURNING ${COLUMNS}`,
    [t.site, t.account, t.payee, t.accountName, t.payeeName, t.asset, t.amount, t.value, now, now + LIFE_MS],
  );
  return rows[0];
}

interface Owner {
  site: number;
  account: number;
}

export async function ownTransfer(pool: Pool, { site, account }: Owner, id: number): Promise<TransferRow | undefined> {
  const { rows } = await pool.query<TransferRow>(
    `SELECT ${COLUMNS} FROM wallet_member_transfer WHERE transfer_id = $1 AND site_id = $2 AND account = $3`,
    [id, site, account],
  );
  return rows[0];
}

/** The one that a request took, whenever that was. */
export async function transferTakenBy(
  sql: Pool | PoolClient,
  { site, account }: Owner,
  requestKey: string,
): Promise<TransferRow | undefined> {
  const { rows } = await sql.query<TransferRow>(
    `SELECT ${COLUMNS} FROM wallet_member_transfer WHERE site_id = $1 AND account = $2 AND request_key = $3`,
    [site, account, requestKey],
  );
  return rows[0];
}

/** How a member was shown the other one of its transfer; undefined: it is none of it. */
export async function otherNameOf(pool: Pool, { site, account }: Owner, id: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT CASE WHEN account = $2 THEN payee_name ELSE account_name END AS name FROM wallet_member_transfer
     WHERE transfer_id = $3 AND site_id = $1 AND $2 IN (account, payee)`,
    [site, account, id],
  );
  return rows.at(0)?.name;
}

/** Undefined: it is taken or over. Within a transaction that has the member's lock. */
export async function markTaken(client: PoolClient, id: number, requestKey: string, now: number): Promise<TransferRow | undefined> {
  const { rows } = await client.query<TransferRow>(
    `UPDATE wallet_member_transfer SET state = 'TAKEN', taken_ms = $2, until_ms = $3, request_key = $4
     WHERE transfer_id = $1 AND state = 'OPEN' AND ends_ms >= $2 RETURNING ${COLUMNS}`,
    [id, now, now + RUN_MS, requestKey],
  );
  return rows[0];
}

export async function noteDone(pool: Pool, id: number, seq: number): Promise<void> {
  await pool.query(`UPDATE wallet_member_transfer SET state = 'DONE', seq = $2 WHERE transfer_id = $1 AND state = 'TAKEN'`, [id, seq]);
}

export async function noteRefused(pool: Pool, id: number, fault: string): Promise<void> {
  await pool.query(`UPDATE wallet_member_transfer SET state = 'REFUSED', fault = $2 WHERE transfer_id = $1 AND state = 'TAKEN'`, [
    id,
    fault,
  ]);
}

/** Taken so long ago that whoever took them is gone. */
export async function leftTaken(pool: Pool, before: number): Promise<TransferRow[]> {
  const { rows } = await pool.query<TransferRow>(
    `SELECT ${COLUMNS} FROM wallet_member_transfer WHERE state = 'TAKEN' AND taken_ms < $1 ORDER BY transfer_id LIMIT 100`,
    [before],
  );
  return rows;
}

export async function untoldTransfers(pool: Pool): Promise<TransferRow[]> {
  const { rows } = await pool.query<TransferRow>(
    `SELECT ${COLUMNS} FROM wallet_member_transfer WHERE state = 'DONE' AND NOT is_told ORDER BY transfer_id LIMIT 100`,
  );
  return rows;
}

/** Checked and never confirmed they are of no use an hour later. */
export async function forgetTransfers(pool: Pool, now: number): Promise<void> {
  await pool.query(`DELETE FROM wallet_member_transfer WHERE state = 'OPEN' AND ends_ms < $1`, [now - HOUR_MS]);
}
