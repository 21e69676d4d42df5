// What a node of the Bitcoin family takes and refuses, and what the preparer makes of it: on the real one and on the demo's own alike.
import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { Payment, PrepareOptions } from '../chain.ts';
import { deriverOf } from '../bitcoin/deriver.ts';
import { bitcoinPreparer } from '../bitcoin/preparer.ts';
import { readTransaction } from '../bitcoin/raw-transaction.ts';
import { bitcoinReader } from '../bitcoin/reader.ts';
import type { BitcoinUnderTest } from './bitcoin-under-test.ts';
import { watching } from './conformance.ts';
import { lieAbout } from './lying-proxy.ts';
import { extendedPublicKeyAt } from './phrase-keys.ts';

const COIN = 100_000_000n;

export function keepsTheRules(name: string, open: () => Promise<BitcoinUnderTest>): void {
  describe(`${name}: rules of the family`, () => {
    let opened: BitcoinUnderTest;
    const family = () => opened;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened?.reader.close();
      await opened?.node.close();
    });
    signatures(family);
    spending(family);
    preparing(family);
    faults(family);
    replacing(family);
    own(family);
  });
}

const pay = ({ network, stranger }: BitcoinUnderTest, amount: bigint, to = stranger): Payment => ({
  to,
  memo: null,
  coin: network.chain,
  amount,
});

async function prepare(family: BitcoinUnderTest, payments: Payment[], more: Partial<PrepareOptions> = {}) {
  const { preparer, hot, change } = family;
  return preparer.prepare({ sources: [hot], change, reserved: [], payments, ...more });
}

function signatures(family: () => BitcoinUnderTest): void {
  it('one flipped byte of a signature is refused, wherever it is', async () => {
    const { reader, signing, keys, network } = family();
    const { unsigned } = await prepare(family(), [pay(family(), COIN)]);
    const { raw } = signing.sign(unsigned, keys);
    const input = Transaction.fromRaw(hex.decode(raw)).getInput(0);
    const signature = network.script === 'wpkh' ? input.finalScriptWitness![0] : input.finalScriptSig!.subarray(1, 71);
    const start = raw.indexOf(hex.encode(signature)) / 2;
    expect(start).toBeGreaterThan(0);
    for (const place of [6, 20, 38, 50, signature.length - 3]) {
      const bytes = hex.decode(raw);
      bytes[start + place] ^= 1;
      expect(await reader.broadcast(hex.encode(bytes))).toMatchObject({ state: 'refused' });
    }
    expect(await reader.broadcast(raw)).toEqual({ state: 'accepted' });
  });

  it('an amount or a destination altered after it was signed is refused', async () => {
    const { reader, signing, keys, node } = family();
    await node.mine();
    const { unsigned } = await prepare(family(), [pay(family(), COIN)]);
    const { raw } = signing.sign(unsigned, keys);
    const alter = (change: (outputs: { amount?: bigint; script?: Uint8Array }[]) => void) => {
      const signed = Transaction.fromRaw(hex.decode(raw));
      const other = new Transaction({ version: signed.version, lockTime: signed.lockTime });
      const outputs = Array.from({ length: signed.outputsLength }, (_, i) => signed.getOutput(i));
      change(outputs);
      for (const output of outputs) other.addOutput(output, true);
      for (let i = 0; i < signed.inputsLength; i++) other.addInput(signed.getInput(i), true);
      return hex.encode(other.toBytes(true, true));
    };
    const altered = alter((outputs) => {
      outputs[0].amount! += 1n;
    });
    expect(readTransaction(altered).outputs[0].amount).toBe(COIN + 1n);
    expect(await reader.broadcast(altered)).toMatchObject({ state: 'refused' });
    const turned = alter((outputs) => {
      [outputs[0].script, outputs[1].script] = [outputs[1].script, outputs[0].script];
    });
    expect(await reader.broadcast(turned)).toMatchObject({ state: 'refused' });
    expect(alter(() => undefined)).toBe(raw);
  });

  it('bytes that are no transaction are refused, and no fault', async () => {
    for (const raw of ['', '00', 'zz', 'ff'.repeat(60)]) expect(await family().reader.broadcast(raw)).toMatchObject({ state: 'refused' });
  });
}

