// Entries made by hand as rows: what was asked for, agreed to and posted.
import type { Writer } from '@maru/operator/contract.ts';
import type { EntryType } from '../../admin-contract.ts';
import type { WalletType } from '../../contract.ts';
import type { EntryMove } from './entry-money.ts';

export interface NewEntry {
  site: number;
  type: EntryType;
  walletType: WalletType | null;
  currency: string;
  total: number;
  reason: string;
  askedBy: number;
  at: Date;
  rows: readonly { member: number | null; account: number; amount: number }[];
}

export async function insertEntry(sql: Writer, entry: NewEntry): Promise<number> {
  const { rows } = await sql.query(
    `INSERT INTO wallet_entry (site_id, type, wallet_type, currency, total, reason, asked_by, asked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING entry_id AS id`,
    [entry.site, entry.type, entry.walletType, entry.currency, entry.total, entry.reason, entry.askedBy, entry.at],
  );
  const id = rows[0].id as number;
  await sql.query(
    `INSERT INTO wallet_entry_row (entry_id, idx, member_id, account, amount)
     SELECT $1, row_number() OVER () - 1, * FROM unnest($2::bigint[], $3::int[], $4::bigint[])`,
    [id, entry.rows.map((row) => row.member), entry.rows.map((row) => row.account), entry.rows.map((row) => row.amount)],
  );
  return id;
}

export async function noteRequest(sql: Writer, id: number, requestId: number): Promise<void> {
  await sql.query('UPDATE wallet_entry SET request_id = $2 WHERE entry_id = $1', [id, requestId]);
}

/** One at a time per site: what two entries take together is looked at, not what each takes alone. */
export async function lockPurse(sql: Writer, site: number): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtext('wallet_entry'), $1)`, [site]);
}

/** What was agreed to and has not left the currency's purse yet. */
export async function promisedOf(sql: Writer, site: number, currency: string): Promise<number> {
  const { rows } = await sql.query(
    `SELECT coalesce(sum(r.amount), 0)::bigint AS promised FROM wallet_entry e JOIN wallet_entry_row r USING (entry_id)
     WHERE e.site_id = $1 AND e.currency = $2 AND e.type = 'PB' AND e.approved_at IS NOT NULL AND e.posted_at IS NULL
       AND r.seq IS NULL AND r.fault IS NULL`,
    [site, currency],
  );
  return rows[0].promised as number;
}

/** What was agreed to before stays as it was. */
export async function noteApproved(sql: Writer, id: number, by: number, at: Date): Promise<void> {
  await sql.query('UPDATE wallet_entry SET approved_by = $2, approved_at = $3 WHERE entry_id = $1 AND approved_at IS NULL', [id, by, at]);
}

export interface OpenMove extends EntryMove {
  member: number | null;
  approvedAt: Date;
}

/** Of one entry, or of all that were agreed to and are not done. */
export async function openMoves(sql: Writer, id?: number): Promise<OpenMove[]> {
  const { rows } = await sql.query<OpenMove>(
    `SELECT e.entry_id AS "entryId", r.idx, e.site_id AS site, e.type, e.wallet_type AS "walletType", r.account, r.amount,
       r.member_id AS member, e.approved_at AS "approvedAt"
     FROM wallet_entry e JOIN wallet_entry_row r USING (entry_id)
     WHERE e.approved_at IS NOT NULL AND e.posted_at IS NULL AND r.seq IS NULL AND r.fault IS NULL AND ($1::bigint IS NULL OR e.entry_id = $1)
     ORDER BY e.entry_id, r.idx`,
    [id ?? null],
  );
  return rows;
}

/** False when it was noted before. */
export async function noteMove(sql: Writer, move: EntryMove, done: { seq: number } | { fault: string }): Promise<boolean> {
  const { rowCount } = await sql.query(
    'UPDATE wallet_entry_row SET seq = $3, fault = $4 WHERE entry_id = $1 AND idx = $2 AND seq IS NULL AND fault IS NULL',
    [move.entryId, move.idx, 'seq' in done ? done.seq : null, 'fault' in done ? done.fault : null],
  );
  return rowCount === 1;
}

interface EntrySum {
  posted: number;
  refused: number;
  /** Without the engine's answer. */
  open: number;
  /** What was really moved. */
  moved: number;
  fault: string | null;
  /** Of the first posting. */
  sequence: number | null;
  walletType: WalletType | null;
}

export async function sumOfEntry(sql: Writer, id: number): Promise<EntrySum> {
  const { rows } = await sql.query(
    `SELECT count(seq)::int AS posted, count(fault)::int AS refused, (count(*) - count(seq) - count(fault))::int AS open,
       coalesce(sum(amount) FILTER (WHERE seq IS NOT NULL), 0)::bigint AS moved, min(fault) AS fault, min(seq) AS sequence,
       (SELECT wallet_type FROM wallet_entry WHERE entry_id = $1) AS "walletType"
     FROM wallet_entry_row WHERE entry_id = $1`,
    [id],
  );
  return rows[0] as EntrySum;
}

export async function noteDone(sql: Writer, at: Date): Promise<void> {
  await sql.query(
    `UPDATE wallet_entry e SET posted_at = $1 WHERE e.approved_at IS NOT NULL AND e.posted_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM wallet_entry_row r WHERE r.entry_id = e.entry_id AND r.seq IS NULL AND r.fault IS NULL)`,
    [at],
  );
}
