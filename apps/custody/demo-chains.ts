// The chains of a demo, each a node on this machine whose coins are worth nothing; their state outlives a restart.
import { join } from 'node:path';
import { btcDemo, dogeDemo, type BitcoinNetwork } from '@maru/chains/bitcoin/network.ts';
import { deriverOf } from '@maru/chains/bitcoin/deriver.ts';
import { startDemoNode } from '@maru/chains/bitcoin/demo-node.ts';
import { bitcoinReader } from '@maru/chains/bitcoin/reader.ts';
import type { ChainName, CoinRow } from '@maru/chains/chain.ts';
import { startEthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { ethDeriver } from '@maru/chains/eth/deriver.ts';
import { openEthPreparer } from '@maru/chains/eth/preparer.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import { startTronDemoNode } from '@maru/chains/tron/demo-node.ts';
import { tronDeriver } from '@maru/chains/tron/deriver.ts';
import { openTronReader } from '@maru/chains/tron/reader.ts';
import type { WatchedChain } from '@maru/custody/server/watch/watcher.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Fast enough to watch, slow enough to see. */
const BLOCK_SECONDS = 3;
/** Wei for a unit of gas that is never gone above. */
const MOST_FEE = 500n * 10n ** 9n;

interface DemoChain {
  chain: WatchedChain;
  coins: readonly CoinRow[];
  close(): Promise<void>;
}

type Open = (statePath: string) => Promise<DemoChain>;

const openers: Partial<Record<ChainName, Open>> = { ETH: openEth, TRON: openTron, BTC: bitcoinOf(btcDemo), DOGE: bitcoinOf(dogeDemo) };

/** Those that a site takes coins of; one that does not start is told and leaves the others be. */
export async function openDemoChains(pool: Pool, folder: string, log: Pick<Logger, 'error'>) {
  const { rows } = await pool.query<{ chain: ChainName }>('SELECT DISTINCT chain FROM custody_coin');
  const opened = new Map<ChainName, DemoChain>();
  await Promise.all(
    rows.map(async ({ chain }) => {
      try {
        const demo = await openers[chain]?.(join(folder, `${chain.toLowerCase()}.json`));
        if (demo === undefined) return;
        await nameTokens(pool, chain, demo.coins);
        opened.set(chain, demo);
      } catch (error) {
        log.error({ err: error, chain }, 'a chain of the demo did not start');
      }
    }),
  );
  const chains = new Map([...opened].map(([name, { chain }]) => [name, chain]));
  return { chains, stop: async () => void (await Promise.all([...opened.values()].map((demo) => demo.close()))) };
}

async function openEth(statePath: string): Promise<DemoChain> {
  const node = await startEthDemoNode({ blockSeconds: BLOCK_SECONDS, statePath });
  const reader = await openEthReader({ url: node.url, chainId: node.chainId, coins: node.coins });
  const preparer = await openEthPreparer({ url: node.url, chainId: node.chainId, coins: node.coins, mostFeePerGas: MOST_FEE });
  return {
    chain: { reader, deriver: ethDeriver, preparer, pay: (coin, to, _memo, amount) => node.send(to, coin, amount) },
    coins: node.coins,
    close: node.close,
  };
}

async function openTron(statePath: string): Promise<DemoChain> {
  const node = await startTronDemoNode({ blockSeconds: BLOCK_SECONDS, statePath });
  const reader = openTronReader({ url: node.url, coins: node.coins });
  return {
    chain: { reader, deriver: tronDeriver, pay: (coin, to, _memo, amount) => node.send(to, coin, amount) },
    coins: node.coins,
    close: node.close,
  };
}

function bitcoinOf(network: BitcoinNetwork): Open {
  return async (statePath) => {
    const node = await startDemoNode({ network, blockEveryMs: BLOCK_SECONDS * 1000, statePath });
    const reader = bitcoinReader({ network, url: node.url });
    return {
      chain: { reader, deriver: deriverOf(network), pay: async (_coin, to, _memo, amount) => node.send(to, amount) },
      coins: [],
      close: node.close,
    };
  };
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