function spending(family: () => BitcoinUnderTest): void {
  it('an output is spent once: beside one that waits, and after it was mined', async () => {
    const { reader, signing, keys, node } = family();
    await node.mine();
    const one = await prepare(family(), [pay(family(), COIN)]);
    const same = await prepare(family(), [pay(family(), COIN + 1n)]);
    expect(same.reservation).toEqual(one.reservation);
    const [first, second] = [one, same].map(({ unsigned }) => signing.sign(unsigned, keys));
    expect(await reader.broadcast(first.raw)).toEqual({ state: 'accepted' });
    // Replaceable, but it pays no more than the first: nobody would pass it on.
    expect(await reader.broadcast(second.raw)).toMatchObject({ state: 'refused' });
    await node.mine();
    expect(await reader.broadcast(second.raw)).toMatchObject({ state: 'refused' });
    expect(await reader.outcomeOf(second.hash)).toBeUndefined();
    expect(await reader.broadcast(first.raw)).toEqual({ state: 'known' });
  });

  it('what came and went is told by block, as rows to keep and to end', async () => {
    const { reader, signing, keys, node, hot, rows, network } = family();
    const before = await rows.of([hot.address]);
    const { unsigned, reservation } = await prepare(family(), [pay(family(), COIN, hot.address)]);
    const { raw, hash } = signing.sign(unsigned, keys);
    await reader.broadcast(raw);
    await node.mine();
    const { tip } = await reader.tip();
    const held = new Set(before.map(({ output }) => output));
    const watched = { has: (address: string) => address === hot.address, hasOutput: (output: string) => held.has(output) };
    const { incoming, spent } = await reader.incoming(tip.height, watched);
    expect(spent).toEqual(reservation.inputs!.map((output) => ({ output, txHash: hash })));
    expect(incoming).toEqual([{ txHash: hash, place: 0, coin: network.chain, to: hot.address, memo: null, amount: COIN, from: null }]);
    const after = await rows.of([hot.address]);
    expect(after.map(({ output }) => output)).toContain(`${hash}:0`);
    for (const output of reservation.inputs!) expect(after.map((row) => row.output)).not.toContain(output);
  });

  it('the sum of the rows and the sum of the node are one', async () => {
    const { reader, rows, hot, network, bitcoinNode } = family();
    const byRows = bitcoinReader({ network, url: bitcoinNode.url, unspentOf: (address) => rows.of([address]) });
    const sum = (await rows.of([hot.address])).reduce((total, { amount }) => total + amount, 0n);
    expect(await byRows.balanceOf(hot.address, network.chain)).toBe(sum);
    expect(await reader.balanceOf(hot.address, network.chain)).toBe(sum);
  });
}

