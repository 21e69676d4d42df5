// What the watcher needs of a chain to pay on it, and the rows that the steps of a payout share.
import type { ChainName, ChainReader, Reservation, Deriver, Preparer, Source } from '@maru/chains/chain.ts';
import type { Pool } from 'pg';
import { hasOutputs } from './own-outputs.ts';

export interface PayoutParts {
  pool: Pool;
  chain: ChainName;
  reader: ChainReader;
  preparer: Preparer;
  deriver: Deriver;
  now(): number;
}

/** What `reservedTextsOf` made of it. */
export function reservationOf(chain: ChainName, text: string): Reservation {
  const at = text.lastIndexOf(':');
  if (hasOutputs(chain)) return { inputs: [text] };
  if (at < 0) return { once: { id: text, untilMs: 0 } };
  return { nonce: { address: text.slice(0, at), nonce: BigInt(text.slice(at + 1)) } };
}

interface HotRow {
  site: number;
  key: string;
  path: string;
  address: string | null;
}

/** The hot address of each site that pays on this chain, made from its public key. */
export async function hotSources(pool: Pool, chain: ChainName, deriver: Deriver): Promise<Map<number, Source>> {
  const { rows } = await pool.query<HotRow>('SELECT site_id AS site, public_key AS key, path, address FROM custody_hot WHERE chain = $1', [
    chain,
  ]);
  for (const row of rows) {
    if (row.address !== null) continue;
    row.address = deriver.addressAt(row.key, 0);
    await pool.query('UPDATE custody_hot SET address = $3 WHERE site_id = $1 AND chain = $2', [row.site, chain, row.address]);
  }
  return new Map(rows.map(({ site, path, address }) => [site, { address: address as string, path }]));
}
