// The chains of a demo, each a node on this machine whose coins are worth nothing; their state outlives a restart.
import { join } from 'node:path';
import { btcDemo, dogeDemo, type BitcoinNetwork } from '@maru/chains/bitcoin/network.ts';
import { deriverOf } from '@maru/chains/bitcoin/deriver.ts';
import { startDemoNode } from '@maru/chains/bitcoin/demo-node.ts';
import { bitcoinPreparer } from '@maru/chains/bitcoin/preparer.ts';
import { bitcoinReader } from '@maru/chains/bitcoin/reader.ts';
import type { ChainName, ChainReader, CoinRow } from '@maru/chains/chain.ts';
import { coldNetworks, signingOn } from '@maru/chains/cold-signing.ts';
import { DEMO_COLD_EOS_KEY, demoCold } from '@maru/chains/demo-cold.ts';
import { DEMO_CHAIN_ID, eosDemoDeriver } from '@maru/chains/eos/demo-accounts.ts';
import { startEosDemoNode } from '@maru/chains/eos/demo-node.ts';
import { openEosPreparer } from '@maru/chains/eos/preparer.ts';
import { openEosReader } from '@maru/chains/eos/reader.ts';
import { startEthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { ethDeriver } from '@maru/chains/eth/deriver.ts';
import { openEthPreparer } from '@maru/chains/eth/preparer.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import { startTronDemoNode } from '@maru/chains/tron/demo-node.ts';
import { tronDeriver } from '@maru/chains/tron/deriver.ts';
import { openTronPreparer } from '@maru/chains/tron/preparer.ts';
import { openTronReader } from '@maru/chains/tron/reader.ts';
import { startXrpDemoNode } from '@maru/chains/xrp/demo-node.ts';
import { xrpDeriver } from '@maru/chains/xrp/deriver.ts';
import { openXrpPreparer } from '@maru/chains/xrp/preparer.ts';
import { openXrpReader } from '@maru/chains/xrp/reader.ts';
import type { ColdChain, WatchedChain } from '@maru/custody/server/watch/watched-chain.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Fast enough to watch, slow enough to see. */
const BLOCK_SECONDS = 3;
/** Wei for a unit of gas that is never gone above. */
const MOST_FEE = 500n * 10n ** 9n;
/** Sun for a call's energy that is never gone above. */
const MOST_ENERGY_FEE = 100_000_000n;
/** Drops. */
const MOST_XRP_FEE = 1_000n;

interface DemoChain {
  chain: WatchedChain;
  coins: readonly CoinRow[];
  close(): Promise<void>;
}

type Open = (statePath: string) => Promise<DemoChain>;

const openers: Record<ChainName, Open> = {
  ETH: openEth,
  TRON: openTron,
  BTC: bitcoinOf(btcDemo),
  DOGE: bitcoinOf(dogeDemo),
  XRP: openXrp,
  EOS: openEos,
};

/** Those that a site takes coins of; one that does not start is told and leaves the others be. */
export async function openDemoChains(pool: Pool, folder: string, log: Pick<Logger, 'error'>) {
  const { rows } = await pool.query<{ chain: ChainName }>('SELECT DISTINCT chain FROM custody_coin');
  const opened = new Map<ChainName, DemoChain>();
  await Promise.all(
    rows.map(async ({ chain }) => {
      try {
        const demo = await openers[chain](join(folder, `${chain.toLowerCase()}.json`));
        await nameTokens(pool, chain, demo.coins);
        opened.set(chain, demo);
      } catch (error) {
        log.error({ err: error, chain }, 'a chain of the demo did not start');
      }
    }),
  );
  const chains = new Map(
    [...opened].map(([name, { chain, coins }]) => [name, { ...chain, reader: ofDemo(chain.reader), cold: coldOn(name, coins) }]),
  );
  return { chains, stop: async () => void (await Promise.all([...opened.values()].map((demo) => demo.close()))) };
}

/** Begun anew by a kill before it was first kept, it is still the demo's; and no real chain ever goes on from one. */
const ofDemo = (reader: ChainReader): ChainReader => ({ ...reader, network: async () => ({ name: 'demo' }) });

/** Orders to a demo's cold storage are read as the offline tool reads them. */
const coldOn = (chain: ChainName, coins: readonly CoinRow[]): ColdChain => {
  const network = coldNetworks.demo[chain];
  return { network, signing: signingOn({ chain, network, coins }) };
};

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
  const preparer = openTronPreparer({ url: node.url, coins: node.coins, mostFee: MOST_ENERGY_FEE });
  return {
    chain: { reader, deriver: tronDeriver, preparer, pay: (coin, to, _memo, amount) => node.send(to, coin, amount) },
    coins: node.coins,
    close: node.close,
  };
}

function bitcoinOf(network: BitcoinNetwork): Open {
  return async (statePath) => {
    const node = await startDemoNode({ network, blockEveryMs: BLOCK_SECONDS * 1000, statePath });
    const { url } = node;
    // Balances by the node's whole set: a demo's is small, and no row of ours is asked about itself.
    const reader = bitcoinReader({ network, url });
    const preparer = bitcoinPreparer({ network, url });
    const pay = async (_coin: string, to: string, _memo: string | null, amount: bigint, outputs?: number) => node.send(to, amount, outputs);
    return {
      chain: { reader, deriver: deriverOf(network), preparer, pay },
      coins: [],
      close: node.close,
    };
  };
}

async function openXrp(statePath: string): Promise<DemoChain> {
  const node = await startXrpDemoNode({ ledgerSeconds: BLOCK_SECONDS, statePath });
  const { url, coins } = node;
  return {
    chain: {
      reader: openXrpReader({ url, coins }),
      deriver: xrpDeriver,
      preparer: openXrpPreparer({ url, coins, mostFee: MOST_XRP_FEE }),
      pay: async (_coin, to, memo, amount) => node.send(to, amount, memo),
    },
    coins,
    close: node.close,
  };
}

const eosCoin = { code: 'EOS', contract: 'eosio.token', symbol: 'EOS', decimals: 4 };
const EOS_ISSUED = 10n ** 13n;

async function openEos(statePath: string): Promise<DemoChain> {
  const { contract, symbol, decimals } = eosCoin;
  const issues = [{ contract, symbol, decimals, amount: EOS_ISSUED }];
  const node = await startEosDemoNode({
    issues,
    accounts: { [demoCold.EOS]: DEMO_COLD_EOS_KEY },
    chainId: DEMO_CHAIN_ID,
    blockEveryMs: BLOCK_SECONDS * 1000,
    statePath,
  });
  const { url, chainId } = node;
  const coins = [eosCoin];
  return {
    chain: {
      reader: openEosReader({ url, chainId, coins }),
      // Whose name is asked for is there from then on.
      deriver: eosDemoDeriver(({ name, publicKey }) => node.createAccount(name, publicKey)),
      preparer: openEosPreparer({ url, chainId, coins }),
      pay: async (_coin, to, memo, amount) => node.send(to, eosCoin, amount, memo ?? ''),
    },
    coins,
    close: node.close,
  };
}

/** Where a demo's tokens lie is known once its chain runs. */
async function nameTokens(pool: Pool, chain: ChainName, coins: readonly CoinRow[]): Promise<void> {
  for (const { code, contract, symbol } of coins)
    if (contract !== undefined)
      await pool.query('UPDATE custody_coin SET contract = $3, symbol = $4 WHERE chain = $1 AND wallet_type = $2', [
        chain,
        code,
        contract,
        symbol ?? null,
      ]);
}
