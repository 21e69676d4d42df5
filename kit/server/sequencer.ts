// One site's line: stamps commands, makes each batch durable, applies it, and only then tells. One flush in flight.
//
// Memory is never ahead of the journal. When the answer to a flush is lost the lease is renewed, which fences
// the lost statement, and the head then says for certain whether it was written: nothing is ever re-sent blindly.
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { recordLength } from '@maru/engine/wire/command.ts';
import type { Clock } from './clock.ts';
import type { EngineCore } from './engine-core.ts';
import { type JournalEntry, type JournalPoint, pointAfter } from './journal/journal-entry.ts';
import { type JournalStore, JournalUnknown } from './journal/journal-store.ts';
import { type Companions, FormingBatch, type StampedBatch, stampBatch } from './sequencer-batch.ts';
import { TickTimer } from './sequencer-tick.ts';

/** ready: takes commands. away: the journal is unreachable, reads go on, resumes by itself. fenced, faulted, stopped: final. */
export type SequencerState = 'ready' | 'away' | 'fenced' | 'faulted' | 'stopped';

/** One durable and applied flush, as it is told to the outside. */
export interface AppliedBatch {
  site: number;
  firstSeq: number;
  lastSeq: number;
  /** Records as journaled. */
  commands: Float64Array;
  events: Float64Array;
  /** Four numbers for each command somebody waits for: ticket, seq, and where its events begin and end. */
  replies: Float64Array;
  /** From handing over to durable, ms. */
  flushMs: number;
}

export interface SequencerOptions {
  site: number;
  /** Names this process start; the lease is held under it. */
  holder: string;
  store: JournalStore;
  core: EngineCore;
  clock: Clock;
  logicVersion: number;
  /** Where recovery ended. */
  start: { epoch: number; point: JournalPoint; facts: number };
  companions?: Companions;
  /** Commands that may wait while a flush is in flight; more are refused as OVERLOADED. */
  queueMax?: number;
  /** Pause between two tries to reach a journal that is away. */
  retryMs?: number;
  onApplied(batch: AppliedBatch): void;
  onRefused(tickets: readonly number[], code: 'READ_ONLY' | 'OVERLOADED', reason: string): void;
  onState?(state: SequencerState, reason: string): void;
}

const STOPPING = 'the server is stopping';

export class Sequencer {
  readonly site: number;
  #core: EngineCore;
  #logicVersion: number;
  readonly #options: SequencerOptions;
  readonly #queueMax: number;
  readonly #retryMs: number;
  #epoch: number;
  #point: JournalPoint;
  #facts: number;
  #state: SequencerState = 'ready';
  #reason = '';
  #forming = new FormingBatch();
  #spare = new FormingBatch();
  #isFlushing = false;
  #isDraining = false;
  readonly #ticks = new TickTimer();
  #quietWork: (() => void)[] = [];
  #idleWaiters: (() => void)[] = [];

  constructor(options: SequencerOptions) {
    this.site = options.site;
    this.#core = options.core;
    this.#logicVersion = options.logicVersion;
    this.#options = options;
    this.#queueMax = options.queueMax ?? 20_000;
    this.#retryMs = options.retryMs ?? 250;
    this.#epoch = options.start.epoch;
    this.#point = options.start.point;
    this.#facts = options.start.facts;
  }

  get state(): SequencerState {
    return this.#state;
  }
  get reason(): string {
    return this.#reason;
  }
  /** Last sequence applied. */
  get seq(): number {
    return this.#point.seq;
  }
  get point(): JournalPoint {
    return this.#point;
  }
  get facts(): number {
    return this.#facts;
  }
  get epoch(): number {
    return this.#epoch;
  }
  get core(): EngineCore {
    return this.#core;
  }
  get logicVersion(): number {
    return this.#logicVersion;
  }
  get queued(): number {
    return this.#forming.count;
  }

  /** Takes the record at `offset`; its fate comes by onApplied or onRefused under `ticket` (0 = nobody waits). */
  submit(words: Float64Array, offset: number, length: number, ticket: number): void {
    if (this.#state !== 'ready' || this.#isDraining) {
      this.#refuse([ticket], 'READ_ONLY', this.#isDraining ? STOPPING : this.#reason);
    } else if (this.#forming.count >= this.#queueMax) {
      this.#refuse([ticket], 'OVERLOADED', `${this.#queueMax} commands wait already`);
    } else this.#forming.add(words, offset, length, ticket);
  }

  /** Starts a flush if none is in flight; call once after a burst of submits, and after opening. */
  kick(): void {
    if (this.#isFlushing) return;
    const isWork = this.#forming.count > 0 || this.#quietWork.length > 0 || this.#ticks.isDue(this.#dueAt(), this.#now());
    if (isWork) void this.#run();
    else this.#ticks.arm(this.#dueAt(), this.#now(), () => this.kick());
  }

  /** When the engine has something to do by itself, as long as this line may write. */
  #dueAt(): number {
    return this.#state === 'ready' && !this.#isDraining ? this.#core.dueAt() : Number.POSITIVE_INFINITY;
  }

  #now(): number {
    return Math.max(this.#options.clock.now(), this.#point.engineTime);
  }

