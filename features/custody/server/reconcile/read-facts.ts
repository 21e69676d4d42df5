// What the watcher wrote of a site's coins, at one moment of the database: what addresses hold, what came to them and what left them.
import type { PoolClient } from 'pg';
import { readCold } from './cold-facts.ts';
import { FUELLED, REFILLED, SWEPT } from './swept.ts';

/** A coin of the site on one chain, with the read of that chain; amounts in the chain's unit. */
export interface CoinFacts {
  walletType: string;
  chain: string;
  asset: number;
  decimals: number;
  /** Undefined: no block of the chain was ever read, so there is nothing of ours on it. */
  read: ChainRead | undefined;
  deposits: bigint;
  hot: bigint;
  cold: bigint;
  /** What should lie there by everything that came and left up to the height of the read. */
  recordedDeposits: bigint;
  recordedHot: bigint;
  recordedCold: bigint;
  /** Members' addresses with another amount than came to them: at most a hundred. */
  odd: { address: string; over: bigint }[];
}

export interface ChainRead {
  height: number;
  blockHash: string;
  readMs: number;
  /** The line of blocks has come so far, and the block is in it. */
  isInLine: boolean;
}

interface CoinRow {
  walletType: string;
  chain: string;
  asset: number;
  decimals: number;
  isFollowed: boolean;
  height: number | null;
  blockHash: string | null;
  readMs: number | null;
  isInLine: boolean;
}

const COINS = `SELECT c.wallet_type AS "walletType", c.chain, c.asset, c.chain_decimals AS decimals, h.chain IS NOT NULL AS "isFollowed",
   r.height::float8 AS height, r.block_hash AS "blockHash", r.read_ms::float8 AS "readMs",
   b.hash IS NOT NULL AND h.scanned_height >= r.height AS "isInLine"
 FROM custody_coin c
 LEFT JOIN custody_head h ON h.chain = c.chain
 LEFT JOIN custody_read r ON r.chain = c.chain AND r.height IS NOT NULL
 LEFT JOIN custody_block b ON b.chain = r.chain AND b.height = r.height AND b.hash = r.block_hash
 WHERE c.site_id = $1 ORDER BY c.asset, c.wallet_type`;

const OWN = 'SELECT DISTINCT address FROM custody_address WHERE site_id = $1 AND chain = $2 AND address IS NOT NULL';

/** By address: what it holds beside what came to it up to the height and was not swept. */
const ADDRESSES = `WITH own AS (${OWN}), came AS (
   SELECT a.address, sum(a.amount) AS amount FROM custody_arrival a JOIN own USING (address)
   WHERE a.chain = $2 AND a.coin = $3 AND a.height <= $4 GROUP BY a.address
 ), has AS (SELECT b.address, b.amount FROM custody_balance b JOIN own USING (address) WHERE b.chain = $2 AND b.coin = $3),
 gone AS (SELECT address, sum(moved + fee) AS amount FROM (${SWEPT}) s GROUP BY address)
 SELECT address, coalesce(has.amount, 0) AS has, coalesce(came.amount, 0) - coalesce(gone.amount, 0) AS came
 FROM has FULL JOIN came USING (address) FULL JOIN gone USING (address)`;
const SUMS = `SELECT coalesce(sum(has), 0)::text AS has, coalesce(sum(came), 0)::text AS came FROM (${ADDRESSES}) a`;
const ODD = `SELECT address, (has - came)::text AS over FROM (${ADDRESSES}) a WHERE has <> came ORDER BY address LIMIT 100`;

