// The rules of a small EOS of one's own: accounts with keys, contracts of tokens, blocks that become final. Nothing is written down anywhere.
import { createHash } from 'node:crypto';
import { Bytes, Checksum256, Signature } from '@wharfkit/antelope';
import { signedBytes } from '../signing.ts';
import { idOf, refOf, type Terms, type Transfer, unpackTransfers } from '../transfer.ts';

/** What happened to the chain from outside: the same in the same order makes the same chain. */
export type EosStep =
  | { account: { name: string; publicKey: string } }
  | { accept: { signatures: string[]; packed: string } }
  | { mine: { timeMs: number; isEmpty: boolean } }
  | { undo: number };

/** What a node answers instead, with nodeos' own codes and names. */
export class Refusal extends Error {
  readonly code: number;
  readonly kind: string;

  constructor(code: number, kind: string, message: string) {
    super(message);
    this.code = code;
    this.kind = kind;
  }
}

export interface EosTransaction extends Terms {
  id: string;
  transfers: Transfer[];
}

export interface EosBlock {
  number: number;
  id: string;
  previous: string;
  timeMs: number;
  transactions: EosTransaction[];
}

/** A token by its contract, as its issuer made it; `to` has all of it. */
export interface Issue {
  contract: string;
  symbol: string;
  decimals: number;
  to: string;
  amount: bigint;
}

export interface EosChainOptions {
  chainId: string;
  issues: readonly Issue[];
  /** Blocks below the newest one from where nothing can be undone. */
  finalLag: number;
  now: () => number;
}

/** A transaction may be made for an hour ahead at most. */
const MOST_LIFE_S = 3600;
const MOST_MEMO_BYTES = 256;
const FIRST_PREVIOUS = '0'.repeat(64);

const balanceKey = ({ contract, symbol }: Pick<Transfer, 'contract' | 'symbol'>, account: string) => `${contract} ${symbol} ${account}`;
const tokenKey = ({ contract, symbol }: Pick<Transfer, 'contract' | 'symbol'>) => `${contract} ${symbol}`;

export class EosChain {
  readonly chainId: string;
  readonly #options: EosChainOptions;
  /** Told of each step that was taken. */
  tell: (step: EosStep) => void = () => undefined;
  readonly #keys = new Map<string, string>();
  readonly #tokens: Map<string, Issue>;
  readonly #blocks: EosBlock[] = [];
  #waiting: EosTransaction[] = [];
  /** After the newest block, which is what is told; and after all that waits, which is what a new one is held against. */
  #mined = new Map<string, bigint>();
  #balances = new Map<string, bigint>();
  #serial = 0;

  constructor(options: EosChainOptions) {
    this.#options = options;
    this.chainId = options.chainId;
    this.#tokens = new Map(options.issues.map((issue) => [tokenKey(issue), issue]));
    this.#replay();
  }

  /** Once, before anything else. */
  repeat(steps: readonly EosStep[]): void {
    for (const step of steps)
      if ('account' in step) this.createAccount(step.account.name, step.account.publicKey);
      else if ('accept' in step) this.accept(step.accept.signatures, step.accept.packed);
      else if ('undo' in step) this.undo(step.undo);
      else if (step.mine.isEmpty) this.mineEmpty(step.mine.timeMs);
      else this.mine(step.mine.timeMs);
  }

  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  get tip(): EosBlock {
    return this.#blocks[this.#blocks.length - 1];
  }

  get final(): EosBlock {
    return this.#blocks[Math.max(this.#blocks.length - 1 - this.#options.finalLag, 0)];
  }

  /** The first one is 1. */
  blockAt(number: number): EosBlock | undefined {
    return this.#blocks[number - 1];
  }

  find(id: string): { transaction: EosTransaction; block: EosBlock } | undefined {
    for (const block of this.#blocks.toReversed()) {
      const transaction = block.transactions.find((one) => one.id === id);
      if (transaction !== undefined) return { transaction, block };
    }
    return undefined;
  }

