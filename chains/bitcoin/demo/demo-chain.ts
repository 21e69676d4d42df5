// The rules of a small chain of one's own: what waits, what is mined, what is undone. Nothing is written down anywhere.
import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { headerHash, merkleRoot } from '../block-proof.ts';
import type { BitcoinNetwork } from '../network.ts';
import { outputName, readTransaction } from '../raw-transaction.ts';
import { type Coin, faultOfInputs } from '../verify-inputs.ts';
import { firstTransaction } from './first-transaction.ts';

/** What happened to the chain from outside: the same in the same order makes the same chain. */
export type ChainStep = { accept: string } | { mine: { script: string; ids: string[]; time: number } } | { undo: string };

/** What a node answers instead, with Bitcoin Core's own codes. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface DemoTransaction {
  id: string;
  raw: string;
  spends: string[];
  outputs: { script: Uint8Array; amount: bigint }[];
  vsize: number;
  fee: bigint;
  isReplaceable: boolean;
}

export interface DemoBlock {
  hash: string;
  height: number;
  version: number;
  previousblockhash: string | undefined;
  merkleroot: string;
  time: number;
  bits: string;
  nonce: number;
  transactions: DemoTransaction[];
  /** What it used up, to give back where it is undone. */
  used: Map<string, Coin>;
}

const VERSION = 0x20000000;
/** Every second header is good enough. */
const EASY = '207fffff';
const SUBSIDY = { BTC: 50n * 10n ** 8n, DOGE: 500_000n * 10n ** 8n };
const FINAL = 0xfffffffe;
const anything = { allowUnknownOutputs: true, allowUnknownInputs: true, allowUnknownVersion: true, disableScriptCheck: true };

export class DemoChain {
  readonly network: BitcoinNetwork;
  readonly #now: () => number;
  /** Told of each step that was taken. */
  tell: (step: ChainStep) => void = () => undefined;
  readonly #blocks: DemoBlock[] = [];
  /** Those that were undone too: whoever holds their hash may ask. */
  readonly #byHash = new Map<string, DemoBlock>();
  readonly #coins = new Map<string, Coin>();
  readonly #waiting = new Map<string, DemoTransaction>();
  /** The waiting transaction that spends an output. */
  readonly #spentBy = new Map<string, DemoTransaction>();
  /** The block that a transaction stood in last. */
  readonly #minedIn = new Map<string, DemoBlock>();
  #serial = 0;

  constructor(network: BitcoinNetwork, now: () => number) {
    this.network = network;
    this.#now = now;
  }

  get tip(): DemoBlock {
    return this.#blocks[this.#blocks.length - 1];
  }

  blockAt(height: number): DemoBlock | undefined {
    return this.#blocks[height];
  }

  blockOf(hash: string): DemoBlock | undefined {
    return this.#byHash.get(hash);
  }

  isOnBranch(block: DemoBlock): boolean {
    return this.#blocks[block.height] === block;
  }

  find(txid: string): { transaction: DemoTransaction; block: DemoBlock | undefined } | undefined {
    const waiting = this.#waiting.get(txid);
    if (waiting !== undefined) return { transaction: waiting, block: undefined };
    const block = this.#minedIn.get(txid);
    const transaction = block?.transactions.find(({ id }) => id === txid);
    return transaction && { transaction, block };
  }

