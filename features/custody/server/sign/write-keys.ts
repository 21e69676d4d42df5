// Gives each site accounts of its own below the seed, for deposits and for payouts, and tells the watcher the public halves of them.
import { accountKey, accountPath } from '@maru/chains/account-keys.ts';
import type { ChainName } from '@maru/chains/chain.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import { hotAccount, hotPath } from './hot-key.ts';

interface Missing {
  site: number;
  chain: ChainName;
}

const MISSING = `SELECT DISTINCT c.site_id AS site, c.chain FROM custody_coin c
 LEFT JOIN custody_key k ON k.site_id = c.site_id AND k.chain = c.chain
 LEFT JOIN custody_hot h ON h.site_id = c.site_id AND h.chain = c.chain WHERE k.site_id IS NULL OR h.site_id IS NULL`;

/** The account's number is the site's: two brands never share an address. Answers how many were written. */
export async function writeKeys(pool: Pool, seed: Uint8Array, now: number): Promise<number> {
  const { rows } = await pool.query<Missing>(MISSING);
  for (const { site, chain } of rows) {
    await fencedQuery(
      pool,
      'INSERT INTO custody_key (site_id, chain, public_key, path, made_ms) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [site, chain, accountKey(seed, chain, site), accountPath(chain, site), now],
    );
    await fencedQuery(pool, 'INSERT INTO custody_hot (site_id, chain, public_key, path) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
      site,
      chain,
      accountKey(seed, chain, hotAccount(site)),
      hotPath(chain, site),
    ]);
  }
  return rows.length;
}
