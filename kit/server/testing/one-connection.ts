// A transaction that asks its own pool for a second connection fails here: ten such at once would wait for each other for ever.
import type { AppContext } from '../context.ts';
import { isInside } from '../transaction.ts';

/** From then on; the answer puts everything back. */
export function refuseSecondConnections({ pool }: Pick<AppContext, 'pool'>): () => void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]) => {
    if (isInside(pool)) throw new Error('a transaction asks the pool for a second connection');
    return connect(...args);
  };
  pool.connect = guarded as typeof pool.connect;
  return () => {
    pool.connect = connect as typeof pool.connect;
  };
}
