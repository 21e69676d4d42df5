// The node's own purse: what it mined, from which test coins are paid. Its key is of this chain alone.
import { hex } from '@scure/base';
import { p2pkh, p2wpkh, selectUTXO, Transaction } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressOf, scriptOf, versionsOf } from '../own-scripts.ts';
import { readOutputName } from '../raw-transaction.ts';
import { type DemoChain, Refusal } from './demo-chain.ts';

/** As many as a payment can need; the newest ones. */
const MOST_INPUTS = 60;

export class DemoPurse {
  readonly #chain: DemoChain;
  readonly #key: Uint8Array;
  readonly script: Uint8Array;

  constructor(chain: DemoChain, key: Uint8Array) {
    this.#chain = chain;
    this.#key = key;
    const publicKey = secp256k1.getPublicKey(this.#key, true);
    this.script = chain.network.script === 'wpkh' ? p2wpkh(publicKey).script : p2pkh(publicKey).script;
  }

  get address(): string {
    return addressOf(this.#chain.network, this.script)!;
  }

  /** Waits to be mined; its hash. */
  pay(address: string, amount: bigint, outputs = 1): string {
    const { network } = this.#chain;
    let script: Uint8Array;
    try {
      script = scriptOf(network, address);
    } catch {
      throw new Refusal(-5, 'Invalid address');
    }
    const part = amount / BigInt(outputs);
    const parts = Array.from({ length: outputs }, (_, i) => ({ script, amount: i === 0 ? amount - part * BigInt(outputs - 1) : part }));
    const chosen = selectUTXO(this.#inputs(), parts, 'accumOldest', {
      feePerByte: network.feeRate.usual,
      changeAddress: this.address,
      network: versionsOf(network),
      dust: network.dust,
      dustRelayFeeRate: 1n,
      allowLegacyWitnessUtxo: true,
      createTx: false,
    });
    if (chosen === undefined) throw new Refusal(-6, 'Insufficient funds');
    const transaction = new Transaction({ allowLegacyWitnessUtxo: true });
    for (const input of chosen.inputs) transaction.addInput(input);
    for (const one of parts) transaction.addOutput(one);
    if (chosen.change) transaction.addOutput({ script: this.script, amount: chosen.outputs.find((output) => 'address' in output)!.amount });
    transaction.sign(this.#key);
    transaction.finalize();
    return this.#chain.accept(hex.encode(transaction.extract()));
  }

  #inputs() {
    const own = hex.encode(this.script);
    const chain = this.#chain;
    const ripe = chain.tip.height + 1 - chain.network.ripeAfter;
    const mined = [...chain.coins].filter(([, { isMinted, height }]) => !isMinted || height! <= ripe);
    const change = chain.waiting.flatMap(({ id, outputs }) => outputs.map((made, i) => [`${id}:${i}`, made] as const));
    return [...mined, ...change]
      .filter(([output, { script }]) => hex.encode(script) === own && !chain.isSpentByWaiting(output))
      .slice(-MOST_INPUTS)
      .map(([output, { script, amount }]) => ({ ...readOutputName(output), witnessUtxo: { script, amount } }));
  }
}
