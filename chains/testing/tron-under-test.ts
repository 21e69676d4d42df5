// TRON's adapter over a node of its own, as the suite of all chains wants it.
import type { ChainReader } from '../chain.ts';
import { startTronDemoNode, type TronDemoNode } from '../tron/demo-node.ts';
import { tronDeriver } from '../tron/deriver.ts';
import { openTronPreparer } from '../tron/preparer.ts';
import { openTronReader } from '../tron/reader.ts';
import { tronSigning } from '../tron/signing.ts';
import type { ChainUnderTest, Lie } from './conformance.ts';
import { lieAbout, type Change } from './lying-proxy.ts';
import { extendedPublicKeyAt, phraseKeys } from './phrase-keys.ts';

export const TRX = 1_000_000n;
const STRANGER = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export interface TronUnderTest extends ChainUnderTest {
  demo: TronDemoNode;
}

export async function openTronUnderTest(): Promise<TronUnderTest> {
  const demo = await startTronDemoNode();
  const { url, coins } = demo;
  const hot = { address: tronDeriver.addressAt(extendedPublicKeyAt("m/44'/195'/1'"), 0), path: "m/44'/195'/1'/0/0" };
  await demo.send(hot.address, 'TRON', 1_000_000n * TRX);
  await demo.send(hot.address, 'TRON_USDT', 10_000_000_000n);
  await demo.mine(3);
  return {
    demo,
    chain: 'TRON',
    node: { mine: demo.mine, send: (to, coin, amount) => demo.send(to, coin, amount), close: demo.close },
    reader: openTronReader({ url, coins }),
    preparer: openTronPreparer({ url, coins, mostFee: 50n * TRX }),
    signing: tronSigning({ coins }),
    keys: phraseKeys,
    hot,
    deposit: { to: tronDeriver.addressAt(extendedPublicKeyAt("m/44'/195'/0'"), 0), memo: null },
    stranger: STRANGER,
    coins: [
      { code: 'TRON', amount: 12_345_678n },
      { code: 'TRON_USDT', amount: 1_234_567n },
    ],
    openLiar: (lie) => openLiar(demo, lie),
    canBump: false,
  };
}

const changes: Record<Lie, Change> = {
  'not JSON': () => '<html>502 Bad Gateway</html>',
  'another shape': () => '{"blockID":"12","block_header":{"raw_data":null},"balance":"many"}',
  parent: (answer) =>
    answer.replace(/("parentHash":"[0-9a-f]{63})(.)/g, (_, before: string, digit: string) => before + (digit === '0' ? '1' : '0')),
  amount: (answer) => answer.replace(/("data":"[0-9a-f]{63})[0-9a-f]"/g, '$10"').replace(/("raw_data_hex":"\w*)(.{2}")/g, '$1ff"'),
  'another hash for what was sent': (answer) => answer.replace(/"txid":".{64}"/, `"txid":"${'ab'.repeat(32)}"`),
};

async function openLiar({ url, coins }: TronDemoNode, lie: Lie): Promise<ChainReader> {
  const proxy = await lieAbout(url, changes[lie]);
  const reader = openTronReader({ url: proxy.url, coins });
  return { ...reader, close: () => proxy.close() };
}
