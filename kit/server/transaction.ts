// One transaction on one connection: all of it or nothing, and the connection goes back whatever happens.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

const inside = new AsyncLocalStorage<{ pool: Pool; isOpen: boolean }>();

/** Whether a transaction of this pool is open around the caller: who asks the pool again then waits for those who wait for it. */
export function isInside(pool: Pool): boolean {
  const around = inside.getStore();
  return around !== undefined && around.isOpen && around.pool === pool;
}

/** What goes on by itself and is not waited for, begun from within one. */
export const besideTransaction = <T>(work: () => T): T => inside.exit(work);

export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const around = { pool, isOpen: true };
  try {
    await client.query('BEGIN');
    const result = await inside.run(around, () => work(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    around.isOpen = false;
    client.release();
  }
}
