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
  /** The chain's height when it was sent last; null: it never was. */
  sentAt: number | null;
  sentHash: string | null;
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
/** What was sent is in one of so many blocks, or will be in none. A chain that stands still says nothing of it. */
const LOST_BLOCKS = 10;

export async function fundHot({ pool, chain, reader, deriver, now, pay }: FundParts): Promise<void> {
  const sources = await hotSources(pool, chain, deriver);
  const { rows } = await pool.query<CoinOf>(
    `SELECT c.site_id AS site, c.wallet_type AS "walletType", c.asset, c.chain_decimals AS decimals, e.is_due AS "isDue", e.sent_height::float8 AS "sentAt", e.sent_hash AS "sentHash"
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
    else {
      const { tip } = await reader.tip();
      if (!(await isLost(reader, coin, tip.height))) continue;
      await keepEntry(pool, coin, amount, { isDue: false, now: now(), height: tip.height });
      const hash = await pay(coin.walletType, source.address, null, amount, OUTPUTS);
      await fencedQuery(pool, 'UPDATE custody_entry SET sent_hash = $3 WHERE site_id = $1 AND name = $2', [coin.site, nameOf(coin), hash]);
    }
  }
}

/** Killed before the hash was noted: what blocks did not bring was not sent. */
async function isLost(reader: ChainReader, { sentAt, sentHash }: CoinOf, height: number): Promise<boolean> {
  if (sentAt === null) return true;
  if (height - sentAt < LOST_BLOCKS) return false;
  if (sentHash === null) return true;
  const outcome = await reader.outcomeOf(sentHash);
  return outcome === undefined || outcome.isSuccess === false;
}

const nameOf = ({ walletType }: CoinOf): string => `DEMO|${walletType}`;

interface Kept {
  isDue: boolean;
  now: number;
  /** Of what is sent now. */
  height?: number;
}

async function keepEntry(pool: Pool, coin: CoinOf, amount: bigint, { isDue, now, height }: Kept): Promise<void> {
  const { site, walletType, asset, decimals } = coin;
  const { units } = inLedgerUnits(amount, decimals, ledgerDecimals(asset));
  await fencedQuery(
    pool,
    `INSERT INTO custody_entry (site_id, name, wallet_type, asset, purse, amount, is_due, sent_ms, sent_height, made_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)
     ON CONFLICT (site_id, name) DO UPDATE SET is_due = $7, sent_ms = $8, sent_height = coalesce($9, custody_entry.sent_height), sent_hash = NULL`,
    [site, nameOf(coin), walletType, asset, Purse.Reserve, String(units), isDue, now, height ?? null],
  );
}
