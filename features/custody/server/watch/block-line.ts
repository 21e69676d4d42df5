// The line of blocks that was read of a chain: each hangs on the one before it, and where the chain has turned aside the line follows.
import type { Incoming, BlockRef } from '@maru/chains/chain.ts';
import type { Pool, PoolClient } from 'pg';

export interface Head {
  scanned: number;
  /** Undefined: nothing was read yet. */
  block: BlockRef | undefined;
}

interface HeadRow {
  scanned: number;
  hash: string | null;
  parent: string | null;
  time: number | null;
}

export async function readHead(pool: Pool, chain: string): Promise<Head | undefined> {
  const { rows } = await pool.query<HeadRow>(
    `SELECT h.scanned_height::float8 AS scanned, b.hash, b.parent, b.time_ms::float8 AS time
     FROM custody_head h LEFT JOIN custody_block b ON b.chain = h.chain AND b.height = h.scanned_height WHERE h.chain = $1`,
    [chain],
  );
  if (rows.length === 0) return undefined;
  const { scanned, hash, parent, time } = rows[0];
  return { scanned, block: hash === null || parent === null ? undefined : { height: scanned, hash, parent, timeMs: time ?? 0 } };
}

export async function hashAt(pool: Pool, chain: string, height: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ hash: string }>('SELECT hash FROM custody_block WHERE chain = $1 AND height = $2', [chain, height]);
  return rows[0]?.hash;
}

/** One block more, with what arrived in it. What arrived before in a block that is gone has arrived again. */
export async function addBlock(
  client: PoolClient,
  chain: string,
  block: BlockRef,
  arrived: readonly Incoming[],
  now: number,
): Promise<void> {
  await client.query('INSERT INTO custody_block (chain, height, hash, parent, time_ms) VALUES ($1, $2, $3, $4, $5)', [
    chain,
    block.height,
    block.hash,
    block.parent,
    block.timeMs,
  ]);
  await addArrivals(client, chain, block, arrived, now);
  await client.query('UPDATE custody_head SET scanned_height = $2 WHERE chain = $1', [chain, block.height]);
}

/** What a node says twice in the same words came once. */
const nameOf = ({ txHash, place }: Pick<Incoming, 'txHash' | 'place'>) => `${txHash}:${place}`;
const wordsOf = (one: Incoming) => `${nameOf(one)} ${one.coin} ${one.to} ${one.memo} ${one.amount}`;

async function addArrivals(client: PoolClient, chain: string, block: BlockRef, told: readonly Incoming[], now: number): Promise<void> {
  if (told.length === 0) return;
  const arrived = [...new Map(told.map((one) => [wordsOf(one), one])).values()];
  const column = <T>(of: (one: Incoming) => T) => arrived.map(of);
  const { rows } = await client.query<{ txHash: string; place: number }>(
    `INSERT INTO custody_arrival (chain, tx_hash, place, coin, address, memo, amount, sender, height, block_hash, seen_ms)
     SELECT $1, tx_hash, place, coin, address, memo, amount, sender, $2, $3, $4
     FROM unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::numeric[], $11::text[])
       AS s (tx_hash, place, coin, address, memo, amount, sender)
     ON CONFLICT (chain, tx_hash, place) DO UPDATE SET height = excluded.height, block_hash = excluded.block_hash, gone_height = NULL
     WHERE custody_arrival.coin = excluded.coin AND custody_arrival.address = excluded.address
       AND custody_arrival.amount = excluded.amount AND custody_arrival.memo IS NOT DISTINCT FROM excluded.memo
     RETURNING tx_hash AS "txHash", place`,
    [
      chain,
      block.height,
      block.hash,
      now,
      column(({ txHash }) => txHash),
      column(({ place }) => place),
      column(({ coin }) => coin),
      column(({ to }) => to),
      column(({ memo }) => memo),
      column(({ amount }) => String(amount)),
      column(({ from }) => from),
    ],
  );
  const taken = new Set(rows.map(nameOf));
  const other = arrived.find((one) => !taken.has(nameOf(one)));
  // A hash names one content for ever: a node that says another one now has lied at least once.
  if (other !== undefined) throw new Error(`${chain}: ${other.txHash}:${other.place} is told otherwise than before`);
}

/** Blocks above `height` are gone from the chain; what arrived in them waits without a block. */
export async function cutLine(client: PoolClient, chain: string, height: number): Promise<void> {
  await client.query(
    `UPDATE custody_arrival SET gone_height = h.scanned_height, height = NULL, block_hash = NULL
     FROM custody_head h WHERE h.chain = $1 AND custody_arrival.chain = $1 AND custody_arrival.height > $2`,
    [chain, height],
  );
  await client.query('DELETE FROM custody_block WHERE chain = $1 AND height > $2', [chain, height]);
  await client.query('UPDATE custody_head SET scanned_height = $2 WHERE chain = $1', [chain, height]);
}

/** Answers whether the chain was seen for the first time. */
export async function sayTip(client: PoolClient, chain: string, tip: number, final: number | undefined, now: number): Promise<boolean> {
  const { rows } = await client.query<{ isFirst: boolean }>(
    `INSERT INTO custody_head (chain, tip_height, final_height, scanned_height, seen_ms) VALUES ($1, $2, $3, $2, $4)
     ON CONFLICT (chain) DO UPDATE SET tip_height = $2, final_height = $3, seen_ms = $4, fault = NULL, fault_since_ms = NULL
     RETURNING xmax = 0 AS "isFirst"`,
    [chain, tip, final ?? null, now],
  );
  return rows[0].isFirst;
}

/** Nothing is known of a chain that was never read; of the others the last figures stand, with since when. */
export async function sayFault(pool: Pool, chain: string, fault: string, now: number): Promise<void> {
  await pool.query('UPDATE custody_head SET fault = $2, fault_since_ms = coalesce(fault_since_ms, $3) WHERE chain = $1', [
    chain,
    fault.slice(0, 300),
    now,
  ]);
}
