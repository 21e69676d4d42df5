// A move out of cold storage that is not signed and never will be: what it reserved is free again.
import type { PoolClient } from 'pg';
import { lockSource } from '../lock-source.ts';
import { giveBack } from '../withdrawals/drop-prepared.ts';

/** False: it is signed, or over. */
export async function dropMove(client: PoolClient, sweep: number, { reason, now }: { reason: string; now: number }): Promise<boolean> {
  const { rows } = await client.query<{ address: string }>(
    `SELECT address FROM custody_sweep WHERE sweep_id = $1 AND kind = 'FROM_COLD' AND state = 'OPEN' FOR UPDATE`,
    [sweep],
  );
  if (rows.length === 0) return false;
  const [{ address }] = rows;
  await lockSource(client, address);
  const { rowCount: signed } = await client.query(`SELECT 1 FROM custody_payout WHERE sweep_id = $1 AND state = 'SIGNED'`, [sweep]);
  if (signed !== 0) return false;
  await client.query(`UPDATE custody_payout SET state = 'DROPPED' WHERE sweep_id = $1 AND state = 'PREPARED'`, [sweep]);
  await client.query('UPDATE custody_sweep SET reason = $2 WHERE sweep_id = $1', [sweep, reason]);
  await giveBack(client, [{ withdrawal: null, sweep }], now);
  return true;
}
