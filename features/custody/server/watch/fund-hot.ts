// A demo's hot addresses begin with coins of the demo's own chain, and the ledger is told: what they hold is the house's reserve.
import type { ChainName, ChainReader, Deriver } from '@maru/chains/chain.ts';
import { Purse } from '@maru/engine/ledger/account.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import { inLedgerUnits, ledgerDecimals } from '../units.ts';
import { hotSources } from './payout-chain.ts';
import type { WatchedChain } from './watched-chain.ts';

interface FundParts {
  pool: Pool;
  chain: ChainName;
  reader: ChainReader;
  deriver: Deriver;
  now(): number;
  pay: NonNullable<WatchedChain['pay']>;
}

interface CoinOf {
  site: number;
  walletType: string;
  asset: number;
  decimals: number;
  isDue: boolean | null;
  sent: number | null;
}

/** In whole coins. */
const GIVEN: Readonly<Record<string, bigint>> = {
  ETH: 100n,
  ETH_USDT: 100_000n,
  TRON: 1_000_000n,
  TRON_USDT: 100_000n,
  BTC: 5n,
  DOGE: 1_000_000n,
  XRP: 50_000n,
  EOS: 50_000n,
};
/** Where outputs are spent whole: so many payouts need not wait for each other's change. */
const OUTPUTS = 8;
/** What was sent is there by then, or was never sent. */
const AGAIN_MS = 30_000;

export async function fundHot({ pool, chain, reader, deriver, now, pay }: FundParts): Promise<void> {
  const sources = await hotSources(pool, chain, deriver);
  const { rows } = await pool.query<CoinOf>(
    `SELECT c.site_id AS site, c.wallet_type AS "walletType", c.asset, c.chain_decimals AS decimals, e.is_due AS "isDue", e.sent_ms::float8 AS sent
     FROM custody_coin c LEFT JOIN custody_entry e ON e.site_id = c.site_id AND e.name = 'DEMO|' || c.wallet_type
     WHERE c.chain = $1 AND (c.contract IS NOT NULL OR c.wallet_type = c.chain) AND e.is_due IS NOT TRUE`,
    [chain],
  );
  for (const coin of rows) {
    const source = sources.get(coin.site);
    const amount = (GIVEN[coin.walletType] ?? 0n) * 10n ** BigInt(coin.decimals);
    if (source === undefined || amount === 0n) continue;
    // Nothing else comes there before: what is there is this.
    if ((await reader.balanceOf(source.address, coin.walletType)) >= amount)
      await keepEntry(pool, coin, amount, { isDue: true, now: now() });
    else if (coin.sent === null || now() - coin.sent >= AGAIN_MS) {
      await keepEntry(pool, coin, amount, { isDue: false, now: now() });
      await pay(coin.walletType, source.address, null, amount, OUTPUTS);
    }
  }
}

async function keepEntry(pool: Pool, coin: CoinOf, amount: bigint, { isDue, now }: { isDue: boolean; now: number }): Promise<void> {
  const { site, walletType, asset, decimals } = coin;
  const { units } = inLedgerUnits(amount, decimals, ledgerDecimals(asset));
  await fencedQuery(
    pool,
    `INSERT INTO custody_entry (site_id, name, wallet_type, asset, purse, amount, is_due, sent_ms, made_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     ON CONFLICT (site_id, name) DO UPDATE SET is_due = $7, sent_ms = $8`,
    [site, `DEMO|${walletType}`, walletType, asset, Purse.Reserve, String(units), isDue, now],
  );
}
