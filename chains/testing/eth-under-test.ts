// Ethereum's adapter over a node of its own, as the suite of all chains wants it.
import * as z from 'zod/mini';
import type { ChainReader } from '../chain.ts';
import { startEthDemoNode, type EthDemoNode } from '../eth/demo-node.ts';
import { ethDeriver } from '../eth/deriver.ts';
import { openEthPreparer } from '../eth/preparer.ts';
import { openEthReader } from '../eth/reader.ts';
import { ethSigning } from '../eth/signing.ts';
import type { ChainUnderTest, Lie } from './conformance.ts';
import { lieAbout, type Change } from './lying-proxy.ts';
import { extendedPublicKeyAt, phraseKeys } from './phrase-keys.ts';

export const HOT_PATH = "m/44'/60'/1'/0/0";
export const GWEI = 10n ** 9n;
export const ETHER = 10n ** 18n;
export const MOST_FEE = 500n * GWEI;
const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7';

export interface EthUnderTest extends ChainUnderTest {
  demo: EthDemoNode;
}

export async function openEthUnderTest(): Promise<EthUnderTest> {
  const demo = await startEthDemoNode();
  const { url, chainId, coins } = demo;
  const deposits = extendedPublicKeyAt("m/44'/60'/0'");
  const hot = { address: ethDeriver.addressAt(extendedPublicKeyAt("m/44'/60'/1'"), 0), path: HOT_PATH };
  await demo.send(hot.address, 'ETH', 100n * ETHER);
  await demo.send(hot.address, 'ETH_USDT', 10_000_000_000n);
  await demo.mine();
  return {
    demo,
    chain: 'ETH',
    node: {
      mine: demo.mine,
      send: (to, coin, amount) => demo.send(to, coin, amount),
      reorganise: (depth) => reorganise(demo, depth),
      close: demo.close,
    },
    reader: await openEthReader({ url, chainId, coins }),
    preparer: await openEthPreparer({ url, chainId, coins, mostFeePerGas: MOST_FEE }),
    signing: ethSigning({ chainId, coins }),
    keys: phraseKeys,
    hot,
    deposit: { to: ethDeriver.addressAt(deposits, 0), memo: null },
    stranger: STRANGER,
    coins: [
      { code: 'ETH', amount: ETHER / 3n },
      { code: 'ETH_USDT', amount: 1_234_567n },
    ],
    openLiar: (lie) => openLiar(demo, lie),
    canBump: true,
  };
}

export async function reorganise({ rpc, mine }: EthDemoNode, depth: number): Promise<void> {
  await rpc.ask('anvil_reorg', [depth, []], z.unknown());
  await mine();
}

/** Answers to the first question, who it is, stay as they are: a liar is one that was trusted. */
const changes: Record<Lie, Change> = {
  'not JSON': () => '<html>502 Bad Gateway</html>',
  'another shape': () => '{"jsonrpc":"2.0","id":1,"result":{"number":12,"hash":null}}',
  parent: (answer) => answer.replace(/("parentHash":"0x)(.)/g, (_, before: string, digit: string) => before + (digit === '0' ? '1' : '0')),
  amount: (answer) => answer.replace(/"(value|data)":"0x(\w*?)[0-9a-f]"/g, '"$1":"0x$27"'),
  'another hash for what was sent': (answer, { body }) =>
    body.includes('eth_sendRawTransaction') ? answer.replace(/"result":"0x.{64}"/, `"result":"0x${'ab'.repeat(32)}"`) : answer,
};

async function openLiar({ url, chainId, coins }: EthDemoNode, lie: Lie): Promise<ChainReader> {
  const proxy = await lieAbout(url, (answer, request) => (request.body.includes('eth_chainId') ? answer : changes[lie](answer, request)));
  const reader = await openEthReader({ url: proxy.url, chainId, coins, areTracesKept: false });
  return { ...reader, close: () => proxy.close() };
}