function preparing(family: () => BitcoinUnderTest): void {
  it('many payments are one transaction, with one change', async () => {
    const { signing, keys, reader, node, network } = family();
    const account = extendedPublicKeyAt(network.accountPath);
    const payments = Array.from({ length: 40 }, (_, i) => pay(family(), COIN / 40n, deriverOf(network).addressAt(account, 100 + i)));
    const { unsigned, feeLimit } = await prepare(family(), payments);
    const decoded = signing.decode(unsigned);
    expect(decoded.payments).toEqual(payments);
    expect(decoded.change).toHaveLength(1);
    const { raw, hash } = signing.sign(unsigned, keys);
    expect(await reader.broadcast(raw)).toEqual({ state: 'accepted' });
    await node.mine();
    expect(await reader.outcomeOf(hash)).toMatchObject({ state: 'mined', fee: feeLimit });
    const { tip } = await reader.tip();
    const { incoming } = await reader.incoming(tip.height, watching(...payments.map(({ to }) => to)));
    expect(incoming.map(({ to, amount, place }) => [to, amount, place])).toEqual(payments.map(({ to, amount }, i) => [to, amount, i]));
  });

  it('the fee is what settings say, within what the network allows', async () => {
    const { network, bitcoinNode, rows, hot, change, signing, keys } = family();
    const { least, most, usual } = network.feeRate;
    const feeOf = async (rate: bigint | undefined) => {
      const { prepare: make } = bitcoinPreparer({ network, url: bitcoinNode.url, feeRate: async () => rate });
      const unspent = await rows.of([hot.address]);
      const { unsigned, feeLimit } = await make({ sources: [hot], change, reserved: [], payments: [pay(family(), COIN)], unspent });
      const { vsize } = Transaction.fromRaw(hex.decode(signing.sign(unsigned, keys).raw));
      return Number(feeLimit) / vsize;
    };
    expect(await feeOf(usual)).toBeCloseTo(Number(usual), -Math.log10(Number(usual) / 10));
    expect(await feeOf(0n)).toBeGreaterThanOrEqual(Number(least));
    expect(await feeOf(most * 1000n)).toBeLessThan(Number(most) * 1.05);
    expect(await feeOf(undefined)).toBeGreaterThanOrEqual(Number(least));
  });

  it('without rows the node is asked for all that is unspent', async () => {
    const { network, bitcoinNode, rows, hot, change, signing, keys, reader, node } = family();
    const { prepare: make } = bitcoinPreparer({ network, url: bitcoinNode.url });
    const all = (await rows.of([hot.address])).reduce((total, { amount }) => total + amount, 0n);
    const payments = [pay(family(), all - COIN)];
    const { unsigned } = await make({ sources: [hot], change, reserved: [], payments });
    expect(await reader.broadcast(signing.sign(unsigned, keys).raw)).toEqual({ state: 'accepted' });
    await node.mine();
    for (let i = 0; i < 4; i++) await bitcoinNode.pay(hot.address, 5n * COIN);
    await node.mine();
  });

  it('change below the dust limit is left to the fee; payments below it are refused', async () => {
    const { network, rows, hot, signing } = family();
    const [unspent] = await rows.of([hot.address]);
    const probe = await prepare(family(), [pay(family(), unspent.amount / 2n)], { unspent: [unspent] });
    const amount = unspent.amount - probe.feeLimit - network.dust / 2n;
    const { unsigned, feeLimit } = await prepare(family(), [pay(family(), amount)], { unspent: [unspent] });
    expect(signing.decode(unsigned).change).toEqual([]);
    expect(feeLimit).toBe(unspent.amount - amount);
    await expect(prepare(family(), [pay(family(), network.dust - 1n)])).rejects.toThrow(/less than nodes pass on/);
  });
}

function faults(family: () => BitcoinUnderTest): void {
  it('too little is said to be too little, and nothing reserved is touched', async () => {
    const { rows, hot } = family();
    const unspent = await rows.of([hot.address]);
    const all = unspent.reduce((total, { amount }) => total + amount, 0n);
    await expect(prepare(family(), [pay(family(), all)])).rejects.toThrow(/do not reach/);
    const reserved = [{ inputs: unspent.map(({ output }) => output) }];
    await expect(prepare(family(), [pay(family(), COIN)], { reserved })).rejects.toThrow(/do not reach/);
  });

  it('rows that say more than there is, or that the node does not know, make no transaction', async () => {
    const { rows, hot } = family();
    const [row] = await rows.of([hot.address]);
    const more = { ...row, amount: row.amount + COIN };
    await expect(prepare(family(), [pay(family(), row.amount)], { unspent: [more] })).rejects.toThrow(/not what our rows say/);
    const nowhere = { ...row, output: `${'ab'.repeat(32)}:0` };
    await expect(prepare(family(), [pay(family(), COIN)], { unspent: [nowhere] })).rejects.toThrow(/does not know it/);
  });
}

