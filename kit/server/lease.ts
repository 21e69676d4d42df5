// Who does work that must happen once: a lease (holder, epoch, until) in PostgreSQL, its epoch checked in the transaction of the effect.
//
// What has run out by time alone may still be at work: paused, or cut off. So time decides who may begin, and the epoch who may commit.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { isGone } from './lease-holder.ts';

export interface Lease {
  readonly job: string;
  readonly holder: string;
  readonly epoch: number;
}

/** Somebody else has the job now; what was under way of it is undone. */
export class LeaseLost extends Error {
  constructor({ job, epoch }: Lease) {
    super(`the job ${job} is no more this process's (epoch ${epoch})`);
  }
}

/** How long a process that says nothing keeps what it holds; and a transaction of a job that stands still keeps its row. */
export const LEASE_MS = 10_000;

// By the database's clock: processes may differ about the time. A moment lost to a crash of the database only ends a lease early.
const LIVE = `WITH off AS (SELECT set_config('synchronous_commit', 'off', true))
INSERT INTO job_holder (holder, until) SELECT $1, clock_timestamp() + $2 * interval '1 ms' FROM off
ON CONFLICT (holder) DO UPDATE SET until = excluded.until`;
const LEAVE = "DELETE FROM job_holder WHERE holder = $1 OR until < clock_timestamp() - interval '1 day'";
const LOOK = `SELECT l.holder, l.epoch::float8 AS epoch, coalesce(h.until > clock_timestamp(), false) AS lives
FROM job_lease l LEFT JOIN job_holder h USING (holder) WHERE l.job = $1`;
const FIRST = 'INSERT INTO job_lease (job, holder, epoch) VALUES ($1, $2, 1) ON CONFLICT DO NOTHING RETURNING epoch::float8 AS epoch';
const TAKE = `UPDATE job_lease SET holder = $2, epoch = epoch + 1, taken_at = now() WHERE job = $1 AND epoch = $3
RETURNING epoch::float8 AS epoch`;
// FOR SHARE as in the journal (ADR 0001): a takeover waits for an effect in flight, an effect for a takeover: then it finds another epoch.
// And who is paused within one does not keep the others waiting: its session ends, and its effect with it.
const FENCE = `SELECT set_config('idle_in_transaction_session_timeout', $4, true) FROM job_lease
WHERE job = $1 AND holder = $2 AND epoch = $3 FOR SHARE`;

/** Says that the holder lives, for so long from now. */
export async function keepAlive(pool: Pool, holder: string, leaseMs: number): Promise<void> {
  await pool.query(LIVE, [holder, leaseMs]);
}

/** Gives back all at once. */
export async function leaveAll(pool: Pool, holder: string): Promise<void> {
  await pool.query(LEAVE, [holder]);
}

/** The lease of a job for a holder that lives; undefined while it is somebody else's. */
export async function takeLease(pool: Pool, job: string, holder: string): Promise<Lease | undefined> {
  const [found] = (await pool.query<{ holder: string; epoch: number; lives: boolean }>(LOOK, [job])).rows;
  if (found?.holder === holder) return { job, holder, epoch: found.epoch };
  if (found?.lives && !isGone(found.holder)) return undefined;
  const taken =
    found === undefined
      ? await pool.query<{ epoch: number }>(FIRST, [job, holder])
      : await pool.query<{ epoch: number }>(TAKE, [job, holder, found.epoch]);
  return taken.rows.length === 0 ? undefined : { job, holder, epoch: taken.rows[0].epoch };
}

export interface SeenJob {
  isAlive: boolean;
  /** When its holder last said that it lives. */
  seenMs: number;
}

/** Of these jobs those that somebody holds or held until it died: who left gave them back. */
export async function seenJobs(pool: Pool, jobs: readonly string[]): Promise<Map<string, SeenJob>> {
  const { rows } = await pool.query<SeenJob & { job: string }>(
    `SELECT l.job, h.until > clock_timestamp() AS "isAlive", (extract(epoch FROM h.until) * 1000)::float8 - $2 AS "seenMs"
     FROM job_lease l JOIN job_holder h USING (holder) WHERE l.job = ANY($1)`,
    [jobs, LEASE_MS],
  );
  return new Map(rows.map(({ job, ...seen }) => [job, seen]));
}

export interface Held {
  lease: Lease;
  leaseMs: number;
  onLost(): void;
}
const holding = new AsyncLocalStorage<Held>();

/** Every transaction that begins within is fenced (transaction.ts). */
export function underLease<T>(held: Held, work: () => Promise<T>): Promise<T> {
  return holding.run(held, work);
}

export const outsideLease = <T>(work: () => T): T => holding.exit(work);

/** First in a transaction: it commits with the lease still held, or not at all. Nothing outside of a job. Throws LeaseLost. */
export async function fence(client: Pick<PoolClient, 'query'>): Promise<void> {
  const held = holding.getStore();
  if (held === undefined) return;
  const { lease, leaseMs, onLost } = held;
  const { rowCount } = await client.query(FENCE, [lease.job, lease.holder, lease.epoch, String(leaseMs)]);
  if (rowCount === 1) return;
  onLost();
  throw new LeaseLost(lease);
}

/** Just before what no transaction can take back, a mail say: the pause that is left is the one between here and there. Throws LeaseLost. */
export async function checkLease(pool: Pool): Promise<void> {
  await fence(pool);
}
