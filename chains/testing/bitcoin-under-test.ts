// An adapter of the Bitcoin family over a node of its own, as the suite of all chains wants it.
import type { ChainReader } from '../chain.ts';
import { deriverOf } from '../bitcoin/deriver.ts';
import type { BitcoinNetwork } from '../bitcoin/network.ts';
import { bitcoinPreparer } from '../bitcoin/preparer.ts';
import { bitcoinReader } from '../bitcoin/reader.ts';
import { bitcoinSigning } from '../bitcoin/signing.ts';
import type { ChainUnderTest, Lie } from './conformance.ts';
import type { BitcoinTestNode } from './litecoin-node.ts';
import { type Change, lieAbout } from './lying-proxy.ts';
import { OwnOutputs } from './own-outputs.ts';
import { extendedPublicKeyAt, phraseKeys } from './phrase-keys.ts';

export interface BitcoinUnderTest extends ChainUnderTest {
  network: BitcoinNetwork;
  bitcoinNode: BitcoinTestNode;
  rows: OwnOutputs;
}

const ACCOUNT = 1;
const STRANGERS = 7;
const COIN = 100_000_000n;
/** What is there to pay from: several, so that payouts need not wait for each other. */
const HOT_OUTPUTS = 8;

export async function openBitcoinUnderTest(network: BitcoinNetwork, bitcoinNode: BitcoinTestNode): Promise<BitcoinUnderTest> {
  const { url } = bitcoinNode;
  const path = network.accountPath.replace(/\d+'$/, `${ACCOUNT}'`);
  const { addressAt } = deriverOf(network);
  const account = extendedPublicKeyAt(path);
  const hot = { address: addressAt(account, 0), path: `${path}/0/0` };
  const change = addressAt(account, 1);
  const reader = bitcoinReader({ network, url });
  const rows = new OwnOutputs(reader, [hot.address, change]);
  const preparer = bitcoinPreparer({ network, url });
  for (let i = 0; i < HOT_OUTPUTS; i++) await bitcoinNode.pay(hot.address, 5n * COIN);
  await bitcoinNode.mine(1);
  return {
    network,
    bitcoinNode,
    rows,
    chain: network.chain,
    node: {
      mine: (blocks = 1) => bitcoinNode.mine(blocks),
      send: (to, _coin, amount) => bitcoinNode.pay(to, amount),
      reorganise: (depth) => bitcoinNode.reorganise(depth, depth + 1),
      close: () => bitcoinNode.stop(),
    },
    reader,
    preparer: {
      prepare: async (options) => preparer.prepare({ unspent: await rows.of(options.sources.map(({ address }) => address)), ...options }),
    },
    signing: bitcoinSigning(network),
    keys: phraseKeys,
    hot,
    change,
    deposit: { to: addressAt(extendedPublicKeyAt(network.accountPath), 0), memo: null },
    stranger: addressAt(account, STRANGERS),
    coins: [{ code: network.chain, amount: COIN / 3n }],
    openLiar: (lie) => openLiar(network, url, lie),
    canBump: true,
  };
}

const first = (digit: string): string => (digit === '0' ? '1' : '0');

const changes: Record<Lie, Change> = {
  'not JSON': () => '<html>502 Bad Gateway</html>',
  'another shape': () => '{"result":{"height":"12","hash":null},"error":null,"id":1}',
  parent: (answer) => answer.replace(/("previousblockhash":")(.)/g, (_, before: string, digit: string) => before + first(digit)),
  amount: (answer) => answer.replace(/("value":)(\d)/g, (_, before: string, digit: string) => before + first(digit)),
  'another hash for what was sent': (answer, { body }) =>
    body.includes('sendrawtransaction') ? answer.replace(/"result":"\w{64}"/, `"result":"${'ab'.repeat(32)}"`) : answer,
};

async function openLiar(network: BitcoinNetwork, url: string, lie: Lie): Promise<ChainReader> {
  const { username, password } = new URL(url);
  const proxy = await lieAbout(url.replace(/\/\/.*@/, '//'), changes[lie]);
  const reader = bitcoinReader({ network, url: proxy.url.replace('//', `//${username}:${password}@`) });
  return { ...reader, close: () => proxy.close() };
}
