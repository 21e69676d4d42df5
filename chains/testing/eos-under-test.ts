// EOS' adapter over a small chain of its own, as the suite of all chains wants it.
import { Bytes, KeyType, PrivateKey } from '@wharfkit/antelope';
import type { ChainReader, CoinRow } from '../chain.ts';
import { type EosDemoNode, startEosDemoNode } from '../eos/demo-node.ts';
import { openEosPreparer } from '../eos/preparer.ts';
import { openEosReader } from '../eos/reader.ts';
import { eosSigning } from '../eos/signing.ts';
import type { ChainUnderTest, Lie } from './conformance.ts';
import { type Change, lieAbout } from './lying-proxy.ts';
import { phraseKeys } from './phrase-keys.ts';

export interface EosUnderTest extends ChainUnderTest {
  demo: EosDemoNode;
}

export const HOT = 'maruhot12345';
const DEPOSITS = 'marudeposits';
export const STRANGER = 'somebodyelse';
export const HOT_PATH = "m/44'/194'/1'/0/0";

export const publicKeyOf = (path: string): string =>
  new PrivateKey(KeyType.K1, Bytes.from(phraseKeys.privateKeyAt(path))).toPublic().toString();

/** Vaulta's successor of the coin beside it, as a site may list it. */
export const eosCoins: readonly (CoinRow & { contract: string; symbol: string })[] = [
  { code: 'EOS', contract: 'eosio.token', symbol: 'EOS', decimals: 4 },
  { code: 'EOS_A', contract: 'core.vaulta', symbol: 'A', decimals: 4 },
];

/** Somebody's, that is called the same. */
export const falseCoin = { contract: 'fakeissuer11', symbol: 'EOS', decimals: 4 };

export async function openEosUnderTest(): Promise<EosUnderTest> {
  const demo = await startEosDemoNode({
    issues: [...eosCoins, falseCoin].map(({ contract, symbol, decimals }) => ({ contract, symbol, decimals, amount: 10n ** 14n })),
    accounts: { [HOT]: publicKeyOf(HOT_PATH), [DEPOSITS]: publicKeyOf("m/44'/194'/0'/0/0"), [STRANGER]: publicKeyOf("m/44'/194'/9'/0/0") },
  });
  const { url, chainId } = demo;
  const coinOf = (code: string) => eosCoins.find((coin) => coin.code === code)!;
  for (const coin of eosCoins) demo.send(HOT, coin, 10n ** 10n, '');
  demo.mine(8);
  return {
    demo,
    chain: 'EOS',
    node: {
      mine: async (blocks = 1) => demo.mine(blocks),
      send: async (to, coin, amount, memo) => demo.send(to, coinOf(coin), amount, memo ?? ''),
      reorganise: async (depth) => demo.reorganise(depth),
      close: demo.close,
    },
    reader: openEosReader({ url, chainId, coins: eosCoins }),
    preparer: openEosPreparer({ url, chainId, coins: eosCoins }),
    signing: eosSigning({ chainId, coins: eosCoins, publicKeys: { [HOT]: publicKeyOf(HOT_PATH) } }),
    keys: phraseKeys,
    hot: { address: HOT, path: HOT_PATH },
    deposit: { to: DEPOSITS, memo: '1000001' },
    stranger: STRANGER,
    coins: [
      { code: 'EOS', amount: 12_345n },
      { code: 'EOS_A', amount: 70_001n },
    ],
    openLiar: (lie) => openLiar(demo, lie),
    canBump: false,
    isFeeAlwaysTaken: false,
  };
}

const changes: Record<Lie, Change> = {
  'not JSON': () => '<html>502 Bad Gateway</html>',
  'another shape': () => '{"block_num":"12","id":null,"code":500}',
  parent: (answer) =>
    answer.replace(/("previous(?:_id)?":".{63})(.)/g, (_, before: string, digit: string) => before + (digit === '0' ? '1' : '0')),
  amount: (answer) => answer.replace(/("data":"\w{32})(.)/g, (_, before: string, digit: string) => before + (digit === '0' ? '1' : '0')),
  'another hash for what was sent': (answer) => answer.replace(/"transaction_id":".{64}"/, `"transaction_id":"${'ab'.repeat(32)}"`),
};

async function openLiar({ url, chainId }: EosDemoNode, lie: Lie): Promise<ChainReader> {
  const proxy = await lieAbout(url, changes[lie]);
  const reader = openEosReader({ url: proxy.url, chainId, coins: eosCoins });
  return { ...reader, close: () => proxy.close() };
}
