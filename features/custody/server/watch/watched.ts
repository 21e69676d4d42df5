// The addresses of a chain that were shown to somebody: watched for ever. Where outputs are spent whole, the house's own are watched too.
import type { Watched } from '@maru/chains/chain.ts';
import type { Pool } from 'pg';
import { hasOutputs, unspentNames } from './own-outputs.ts';

interface Known {
  /** Addresses are only ever added: what lies behind this row is new. */
  rows: number;
  addresses: Set<string>;
}

/** What a block is read with: `isShown` tells a member's address from one that payouts are made of. */
export interface WatchedChainNow extends Watched {
  isShown(address: string): boolean;
}

const known = new WeakMap<Pool, Map<string, Known>>();

/** The addresses are read again only where there are more of them by now. */
export async function watchedOf(pool: Pool, chain: string): Promise<WatchedChainNow> {
  const shown = await shownOf(pool, chain);
  const isShown = (address: string) => shown.has(address);
  if (!hasOutputs(chain)) return { has: isShown, isShown };
  const [{ rows }, outputs] = await Promise.all([
    pool.query<{ address: string }>(
      'SELECT address FROM custody_hot WHERE chain = $1 AND address IS NOT NULL UNION SELECT address FROM custody_cold WHERE chain = $1',
      [chain],
    ),
    unspentNames(pool, chain),
  ]);
  const beside = new Set(rows.map(({ address }) => address));
  return { has: (address) => shown.has(address) || beside.has(address), hasOutput: (output) => outputs.has(output), isShown };
}

async function shownOf(pool: Pool, chain: string): Promise<Set<string>> {
  const ofPool = known.get(pool) ?? new Map<string, Known>();
  known.set(pool, ofPool);
  const { rows: counted } = await pool.query<{ made: number }>(
    'SELECT count(*)::int AS made FROM custody_address WHERE chain = $1 AND address IS NOT NULL',
    [chain],
  );
  const made = counted[0]?.made ?? 0;
  const kept = ofPool.get(chain);
  if (kept?.rows === made) return kept.addresses;
  const { rows } = await pool.query<{ address: string }>('SELECT address FROM custody_address WHERE chain = $1 AND address IS NOT NULL', [
    chain,
  ]);
  const addresses = new Set(rows.map(({ address }) => address));
  ofPool.set(chain, { rows: made, addresses });
  return addresses;
}