function replacing(family: () => BitcoinUnderTest): void {
  it('a replacement takes further outputs where change does not reach, pays the same, and refuses to pay something else', async () => {
    const { rows, hot, signing, keys, reader, node, network } = family();
    const [first, second] = (await rows.of([hot.address])).toSorted((a, b) => Number(b.amount - a.amount));
    const probe = await prepare(family(), [pay(family(), first.amount / 2n)], { unspent: [first] });
    const payments = [pay(family(), first.amount - probe.feeLimit)];
    const stuck = await prepare(family(), payments, { unspent: [first] });
    expect(await reader.broadcast(signing.sign(stuck.unsigned, keys).raw)).toEqual({ state: 'accepted' });
    const bump = { previous: stuck.unsigned };
    await expect(prepare(family(), payments, { unspent: [first], bump })).rejects.toThrow(/do not reach/);
    await expect(prepare(family(), [pay(family(), COIN)], { unspent: [first, second], bump })).rejects.toThrow(/pays what it replaces/);
    const instead = await prepare(family(), payments, { unspent: [first, second], reserved: [stuck.reservation], bump });
    expect(instead.reservation.inputs).toEqual([first.output, second.output]);
    expect(signing.decode(instead.unsigned).payments).toEqual(payments);
    const { raw, hash } = signing.sign(instead.unsigned, keys);
    expect(await reader.broadcast(raw)).toEqual({ state: 'accepted' });
    await node.mine();
    expect(await reader.outcomeOf(hash)).toMatchObject({ state: 'mined' });
    // Mined: there is nothing left to replace.
    await expect(prepare(family(), payments, { unspent: [], bump: { previous: instead.unsigned } })).rejects.toThrow(/does not know it/);
    expect(network.chain).toBe(instead.unsigned.chain);
  });
}

function own(family: () => BitcoinUnderTest): void {
  it('mined coins are left alone until they are ripe', async () => {
    const { bitcoinNode, rows, hot, node } = family();
    await bitcoinNode.client.call('generatetoaddress', [1, hot.address], z.array(z.string()));
    const minted = (await rows.of([hot.address])).toSorted((a, b) => Number(b.amount - a.amount))[0];
    expect(minted.amount).toBeGreaterThan(6n * COIN);
    await expect(prepare(family(), [pay(family(), COIN)], { unspent: [minted] })).rejects.toThrow(/do not reach/);
    await node.mine(100);
    expect((await prepare(family(), [pay(family(), COIN)], { unspent: [minted] })).reservation.inputs).toEqual([minted.output]);
  });

  it('bytes of a PSBT carry the whole of what is spent', async () => {
    const { unsigned } = await prepare(family(), [pay(family(), COIN)]);
    const { nonWitnessUtxo, sequence } = Transaction.fromPSBT(base64.decode(unsigned.body)).getInput(0);
    expect(nonWitnessUtxo).toBeDefined();
    expect(sequence).toBeLessThan(0xfffffffe);
  });

  it('a block of which the node withholds a transaction is not read', async () => {
    const { network, bitcoinNode, node, deposit } = family();
    const paid = await bitcoinNode.pay(deposit.to, COIN);
    await node.mine();
    const { username, password } = new URL(bitcoinNode.url);
    const proxy = await lieAbout(bitcoinNode.url.replace(/\/\/.*@/, '//'), (answer) => {
      const { result, ...rest } = JSON.parse(answer) as { result: { tx?: { txid: string }[] } };
      if (result?.tx?.every((one) => one.txid !== undefined)) result.tx = result.tx.filter(({ txid }) => txid !== paid);
      return JSON.stringify({ result, ...rest });
    });
    const liar = bitcoinReader({ network, url: proxy.url.replace('//', `//${username}:${password}@`) });
    try {
      const { tip } = await liar.tip();
      await expect(liar.incoming(tip.height, watching(deposit.to))).rejects.toThrow(/not those of its header/);
      await expect(liar.incoming(tip.height - 1, watching(deposit.to))).resolves.toMatchObject({ incoming: [] });
    } finally {
      await proxy.close();
    }
  });

  it('a node of another network is not read', async () => {
    const { network, bitcoinNode } = family();
    const other = bitcoinReader({ network: { ...network, genesis: '00'.repeat(32) }, url: bitcoinNode.url });
    await expect(other.tip()).rejects.toThrow(/another network/);
  });
}
