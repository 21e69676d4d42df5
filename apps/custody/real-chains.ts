// Chains of the settings: nodes somewhere, coins as the sites' rows have them, public keys alone. One that is away keeps none of the others from being read.
import { bitcoinPreparer } from '@maru/chains/bitcoin/preparer.ts';
import { bitcoinReader } from '@maru/chains/bitcoin/reader.ts';
import type { ChainName, ChainReader, CoinRow, Incoming, Preparer } from '@maru/chains/chain.ts';
import { coldNetworks, ownDecimals, signingOn } from '@maru/chains/cold-signing.ts';
import { bitcoins, derivers } from '@maru/chains/derivers.ts';
import { eosDeriver } from '@maru/chains/eos/accounts.ts';
import { openEosPreparer } from '@maru/chains/eos/preparer.ts';
import { openEosReader } from '@maru/chains/eos/reader.ts';
import { openEthPreparer } from '@maru/chains/eth/preparer.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import { latePreparer, lateReader } from '@maru/chains/late-opening.ts';
import { askedTwice } from '@maru/chains/second-source.ts';
import { openTronPreparer } from '@maru/chains/tron/preparer.ts';
import { openTronReader } from '@maru/chains/tron/reader.ts';
import { openXrpPreparer } from '@maru/chains/xrp/preparer.ts';
import { openXrpReader } from '@maru/chains/xrp/reader.ts';
import { unspentOf } from '@maru/custody/server/watch/own-outputs.ts';
import type { WatchedChain } from '@maru/custody/server/watch/watched-chain.ts';
import type { ChainConfig } from '@maru/kit/server/config-chains.ts';
import type { Pool } from 'pg';
import { type CoinOnChain, coinsByChain } from './chain-coins.ts';

/** Wei for a unit of gas that is never gone above. */
const MOST_FEE = 500n * 10n ** 9n;
/** Sun for a call's energy that is never gone above. */
const MOST_ENERGY_FEE = 100_000_000n;
/** Drops. */
const MOST_XRP_FEE = 1_000n;

/** By their first block, as the nodes name it; the others are named by the chain itself. */
const mainNetworks: Readonly<Record<ChainName, string>> = {
  ...coldNetworks.main,
  BTC: bitcoins.main.BTC.genesis as string,
  DOGE: bitcoins.main.DOGE.genesis as string,
  TRON: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  XRP: '0',
};

interface Opening {
  pool: Pool;
  url: string;
  network: string;
  coins: readonly CoinRow[];
  eosAccounts: Readonly<Record<string, string>>;
}
interface Opened {
  reader: ChainReader;
  preparer: Preparer;
}

const openers: Readonly<Record<ChainName, (of: Opening) => Opened>> = {
  ETH({ url, network, coins }) {
    const options = { url, chainId: BigInt(network), coins };
    return {
      reader: lateReader('ETH', () => openEthReader(options)),
      preparer: latePreparer(() => openEthPreparer({ ...options, mostFeePerGas: MOST_FEE })),
    };
  },
  TRON({ url, coins }) {
    const { password: apiKey, ...address } = withoutPassword(url);
    const options = { ...address, coins, ...(apiKey === '' ? {} : { apiKey }) };
    return { reader: openTronReader(options), preparer: openTronPreparer({ ...options, mostFee: MOST_ENERGY_FEE }) };
  },
  BTC: (of) => bitcoinOn('BTC', of),
  DOGE: (of) => bitcoinOn('DOGE', of),
  XRP: ({ url, coins }) => ({
    reader: openXrpReader({ url, coins }),
    preparer: openXrpPreparer({ url, coins, mostFee: MOST_XRP_FEE }),
  }),
  EOS({ url, network, coins }) {
    const options = { url, chainId: network, coins };
    return { reader: openEosReader(options), preparer: openEosPreparer(options) };
  },
};

/** What is unspent is what the rows have; a node's whole set would be searched for minutes. */
function bitcoinOn(chain: 'BTC' | 'DOGE', { pool, url, network: genesis }: Opening): Opened {
  const network = { ...bitcoins.main[chain], genesis };
  const reader = bitcoinReader({ network, url, unspentOf: (address) => unspentOf(pool, chain, [address]) });
  return { reader, preparer: bitcoinPreparer({ network, url }) };
}

function withoutPassword(text: string): { url: string; password: string } {
  const url = new URL(text);
  const { password } = url;
  url.username = '';
  url.password = '';
  return { url: url.href, password: decodeURIComponent(password) };
}

export async function openRealChains(pool: Pool, { nodes, networks, eosAccounts }: ChainConfig): Promise<Map<ChainName, WatchedChain>> {
  const coins = await coinsByChain(pool);
  const chains = new Map<ChainName, WatchedChain>();
  for (const [chain, [url, second]] of Object.entries(nodes) as [ChainName, readonly [string, string?]][]) {
    const rows = coins.get(chain) ?? [];
    const network = networks[chain] ?? mainNetworks[chain];
    const of = { pool, url, network, coins: withOwn(chain, rows), eosAccounts };
    const { reader, preparer } = openers[chain](of);
    const insisting = insistingOn(chain, network, reader);
    chains.set(chain, {
      reader: second === undefined ? insisting : askedTwice(insisting, secondOf(chain, { ...of, url: second }), isLargeOf(rows)),
      deriver: chain === 'EOS' ? eosDeriver(eosAccounts) : derivers.main[chain],
      preparer,
      cold: { network: coldNetwork(chain, network), signing: signingOn({ chain, network: coldNetwork(chain, network), coins: of.coins }) },
    });
  }
  return chains;
}

const secondOf = (chain: ChainName, of: Opening): ChainReader => openers[chain](of).reader;

/** Orders of cold storage name ETH and EOS by their ids. */
const coldNetwork = (chain: ChainName, network: string): string =>
  chain === 'ETH' || chain === 'EOS' ? network : coldNetworks.main[chain];

/** From where on a person looks at a withdrawal, a deposit is asked about twice. */
function isLargeOf(rows: readonly CoinOnChain[]): (one: Incoming) => boolean {
  const limits = new Map(rows.map(({ code, largeFrom }) => [code, largeFrom]));
  return ({ coin, amount }) => amount >= (limits.get(coin) ?? 0n);
}

/** Fees are paid in the chain's own coin though no site takes it; EOS has none. */
function withOwn(chain: ChainName, rows: readonly CoinRow[]): CoinRow[] {
  const hasOwn = chain === 'EOS' || rows.some(({ contract }) => contract === undefined);
  return hasOwn ? [...rows] : [{ code: chain, decimals: ownDecimals[chain] }, ...rows];
}

/** Of another network than the settings say nothing is read, from the first block on. */
const insistingOn = (chain: ChainName, wanted: string, reader: ChainReader): ChainReader => ({
  ...reader,
  async network() {
    const found = await reader.network();
    if (found.name !== wanted)
      throw new Error(`MARU_${chain}_NODE: the node is of network ${found.name}, not of ${wanted} (MARU_CHAIN_NETWORKS)`);
    return found;
  },
});
