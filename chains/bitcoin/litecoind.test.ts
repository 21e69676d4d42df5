// The adapter of the Bitcoin family on a real node, a litecoind of its own: with segwit as Bitcoin is, and by old scripts alone as Dogecoin is.
import { afterAll, expect, it } from 'vitest';
import { findLitecoind, withoutLitecoind } from '../../tools/test/litecoind.ts';
import { keepsTheRules } from '../testing/bitcoin-rules.ts';
import { openBitcoinUnderTest } from '../testing/bitcoin-under-test.ts';
import { conformsTo } from '../testing/conformance.ts';
import { type BitcoinTestNode, startLitecoind } from '../testing/litecoin-node.ts';
import { sameShapes } from '../testing/node-shapes.ts';
import { type BitcoinNetwork, litecoinAsBtc, litecoinAsDoge } from './network.ts';

const program = findLitecoind();

if (program === undefined) {
  // Counted, named and told again at the end of `npm test`: never passed over in silence.
  it(withoutLitecoind, () => expect(findLitecoind()).toBeUndefined());
} else {
  let started: Promise<BitcoinTestNode> | undefined;
  const start = () => {
    started ??= startLitecoind(program);
    return started;
  };
  afterAll(async () => (await started)?.stop());

  /** One node for all of them: each suite leaves it running. */
  const open = async (network: BitcoinNetwork) => openBitcoinUnderTest(network, { ...(await start()), stop: () => Promise.resolve() });
  conformsTo('BTC, on litecoind', () => open(litecoinAsBtc));
  conformsTo('DOGE, on litecoind', () => open(litecoinAsDoge));
  keepsTheRules('BTC, on litecoind', () => open(litecoinAsBtc));
  keepsTheRules('DOGE, on litecoind', () => open(litecoinAsDoge));
  sameShapes(start);
}
