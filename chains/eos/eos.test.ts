// EOS' adapter on the demo's own small chain, by the suite of all chains.
import { conformsTo } from '../testing/conformance.ts';
import { openEosUnderTest } from '../testing/eos-under-test.ts';

conformsTo('EOS, on the demo node', openEosUnderTest);
