// The coins that a site takes in: the defaults of each network, and the rows in which a site keeps its own.
import type { ChainName } from '@maru/chains/chain.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Pool } from 'pg';

interface CoinDefault {
  chain: ChainName;
  /** Number in the ledger (features/wallet/assets.ts). */
  asset: number;
  decimals: number;
  creditAfter: number;
  unlockAfter: number;
  least: string;
}

/** Thresholds as the field has them (published policies range from 1 to 6 for BTC, 2 to 64 for ETH); each site's row may say others. */
const defaults: Readonly<Record<string, CoinDefault>> = {
  ETH: { chain: 'ETH', asset: 3, decimals: 18, creditAfter: 12, unlockAfter: 64, least: '1000000000000000' },
  ETH_USDT: { chain: 'ETH', asset: 0, decimals: 6, creditAfter: 12, unlockAfter: 64, least: '1000000' },
  TRON: { chain: 'TRON', asset: 7, decimals: 6, creditAfter: 20, unlockAfter: 20, least: '1000000' },
  TRON_USDT: { chain: 'TRON', asset: 0, decimals: 6, creditAfter: 20, unlockAfter: 20, least: '1000000' },
  BTC: { chain: 'BTC', asset: 2, decimals: 8, creditAfter: 2, unlockAfter: 6, least: '10000' },
  DOGE: { chain: 'DOGE', asset: 5, decimals: 8, creditAfter: 20, unlockAfter: 60, least: '100000000' },
  XRP: { chain: 'XRP', asset: 4, decimals: 6, creditAfter: 1, unlockAfter: 1, least: '1000000' },
  EOS: { chain: 'EOS', asset: 6, decimals: 4, creditAfter: 1, unlockAfter: 1, least: '1000' },
};

/** A demo's blocks come every few seconds, and nobody waits for sixty of them. */
const DEMO_MOST = { credit: 3, unlock: 6 };

export interface CoinRow {
  walletType: string;
  chain: ChainName;
  asset: number;
  contract: string | null;
  symbol: string | null;
  decimals: number;
  creditAfter: number;
  unlockAfter: number;
  least: string;
  pause: string | null;
  pauseUntil: number | null;
}

const COINS = `SELECT wallet_type AS "walletType", chain, asset, contract, symbol, chain_decimals AS decimals, credit_after AS "creditAfter",
 unlock_after AS "unlockAfter", deposit_least AS least, in_paused AS pause, in_paused_until_ms::float8 AS "pauseUntil"
 FROM custody_coin WHERE site_id = $1`;

/** What of the site's rows its configuration switches on, in its order. */
export async function coinsOfSite(pool: Pool, site: SiteConfig): Promise<CoinRow[]> {
  const { rows } = await pool.query<CoinRow>(COINS, [site.id]);
  return site.depositCoins.flatMap((code) => rows.filter(({ walletType }) => walletType === code));
}

/** A row for each coin that the site switches on and has none of yet; what stands is never changed. */
export async function openCoins(pool: Pool, site: SiteConfig, isDemo: boolean): Promise<void> {
  for (const walletType of site.depositCoins) {
    const coin = defaults[walletType];
    if (coin === undefined) continue;
    const [credit, unlock] = isDemo
      ? [Math.min(coin.creditAfter, DEMO_MOST.credit), Math.min(coin.unlockAfter, DEMO_MOST.unlock)]
      : [coin.creditAfter, coin.unlockAfter];
    await pool.query(
      `INSERT INTO custody_coin (site_id, wallet_type, chain, asset, chain_decimals, credit_after, unlock_after, deposit_least)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [site.id, walletType, coin.chain, coin.asset, coin.decimals, credit, unlock, coin.least],
    );
  }
}
