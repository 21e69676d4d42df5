// Which addresses of deposits hold enough to be gathered: by what came there and has gone from there, and what waits for coins.
import type { ChainName } from '@maru/chains/chain.ts';
import type { Pool } from 'pg';

export interface SweepWanted {
  site: number;
  coin: string;
  place: number;
  address: string;
  path: string;
  /** In the chain's units, as all amounts here: what no block takes back any more and was not swept. */
  available: bigint;
  /** Stays on the address whatever happens. */
  keeps: bigint;
  /** Less is not worth a network's fee. */
  least: bigint;
  isOwn: boolean;
}

/** What was refused is looked at again after this; what a chain refused has cost a fee, and waits longer. */
const AGAIN_MS = { DROPPED: 60_000, FAILED: 600_000 };

/** Sweeps that stand in the way of another one; s: of the place or site that is asked about. */
export const inTheWay = (now: string) =>
  `(s.state = 'OPEN' OR (s.state = 'DROPPED' AND s.done_ms > ${now} - ${AGAIN_MS.DROPPED}) OR (s.state = 'FAILED' AND s.done_ms > ${now} - ${AGAIN_MS.FAILED}))`;

/** Payouts that the hot address has too little for; none of a coin that stands still. */
export const SHORT = `FROM custody_withdrawal w WHERE w.chain = $1 AND w.state = 'APPROVED' AND w.ledger = 'HELD' AND w.payee IS NULL AND w.is_short`;

/**
 * Deposits that no block takes back any more, less what was swept and what that cost. Where a withdrawal waits for coins as many of the largest
 * are taken as it needs, above what is worth depositing; else all that hold what the coin's row says.
 */
const WANTED = `WITH needed AS (
   SELECT w.site_id, w.wallet_type AS coin, sum(w.amount * power(10::numeric, c.chain_decimals - CASE WHEN c.asset = 0 THEN 6 ELSE 8 END)) AS amount
   FROM (SELECT w.* ${SHORT}) w JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type GROUP BY 1, 2
 ), came AS (
   SELECT p.site_id, a.coin, CASE WHEN p.memo IS NULL THEN p.place ELSE 0 END AS place, a.address, sum(a.amount) AS amount
   FROM custody_arrival a
   JOIN custody_deposit d ON d.deposit_id = a.arrival_id AND d.state = 'UNLOCKED'
   JOIN custody_address p ON p.chain = a.chain AND p.address = a.address AND p.account = d.account AND p.site_id = d.site_id
   WHERE a.chain = $1 AND a.height IS NOT NULL GROUP BY 1, 2, 3, 4
 ), moved AS (
   SELECT site_id, coin, place, amount FROM custody_sweep WHERE chain = $1 AND kind = 'SWEEP' AND state IN ('OPEN', 'DONE')
   UNION ALL SELECT s.site_id, s.chain, s.place, coalesce(s.network_fee, 0) FROM custody_sweep s WHERE s.chain = $1 AND s.kind = 'SWEEP'
   UNION ALL SELECT site_id, coin, place, -amount FROM custody_sweep WHERE chain = $1 AND kind = 'FUEL' AND state = 'DONE'
 ), gone AS (SELECT site_id, coin, place, sum(amount) AS amount FROM moved GROUP BY 1, 2, 3
 ), under_way AS (
   SELECT site_id, coin, sum(amount) AS amount FROM custody_sweep WHERE chain = $1 AND kind = 'SWEEP' AND state = 'OPEN' GROUP BY 1, 2
 ), there AS (
   SELECT came.*, came.amount - coalesce(gone.amount, 0) - c.sweep_keeps AS available, c.sweep_keeps AS keeps, c.sweep_from, c.deposit_least,
     c.wallet_type = c.chain AS "isOwn"
   FROM came
   JOIN custody_coin c ON c.site_id = came.site_id AND c.chain = $1 AND c.wallet_type = came.coin
   LEFT JOIN gone ON gone.site_id = came.site_id AND gone.coin = came.coin AND gone.place = came.place
   WHERE came.amount - coalesce(gone.amount, 0) - c.sweep_keeps >= c.deposit_least
     AND NOT EXISTS (SELECT 1 FROM custody_sweep s WHERE s.site_id = came.site_id AND s.chain = $1 AND s.place = came.place AND ${inTheWay('$2::bigint')})
     AND NOT EXISTS (SELECT 1 FROM custody_stop o WHERE o.site_id = came.site_id AND o.asset = c.asset AND o.lifted_ms IS NULL)
 ), ranked AS (
   SELECT there.*, sum(available) OVER (PARTITION BY site_id, coin ORDER BY available DESC, place) - available AS before FROM there
 )
 SELECT r.site_id AS site, r.coin, r.place, r.address, k.path || '/0/' || r.place AS path, r.available::text AS available, r.keeps::text AS keeps,
   r.deposit_least::text AS least, r."isOwn"
 FROM ranked r
 JOIN custody_key k ON k.site_id = r.site_id AND k.chain = $1
 LEFT JOIN needed n ON n.site_id = r.site_id AND n.coin = r.coin
 LEFT JOIN under_way u ON u.site_id = r.site_id AND u.coin = r.coin
 WHERE r.available >= r.sweep_from OR r.before < n.amount - coalesce(u.amount, 0)
 ORDER BY n.site_id IS NULL, r.available DESC LIMIT 20`;

type Amounts = 'available' | 'keeps' | 'least';

export async function wantedSweeps(pool: Pool, chain: ChainName, now: number): Promise<SweepWanted[]> {
  const { rows } = await pool.query<Omit<SweepWanted, Amounts> & Record<Amounts, string>>(WANTED, [chain, now]);
  return rows.map(({ available, keeps, least, ...row }) => ({
    ...row,
    available: BigInt(available),
    keeps: BigInt(keeps),
    least: BigInt(least),
  }));
}
