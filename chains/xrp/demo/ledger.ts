// The demo's XRP ledger: signatures, codec and hashes are real, the ledgers are ours and close when they are told to.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import xrpl from 'xrpl';
import { apply, copyOf, refusalOf, type Accounts, type Applied, type Fields } from './state.ts';

export interface Entry extends Applied {
  hash: string;
  fields: Fields & { TxnSignature?: string };
  blob: string;
  /** Of the ledger that has it; undefined: none yet. */
  height?: number;
}
export interface Ledger {
  height: number;
  hash: string;
  parent: string;
  closeTime: number;
  entries: Entry[];
}

/** The account that everything begins with, known to everyone: the purse of test coins. */
export const PURSE_SEED = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';
const ALL_DROPS = 100_000_000_000_000_000n;
const RIPPLE_EPOCH = 946_684_800;

const half = (...parts: string[]) => createHash('sha512').update(parts.join(' ')).digest('hex').slice(0, 64).toUpperCase();

export class XrpLedger {
  readonly purse = xrpl.Wallet.fromSeed(PURSE_SEED, { algorithm: xrpl.ECDSA.secp256k1 });
  readonly ledgers: Ledger[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #notePath: string | undefined;
  /** As the newest ledger left them, and with what waits for the next. */
  #validated: Accounts = new Map([[this.purse.address, { balance: ALL_DROPS, sequence: 1, isTagRequired: false }]]);
  #open = copyOf(this.#validated);
  #waiting: Entry[] = [];

  constructor(notePath?: string) {
    const lines = notePath !== undefined && existsSync(notePath) ? readFileSync(notePath, 'utf8').trim().split('\n') : [];
    for (const line of lines) {
      const [kind, value] = line.split(' ');
      if (kind === 'closed') this.#close(Number(value));
      else this.#take(value);
    }
    this.#notePath = notePath;
    if (this.ledgers.length === 0) this.close();
  }

  get tip(): Ledger {
    return this.ledgers.at(-1)!;
  }
  account(address: string, isOpen = false) {
    return (isOpen ? this.#open : this.#validated).get(address);
  }
  entry(hash: string) {
    return this.#entries.get(hash);
  }
  ledgerAt(height: number): Ledger | undefined {
    return this.ledgers[height - 1];
  }

  /** Answers with what a node says of a blob at once; it is in a ledger only when one has closed. */
  submit(blob: string): { result: string; entry?: Entry } {
    const answer = this.#take(blob);
    if (answer.result === 'tesSUCCESS' || answer.result.startsWith('tec')) this.#note(`sent ${blob}`);
    return answer;
  }

  /** Throws where it is no transaction or its signature is not right. */
  #take(blob: string): { result: string; entry?: Entry } {
    const fields = xrpl.decode(blob) as unknown as Entry['fields'] & { SigningPubKey: string };
    if (!fields.TxnSignature || !xrpl.verifySignature(blob)) throw new Error('fails local checks: Invalid signature.');
    const hash = xrpl.hashes.hashSignedTx(blob);
    const known = this.#entries.get(hash);
    if (known !== undefined) return { result: known.height === undefined ? 'tefALREADY' : 'tefPAST_SEQ', entry: known };
    const entry: Entry = { hash, fields, blob, result: '' };
    // Nobody has another's key as a regular one here.
    if (xrpl.deriveAddress(fields.SigningPubKey) !== fields.Account) return { result: 'tefBAD_AUTH', entry };
    const refusal = refusalOf(this.#open, fields, this.ledgers.length + 1);
    if (refusal !== undefined) return { result: refusal, entry };
    Object.assign(entry, apply(this.#open, fields, this.purse.address));
    this.#entries.set(hash, entry);
    this.#waiting.push(entry);
    return { result: entry.result, entry };
  }

  close(): void {
    const now = Math.floor(Date.now() / 1000) - RIPPLE_EPOCH;
    const closeTime = Math.max(now, (this.ledgers.at(-1)?.closeTime ?? 0) + 1);
    this.#close(closeTime);
    this.#note(`closed ${closeTime}`);
  }

  #close(closeTime: number): void {
    const height = this.ledgers.length + 1;
    const parent = this.ledgers.at(-1)?.hash ?? '0'.repeat(64);
    const entries = this.#waiting;
    for (const entry of entries) entry.height = height;
    const hash = half(parent, String(height), String(closeTime), ...entries.map((entry) => entry.hash));
    this.ledgers.push({ height, hash, parent, closeTime, entries });
    this.#waiting = [];
    this.#validated = copyOf(this.#open);
  }

  #note(line: string): void {
    if (this.#notePath !== undefined) appendFileSync(this.#notePath, `${line}\n`);
  }
}
