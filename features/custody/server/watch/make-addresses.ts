// Makes the addresses that members asked for, from the site's extended public key: without a private key anywhere near.
import type { ChainName, Deriver } from '@maru/chains/chain.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import { hasMemo } from '../coin-rows.ts';

interface Unmade {
  site: number;
  place: number;
  key: string;
}

/** The first number given: short ones are typed wrongly too easily. */
const FIRST_MEMO = 100_001;

export async function makeAddresses(pool: Pool, chain: ChainName, deriver: Deriver): Promise<number> {
  const { rows } = await pool.query<Unmade>(
    `SELECT a.site_id AS site, a.place, k.public_key AS key FROM custody_address a
     JOIN custody_key k ON k.site_id = a.site_id AND k.chain = a.chain WHERE a.chain = $1 AND a.address IS NULL ORDER BY a.asked_ms LIMIT 500`,
    [chain],
  );
  const isShared = hasMemo(chain);
  if (rows.length === 0) return 0;
  // The one address that all share is the first below the key.
  const addresses = rows.map(({ key, place }) => deriver.addressAt(key, isShared ? 0 : place));
  await fencedQuery(
    pool,
    `UPDATE custody_address a SET address = s.address, memo = s.memo
     FROM unnest($2::int[], $3::int[], $4::text[], $5::text[]) AS s (site, place, address, memo)
     WHERE a.chain = $1 AND a.site_id = s.site AND a.place = s.place`,
    [
      chain,
      rows.map(({ site }) => site),
      rows.map(({ place }) => place),
      addresses,
      rows.map(({ place }) => (isShared ? String(FIRST_MEMO + place) : null)),
    ],
  );
  return rows.length;
}
