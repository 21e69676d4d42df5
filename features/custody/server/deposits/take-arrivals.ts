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
 SELECT id, site, account, wallet, asset, amount, dust, 'SMALL', 1, $8
 FROM unnest($1::bigint[], $2::int[], $3::int[], $4::text[], $5::smallint[], $6::bigint[], $7::numeric[]) AS s (id, site, account, wallet, asset, amount, dust)
 ON CONFLICT DO NOTHING`;

/** What of a wallet's small ones is enough together goes on together. */
const ENOUGH = `WITH w AS (SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::numeric[], $5::bigint[]) AS w (site, account, wallet, least, height)),
 enough AS (SELECT w.site, w.account, w.wallet, w.height FROM w
   JOIN custody_deposit o ON o.site_id = w.site AND o.account = w.account AND o.wallet_type = w.wallet AND o.state = 'SMALL'
   JOIN custody_arrival a ON a.arrival_id = o.deposit_id AND a.height IS NOT NULL
   GROUP BY w.site, w.account, w.wallet, w.height, w.least HAVING sum(a.amount) >= w.least)
 UPDATE custody_deposit d SET state = 'SEEN', changed_ms = $6 FROM enough e
 WHERE d.site_id = e.site AND d.account = e.account AND d.wallet_type = e.wallet AND d.state = 'SMALL' AND d.amount > 0
 RETURNING d.deposit_id::float8 AS id, e.height::float8 AS height`;

const STEP = `INSERT INTO custody_deposit_step (deposit_id, state, at_ms, height)
 SELECT id, $3, $4, height FROM unnest($1::bigint[], $2::bigint[]) AS s (id, height) ON CONFLICT DO NOTHING`;

type Context = Pick<AppContext, 'pool' | 'clock' | 'sites'>;

/** Answers how many arrivals were looked at. */
export async function takeArrivals(context: Context): Promise<number> {
  await context.pool.query(TAKE_FUEL);
  const { rows } = await context.pool.query<Arrived>(NEW);
  await takeAll(context, rows);
  return rows.length;
}

interface Taken extends Arrived {
  units: bigint;
  dust: bigint;
}

/** Undefined: of a brand that this process does not know (yet), looked at again. */
function inLedger({ sites }: Context, arrived: Arrived): Taken | undefined {
  const site = sites.byId(arrived.site);
  const asset = site && assetAt(site, arrived.asset);
  return asset && { ...arrived, ...inLedgerUnits(BigInt(arrived.amount), arrived.decimals, asset.decimals) };
}

async function takeAll(context: Context, rows: readonly Arrived[]): Promise<void> {
  const taken = rows.map((arrived) => inLedger(context, arrived)).filter((one) => one !== undefined);
  if (taken.length === 0) return;
  const now = context.clock.now();
  const column = <T>(of: (one: Taken) => T) => taken.map(of);
  const ids = column(({ id }) => id);
  // The last of each wallet: what came of it before goes on with it.
  const wallets = [...new Map(taken.map((one) => [`${one.site} ${one.account} ${one.walletType}`, one])).values()];
  await inTransaction(context.pool, async (client) => {
    await client.query(INSERT, [
      ids,
      column(({ site }) => site),
      column(({ account }) => account),
      column(({ walletType }) => walletType),
      column(({ asset }) => asset),
      column(({ units }) => String(units)),
      column(({ dust }) => String(dust)),
      now,
    ]);
    await client.query(STEP, [ids, column(({ height }) => height), 'SMALL', now]);
    await client.query('UPDATE custody_arrival SET is_taken = true WHERE arrival_id = ANY($1)', [ids]);
    const { rows: enough } = await client.query<{ id: number; height: number }>(ENOUGH, [
      wallets.map(({ site }) => site),
      wallets.map(({ account }) => account),
      wallets.map(({ walletType }) => walletType),
      wallets.map(({ least }) => least),
      wallets.map(({ height }) => height),
      now,
    ]);
    await client.query(STEP, [enough.map(({ id }) => id), enough.map(({ height }) => height), 'SEEN', now]);
  });
}
