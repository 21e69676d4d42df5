// The adapter of the Bitcoin family on the demo's own small node.
import { openBitcoinUnderTest } from '../testing/bitcoin-under-test.ts';
import { keepsTheRules } from '../testing/bitcoin-rules.ts';
import { conformsTo } from '../testing/conformance.ts';
import { testNode } from '../testing/litecoin-node.ts';
import { startDemoNode } from './demo-node.ts';
import { type BitcoinNetwork, btcDemo, dogeDemo } from './network.ts';

async function open(network: BitcoinNetwork) {
  const { url, close } = await startDemoNode({ network });
  return openBitcoinUnderTest(network, testNode(url, close));
}

conformsTo('BTC, on the demo node', () => open(btcDemo));
conformsTo('DOGE, on the demo node', () => open(dogeDemo));
keepsTheRules('BTC, on the demo node', () => open(btcDemo));
keepsTheRules('DOGE, on the demo node', () => open(dogeDemo));
