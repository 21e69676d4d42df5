// Reads what our addresses hold, all of them at one height: what moved while it was read is read again, until nothing did (ADR 0080).
import type { BlockRef, ChainReader } from '@maru/chains/chain.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import { insistOurLine } from './our-line.ts';
import { noteOutcome } from './send-payouts.ts';

interface ReadParts {
  pool: Pool;
  reader: ChainReader;
  now(): number;
  goesOn(): boolean;
}

const EVERY_MS = 5 * 60_000;
/** Before a batch of payouts a read may be so old. */
const BATCH_MS = 30_000;
/** A chain whose blocks come faster than its moving addresses are read is read again later. */
const TRIES = 20;
const AT_ONCE = 16;

/** Every five minutes, when it is asked for, before payouts, and where the line has gone past another block. Answers whether it read. */
export async function readWhenDue(parts: ReadParts): Promise<boolean> {
  const { pool, reader, now } = parts;
  const { rows } = await pool.query<{ asked: number; read: number | null; pays: boolean; isOff: boolean }>(
    `SELECT coalesce(r.asked_ms, 0)::float8 AS asked, r.read_ms::float8 AS read,
       EXISTS (SELECT 1 FROM custody_withdrawal w WHERE w.chain = $1 AND w.state = 'APPROVED' AND w.ledger = 'HELD' AND w.payee IS NULL)
         OR EXISTS (SELECT 1 FROM custody_payout p LEFT JOIN custody_sweep s ON s.sweep_id = p.sweep_id
           WHERE p.chain = $1 AND p.state = 'PREPARED' AND s.kind IS DISTINCT FROM 'FROM_COLD') AS pays,
       coalesce(h.scanned_height >= r.height, false)
         AND NOT EXISTS (SELECT 1 FROM custody_block b WHERE b.chain = $1 AND b.height = r.height AND b.hash = r.block_hash) AS "isOff"
     FROM (SELECT 1) AS one LEFT JOIN custody_read r ON r.chain = $1 LEFT JOIN custody_head h ON h.chain = $1`,
    [reader.chain],
  );
  const [{ asked, read, pays, isOff }] = rows;
  const age = read === null ? Infinity : now() - read;
  if (!isOff && age < EVERY_MS && asked <= (read ?? 0) && !(pays && age >= BATCH_MS)) return false;
  return readBalances(parts);
}

/** False: the chain moved on too fast, or turned aside. */
export async function readBalances(parts: ReadParts): Promise<boolean> {
  const { pool, reader, now } = parts;
  const began = now();
  await insistOurLine(parts);
  const { coins, addresses } = await ownAddresses(pool, reader.chain);
  const held = new Map<string, bigint>();
  let { tip } = await reader.tip();
  let dirty: ReadonlySet<string> = addresses;
  for (let attempt = 0; attempt < TRIES && parts.goesOn(); attempt++) {
    await readAll(reader, coins, dirty, held);
    const { tip: after } = await reader.tip();
    const isSame = after.hash === tip.hash;
    if (!isSame)
      dirty = new Set([...(await leavingFrom(pool, reader.chain, tip.height)), ...(await movedBetween(reader, tip, after, addresses))]);
    tip = after;
    if (!isSame && dirty.size > 0) continue;
    await noteOpenPayouts(parts);
    await keep(pool, reader.chain, tip, held, began);
    return true;
  }
  return false;
}

async function ownAddresses(pool: Pool, chain: string) {
  const { rows: coins } = await pool.query<{ coin: string }>(
    'SELECT DISTINCT wallet_type AS coin FROM custody_coin WHERE chain = $1 AND (contract IS NOT NULL OR wallet_type = chain)',
    [chain],
  );
  const { rows } = await pool.query<{ address: string }>(
    `SELECT address FROM custody_address WHERE chain = $1 AND address IS NOT NULL
     UNION SELECT address FROM custody_hot WHERE chain = $1 AND address IS NOT NULL
     UNION SELECT address FROM custody_cold WHERE chain = $1`,
    [chain],
  );
  return { coins: coins.map(({ coin }) => coin), addresses: new Set(rows.map(({ address }) => address)) };
}

/**
 * What our own transactions leave from, of which no block says so among the transfers to us. Asked for behind the tip: whatever is in its
 * blocks was signed before. A sweep of outputs leaves from each address that one of them lies at.
 */
