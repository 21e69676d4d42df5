// Whether payouts of a coin may go out now: the signer reads the row of a stop itself, and wants a fresh comparison of ledger and chain.
import type { ChainName } from '@maru/chains/chain.ts';
import type { PoolClient } from 'pg';
import { SignerRefused } from './check-payout.ts';

/** In the transaction that signs: ledger and chain differ, and no two persons have said that it may go on. */
export async function refuseStopped(client: PoolClient, site: number, asset: number): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM custody_stop WHERE site_id = $1 AND asset = $2 AND lifted_ms IS NULL', [
    site,
    asset,
  ]);
  if (rowCount !== 0) throw new SignerRefused('ledger and chain differ: payouts of this coin are stopped');
}

/** Not refused: it stays prepared until ledger and chain were compared again. */
export class NotCompared extends Error {}

/** While the node is of another chain what was prepared over it stays as it is. */
export async function insistFollowed(client: PoolClient, chain: ChainName): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM custody_head WHERE chain = $1 AND halted_ms IS NOT NULL', [chain]);
  if (rowCount !== 0) throw new NotCompared(`${chain} is not followed: the node is of another chain`);
}

export async function insistCompared(
  client: PoolClient,
  { chain, site, asset }: { chain: ChainName; site: number; asset: number },
  since: number,
) {
  const { rowCount } = await client.query(
    `SELECT 1 FROM custody_run r, jsonb_to_recordset(r.figures->'networks') AS n (chain text, "readMs" bigint)
     WHERE r.site_id = $1 AND r.asset = $2 AND r.at_ms >= $4 AND n.chain = $3 AND n."readMs" >= $4 LIMIT 1`,
    [site, asset, chain, since],
  );
  if (rowCount === 0) throw new NotCompared(`${chain} was not compared with the ledger lately`);
}