  /** With one key (`PUB_K1_...`), or another one from now on. */
  createAccount(name: string, publicKey: string): void {
    if (this.#keys.get(name) === publicKey) return;
    this.#keys.set(name, publicKey);
    this.tell({ account: { name, publicKey } });
  }

  hasAccount(name: string): boolean {
    return this.#keys.has(name);
  }

  balance(contract: string, symbol: string, account: string): { amount: bigint; decimals: number } | undefined {
    const token = this.#tokens.get(tokenKey({ contract, symbol }));
    const amount = this.#mined.get(balanceKey({ contract, symbol }, account));
    return token === undefined || amount === undefined ? undefined : { amount, decimals: token.decimals };
  }

  /** Takes a signed transaction to be mined; its hash. Refuses as a node does, and nothing of it is left. */
  accept(signatures: readonly string[], packed: string): string {
    const transaction = read(packed);
    this.#checkTime(transaction);
    if (this.#waiting.some(({ id }) => id === transaction.id) || this.find(transaction.id) !== undefined)
      throw new Refusal(3_040_008, 'tx_duplicate', `Duplicate transaction ${transaction.id}`);
    this.#checkSignatures(transaction, signatures, packed);
    this.#carryOut(transaction);
    this.#waiting.push(transaction);
    this.tell({ accept: { signatures: [...signatures], packed } });
    return transaction.id;
  }

  #checkTime({ expiration, refBlockNum, refBlockPrefix }: EosTransaction): void {
    const head = this.tip.timeMs / 1000;
    if (expiration < head) throw new Refusal(3_040_005, 'expired_tx_exception', 'Expired Transaction');
    if (expiration > head + MOST_LIFE_S) throw new Refusal(3_040_006, 'tx_exp_too_far_exception', 'Transaction Expiration Too Far');
    const isKnown = this.#blocks.some(({ id }) => {
      const ref = refOf(id);
      return ref.refBlockNum === refBlockNum && ref.refBlockPrefix === refBlockPrefix;
    });
    if (!isKnown) throw new Refusal(3_040_007, 'invalid_ref_block_exception', 'Invalid Reference Block');
  }

  /** By key and chain: a signature for another chain is one of somebody else here. */
  #checkSignatures({ transfers }: EosTransaction, signatures: readonly string[], packed: string): void {
    const digest = Checksum256.hash(Bytes.from(signedBytes(this.chainId, packed), 'hex'));
    let signers: Set<string>;
    try {
      signers = new Set(signatures.map((one) => Signature.from(one).recoverDigest(digest).toString()));
    } catch {
      throw new Refusal(3_010_010, 'packed_transaction_type_exception', 'Invalid packed transaction');
    }
    const needed = new Set(transfers.map(({ from }) => this.#keys.get(from) ?? 'nobody'));
    if (signers.size !== signatures.length || needed.size !== signers.size || [...needed].some((key) => !signers.has(key)))
      throw new Refusal(3_090_003, 'unsatisfied_authorization', 'Provided keys do not satisfy declared authorizations');
  }

  /** All of it or nothing. */
  #carryOut({ transfers }: EosTransaction): void {
    const after = new Map(this.#balances);
    for (const transfer of transfers) this.#move(after, transfer);
    this.#balances = after;
  }

  #move(balances: Map<string, bigint>, transfer: Transfer): void {
    const { from, to, amount, memo, decimals } = transfer;
    const token = this.#tokens.get(tokenKey(transfer));
    if (token === undefined) throw asserted('unable to find key');
    if (!this.#keys.has(to)) throw asserted('to account does not exist');
    if (from === to) throw asserted('cannot transfer to self');
    if (amount <= 0n) throw asserted('must transfer positive quantity');
    if (decimals !== token.decimals) throw asserted('symbol precision mismatch');
    if (Buffer.byteLength(memo) > MOST_MEMO_BYTES) throw asserted('memo has more than 256 bytes');
    const has = balances.get(balanceKey(transfer, from)) ?? 0n;
    if (has < amount) throw asserted('overdrawn balance');
    balances.set(balanceKey(transfer, from), has - amount);
    balances.set(balanceKey(transfer, to), (balances.get(balanceKey(transfer, to)) ?? 0n) + amount);
  }

  mine(at?: number): EosBlock {
    const block = this.#make(this.#waiting, at);
    this.#waiting = [];
    this.#replay();
    this.tell({ mine: { timeMs: block.timeMs, isEmpty: false } });
    return block;
  }

  /** What waits goes on waiting. */
  mineEmpty(at?: number): EosBlock {
    const block = this.#make([], at);
    this.tell({ mine: { timeMs: block.timeMs, isEmpty: true } });
    return block;
  }

  #make(waiting: readonly EosTransaction[], at = Math.floor(this.#options.now() / 500) * 500): EosBlock {
    const before = this.#blocks.at(-1);
    const number = (before?.number ?? 0) + 1;
    // Half a second each; a clock that stands still is overtaken.
    const timeMs = Math.max(at, (before?.timeMs ?? 0) + 500);
    const transactions = waiting.filter(({ expiration }) => expiration * 1000 >= timeMs);
    const content = JSON.stringify([++this.#serial, before?.id, timeMs, transactions.map(({ id }) => id)]);
    const id = number.toString(16).padStart(8, '0') + createHash('sha256').update(content).digest('hex').slice(8);
    const block = { number, id, previous: before?.id ?? FIRST_PREVIOUS, timeMs, transactions };
    this.#blocks.push(block);
    return block;
  }

  /** What stood in the newest blocks waits again; final ones stay. */
  undo(depth: number): void {
    if (this.tip.number - depth < this.final.number) throw new Error('what is final stays');
    const undone = this.#blocks.splice(-depth).flatMap(({ transactions }) => transactions);
    this.#waiting = [...undone, ...this.#waiting];
    this.#replay();
    this.tell({ undo: depth });
  }

  /** From the beginning: the chain of a demo is short. */
  #replay(): void {
    this.#balances = new Map(this.#options.issues.map((issue) => [balanceKey(issue, issue.to), issue.amount]));
    for (const { transactions } of this.#blocks) for (const transaction of transactions) this.#carryOut(transaction);
    this.#mined = this.#balances;
    for (const transaction of this.#waiting) this.#carryOut(transaction);
  }
}

const asserted = (message: string) =>
  new Refusal(3_050_003, 'eosio_assert_message_exception', `assertion failure with message: ${message}`);

/** Whatever is no plain transfer is nothing that this small chain carries out. */
function read(packed: string): EosTransaction {
  try {
    return { id: idOf(packed), ...unpackTransfers(packed) };
  } catch (error) {
    throw new Refusal(3_010_010, 'packed_transaction_type_exception', `Invalid packed transaction: ${(error as Error).message}`);
  }
}