async function leavingFrom(pool: Pool, chain: string, height: number): Promise<string[]> {
  const { rows } = await pool.query<{ address: string }>(
    `WITH open AS (SELECT p.source, p.sweep_id FROM custody_payout p
       LEFT JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id LEFT JOIN custody_sweep s ON s.sweep_id = p.sweep_id
       WHERE p.chain = $1 AND p.hash IS NOT NULL AND (w.ledger IN ('HELD', 'SENT') OR s.state = 'OPEN' OR p.mined_height > $2))
     SELECT source AS address FROM open
     UNION SELECT o.address FROM open JOIN custody_reservation k ON k.sweep_id = open.sweep_id JOIN custody_output o ON o.chain = k.chain AND o.output = k.reserved`,
    [chain, height],
  );
  return rows.map(({ address }) => address);
}

const keyOf = (coin: string, address: string) => `${coin} ${address}`;

async function readAll(
  reader: ChainReader,
  coins: readonly string[],
  addresses: ReadonlySet<string>,
  held: Map<string, bigint>,
): Promise<void> {
  const pairs = [...addresses].flatMap((address) => coins.map((coin) => ({ address, coin })));
  for (let at = 0; at < pairs.length; at += AT_ONCE)
    await Promise.all(
      pairs
        .slice(at, at + AT_ONCE)
        .map(async ({ address, coin }) => void held.set(keyOf(coin, address), await reader.balanceOf(address, coin))),
    );
}

/** All of them where the chain has turned aside. */
async function movedBetween(
  reader: ChainReader,
  from: BlockRef,
  to: BlockRef,
  addresses: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if ((await reader.blockAt(from.height))?.hash !== from.hash) return addresses;
  const moved = new Set<string>();
  for (let height = from.height + 1; height <= to.height; height++) {
    const { incoming } = await reader.incoming(height, addresses);
    for (const one of incoming) moved.add(one.to);
  }
  return moved;
}

/** What was mined up to the height that was read is known before anybody compares. */
async function noteOpenPayouts({ pool, reader, now }: ReadParts): Promise<void> {
  const { rows } = await pool.query<{ id: number; hash: string; minedHash: string | null }>(
    `SELECT p.payout_id::float8 AS id, p.hash, p.mined_hash AS "minedHash" FROM custody_payout p
     LEFT JOIN custody_sweep s ON s.sweep_id = p.sweep_id
     WHERE p.chain = $1 AND p.first_id = p.payout_id AND p.hash IS NOT NULL
       AND EXISTS (SELECT 1 FROM custody_payout m WHERE m.first_id = p.payout_id AND m.state = 'SIGNED')
       AND (s.state = 'OPEN' OR EXISTS (SELECT 1 FROM custody_payout m JOIN custody_withdrawal w ON w.withdrawal_id = m.withdrawal_id
         WHERE m.first_id = p.payout_id AND w.ledger = 'SENT') OR (p.mined_hash IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM custody_block b WHERE b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash)))`,
    [reader.chain],
  );
  for (const { id, hash, minedHash } of rows) await noteOutcome({ pool, now }, { id, minedHash }, await reader.outcomeOf(hash));
}

async function keep(pool: Pool, chain: string, at: BlockRef, held: ReadonlyMap<string, bigint>, began: number): Promise<void> {
  const rows = [...held].filter(([, amount]) => amount > 0n).map(([key, amount]) => [...key.split(' '), String(amount)]);
  await inTransaction(pool, async (client) => {
    await client.query('DELETE FROM custody_balance WHERE chain = $1', [chain]);
    await client.query(
      `INSERT INTO custody_balance (chain, coin, address, amount)
       SELECT $1, coin, address, amount::numeric FROM unnest($2::text[], $3::text[], $4::text[]) AS b (coin, address, amount)`,
      [chain, ...[0, 1, 2].map((column) => rows.map((row) => row[column]))],
    );
    await client.query(
      `INSERT INTO custody_read (chain, height, block_hash, read_ms) VALUES ($1, $2, $3, $4)
       ON CONFLICT (chain) DO UPDATE SET height = excluded.height, block_hash = excluded.block_hash, read_ms = excluded.read_ms`,
      [chain, at.height, at.hash, began],
    );
  });
}
