// A journal that breaks on purpose: flush refused, flush lost, commit sent but its answer lost, late commit, store away, lease stolen.
//
// It keeps what a disk would keep, so a crash is simply forgetting the sequencer above it. Rows are copied in and out.
import type { Random } from '@maru/engine/testing/random.ts';
import { GENESIS, type JournalEntry, type JournalPoint, pointAfter } from '@maru/kit/server/journal/journal-entry.ts';
import { JournalRefused, type JournalStore, JournalUnknown, type SeenByRows } from '@maru/kit/server/journal/journal-store.ts';

export type JournalFault = 'none' | 'refused' | 'lost' | 'answer-lost' | 'late' | 'stolen';

export class SimulatedJournal implements JournalStore {
  readonly #random: Random;
  readonly rows: JournalEntry[] = [];
  /** Faults that happened, by name. */
  readonly faults = new Map<string, number>();
  /** Percent of flushes that meet a fault. */
  faultPercent = 0;
  #epoch = 0;
  #holder = '';
  #awayTries = 0;
  #late: JournalEntry | undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  get epoch(): number {
    return this.#epoch;
  }

  async takeLease(_site: number, holder: string): Promise<number> {
    // What was still on its way arrives before the lease changes hands, or never: the epoch is checked inside the write.
    this.#settleLate();
    // Recovery begins when the database answers again.
    this.#awayTries = 0;
    this.#holder = holder;
    this.#epoch += 1;
    return this.#epoch;
  }

  async renewLease(_site: number, holder: string): Promise<number | undefined> {
    this.#tryAway();
    this.#settleLate();
    if (this.#holder !== holder) return undefined;
    this.#epoch += 1;
    return this.#epoch;
  }

  async releaseLease(_site: number, holder: string): Promise<void> {
    if (this.#holder === holder) this.#holder = '';
  }

  async leaseHolder(): Promise<string | undefined> {
    return this.#holder === '' ? undefined : this.#holder;
  }

  async head(): Promise<JournalPoint> {
    this.#tryAway();
    const last = this.rows.at(-1);
    return last === undefined ? GENESIS : pointAfter(last);
  }

  /** No rows stand beside it. */
  async seen(): Promise<SeenByRows> {
    return { checkpoint: 0, end: undefined, leaseEpoch: this.#epoch, lastEpoch: this.rows.at(-1)?.epoch ?? 0 };
  }

  async pointAt(_site: number, seq: number): Promise<JournalPoint | undefined> {
    return this.rows.map(pointAfter).find((point) => point.seq >= seq);
  }

  async noteEnds(): Promise<void> {}

  async append(_site: number, entry: JournalEntry): Promise<'written' | 'fenced'> {
    await Promise.resolve();
    const fault = this.#draw();
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    if (fault === 'refused') throw this.#leave(new JournalRefused('the simulated disk is full'));
    if (fault === 'lost') throw this.#leave(new JournalUnknown('the connection broke before the commit'));
    if (fault === 'stolen') {
      this.#holder = 'another engine';
      this.#epoch += 1;
    }
    if (entry.epoch !== this.#epoch) return 'fenced';
    if (fault === 'late') {
      this.#late = copyOf(entry);
      throw this.#leave(new JournalUnknown('the statement is still on its way'));
    }
    this.#write(entry);
    if (fault === 'answer-lost') throw this.#leave(new JournalUnknown('the connection broke after the commit'));
    return 'written';
  }

  /** As a process finds it that begins: the server migrates first, so its database answers. */
  comesBack(): void {
    this.#awayTries = 0;
  }

  async *read(_site: number, afterSeq: number): AsyncGenerator<JournalEntry[]> {
    const rows = this.rows.filter((row) => row.firstSeq > afterSeq).map(copyOf);
    for (let i = 0; i < rows.length; i += 7) yield rows.slice(i, i + 7);
  }

  async close(): Promise<void> {}

  #draw(): JournalFault {
    if (!this.#random.chance(this.faultPercent)) return 'none';
    return this.#random.pick(['refused', 'refused', 'lost', 'lost', 'answer-lost', 'answer-lost', 'late', 'late', 'stolen'] as const);
  }

  #write(entry: JournalEntry): void {
    const head = this.rows.at(-1);
    if (head !== undefined && entry.firstSeq !== head.firstSeq + head.count)
      throw new Error(`row ${entry.firstSeq} after ${head.firstSeq}+${head.count}`);
    this.rows.push(copyOf(entry));
  }

  // A late statement either lands while its epoch still stands, or is fenced by the very renewal that asks.
  #settleLate(): void {
    const late = this.#late;
    this.#late = undefined;
    if (late !== undefined && late.epoch === this.#epoch && this.#random.chance(50)) this.#write(late);
  }

  #leave(error: Error): Error {
    this.#awayTries = this.#random.below(3);
    return error;
  }

  #tryAway(): void {
    if (this.#awayTries === 0) return;
    this.#awayTries -= 1;
    throw new JournalRefused('the simulated database is away');
  }
}

function copyOf(entry: JournalEntry): JournalEntry {
  return { ...entry, chainHash: new Uint8Array(entry.chainHash), bytes: new Uint8Array(entry.bytes) };
}
