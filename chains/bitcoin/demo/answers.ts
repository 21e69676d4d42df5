// What the small node tells, in the shapes of a Bitcoin Core of 0.21: amounts are digits of the text, never floats.
import { hex } from '@scure/base';
import { OutScript, Transaction } from '@scure/btc-signer';
import type { BitcoinNetwork } from '../network.ts';
import { addressOf } from '../own-scripts.ts';
import { readOutputName } from '../raw-transaction.ts';
import { toDecimalText } from '../satoshi.ts';
import type { DemoBlock, DemoChain, DemoTransaction } from './demo-chain.ts';
import type { Coin } from '../verify-inputs.ts';

/** A number of the answer by its digits; the language's own types do not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

export const amountOf = (satoshi: bigint): unknown => rawJSON(toDecimalText(satoshi));

const kinds: Record<string, string> = {
  pkh: 'pubkeyhash',
  sh: 'scripthash',
  wpkh: 'witness_v0_keyhash',
  wsh: 'witness_v0_scripthash',
  tr: 'witness_v1_taproot',
  pk: 'pubkey',
  ms: 'multisig',
};

export function scriptAnswer(network: BitcoinNetwork, script: Uint8Array): Record<string, unknown> {
  const address = addressOf(network, script);
  const type = kindOf(script);
  return { hex: hex.encode(script), ...(address === undefined ? {} : { reqSigs: 1, addresses: [address] }), type };
}

function kindOf(script: Uint8Array): string {
  try {
    return kinds[OutScript.decode(script).type] ?? 'nonstandard';
  } catch {
    return 'nonstandard';
  }
}

export function transactionAnswer(network: BitcoinNetwork, { id, raw, spends, outputs, vsize }: DemoTransaction): Record<string, unknown> {
  const vin = spends.length === 0 ? [coinbaseAnswer(raw)] : spends.map((output) => spendAnswer(output));
  const vout = outputs.map(({ script, amount }, n) => ({ value: amountOf(amount), n, scriptPubKey: scriptAnswer(network, script) }));
  return { txid: id, size: raw.length / 2, vsize, vin, vout, hex: raw };
}

function spendAnswer(output: string): Record<string, unknown> {
  const { txid, index } = readOutputName(output);
  return { txid, vout: index };
}

function coinbaseAnswer(raw: string): Record<string, unknown> {
  const first = Transaction.fromRaw(hex.decode(raw), { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true });
  const { finalScriptSig = new Uint8Array(), sequence } = first.getInput(0);
  return { coinbase: hex.encode(finalScriptSig), sequence };
}

export function headerAnswer(chain: DemoChain, block: DemoBlock): Record<string, unknown> {
  const { hash, height, version, previousblockhash, merkleroot, time, bits, nonce, transactions } = block;
  const isOnBranch = chain.isOnBranch(block);
  const next = isOnBranch ? chain.blockAt(height + 1)?.hash : undefined;
  return {
    hash,
    confirmations: isOnBranch ? chain.tip.height - height + 1 : -1,
    height,
    version,
    versionHex: version.toString(16),
    merkleroot,
    time,
    nonce,
    bits,
    nTx: transactions.length,
    ...(previousblockhash === undefined ? {} : { previousblockhash }),
    ...(next === undefined ? {} : { nextblockhash: next }),
  };
}

export function blockAnswer(chain: DemoChain, block: DemoBlock, verbosity: number): unknown {
  const tx =
    verbosity === 1 ? block.transactions.map(({ id }) => id) : block.transactions.map((one) => transactionAnswer(chain.network, one));
  return { ...headerAnswer(chain, block), tx };
}

export function unspentAnswer(chain: DemoChain, coin: Coin | undefined): unknown {
  if (coin === undefined) return null;
  const { amount, script, height, isMinted } = coin;
  const confirmations = height === undefined ? 0 : chain.tip.height - height + 1;
  return {
    bestblock: chain.tip.hash,
    confirmations,
    value: amountOf(amount),
    scriptPubKey: scriptAnswer(chain.network, script),
    coinbase: isMinted,
  };
}

/** Over all outputs there are. */
export function scanAnswer(chain: DemoChain, scripts: readonly string[]): unknown {
  const found = [...chain.coins].filter(([, coin]) => scripts.includes(hex.encode(coin.script)));
  return {
    success: true,
    txouts: chain.coins.size,
    height: chain.tip.height,
    bestblock: chain.tip.hash,
    unspents: found.map(([output, { script, amount, height }]) => {
      const { txid, index } = readOutputName(output);
      const scriptPubKey = hex.encode(script);
      return { txid, vout: index, scriptPubKey, desc: `raw(${scriptPubKey})`, amount: amountOf(amount), height };
    }),
    total_amount: amountOf(found.reduce((total, [, { amount }]) => total + amount, 0n)),
  };
}
