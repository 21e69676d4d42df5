// XRP's adapter over a node of its own, as the suite of all chains wants it.
import type { ChainReader } from '../chain.ts';
import { startXrpDemoNode, type XrpDemoNode } from '../xrp/demo-node.ts';
import { xrpDeriver } from '../xrp/deriver.ts';
import { openXrpPreparer } from '../xrp/preparer.ts';
import { openXrpReader } from '../xrp/reader.ts';
import { xrpSigning } from '../xrp/signing.ts';
import type { ChainUnderTest, Lie } from './conformance.ts';
import { lieAbout, type Change } from './lying-proxy.ts';
import { extendedPublicKeyAt, phraseKeys } from './phrase-keys.ts';

export const XRP = 1_000_000n;
const STRANGER = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';

export interface XrpUnderTest extends ChainUnderTest {
  demo: XrpDemoNode;
}

export async function openXrpUnderTest(): Promise<XrpUnderTest> {
  const demo = await startXrpDemoNode();
  const { url, coins } = demo;
  const hot = { address: xrpDeriver.addressAt(extendedPublicKeyAt("m/44'/144'/1'"), 0), path: "m/44'/144'/1'/0/0" };
  const deposit = { to: xrpDeriver.addressAt(extendedPublicKeyAt("m/44'/144'/0'"), 0), memo: '12345' };
  demo.send(hot.address, 10_000n * XRP, null);
  demo.mine();
  return {
    demo,
    chain: 'XRP',
    node: {
      mine: async (ledgers) => demo.mine(ledgers),
      send: async (to, _coin, amount, memo) => demo.send(to, amount, memo),
      close: demo.close,
    },
    reader: openXrpReader({ url, coins }),
    preparer: openXrpPreparer({ url, coins, mostFee: 1_000n }),
    signing: xrpSigning({ coins }),
    keys: phraseKeys,
    hot,
    deposit,
    stranger: STRANGER,
    coins: [{ code: 'XRP', amount: 12_345_678n }],
    openLiar: (lie) => openLiar(demo, lie),
    canBump: false,
  };
}

const changes: Record<Lie, Change> = {
  'not JSON': () => '<html>502 Bad Gateway</html>',
  'another shape': () => '{"result":{"status":"success","ledger":{"ledger_index":"12"},"account_data":null,"validated":true}}',
  parent: (answer) =>
    answer.replace(/("parent_hash":"[0-9A-F]{63})(.)/g, (_, before: string, digit: string) => before + (digit === '0' ? '1' : '0')),
  amount: (answer) => answer.replace(/"delivered_amount":"(\d+)"/g, '"delivered_amount":"9$1"'),
  'another hash for what was sent': (answer, { body }) =>
    body.includes('"submit"') ? answer.replace(/"hash":"[0-9A-F]{64}"/, `"hash":"${'AB'.repeat(32)}"`) : answer,
};

async function openLiar({ url, coins }: XrpDemoNode, lie: Lie): Promise<ChainReader> {
  const proxy = await lieAbout(url, changes[lie]);
  const reader = openXrpReader({ url: proxy.url, coins });
  return { ...reader, close: () => proxy.close() };
}
