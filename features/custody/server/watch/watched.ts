// The addresses of a chain that were shown to somebody: watched for ever.
import type { Watched } from '@maru/chains/chain.ts';
import type { Pool } from 'pg';

interface Known {
  /** Addresses are only ever added: what lies behind this row is new. */
  rows: number;
  addresses: Set<string>;
}

const known = new WeakMap<Pool, Map<string, Known>>();

/** Read on from what is known; the whole of it again where the count does not come out. */
export async function watchedOf(pool: Pool, chain: string): Promise<Watched> {
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
