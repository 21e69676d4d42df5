// What a block proves of itself: Bitcoin's own first payment, and what is noticed where somebody altered it.
import { describe, expect, it } from 'vitest';
import { faultOfBlock, headerHash, merkleRoot } from './block-proof.ts';
import { blockShape } from './node-answers.ts';

const coinbase = 'b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082';
const payment = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

/** Block 170 of Bitcoin: the first one with a payment. */
const block170 = {
  hash: '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee',
  confirmations: 1,
  height: 170,
  version: 1,
  previousblockhash: '000000002a22cfee1f2c846adbd12b3e183d4f97683f85dad08a79780a84bd55',
  merkleroot: '7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff',
  time: 1231731025,
  nonce: 1889418792,
  bits: '1d00ffff',
  tx: [coinbase, payment].map((txid) => ({ txid, vin: [], vout: [] })),
};

const read = (change: object) => blockShape.parse({ ...block170, ...change });

describe('a block', () => {
  it('has the hash of its header and the root of its transactions', () => {
    expect(headerHash(block170)).toBe(block170.hash);
    expect(merkleRoot([coinbase, payment])).toBe(block170.merkleroot);
    expect(merkleRoot([payment])).toBe(payment);
    expect(faultOfBlock(read({}))).toBeUndefined();
  });

  it.each([
    ['a transaction less', { tx: [block170.tx[0]] }],
    ['a transaction more', { tx: [...block170.tx, { txid: 'ab'.repeat(32), vin: [], vout: [] }] }],
    ['another order', { tx: block170.tx.toReversed() }],
    // Leaves the root as it is.
    ['a transaction twice', { tx: [...block170.tx, ...block170.tx] }],
    ['another root', { merkleroot: payment, tx: [block170.tx[1]] }],
    ['another parent', { previousblockhash: block170.hash }],
    ['another time', { time: block170.time + 1 }],
  ])('with %s is refused', (_, change) => expect(faultOfBlock(read(change))).toBeDefined());
});
