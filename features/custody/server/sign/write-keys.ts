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

const GIVEN = `SELECT site_id AS site, chain, public_key AS key, false AS "isHot" FROM custody_key
 UNION ALL SELECT site_id, chain, public_key, true FROM custody_hot`;

interface Given extends Missing {
  key: string;
  isHot: boolean;
}

/** Whether any key was ever given out: then the seed must be there. */
export async function hasKeys(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('SELECT 1 FROM custody_key LIMIT 1');
  return rows.length > 0;
}

/** Throws where a key of the database is not of this seed: what arrives there could never be sent. */
export async function checkKeys(pool: Pool, seed: Uint8Array): Promise<void> {
  const { rows } = await pool.query<Given>(GIVEN);
  for (const { site, chain, key, isHot } of rows) {
    if (accountKey(seed, chain, isHot ? hotAccount(site) : site) !== key)
      throw new Error(`the ${isHot ? 'hot ' : ''}key of site ${site} on ${chain} is not of this seed`);
  }
}

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
