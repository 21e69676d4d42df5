// The adapter of the Bitcoin family on a real node, a litecoind of its own: with segwit as Bitcoin is, and by old scripts alone as Dogecoin is.
import { expect, it } from 'vitest';
import { findLitecoind, withoutLitecoind } from '../../tools/test/litecoind.ts';
import { openBitcoinUnderTest } from '../testing/bitcoin-under-test.ts';
import { conformsTo } from '../testing/conformance.ts';
import { startLitecoind } from '../testing/litecoin-node.ts';
import { litecoinAsBtc, litecoinAsDoge } from './network.ts';

const program = findLitecoind();

if (program === undefined) {
  // Counted, named and told again at the end of `npm test`: never passed over in silence.
  it(withoutLitecoind, () => expect(findLitecoind()).toBeUndefined());
} else {
  conformsTo('BTC, on litecoind', async () => openBitcoinUnderTest(litecoinAsBtc, await startLitecoind(program)));
  conformsTo('DOGE, on litecoind', async () => openBitcoinUnderTest(litecoinAsDoge, await startLitecoind(program)));
}
