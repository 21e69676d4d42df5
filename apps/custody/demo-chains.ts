// The chains of a demo, each a real node on this machine whose coins are worth nothing; their state outlives a restart.
import { join } from 'node:path';
import type { ChainName, CoinRow } from '@maru/chains/chain.ts';
import { startEthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { ethDeriver } from '@maru/chains/eth/deriver.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import type { WatchedChain } from '@maru/custody/server/watch/watcher.ts';
import type { Pool } from 'pg';

/** Fast enough to watch, slow enough to see. */
const BLOCK_SECONDS = 3;

export async function openDemoChains(pool: Pool, folder: string) {
  const eth = await startEthDemoNode({ blockSeconds: BLOCK_SECONDS, statePath: join(folder, 'eth.json') });
  const reader = await openEthReader({ url: eth.url, chainId: eth.chainId, coins: eth.coins });
  await nameTokens(pool, 'ETH', eth.coins);
  const chains = new Map<ChainName, WatchedChain>([
    ['ETH', { reader, deriver: ethDeriver, pay: (coin, to, _memo, amount) => eth.send(to, coin, amount) }],
  ]);
  return { chains, stop: () => eth.close() };
}

/** Where a demo's tokens lie is known once its chain runs. */
async function nameTokens(pool: Pool, chain: ChainName, coins: readonly CoinRow[]): Promise<void> {
  for (const { code, contract } of coins)
    if (contract !== undefined)
      await pool.query('UPDATE custody_coin SET contract = $3 WHERE chain = $1 AND wallet_type = $2 AND contract IS DISTINCT FROM $3', [
        chain,
        code,
        contract,
      ]);
}
