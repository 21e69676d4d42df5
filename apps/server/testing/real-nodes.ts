// Nodes of chains that are no demo's, each on a port of its own: the settings that name them, and coins of somebody outside.
import { bitcoins } from '@maru/chains/derivers.ts';
import { startDemoNode } from '@maru/chains/bitcoin/demo-node.ts';
import { bitcoinReader } from '@maru/chains/bitcoin/reader.ts';
import type { ChainReader } from '@maru/chains/chain.ts';
import { coldNetworks } from '@maru/chains/cold-signing.ts';
import { startEosDemoNode } from '@maru/chains/eos/demo-node.ts';
import { startEthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { startTronDemoNode } from '@maru/chains/tron/demo-node.ts';
import { openTronReader } from '@maru/chains/tron/reader.ts';
import { startXrpDemoNode } from '@maru/chains/xrp/demo-node.ts';

/** On the main networks' own ids where a chain has one; the others are named by their first block. */
export interface RealNodes {
  settings: Record<string, string>;
  /** By coin. */
  pay: Readonly<Record<string, (to: string, memo: string | null, amount: bigint) => Promise<unknown>>>;
  createEosAccount(name: string, publicKey: string): void;
  close(): Promise<void>;
}

const EOS = { contract: 'eosio.token', symbol: 'EOS', decimals: 4 };
const BLOCK_MS = 1000;
/** Somebody of the chain's, who is none of ours. */
const STRANGER_KEY = 'PUB_K1_6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5BoDq63';

const networkOf = async (reader: ChainReader) => (await reader.network()).name;

export async function startRealNodes(): Promise<RealNodes> {
  const network = { ...bitcoins.main.BTC, genesis: undefined };
  const [eth, tron, btc, xrp, eos] = await Promise.all([
    startEthDemoNode({ chainId: 1, blockSeconds: 1 }),
    startTronDemoNode({ blockSeconds: 1 }),
    startDemoNode({ network, blockEveryMs: BLOCK_MS }),
    startXrpDemoNode({ ledgerSeconds: 1 }),
    startEosDemoNode({
      issues: [{ ...EOS, amount: 10n ** 13n }],
      accounts: { outsidermaru: STRANGER_KEY },
      chainId: coldNetworks.main.EOS,
      blockEveryMs: BLOCK_MS,
    }),
  ]);
  const first = {
    TRON: await networkOf(openTronReader(tron)),
    BTC: await networkOf(bitcoinReader({ network, url: btc.url })),
  };
  const tokens = [eth, tron].flatMap(({ coins }) =>
    coins.flatMap(({ code, contract }) => (contract === undefined ? [] : [`${code}=${contract}`])),
  );
  return {
    settings: {
      MARU_ETH_NODE: eth.url,
      MARU_TRON_NODE: tron.url,
      MARU_BTC_NODE: btc.url,
      MARU_XRP_NODE: xrp.url,
      MARU_EOS_NODE: eos.url,
      MARU_CHAIN_NETWORKS: `TRON=${first.TRON},BTC=${first.BTC}`,
      MARU_TOKENS: tokens.join(','),
    },
    pay: {
      ETH: (to, _memo, amount) => eth.send(to, 'ETH', amount),
      ETH_USDT: (to, _memo, amount) => eth.send(to, 'ETH_USDT', amount),
      TRON: (to, _memo, amount) => tron.send(to, 'TRON', amount),
      BTC: async (to, _memo, amount) => btc.send(to, amount),
      XRP: async (to, memo, amount) => xrp.send(to, amount, memo),
      EOS: async (to, memo, amount) => eos.send(to, EOS, amount, memo ?? ''),
    },
    createEosAccount: (name, key) => eos.createAccount(name, key),
    close: async () => void (await Promise.all([eth, tron, btc, xrp, eos].map((node) => node.close()))),
  };
}
