// What is signed is what the bytes say: whatever else they say, or leave out, is refused before a key is asked for.
import { base64, hex } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { describe, expect, it } from 'vitest';
import type { Unsigned } from '../chain.ts';
import { extendedPublicKeyAt, phraseKeys } from '../testing/phrase-keys.ts';
import { depositPath, deriverOf } from './deriver.ts';
import { btc, doge } from './network.ts';
import { scriptOf } from './own-scripts.ts';
import { type OrderOutput, writeOrder } from './payment-order.ts';
import { readTransaction } from './raw-transaction.ts';
import { bitcoinSigning } from './signing.ts';

const networks = [btc, doge];

/** What paid us: 3 coins to our address 0. */
function paidTo(network: typeof btc, amount = 300_000_000n): { id: string; raw: string } {
  const input = { txid: new Uint8Array(32).fill(7), index: 0, finalScriptSig: new Uint8Array([0x51]), sequence: 0xffffffff };
  const outputs = [{ amount, script: scriptOf(network, ownAddress(network, 0)) }];
  const raw = hex.encode(RawOldTx.encode({ version: 2, inputs: [input], outputs, lockTime: 0 }));
  return { id: readTransaction(raw).id, raw };
}

const ownAddress = (network: typeof btc, index: number) => deriverOf(network).addressAt(extendedPublicKeyAt(network.accountPath), index);

function anOrder(network: typeof btc, change: Partial<OrderOutput> = {}): Unsigned {
  const { id, raw } = paidTo(network);
  const outputs: OrderOutput[] = [
    { address: ownAddress(network, 5), amount: 100_000_000n, isChange: false },
    { address: ownAddress(network, 1), amount: 198_000_000n, isChange: true, ...change },
  ];
  const body = writeOrder(network, [`${id}:0`], outputs, new Map([[id, raw]]));
  return { chain: network.chain, body, sources: [{ address: ownAddress(network, 0), path: depositPath(network, 0) }] };
}

/** The same, rewritten by somebody on the way. */
function rewritten(network: typeof btc, rewrite: (order: Transaction) => Transaction | void): Unsigned {
  const unsigned = anOrder(network);
  const order = Transaction.fromPSBT(base64.decode(unsigned.body), { proprietary: 'ignore' });
  const other = rewrite(order) ?? order;
  return { ...unsigned, body: base64.encode(other.toPSBT()) };
}

describe.each(networks)('a payment of $chain', (network) => {
  const signing = bitcoinSigning(network);

  it('says from its bytes who pays, what to whom, what comes back and what it costs', () => {
    const decoded = signing.decode(anOrder(network));
    expect(decoded).toEqual({
      chain: network.chain,
      from: [ownAddress(network, 0)],
      payments: [{ to: ownAddress(network, 5), memo: null, coin: network.chain, amount: 100_000_000n }],
      change: [{ address: ownAddress(network, 1), amount: 198_000_000n }],
      feeLimit: 2_000_000n,
      reservation: { inputs: [`${paidTo(network).id}:0`] },
    });
  });

  it('is signed to the same bytes each time, and is called what its bytes say', () => {
    const first = signing.sign(anOrder(network), phraseKeys);
    expect(signing.sign(anOrder(network), phraseKeys)).toEqual(first);
    expect(readTransaction(first.raw).id).toBe(first.hash);
  });

  it('tells a payment as one where it is not marked as change, and change as change to whomever it goes', () => {
    expect(signing.decode(anOrder(network, { isChange: false })).payments).toHaveLength(2);
    const elsewhere = ownAddress(network, 9);
    expect(signing.decode(anOrder(network, { address: elsewhere })).change).toEqual([{ address: elsewhere, amount: 198_000_000n }]);
  });

  it('is not signed with less than the whole transaction that it spends', () => {
    const said = rewritten(network, (order) => {
      const { txid, index, sequence } = order.getInput(0);
      const amount = 200_000_000n;
      const other = new Transaction({ proprietary: 'ignore' });
      other.addInput({ txid, index, sequence, witnessUtxo: { script: scriptOf(network, ownAddress(network, 0)), amount } });
      for (let i = 0; i < order.outputsLength; i++) other.addOutput(order.getOutput(i));
      return other;
    });
    expect(() => signing.decode(said)).toThrow(/lacks the transaction/);
    expect(() => signing.sign(said, phraseKeys)).toThrow(/lacks the transaction/);
  });

  it('is not signed where the spent amount was altered: the hash of what is spent is another then', () => {
    const unsigned = anOrder(network);
    const true_ = hex.decode(paidTo(network).raw);
    const altered = hex.encode(base64.decode(unsigned.body)).replace(hex.encode(true_), paidTo(network, 200_000_001n).raw);
    const body = base64.encode(hex.decode(altered));
    expect(body).not.toBe(unsigned.body);
    expect(() => signing.sign({ ...unsigned, body }, phraseKeys)).toThrow(/wrong txid/);
  });

  it('is not signed in part (another kind of signature), late (a lock time), or twice as much as there is', () => {
    const part = rewritten(network, (order) => order.updateInput(0, { sighashType: SigHash.NONE }));
    expect(() => signing.sign(part, phraseKeys)).toThrow(/less than all/);
    const late = rewritten(network, (order) => {
      const other = new Transaction({ proprietary: 'ignore', lockTime: 900_000 });
      other.addInput(order.getInput(0));
      for (let i = 0; i < order.outputsLength; i++) other.addOutput(order.getOutput(i));
      return other;
    });
    expect(() => signing.sign(late, phraseKeys)).toThrow(/waits/);
    expect(() => signing.sign(anOrder(network, { amount: 900_000_000n }), phraseKeys)).toThrow(/more than it spends/);
  });

  it('is not signed for another chain, without a named key, or from bytes that are none', () => {
    const [other] = networks.filter((one) => one !== network);
    expect(() => bitcoinSigning(other).decode(anOrder(network))).toThrow(/not of/);
    expect(() => signing.sign({ ...anOrder(network), sources: [] }, phraseKeys)).toThrow(/no key/);
    expect(() => signing.decode({ ...anOrder(network), body: 'cHNidP8=' })).toThrow();
  });
});
