// Transactions that were prepared and are not to be signed any more: of a withdrawal that is over, and of one that was refused.
import type { PoolClient } from 'pg';
import { lockSource } from '../lock-source.ts';

/** A replacement that came too late: the signer would look at it for ever. */
export async function dropPrepared(client: PoolClient, withdrawal: number): Promise<void> {
  await client.query(`UPDATE custody_payout SET state = 'DROPPED' WHERE withdrawal_id = $1 AND state = 'PREPARED'`, [withdrawal]);
}

/**
 * With what was prepared behind it out of the same address: the number that it gives back comes before theirs, and no block would bring
 * them. Under the withdrawal's own lock. They are prepared anew.
 */
export async function dropWithFollowers(client: PoolClient, withdrawal: number): Promise<void> {
  const { rows } = await client.query<{ id: number; source: string }>(
    `SELECT payout_id::float8 AS id, source FROM custody_payout WHERE withdrawal_id = $1 AND state = 'PREPARED'`,
    [withdrawal],
  );
  for (const { id, source } of rows) {
    await lockSource(client, source);
    const { rows: dropped } = await client.query<{ id: number }>(
      `UPDATE custody_payout SET state = 'DROPPED' WHERE source = $1 AND state = 'PREPARED' AND replaces IS NULL AND payout_id >= $2
       RETURNING withdrawal_id::float8 AS id`,
      [source, id],
    );
    await client.query('DELETE FROM custody_claim WHERE withdrawal_id = ANY($1)', [dropped.map((row) => row.id)]);
  }
}
