// The audit log: every line bears the hash of the one before, so that a changed, missing or inserted line shows.
import { createHash } from 'node:crypto';
import type { Clock } from '@maru/kit/server/clock.ts';
import type { AuditLine, SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import type { LinesOf } from '../admin-contract.ts';

/** Arbitrary number by which those who write take turns; held until the writer's commit. */
const LOCK = 7_061_756;
/** How long a line waits for its turn; a desk's change takes milliseconds. */
const TURN_MS = 10_000;
/** What the first line follows. */
export const GENESIS = Buffer.alloc(32);

export interface AuditRow {
  seq: number;
  at: Date;
  operator_id: number | null;
  operator_name: string;
  site_id: number | null;
  action: string;
  right_name: string;
  target: string;
  before: string | null;
  after: string | null;
  reason: string | null;
  refusal: string | null;
  ip: string;
  request_id: string;
  prev_hash: Buffer;
  hash: Buffer;
}
type Facts = Omit<AuditRow, 'hash'>;

export const auditColumns =
  'seq, at, operator_id, operator_name, site_id, action, right_name, target, before, after, reason, refusal, ip, request_id, prev_hash, hash';

/** Every column but the hash itself, in a fixed order and an unmistakable form. */
export function hashOf(row: Facts): Buffer {
  const canonical = JSON.stringify([
    Number(row.seq),
    row.at.toISOString(),
    row.operator_id === null ? null : Number(row.operator_id),
    row.operator_name,
    row.site_id,
    row.action,
    row.right_name,
    row.target,
    row.before,
    row.after,
    row.reason,
    row.refusal,
    row.ip,
    row.request_id,
    row.prev_hash.toString('hex'),
  ]);
  return createHash('sha256').update(canonical).digest();
}

export interface AuditLog {
  write(line: AuditLine, client?: SqlWriter): Promise<void>;
}

export function createAuditLog(pool: Pool, clock: Clock): AuditLog {
  return {
    write: (line, client) =>
      client === undefined
        ? inTransaction(pool, async (own) => {
            // Whoever writes beside a transaction of its own that holds the turn would wait for itself.
            await own.query(`SET LOCAL lock_timeout = '${TURN_MS}ms'`);
            await append(own as SqlWriter, line, clock);
          })
        : append(client, line, clock),
  };
}

/** Inside a transaction: the turn is given up with it, and a roll-back takes the line along without a gap. */
async function append(client: SqlWriter, line: AuditLine, clock: Clock): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const last = await client.query<{ seq: number; hash: Buffer }>('SELECT seq, hash FROM operator_audit ORDER BY seq DESC LIMIT 1');
  const [head] = last.rows;
  const facts: Facts = {
    seq: Number(head?.seq ?? 0) + 1,
    at: new Date(clock.now()),
    operator_id: line.operator?.id ?? null,
    operator_name: line.operator?.username ?? '',
    site_id: line.site ?? null,
    action: line.action,
    right_name: line.right,
    target: line.target,
    before: textOf(line.before),
    after: textOf(line.after),
    reason: line.reason ?? null,
    refusal: line.refusal ?? null,
    ip: line.ip,
    request_id: line.requestId,
    prev_hash: head?.hash ?? GENESIS,
  };
  const row: AuditRow = { ...facts, hash: hashOf(facts) };
  const values = Object.values(row);
  await client.query(
    `INSERT INTO operator_audit (${Object.keys(row).join(', ')}) VALUES (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
    values,
  );
}

const textOf = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

export const readLines: LinesOf = async (sql, { operators, action, since }) => {
  const { rows } = await sql.query<{ target: string; after: string | null }>(
    `SELECT DISTINCT target, after FROM operator_audit WHERE operator_id = ANY($1::bigint[]) AND action = $2 AND at > $3 AND refusal IS NULL`,
    [operators, action, since],
  );
  return rows.map(({ target, after }) => ({
    target,
    after: after === null ? null : JSON.parse(after),
  }));
};
