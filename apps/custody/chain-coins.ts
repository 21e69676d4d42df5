// The coins that a watcher reads for, as the rows of all sites have them.
import type { ChainName, CoinRow } from '@maru/chains/chain.ts';
import { inChainUnits, ledgerDecimals } from '@maru/custody/server/units.ts';
import type { Pool } from 'pg';

export interface CoinOnChain extends CoinRow {
  /** From here on a second node is asked, in the chain's units. */
  largeFrom: bigint;
}

interface Row {
  chain: ChainName;
  code: string;
  contract: string | null;
  symbol: string | null;
  decimals: number;
  asset: number;
  lookedAt: string;
}

export async function coinsByChain(pool: Pool): Promise<Map<ChainName, CoinOnChain[]>> {
  const { rows } = await pool.query<Row>(
    `SELECT chain, wallet_type AS code, contract, symbol, chain_decimals AS decimals, asset, min(out_looked_at)::text AS "lookedAt"
     FROM custody_coin WHERE is_on AND (contract IS NOT NULL OR wallet_type = chain) GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2`,
  );
  const coins = new Map<ChainName, CoinOnChain[]>();
  for (const { chain, code, contract, symbol, decimals, asset, lookedAt } of rows) {
    const largeFrom = inChainUnits(BigInt(lookedAt), decimals, ledgerDecimals(asset)) ?? 0n;
    const coin = { code, decimals, largeFrom, ...(contract === null ? {} : { contract }), ...(symbol === null ? {} : { symbol }) };
    coins.set(chain, [...(coins.get(chain) ?? []), coin]);
  }
  return coins;
}

/** Another text as soon as a site has taken a coin in or another limit: what was opened before it is old. */
export const coinsText = async (pool: Pool): Promise<string> =>
  JSON.stringify([...(await coinsByChain(pool))], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
