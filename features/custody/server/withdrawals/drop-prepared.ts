// Transactions that were prepared and are not to be signed any more: of a withdrawal that is over, and of one that was refused.
import type { PoolClient } from 'pg';
import { lockSource } from '../lock-source.ts';

/** A replacement that came too late, with all that it pays: the signer would look at it for ever. */
export async function dropPrepared(client: PoolClient, withdrawal: number): Promise<void> {
  await client.query(
    `UPDATE custody_payout SET state = 'DROPPED' WHERE state = 'PREPARED'
       AND first_id IN (SELECT first_id FROM custody_payout WHERE withdrawal_id = $1 AND state = 'PREPARED')`,
    [withdrawal],
  );
}

interface Dropped {
  withdrawal: number | null;
  sweep: number | null;
}

/** What was reserved for what was never signed is free again; a sweep of it is over, and another one is made in its time. */
export async function giveBack(client: PoolClient, dropped: readonly Dropped[], now: number): Promise<void> {
  const sweeps = dropped.map(({ sweep }) => sweep).filter((id) => id !== null);
  const withdrawals = dropped.map(({ withdrawal }) => withdrawal).filter((id) => id !== null);
  await client.query('DELETE FROM custody_reservation WHERE withdrawal_id = ANY($1) OR sweep_id = ANY($2)', [withdrawals, sweeps]);
  await client.query(`UPDATE custody_sweep SET state = 'DROPPED', done_ms = $2 WHERE sweep_id = ANY($1) AND state = 'OPEN'`, [sweeps, now]);
}

/** From this transaction on all that were prepared out of an address; the caller has locked it. */
export async function dropFrom(
  client: PoolClient,
  { source, payout, now }: { source: string; payout: number; now: number },
): Promise<void> {
  const { rows } = await client.query<Dropped>(
    `UPDATE custody_payout SET state = 'DROPPED' WHERE source = $1 AND state = 'PREPARED' AND replaces IS NULL AND payout_id >= $2
     RETURNING withdrawal_id::float8 AS withdrawal, sweep_id::float8 AS sweep`,
    [source, payout],
  );
  await giveBack(client, rows, now);
}

/**
 * With what is paid with it, and what was prepared behind it out of the same address: the number that it gives back comes before theirs, and no block would bring
 * them. Under the withdrawal's own lock. They are prepared anew.
 */
export async function dropWithFollowers(client: PoolClient, withdrawal: number, now: number): Promise<void> {
  const { rows } = await client.query<{ id: number; source: string }>(
    `SELECT first_id::float8 AS id, source FROM custody_payout WHERE withdrawal_id = $1 AND state = 'PREPARED'`,
    [withdrawal],
  );
  for (const { id, source } of rows) {
    await lockSource(client, source);
    await dropFrom(client, { source, payout: id, now });
  }
}
