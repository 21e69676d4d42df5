// What is to be signed, as a PSBT (BIP174) in base64: every input with the whole transaction that it spends, change marked as such.
import { base64, hex } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import type { Decoded, Payment, Unsigned } from '../chain.ts';
import type { BitcoinNetwork } from './network.ts';
import { addressOf, scriptOf } from './own-scripts.ts';
import { outputName, readOutputName } from './raw-transaction.ts';

/** Says that it may be replaced by one that pays more (BIP125). */
const REPLACEABLE = 0xfffffffd;

/** A key of our own in the PSBT (BIP174, type 0xfc): its identifier's length, `maru`, subtype 0. Who signs checks that the address is ours. */
const CHANGE_MARK = Uint8Array.from([4, ...new TextEncoder().encode('maru'), 0]);

const options = { proprietary: 'ignore', lowR: true } as const;

export interface OrderOutput {
  address: string;
  amount: bigint;
  isChange: boolean;
}

/** `previous`: by txid, the raw transactions whose outputs are spent. */
export function writeOrder(
  network: BitcoinNetwork,
  inputs: readonly string[],
  outputs: readonly OrderOutput[],
  previous: ReadonlyMap<string, string>,
): string {
  const order = new Transaction(options);
  for (const { txid, index } of inputs.map(readOutputName)) {
    const nonWitnessUtxo = previous.get(txid);
    if (nonWitnessUtxo === undefined) throw new Error(`the transaction ${txid} is not there`);
    order.addInput({ txid, index, nonWitnessUtxo, sequence: REPLACEABLE });
  }
  for (const { address, amount, isChange } of outputs) {
    const mark = isChange ? { proprietary: [[CHANGE_MARK, new Uint8Array()]] as [Uint8Array, Uint8Array][] } : {};
    order.addOutput({ script: scriptOf(network, address), amount, ...mark });
  }
  return base64.encode(order.toPSBT());
}

export interface Order {
  transaction: Transaction;
  inputs: { output: string; address: string; amount: bigint }[];
  outputs: OrderOutput[];
  fee: bigint;
}

/** Throws on whatever is not a transaction of ours, whole: an amount that is only said, a script of another kind, another way of signing. */
export function readOrder(network: BitcoinNetwork, { chain, body }: Unsigned): Order {
  if (chain !== network.chain) throw new Error(`a transaction of ${chain}, not of ${network.chain}`);
  // Reading holds each whole transaction against the hash that the input names.
  const transaction = Transaction.fromPSBT(base64.decode(body), options);
  const inputs = Array.from({ length: transaction.inputsLength }, (_, i) => readInput(network, transaction, i));
  const outputs = Array.from({ length: transaction.outputsLength }, (_, i) => readOutput(network, transaction, i));
  const fee = sum(inputs) - sum(outputs);
  if (inputs.length === 0 || outputs.length === 0 || fee < 0n) throw new Error('it pays more than it spends');
  if (transaction.lockTime !== 0) throw new Error('it waits for a time');
  return { transaction, inputs, outputs, fee };
}

function readInput(network: BitcoinNetwork, transaction: Transaction, place: number): Order['inputs'][number] {
  const { txid, index, nonWitnessUtxo, redeemScript, witnessScript, sighashType } = transaction.getInput(place);
  if (txid === undefined || index === undefined || nonWitnessUtxo === undefined)
    throw new Error(`input ${place} lacks the transaction that it spends`);
  if (redeemScript !== undefined || witnessScript !== undefined) throw new Error(`input ${place} is of no script of ours`);
  if (sighashType !== undefined && sighashType !== SigHash.ALL) throw new Error(`input ${place} asks to sign less than all`);
  const { script, amount } = nonWitnessUtxo.outputs[index];
  const address = addressOf(network, script);
  if (address === undefined) throw new Error(`input ${place} is of no script of ours`);
  return { output: outputName(hex.encode(txid), index), address, amount };
}

function readOutput(network: BitcoinNetwork, transaction: Transaction, place: number): OrderOutput {
  const { script, amount, proprietary } = transaction.getOutput(place);
  const address = script === undefined ? undefined : addressOf(network, script);
  if (address === undefined || amount === undefined) throw new Error(`output ${place} is of no address`);
  const isChange = (proprietary ?? []).some(([key]) => hex.encode(key) === hex.encode(CHANGE_MARK));
  return { address, amount, isChange };
}

const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((total, { amount }) => total + amount, 0n);

export const paymentsOf = ({ chain }: BitcoinNetwork, { outputs }: Order): Payment[] =>
  outputs.flatMap(({ address, amount, isChange }) => (isChange ? [] : [{ to: address, memo: null, coin: chain, amount }]));

export function decodeOrder(network: BitcoinNetwork, unsigned: Unsigned): Decoded {
  const order = readOrder(network, unsigned);
  return {
    chain: network.chain,
    from: [...new Set(order.inputs.map(({ address }) => address))],
    payments: paymentsOf(network, order),
    change: order.outputs.flatMap(({ address, amount, isChange }) => (isChange ? [{ address, amount }] : [])),
    feeLimit: order.fee,
    reservation: { inputs: order.inputs.map(({ output }) => output) },
  };
}
