// Another holder of a job's lease, for tests: it takes the job over just as this process is about to write.
import { expect } from 'vitest';
import type { TestExchange } from './test-exchange.ts';

export const countRows = async ({ server }: TestExchange, text: string, values: unknown[] = []): Promise<number> =>
  (await server.context.pool.query<{ n: number }>(text, values)).rows[0].n;

/** Transactions of jobs that wait for the row of their lease. */
const FENCED = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  AND query LIKE '%idle_in_transaction_session_timeout%FROM job_lease%'`;

/** `due` gives the job something to do; as it is about to, another takes it over, and is gone when it was seen to do nothing more. */
export async function takeOver(
  exchange: TestExchange,
  job: string,
  due: () => Promise<unknown>,
  isUndone: () => Promise<void>,
): Promise<void> {
  const { jobs, pool } = exchange.server.context;
  const count = (text: string, values: unknown[] = []) => countRows(exchange, text, values);
  const other = await pool.connect();
  const held = () => count("SELECT count(*)::int AS n FROM job_lease WHERE job = $1 AND holder <> 'other'", [job]);
  await expect.poll(() => (jobs.hurry(job), held()), { timeout: 10_000 }).toBe(1);
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM job_lease WHERE job = $1 FOR UPDATE', [job]);
  await due();
  jobs.hurry(job);
  await expect.poll(() => count(FENCED), { timeout: 10_000 }).toBeGreaterThan(0);
  await other.query("INSERT INTO job_holder (holder, until) VALUES ('other', now() + interval '1 hour')");
  await other.query("UPDATE job_lease SET holder = 'other', epoch = epoch + 1 WHERE job = $1", [job]);
  await other.query('COMMIT');
  await expect.poll(() => count(FENCED)).toBe(0);
  for (let look = 0; look < 3; look++) jobs.hurry(job);
  await isUndone();
  await other.query("DELETE FROM job_holder WHERE holder = 'other'");
  other.release();
}