  get waiting(): readonly DemoTransaction[] {
    return [...this.#waiting.values()];
  }

  get coins(): ReadonlyMap<string, Coin> {
    return this.#coins;
  }

  isSpentByWaiting(output: string): boolean {
    return this.#spentBy.has(output);
  }

  /** Mined, or made by one that waits. */
  coinOf(output: string): Coin | undefined {
    const mined = this.#coins.get(output);
    if (mined !== undefined) return mined;
    const [txid, index] = output.split(':');
    const made = this.#waiting.get(txid)?.outputs[Number(index)];
    return made && { ...made, height: undefined, isMinted: false };
  }

  /** Takes a transaction to be mined; its hash. Refuses as a node does, and nothing of it is left. */
  accept(raw: string): string {
    const { transaction, coins } = this.#read(raw);
    if (this.#waiting.has(transaction.id)) return transaction.id;
    this.#admit(transaction, coins);
    this.tell({ accept: raw });
    return transaction.id;
  }

  #admit(transaction: DemoTransaction, coins: readonly Coin[]): void {
    const rivals = this.#rivals(transaction);
    this.#checkFee(transaction, rivals);
    this.#checkDust(transaction);
    const fault = faultOfInputs(Transaction.fromRaw(hex.decode(transaction.raw), anything), coins);
    if (fault !== undefined) throw new Refusal(-26, `mandatory-script-verify-flag-failed (${fault})`);
    for (const rival of rivals) this.#forget(rival);
    this.#waiting.set(transaction.id, transaction);
    for (const output of transaction.spends) this.#spentBy.set(output, transaction);
  }

  /** Once, before anything else. */
  repeat(steps: readonly ChainStep[]): void {
    for (const step of steps)
      if ('accept' in step) this.accept(step.accept);
      else if ('undo' in step) this.undo(step.undo);
      else {
        const { script, ids, time } = step.mine;
        const chosen = ids.map((id) => this.#waiting.get(id)!);
        this.mine(hex.decode(script), chosen, time);
      }
  }

  #read(raw: string): { transaction: DemoTransaction; coins: Coin[] } {
    const parsed = parse(raw);
    const { id, spends, outputs } = parsed;
    if (this.#waiting.has(id)) return { transaction: this.#waiting.get(id)!, coins: [] };
    if (outputs.some((_, i) => this.#coins.has(outputName(id, i)))) throw new Refusal(-27, 'Transaction already in block chain');
    if (spends.length === 0 || outputs.length === 0) throw new Refusal(-26, 'coinbase');
    if (new Set(spends).size !== spends.length) throw new Refusal(-26, 'bad-txns-inputs-duplicate');
    if (this.network.bech32 === undefined && parsed.hasWitness) throw new Refusal(-22, 'TX decode failed');
    const coins = spends.map((output) => {
      const coin = this.coinOf(output);
      if (coin === undefined) throw new Refusal(-25, 'bad-txns-inputs-missingorspent');
      if (coin.isMinted && this.#blocks.length - coin.height! < this.network.ripeAfter)
        throw new Refusal(-26, 'bad-txns-premature-spend-of-coinbase');
      return coin;
    });
    const fee = sum(coins) - sum(outputs);
    if (fee < 0n) throw new Refusal(-26, 'bad-txns-in-belowout');
    return { transaction: { ...parsed, fee }, coins };
  }

  /** What waits and spends the same, with all that stands on it. */
  #rivals({ spends }: DemoTransaction): DemoTransaction[] {
    const rivals = new Set(spends.flatMap((output) => this.#spentBy.get(output) ?? []));
    for (const rival of rivals)
      for (const [i] of rival.outputs.entries()) {
        const child = this.#spentBy.get(outputName(rival.id, i));
        if (child !== undefined) rivals.add(child);
      }
    return [...rivals];
  }

  /** Rules 1, 3 and 4 of BIP125. */
  #checkFee({ fee, vsize }: DemoTransaction, rivals: readonly DemoTransaction[]): void {
    const passage = BigInt(vsize) * this.network.feeRate.least;
    if (fee < passage) throw new Refusal(-26, `min relay fee not met, ${fee} < ${passage}`);
    if (rivals.some(({ isReplaceable }) => !isReplaceable)) throw new Refusal(-26, 'txn-mempool-conflict');
    const before = rivals.reduce((total, rival) => total + rival.fee, 0n);
    if (rivals.length > 0 && fee < before + passage) throw new Refusal(-26, `insufficient fee, ${fee} < ${before + passage}`);
  }

  #checkDust({ outputs }: DemoTransaction): void {
    if (outputs.some(({ amount }) => amount < this.network.dust)) throw new Refusal(-26, 'dust');
  }

  #forget({ id, spends }: DemoTransaction): void {
    this.#waiting.delete(id);
    for (const output of spends) this.#spentBy.delete(output);
  }

  /** `transactions`: of those that wait; all of them unless told otherwise. */
  mine(script: Uint8Array, transactions: readonly DemoTransaction[] = this.waiting, at = Math.floor(this.#now() / 1000)): DemoBlock {
    const before = this.#blocks.at(-1);
    const height = this.#blocks.length;
    const reward = SUBSIDY[this.network.chain] + transactions.reduce((total, { fee }) => total + fee, 0n);
    const first = firstTransaction(height, ++this.#serial, { script, amount: reward });
    const all = [{ ...parse(first), fee: 0n }, ...transactions];
    const header = {
      version: VERSION,
      previousblockhash: before?.hash,
      merkleroot: merkleRoot(all.map(({ id }) => id)),
      time: Math.max(at, (before?.time ?? 0) + 1),
      bits: EASY,
    };
    const block = { ...header, ...worked(header), height, transactions: all, used: new Map<string, Coin>() };
    this.#connect(block);
    this.tell({ mine: { script: hex.encode(script), ids: transactions.map(({ id }) => id), time: block.time } });
    return block;
  }

  #connect(block: DemoBlock): void {
    for (const [i, transaction] of block.transactions.entries()) {
      for (const output of transaction.spends) {
        block.used.set(output, this.#coins.get(output)!);
        this.#coins.delete(output);
      }
      for (const [place, made] of transaction.outputs.entries())
        this.#coins.set(outputName(transaction.id, place), { ...made, height: block.height, isMinted: i === 0 });
      this.#minedIn.set(transaction.id, block);
      this.#forget(transaction);
    }
    this.#blocks.push(block);
    this.#byHash.set(block.hash, block);
  }

  /** Takes away a block and all above it; what stood in them waits again, as far as it still may. */
  undo(hash: string): void {
    const block = this.#byHash.get(hash);
    if (block === undefined || !this.isOnBranch(block)) throw new Refusal(-5, 'Block not found');
    if (block.height === 0) throw new Refusal(-1, 'the first block stays');
    const undone: DemoTransaction[] = [];
    while (this.#blocks.length > block.height) undone.unshift(...this.#disconnect());
    const again = [...undone, ...this.waiting];
    for (const transaction of this.waiting) this.#forget(transaction);
    for (const { raw } of again) this.#admitAgain(raw);
    this.tell({ undo: hash });
  }

  #admitAgain(raw: string): void {
    try {
      const { transaction, coins } = this.#read(raw);
      this.#admit(transaction, coins);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #disconnect(): DemoTransaction[] {
    const { transactions, used } = this.#blocks.pop()!;
    for (const transaction of transactions.toReversed()) {
      for (const [place] of transaction.outputs.entries()) this.#coins.delete(outputName(transaction.id, place));
      for (const output of transaction.spends) this.#coins.set(output, used.get(output)!);
    }
    return transactions.slice(1);
  }
}

const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((total, { amount }) => total + amount, 0n);

function parse(raw: string): Omit<DemoTransaction, 'fee'> & { hasWitness: boolean } {
  try {
    const { id, spends, outputs } = readTransaction(raw);
    const transaction = Transaction.fromRaw(hex.decode(raw), anything);
    const inputs = Array.from({ length: transaction.inputsLength }, (_, i) => transaction.getInput(i));
    const isReplaceable = inputs.some(({ sequence = FINAL }) => sequence < FINAL);
    return { id, raw, spends, outputs, vsize: transaction.vsize, isReplaceable, hasWitness: transaction.hasWitnesses };
  } catch {
    throw new Refusal(-22, 'TX decode failed');
  }
}

function worked(header: Omit<DemoBlock, 'hash' | 'height' | 'nonce' | 'transactions' | 'used'>): { hash: string; nonce: number } {
  for (let nonce = 0; ; nonce++) {
    const hash = headerHash({ ...header, nonce });
    if (hash < '7fffff') return { hash, nonce };
  }
}
