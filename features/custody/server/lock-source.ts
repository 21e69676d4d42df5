// What an address of ours pays next is decided by one at a time: whoever reserves of it, and whoever gives reservations back.
import type { PoolClient } from 'pg';

/** Until the transaction ends; behind the locks of rows, or two would wait for each other. */
export async function lockSource(client: PoolClient, address: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`custody.source|${address}`]);
}
