// The chains that withdrawals are tried on, each a node of a test's own with what watcher and signer have of it.
import { randomBytes } from 'node:crypto';
import { mixedCase } from '@maru/chains/address/checksums.ts';
import { addressOf } from '@maru/chains/bitcoin/own-scripts.ts';
import { btcDemo, type BitcoinNetwork, dogeDemo } from '@maru/chains/bitcoin/network.ts';
import { deriverOf } from '@maru/chains/bitcoin/deriver.ts';
import { startDemoNode } from '@maru/chains/bitcoin/demo-node.ts';
import { bitcoinPreparer } from '@maru/chains/bitcoin/preparer.ts';
import { bitcoinReader } from '@maru/chains/bitcoin/reader.ts';
import { bitcoinSigning } from '@maru/chains/bitcoin/signing.ts';
import type { ChainName, CoinRow, Signing } from '@maru/chains/chain.ts';
import { DEMO_COLD_EOS_KEY, demoCold } from '@maru/chains/demo-cold.ts';
import { type EthDemoNode, startEthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { ethDeriver } from '@maru/chains/eth/deriver.ts';
import { openEthPreparer } from '@maru/chains/eth/preparer.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import { ethSigning } from '@maru/chains/eth/signing.ts';
import { jsonRpc } from '@maru/chains/json-rpc.ts';
import { type BitcoinTestNode, testNode } from '@maru/chains/testing/litecoin-node.ts';
import { DEMO_CHAIN_ID, eosDemoDeriver } from '@maru/chains/eos/demo-accounts.ts';
import { type EosDemoNode, startEosDemoNode } from '@maru/chains/eos/demo-node.ts';
import { openEosPreparer } from '@maru/chains/eos/preparer.ts';
import { openEosReader } from '@maru/chains/eos/reader.ts';
import { eosSigning } from '@maru/chains/eos/signing.ts';
import { textOf } from '@maru/chains/tron/address.ts';
import { startTronDemoNode, type TronDemoNode } from '@maru/chains/tron/demo-node.ts';
import { tronDeriver } from '@maru/chains/tron/deriver.ts';
import { openTronPreparer } from '@maru/chains/tron/preparer.ts';
import { openTronReader } from '@maru/chains/tron/reader.ts';
import { tronSigning } from '@maru/chains/tron/signing.ts';
import { startXrpDemoNode, type XrpDemoNode } from '@maru/chains/xrp/demo-node.ts';
import { xrpDeriver } from '@maru/chains/xrp/deriver.ts';
import { openXrpPreparer } from '@maru/chains/xrp/preparer.ts';
import { openXrpReader } from '@maru/chains/xrp/reader.ts';
import { xrpSigning } from '@maru/chains/xrp/signing.ts';
import { unspentOf } from '@maru/custody/server/watch/own-outputs.ts';
import type { WatchedChain } from '@maru/custody/server/watch/watched-chain.ts';
import { OutScript } from '@scure/btc-signer';
import { PrivateKey } from '@wharfkit/antelope';
import type { Pool } from 'pg';
import xrpl from 'xrpl';
import { z } from 'zod/mini';

export interface StageChain<Node> extends Required<Omit<WatchedChain, 'cold'>> {
  chain: ChainName;
  node: Node;
  /** With the contracts that the demo's tokens have. */
  coins: readonly CoinRow[];
  signing: Signing;
  mine(blocks: number): Promise<void>;
  /** As the node has it, by no row of ours. */
  balanceOf(address: string, coin: string): Promise<bigint>;
  /** Somebody else's, where nothing was paid to before. */
  stranger(): Promise<{ address: string; memo?: string }>;
  /** Of the chain's own time. */
  passTime?(ms: number): Promise<void>;
  close(): Promise<void>;
}

export type OpenStageChain<Node> = (pool: () => Pool) => Promise<StageChain<Node>>;

const MOST_FEE = 500n * 10n ** 9n;

export const ethStage: OpenStageChain<EthDemoNode> = async () => {
  const node = await startEthDemoNode();
  const { url, chainId, coins } = node;
  const reader = await openEthReader({ url, chainId, coins });
  return {
    chain: 'ETH',
    node,
    coins,
    reader,
    balanceOf: reader.balanceOf,
    stranger: async () => ({ address: mixedCase(`0x${randomBytes(20).toString('hex')}`) }),
    preparer: await openEthPreparer({ url, chainId, coins, mostFeePerGas: MOST_FEE }),
    deriver: ethDeriver,
    signing: ethSigning({ chainId, coins }),
    pay: (coin, to, _memo, amount) => node.send(to, coin, amount),
    mine: (blocks) => node.mine(blocks),
    close: node.close,
  };
};

function bitcoinStage(network: BitcoinNetwork, node: BitcoinTestNode, pool: () => Pool): StageChain<BitcoinTestNode> {
  const { url } = node;
  return {
    chain: network.chain,
    node,
    coins: [{ code: network.chain, decimals: 8 }],
    reader: bitcoinReader({ network, url, unspentOf: (address) => unspentOf(pool(), network.chain, [address]) }),
    preparer: bitcoinPreparer({ network, url }),
    deriver: deriverOf(network),
    signing: bitcoinSigning(network),
    async pay(_coin, to, _memo, amount, outputs = 1) {
      let hash = '';
      for (let i = 0; i < outputs; i++) hash = await node.pay(to, amount / BigInt(outputs));
      return hash;
    },
    mine: (blocks) => node.mine(blocks),
    balanceOf: bitcoinReader({ network, url }).balanceOf,
    // As nodes wrote them before there was segwit: every network of a test knows these.
    stranger: async () => ({ address: addressOf(network, OutScript.encode({ type: 'pkh', hash: randomBytes(20) })) as string }),
    close: () => node.stop(),
  };
}

const demoStage =
  (network: BitcoinNetwork): OpenStageChain<BitcoinTestNode> =>
  async (pool) => {
    const node = await startDemoNode({ network });
    return bitcoinStage(network, testNode(node.url, node.close), pool);
  };

export const btcStage = demoStage(btcDemo);
export const dogeStage = demoStage(dogeDemo);

export const tronStage: OpenStageChain<TronDemoNode> = async () => {
  const node = await startTronDemoNode();
  const { url, coins } = node;
  const reader = openTronReader({ url, coins });
  return {
    chain: 'TRON',
    node,
    coins,
    reader,
    preparer: openTronPreparer({ url, coins, mostFee: 100_000_000n }),
    deriver: tronDeriver,
    signing: tronSigning({ coins }),
    pay: (coin, to, _memo, amount) => node.send(to, coin, amount),
    mine: node.mine,
    balanceOf: reader.balanceOf,
    stranger: async () => ({ address: textOf(randomBytes(20).toString('hex')) }),
    passTime: async (ms) => void (await jsonRpc({ url: node.evmUrl }).ask('evm_increaseTime', [ms / 1000], z.unknown())),
    close: node.close,
  };
};

export const xrpStage: OpenStageChain<XrpDemoNode> = async () => {
  const node = await startXrpDemoNode();
  const { url, coins } = node;
  const reader = openXrpReader({ url, coins });
  return {
    chain: 'XRP',
    node,
    coins,
    reader,
    preparer: openXrpPreparer({ url, coins, mostFee: 1_000n }),
    deriver: xrpDeriver,
    signing: xrpSigning({ coins }),
    pay: async (_coin, to, memo, amount) => node.send(to, amount, memo),
    mine: async (ledgers) => node.mine(ledgers),
    balanceOf: reader.balanceOf,
    stranger: async () => ({ address: xrpl.Wallet.generate().address, memo: '77' }),
    close: node.close,
  };
};

export const eosCoin = { code: 'EOS', contract: 'eosio.token', symbol: 'EOS', decimals: 4 } as const;
const EOS_ISSUE = { contract: 'eosio.token', symbol: 'EOS', decimals: 4, amount: 10n ** 14n };

export const eosStage: OpenStageChain<EosDemoNode> = async (pool) => {
  let passed = 0;
  const now = () => Date.now() + passed;
  const node = await startEosDemoNode({
    issues: [EOS_ISSUE],
    accounts: { [demoCold.EOS]: DEMO_COLD_EOS_KEY },
    chainId: DEMO_CHAIN_ID,
    now,
  });
  const { url, chainId } = node;
  const coins = [eosCoin];
  const reader = openEosReader({ url, chainId, coins });
  const publicKeys: Record<string, string> = {};
  let strangers = 0;
  return {
    chain: 'EOS',
    node,
    coins,
    reader,
    preparer: openEosPreparer({ url, chainId, coins }),
    deriver: eosDemoDeriver(({ name, publicKey }) => {
      publicKeys[name] = publicKey;
      node.createAccount(name, publicKey);
    }),
    signing: eosSigning({ chainId, coins, publicKeys }),
    pay: async (_coin, to, memo, amount) => node.send(to, eosCoin, amount, memo ?? ''),
    mine: async (blocks) => node.mine(blocks),
    balanceOf: reader.balanceOf,
    async stranger() {
      const name = `stranger${'abcdefghij'[strangers++]}345`;
      node.createAccount(name, PrivateKey.generate('K1').toPublic().toString());
      // As the watcher would have answered the member's call a moment ago.
      await pool().query(`INSERT INTO custody_account (chain, name, asked_ms, looked_ms, is_there) VALUES ('EOS', $1, $2, $2, true)`, [
        name,
        Date.now(),
      ]);
      return { address: name, memo: 'for me' };
    },
    passTime: async (ms) => void (passed += ms),
    close: node.close,
  };
};

/** A real node, spoken to by another network's addresses than a demo's. */
export const onNode =
  (network: BitcoinNetwork, start: () => Promise<BitcoinTestNode>): OpenStageChain<BitcoinTestNode> =>
  async (pool) =>
    bitcoinStage(network, await start(), pool);