  /** Runs `work` between two flushes, with none in flight: the moment for a snapshot's copy. */
  quiet<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#quietWork.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.kick();
    });
  }

  /** Goes on with the same state under another version (more room). Call within quiet(). */
  moveTo(core: EngineCore, logicVersion: number): void {
    this.#core = core;
    this.#logicVersion = logicVersion;
  }

  /** Stops the site for good: its state is not to be trusted. */
  fault(reason: string): void {
    this.#become('faulted', reason);
  }

  /** Takes no more, flushes what waits, and resolves when all of it is told. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#ticks.stop();
    if (this.#state === 'away') this.#become('stopped', STOPPING);
    if (this.#isFlushing) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
    if (this.#state === 'ready') this.#become('stopped', STOPPING);
  }

  #refuse(tickets: readonly number[], code: 'READ_ONLY' | 'OVERLOADED', reason: string): void {
    const waiting = tickets.filter((ticket) => ticket !== 0);
    if (waiting.length > 0) this.#options.onRefused(waiting, code, reason);
  }

  #become(next: SequencerState, reason: string): void {
    if (this.#state === next) return;
    this.#state = next;
    this.#reason = reason;
    this.#options.onState?.(next, reason);
    if (next === 'ready') return;
    const tickets = this.#forming.tickets;
    this.#forming.clear();
    this.#refuse(tickets, 'READ_ONLY', reason);
  }

  /** Flushes until nothing waits. */
  async #run(): Promise<void> {
    this.#isFlushing = true;
    try {
      for (;;) {
        for (const work of this.#quietWork.splice(0)) work();
        this.#ticks.join(this.#forming, this.#dueAt(), this.#now());
        if (this.#state !== 'ready' || this.#forming.count === 0) break;
        const batch = this.#forming;
        this.#forming = this.#spare;
        await this.#flush(batch);
        batch.clear();
        this.#spare = batch;
      }
    } catch (error) {
      // A fault: the state may be half changed, so nothing more is taken, and a restart replays what is written.
      this.#become('faulted', (error as Error).message);
    } finally {
      this.#isFlushing = false;
      this.#ticks.arm(this.#dueAt(), this.#now(), () => this.kick());
      for (const resolve of this.#idleWaiters.splice(0)) resolve();
    }
  }

  async #flush(batch: FormingBatch): Promise<void> {
    const { site, companions, store } = this.#options;
    const stamped = stampBatch(
      site,
      this.#point,
      batch,
      { epoch: this.#epoch, logicVersion: this.#logicVersion, engineTime: this.#now(), facts: this.#facts },
      companions,
    );
    const began = performance.now();
    try {
      const answer = await store.append(site, stamped.entry);
      if (answer === 'written') return this.#apply(stamped, stamped.tickets, performance.now() - began);
      this.#refuse(stamped.tickets, 'READ_ONLY', 'another engine holds this site');
      this.#become('fenced', 'another engine holds this site');
    } catch (error) {
      this.#refuse(stamped.tickets, 'READ_ONLY', (error as Error).message);
      if (!isJournalError(error)) throw error;
      this.#become('away', error.message);
      const isWritten = await this.#comeBack(stamped.entry, error instanceof JournalUnknown);
      // Those who waited were told to try again; their keys will find the first answer.
      if (isWritten) this.#apply(stamped, [], performance.now() - began);
    }
  }

  /** Tries until the lease is renewed (which fences the lost statement); then the head decides about `lost`. */
  async #comeBack(lost: JournalEntry, mayBeWritten: boolean): Promise<boolean> {
    for (; this.#state === 'away'; await sleep(this.#retryMs)) {
      try {
        return await this.#settle(lost, mayBeWritten);
      } catch (error) {
        if (!isJournalError(error)) throw error;
        this.#reason = error.message;
      }
    }
    return false;
  }

  async #settle(lost: JournalEntry, mayBeWritten: boolean): Promise<boolean> {
    const { store, site, holder } = this.#options;
    const renewed = await store.renewLease(site, holder);
    if (renewed === undefined) {
      this.#become('fenced', 'another engine took this site');
      return false;
    }
    this.#epoch = renewed;
    const head = await store.head(site);
    const isWritten = isSamePoint(head, pointAfter(lost));
    if (isWritten && !mayBeWritten) throw new Error('a refused flush was written');
    if (!isWritten && !isSamePoint(head, this.#point)) {
      this.#become('fenced', `the journal stands at ${head.seq}, not at ${this.#point.seq}`);
      return false;
    }
    if (this.#state === 'away') this.#become('ready', '');
    return isWritten;
  }

  #apply({ entry, records }: StampedBatch, tickets: readonly number[], flushMs: number): void {
    const { core } = this;
    const replies: number[] = [];
    core.events.length = 0;
    for (let i = 0, offset = 0; i < entry.count; i++, offset += recordLength(records, offset)) {
      const from = core.events.length;
      core.apply(records, offset, entry.firstSeq + i);
      if (tickets[i]) replies.push(tickets[i], entry.firstSeq + i, from, core.events.length);
    }
    this.#ticks.note(records, core.events.length, entry.engineTime);
    const events = core.events.words.slice(0, core.events.length);
    this.#point = pointAfter(entry);
    this.#facts = factsAfter(this.#facts, events);
    const { firstSeq } = entry;
    this.#options.onApplied({
      site: this.site,
      firstSeq,
      lastSeq: this.seq,
      commands: records,
      events,
      replies: Float64Array.from(replies),
      flushMs,
    });
  }
}

/** Rolling checksum of all events: cheap enough for every batch, and a replay that differs cannot match it. */
export function factsAfter(facts: number, events: Float64Array): number {
  return crc32(new Uint8Array(events.buffer, events.byteOffset, events.byteLength), facts);
}

function isSamePoint(a: JournalPoint, b: JournalPoint): boolean {
  return a.seq === b.seq && Buffer.compare(a.chainHash, b.chainHash) === 0;
}

function isJournalError(error: unknown): error is Error {
  const { code } = error as { code?: string };
  return code === 'JOURNAL_REFUSED' || code === 'JOURNAL_UNKNOWN';
}
