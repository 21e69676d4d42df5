// Gathers outputs of deposits' addresses at the hot one, where outputs are spent whole: many of them in one transaction.
import { TooFewCoins } from '@maru/chains/bitcoin/preparer.ts';
import type { ChainName, Source } from '@maru/chains/chain.ts';
import type { Pool } from 'pg';
import { inTheWay, SHORT } from './find-sweeps.ts';
import { keepSweep } from './keep-sweep.ts';
import type { PayoutParts } from './payout-chain.ts';
import { reservedOn } from './promised.ts';

interface OwnOutput {
  site: number;
  output: string;
  address: string;
  amount: string;
  path: string;
}

/** So many at once: the signer asks its seed for each. */
const MOST_OUTPUTS = 60;

/** Of deposits that no block takes back any more, and that nothing has reserved. */
const OUTPUTS = `SELECT p.site_id AS site, o.output, o.address, o.amount, k.path || '/0/' || p.place AS path
 FROM custody_output o
 JOIN custody_address p ON p.chain = o.chain AND p.address = o.address
 JOIN custody_key k ON k.site_id = p.site_id AND k.chain = o.chain
 JOIN custody_arrival a ON a.chain = o.chain AND a.tx_hash || ':' || a.place = o.output
 JOIN custody_deposit d ON d.deposit_id = a.arrival_id AND d.state = 'UNLOCKED'
 WHERE o.chain = $1 AND o.height IS NOT NULL AND o.spent_height IS NULL
   AND NOT EXISTS (SELECT 1 FROM custody_reservation c WHERE c.chain = o.chain AND c.reserved = o.output)
 ORDER BY o.amount DESC`;

interface Terms {
  site: number;
  from: string;
  isNeeded: boolean;
}

const TERMS = `SELECT c.site_id AS site, greatest(c.sweep_from, c.deposit_least) AS from, EXISTS (SELECT 1 ${SHORT} AND w.site_id = c.site_id) AS "isNeeded"
 FROM custody_coin c WHERE c.chain = $1 AND c.wallet_type = $1
   AND NOT EXISTS (SELECT 1 FROM custody_sweep s WHERE s.site_id = c.site_id AND s.chain = $1 AND s.kind = 'SWEEP' AND ${inTheWay('$2::bigint')})
   AND NOT EXISTS (SELECT 1 FROM custody_stop o WHERE o.site_id = c.site_id AND o.asset = c.asset AND o.lifted_ms IS NULL)`;

async function outputsBySite(pool: Pool, chain: ChainName): Promise<Map<number, OwnOutput[]>> {
  const { rows } = await pool.query<OwnOutput>(OUTPUTS, [chain]);
  return Map.groupBy(rows, ({ site }) => site);
}

export async function gatherOutputs(parts: PayoutParts, sources: ReadonlyMap<number, Source>): Promise<number> {
  const { pool, chain } = parts;
  const { rows } = await pool.query<Terms>(TERMS, [chain, parts.now()]);
  if (rows.length === 0) return 0;
  const outputs = await outputsBySite(pool, chain);
  let made = 0;
  for (const { site, from, isNeeded } of rows) {
    const hot = sources.get(site);
    const own = (outputs.get(site) ?? []).slice(0, MOST_OUTPUTS);
    const total = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    if (hot === undefined || own.length === 0 || (total < BigInt(from) && !isNeeded)) continue;
    if (await gatherOne(parts, site, hot, own, total)) made++;
  }
  return made;
}

/** A tenth is room for the fee; what of it is not needed comes back to the same address. */
const SHARE_LEFT = 10n;

/** False where the fee is more than there is to gather. */
async function gatherOne(parts: PayoutParts, site: number, hot: Source, own: readonly OwnOutput[], total: bigint): Promise<boolean> {
  const { chain, preparer } = parts;
  const byAddress = new Map(own.map(({ address, path }) => [address, path]));
  const payment = { to: hot.address, memo: null, coin: chain, amount: total - total / SHARE_LEFT };
  try {
    const reserved = await reservedOn(parts);
    const made = await preparer.prepare({
      sources: [...byAddress].map(([address, path]) => ({ address, path })),
      payments: [payment],
      reserved,
      unspent: own.map(({ output, address, amount }) => ({ output, address, amount: BigInt(amount) })),
      change: hot.address,
    });
    const [{ address }] = own;
    return await keepSweep(parts, { kind: 'SWEEP', site, coin: chain, place: null, address, payment, source: address, made, reserved });
  } catch (error) {
    if (error instanceof TooFewCoins) return false;
    throw error;
  }
}