/** Fees of what an address of a deposit sent by itself are paid there. */
const HOT = `SELECT
   (SELECT coalesce(sum(b.amount), 0) FROM custody_balance b JOIN custody_hot h ON h.chain = b.chain AND h.address = b.address
    WHERE h.site_id = $1 AND b.chain = $2 AND b.coin = $3)::text AS has,
   (SELECT coalesce(sum(e.amount * power(10::numeric, $5::int) / power(10::numeric, $6::int) + e.dust), 0) FROM custody_entry e
    WHERE e.site_id = $1 AND e.wallet_type = $3 AND e.name LIKE ANY($7) AND e.is_due AND e.sent_ms < $8)::text AS given,
   (SELECT coalesce(sum(e.amount * power(10::numeric, $5::int) / power(10::numeric, $6::int) + e.dust), 0) FROM custody_entry e
    WHERE e.site_id = $1 AND e.wallet_type = $3 AND e.name LIKE ANY($7) AND NOT (e.is_due AND e.sent_ms < $8))::text AS coming,
   (SELECT coalesce(sum(w.amount * power(10::numeric, $5::int) / power(10::numeric, $6::int)), 0) FROM custody_payout p
    JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
    JOIN custody_block b ON b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash
    WHERE p.site_id = $1 AND p.chain = $2 AND w.wallet_type = $3 AND p.is_success AND p.mined_height <= $4)::text AS paid,
   (SELECT coalesce(sum(p.network_fee), 0) FROM custody_payout p
    JOIN custody_block b ON b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash
    LEFT JOIN custody_sweep s ON s.sweep_id = p.sweep_id AND ((s.kind = 'SWEEP' AND s.place IS NOT NULL) OR s.kind = 'FROM_COLD')
    WHERE p.site_id = $1 AND p.chain = $2 AND $3 = $2 AND p.mined_height <= $4 AND s.sweep_id IS NULL)::text AS fees,
   (SELECT coalesce(sum(moved), 0) FROM (${SWEPT}) s)::text AS swept,
   (SELECT coalesce(sum(r.amount), 0) FROM (${REFILLED}) r)::text AS refilled,
   (SELECT coalesce(sum(f.amount), 0) FROM (${FUELLED}) f)::text AS fuel`;

interface HotRow {
  has: string;
  given: string;
  coming: string;
  paid: string;
  fees: string;
  swept: string;
  refilled: string;
  fuel: string;
}

/** Entries of what lies at the hot address: a demo's beginning, what came there and is nobody's. Of the others the chain's facts speak themselves. */
const LIES_THERE = ['DEMO|%', 'SUSPENSE|%'];

const nothing = { deposits: 0n, hot: 0n, cold: 0n, recordedDeposits: 0n, recordedHot: 0n, recordedCold: 0n, odd: [] };

const whole = (text: string) => BigInt(text.replace(/\.0*$/, ''));

/** In a snapshot (kit/server/transaction.ts), in the order of assets. */
export async function readFacts(client: PoolClient, site: number, ledgerDecimals: (asset: number) => number): Promise<CoinFacts[]> {
  const { rows } = await client.query<CoinRow>(COINS, [site]);
  const facts: CoinFacts[] = [];
  for (const row of rows) facts.push(await factsOf(client, site, row, ledgerDecimals(row.asset)));
  return facts;
}

async function factsOf(client: PoolClient, site: number, row: CoinRow, ledgerDecimals: number): Promise<CoinFacts> {
  const { walletType, chain, asset, decimals, height, blockHash, readMs, isInLine } = row;
  const coin = { walletType, chain, asset, decimals };
  if (height === null || blockHash === null || readMs === null) {
    const read = row.isFollowed ? { height: 0, blockHash: '', readMs: 0, isInLine: false } : undefined;
    return { ...coin, read, ...nothing };
  }
  const of = [site, chain, walletType, height];
  const { rows: sums } = await client.query<{ has: string; came: string }>(SUMS, of);
  // Sums may be the same though two addresses are not.
  const { rows: odd } = await client.query<{ address: string; over: string }>(ODD, of);
  const units = [Math.max(0, decimals - ledgerDecimals), Math.max(0, ledgerDecimals - decimals)];
  const { rows: hot } = await client.query<HotRow>(HOT, [...of, ...units, LIES_THERE, readMs]);
  const [{ has, given, coming, paid, fees, swept, refilled, fuel }] = hot;
  const recorded = whole(given) + whole(swept) + whole(refilled) - whole(paid) - whole(fees) - whole(fuel);
  // What a demo was given in these seconds may have come before the read or behind it.
  const isThere = whole(has) === recorded + whole(coming);
  return {
    ...coin,
    ...(await readCold(client, of, units)),
    read: { height, blockHash, readMs, isInLine },
    deposits: whole(sums[0].has),
    hot: whole(has),
    recordedDeposits: whole(sums[0].came),
    recordedHot: isThere ? whole(has) : recorded,
    odd: odd.map(({ address, over }) => ({ address, over: whole(over) })),
  };
}
