// Outputs of ours on chains that spend them whole: rows of what came and what was used up, by the blocks that were read (ADR 0079).
import type { BlockReading, ChainName, Unspent } from '@maru/chains/chain.ts';
import type { Pool, PoolClient } from 'pg';

export const hasOutputs = (chain: string): boolean => chain === 'BTC' || chain === 'DOGE';

const UNSPENT = 'FROM custody_output WHERE chain = $1 AND height IS NOT NULL AND spent_height IS NULL';

/** Names of all that nothing has spent: each input of a block is looked up among them. */
export async function unspentNames(pool: Pool, chain: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ output: string }>(`SELECT output ${UNSPENT}`, [chain]);
  return new Set(rows.map(({ output }) => output));
}

/** What of these addresses is in a block and unspent, the largest first; what another payout has reserved is among it. */
export async function unspentOf(pool: Pool, chain: ChainName, addresses: readonly string[]): Promise<Unspent[]> {
  const { rows } = await pool.query<{ output: string; address: string; amount: string }>(
    `SELECT output, address, amount ${UNSPENT} AND address = ANY($2) ORDER BY amount DESC, output`,
    [chain, addresses],
  );
  return rows.map(({ output, address, amount }) => ({ output, address, amount: BigInt(amount) }));
}

/** In the transaction that writes the block. What came again after its block was gone is the same output. */
export async function addOutputs(client: PoolClient, chain: string, { block, incoming, spent = [] }: BlockReading): Promise<void> {
  await client.query(
    `INSERT INTO custody_output (chain, output, address, amount, height)
     SELECT $1, output, address, amount, $2 FROM unnest($3::text[], $4::text[], $5::numeric[]) AS s (output, address, amount)
     ON CONFLICT (chain, output) DO UPDATE SET height = excluded.height`,
    [
      chain,
      block.height,
      incoming.map(({ txHash, place }) => `${txHash}:${place}`),
      incoming.map(({ to }) => to),
      incoming.map(({ amount }) => String(amount)),
    ],
  );
  await client.query(
    `UPDATE custody_output o SET spent_height = $2, spent_by = s.hash FROM unnest($3::text[], $4::text[]) AS s (output, hash)
     WHERE o.chain = $1 AND o.output = s.output`,
    [chain, block.height, spent.map(({ output }) => output), spent.map(({ txHash }) => txHash)],
  );
}

/** Blocks above `height` are gone, with what came and what was used up in them. */
export async function cutOutputs(client: PoolClient, chain: string, height: number): Promise<void> {
  await client.query('UPDATE custody_output SET height = NULL WHERE chain = $1 AND height > $2', [chain, height]);
  await client.query('UPDATE custody_output SET spent_height = NULL, spent_by = NULL WHERE chain = $1 AND spent_height > $2', [
    chain,
    height,
  ]);
}
