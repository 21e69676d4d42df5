// Makes a deposit of each arrival at a member's address; small ones wait until several of a wallet make up its least.
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { assetAt } from '@maru/wallet/admin-contract.ts';
import { inLedgerUnits } from '../units.ts';

interface Arrived {
  id: number;
  site: number;
  account: number;
  walletType: string;
  asset: number;
  amount: string;
  decimals: number;
  least: string;
  height: number;
}

/** What we sent to `a` ourselves, for the fee of a sweep, is nobody's deposit: its hash stood here before any node had it. */
export const FUEL = `FROM custody_payout p JOIN custody_sweep s ON s.sweep_id = p.sweep_id AND s.kind = 'FUEL'
 WHERE p.chain = a.chain AND p.hash = a.tx_hash AND s.target = a.address AND s.coin = a.coin AND s.amount = a.amount`;

const NEW = `SELECT a.arrival_id AS id, d.site_id AS site, d.account, c.wallet_type AS "walletType", c.asset, a.amount, c.chain_decimals AS decimals,
 c.deposit_least AS least, a.height::float8 AS height
 FROM custody_arrival a
 JOIN custody_address d ON d.chain = a.chain AND d.address = a.address AND coalesce(d.memo, '') = coalesce(a.memo, '')
 JOIN custody_coin c ON c.site_id = d.site_id AND c.chain = a.chain AND c.wallet_type = a.coin
 WHERE NOT a.is_taken AND a.height IS NOT NULL
   -- Of numbers that members have: one that was given afterwards was nobody's.
   AND (d.memo IS NULL OR d.asked_ms <= a.seen_ms)
   AND NOT EXISTS (SELECT 1 ${FUEL}) ORDER BY a.arrival_id LIMIT 1000`;

const TAKE_FUEL = `UPDATE custody_arrival a SET is_taken = true WHERE NOT a.is_taken AND EXISTS (SELECT 1 ${FUEL})`;

const INSERT = `INSERT INTO custody_deposit (deposit_id, site_id, account, wallet_type, asset, amount, dust, state, confirmations, changed_ms)
 VALUES ($1, $2, $3, $4, $5, $6, $7, 'SMALL', 1, $8) ON CONFLICT DO NOTHING`;

/** What of a wallet's small ones is enough together goes on together. */
const ENOUGH = `UPDATE custody_deposit d SET state = 'SEEN', changed_ms = $4 WHERE site_id = $1 AND account = $2 AND wallet_type = $3 AND state = 'SMALL' AND amount > 0
 AND (SELECT sum(a.amount) FROM custody_deposit o JOIN custody_arrival a ON a.arrival_id = o.deposit_id
      WHERE o.site_id = $1 AND o.account = $2 AND o.wallet_type = $3 AND o.state = 'SMALL' AND a.height IS NOT NULL) >= $5::numeric
 RETURNING deposit_id AS id`;

const STEP = 'INSERT INTO custody_deposit_step (deposit_id, state, at_ms, height) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING';

/** Answers how many arrivals were taken. */
export async function takeArrivals(context: Pick<AppContext, 'pool' | 'clock' | 'sites'>): Promise<number> {
  await context.pool.query(TAKE_FUEL);
  const { rows } = await context.pool.query<Arrived>(NEW);
  for (const arrived of rows) await takeOne(context, arrived);
  return rows.length;
}

async function takeOne({ pool, clock, sites }: Pick<AppContext, 'pool' | 'clock' | 'sites'>, arrived: Arrived): Promise<void> {
  const site = sites.byId(arrived.site);
  const asset = site && assetAt(site, arrived.asset);
  // A brand that this process does not know (yet): looked at again.
  if (asset === undefined) return;
  const { units, dust } = inLedgerUnits(BigInt(arrived.amount), arrived.decimals, asset.decimals);
  const now = clock.now();
  const { id, account, walletType } = arrived;
  await inTransaction(pool, async (client) => {
    await client.query(INSERT, [id, site?.id, account, walletType, arrived.asset, String(units), String(dust), now]);
    await client.query(STEP, [id, 'SMALL', now, arrived.height]);
    await client.query('UPDATE custody_arrival SET is_taken = true WHERE arrival_id = $1', [id]);
    const { rows } = await client.query<{ id: number }>(ENOUGH, [site?.id, account, walletType, now, arrived.least]);
    for (const enough of rows) await client.query(STEP, [enough.id, 'SEEN', now, arrived.height]);
  });
}
