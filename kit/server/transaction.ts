// One transaction on one connection: all of it or nothing, and the connection goes back whatever happens.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { fence, outsideLease } from './lease.ts';

interface Around {
  pool: Pool;
  isOpen: boolean;
  /** What waits for the commit. */
  behind: (() => void)[];
}
const inside = new AsyncLocalStorage<Around>();

/** Whether a transaction of this pool is open around the caller: who asks the pool again then waits for those who wait for it. */
export function isInside(pool: Pool): boolean {
  const around = inside.getStore();
  return around !== undefined && around.isOpen && around.pool === pool;
}

/** What goes on by itself and is not waited for, begun from within one, or from within a job. */
export const besideTransaction = <T>(work: () => T): T => inside.exit(() => outsideLease(work));

/**
 * A note of what was written, once the transaction around the caller is committed and never when it is rolled back; at once where none is
 * open. `tell` must not throw: what is committed is not taken back.
 */
export function afterCommit(tell: () => void): void {
  const around = inside.getStore();
  if (around?.isOpen) around.behind.push(tell);
  else tell();
}

/** Within a job of its own lease (lease.ts) it is fenced: it commits only while that job is still this process's. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const around: Around = { pool, isOpen: true, behind: [] };
  let result: T;
  try {
    await client.query('BEGIN');
    await fence(client);
    result = await inside.run(around, () => work(client));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    around.isOpen = false;
    client.release();
  }
  for (const tell of around.behind) tell();
  return result;
}

/** Several reads of one moment: what is written between them is not seen. Nothing is written, so no lease is asked. */
export async function inSnapshot<T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return await read(client);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}

/** One statement of a job, fenced; outside of a job in a transaction of its own. */
export function fencedQuery<R extends QueryResultRow>(pool: Pool, text: string, values: unknown[]): Promise<QueryResult<R>> {
  return inTransaction(pool, (client) => client.query<R>(text, values));
}
