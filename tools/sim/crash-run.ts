// Crashes on the simulated journal: the real sequencer, recovery and snapshots over a store that breaks, under retrying clients.
//
// A client sends until it is answered and retries with the same key. A crash forgets everything but the journal's rows and the
// snapshot files. Then: nothing acknowledged is lost, nothing is done twice, the recovered state is the replay of the journal to
// the byte, and the naive engine, fed from the journal, agrees.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, CommandKind, decodeCommand, encodeCommand, recordLength } from '@maru/engine/wire/command.ts';
import { decodeEvent, type EngineEvent, EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { Random } from '@maru/engine/testing/random.ts';
import { Simulation } from '@maru/engine/testing/simulator.ts';
import { manualClock } from '@maru/kit/server/clock.ts';
import { engineMaker, type LiveCore } from '@maru/kit/server/engine-maker.ts';
import { emptyEngine, hashCore, recoverSite, replay } from '@maru/kit/server/recovery.ts';
import { type AppliedBatch, Sequencer } from '@maru/kit/server/sequencer.ts';
import { writeSnapshotFile } from '@maru/kit/server/snapshot-file.ts';
import { SnapshotStore } from '@maru/kit/server/snapshot-store.ts';
import { SimulatedJournal } from './simulated-journal.ts';

export const CRASH_SITE = 1;
const SITE = CRASH_SITE;
const maker = engineMaker('small');

export interface CrashReport {
  seed: number;
  commands: number;
  crashes: number;
  acked: number;
  faults: Record<string, number>;
  tornSnapshots: number;
  lost: number;
  doubled: number;
  problems: string[];
}

interface Waiting {
  record: Float64Array;
  key: string;
}

export class CrashRun {
  readonly #random: Random;
  readonly #journal: SimulatedJournal;
  /** Generates, and judges with the naive engine what the journal made of it. */
  readonly #judge: Simulation;
  readonly #dir = mkdtempSync(join(tmpdir(), 'maru-crash-'));
  readonly #snapshots = new SnapshotStore(this.#dir);
  readonly #clock = manualClock(1_700_000_000_000);
  readonly #acked = new Map<string, { seq: number; rejected: boolean }>();
  readonly report: CrashReport;
  #sequencer: Sequencer | undefined;
  #holder = '';
  #waiting = new Map<number, Waiting>();
  #retry: Waiting[] = [];
  #ticket = 0;
  #keys = 0;

  constructor(seed: number) {
    this.#random = new Random(seed * 7919);
    this.#journal = new SimulatedJournal(this.#random);
    this.#judge = new Simulation(seed);
    this.report = { seed, commands: 0, crashes: 0, acked: 0, faults: {}, tornSnapshots: 0, lost: 0, doubled: 0, problems: [] };
  }

  async run(crashes: number, commandsEach: number): Promise<CrashReport> {
    try {
      for (let i = 0; i < crashes && this.report.problems.length === 0; i++) {
        await this.#start();
        this.#journal.faultPercent = i === 0 ? 0 : 8;
        await this.#load(i === 0 ? 150 : this.#random.between(1, commandsEach));
        this.#crash();
      }
      this.#journal.faultPercent = 0;
      await this.#start();
      await this.#finishRetries();
      await this.#verify();
    } finally {
      rmSync(this.#dir, { recursive: true, force: true });
    }
    this.report.faults = Object.fromEntries(this.#journal.faults);
    this.report.acked = this.#acked.size;
    return this.report;
  }

  async #start(): Promise<void> {
    this.#holder = `simulated ${randomUUID()}`;
    this.#damageSnapshot();
    this.#journal.comesBack();
    const at = await recoverSite({
      site: SITE,
      holder: this.#holder,
      store: this.#journal,
      snapshots: this.#snapshots,
      maker,
      warn: () => {
        this.report.tornSnapshots += 1;
      },
    });
    await this.#judgeJournal(at.core as LiveCore, at.point.seq);
    this.#sequencer = new Sequencer({
      site: SITE,
      holder: this.#holder,
      store: this.#journal,
      core: at.core,
      clock: this.#clock,
      logicVersion: maker.logicVersion,
      start: { epoch: at.epoch, point: at.point, facts: at.facts },
      retryMs: 0,
      onApplied: (batch) => this.#told(batch),
      onRefused: (tickets) => this.#again(tickets),
    });
  }

  /** Bursts of commands, some flushed one by one, some together; snapshots in between. */
  async #load(commands: number): Promise<void> {
    const sequencer = this.#sequencer as Sequencer;
    for (let sent = 0; sent < commands; ) {
      const burst = this.#random.pick([1, 1, 2, 5, 17]);
      for (let k = 0; k < burst; k++, sent++) this.#send(sequencer);
      sequencer.kick();
      if (this.#random.chance(80)) await this.#breathe();
      if (sequencer.state === 'fenced' || sequencer.state === 'faulted') break;
      if (this.#random.chance(3)) await this.#snapshot(sequencer);
    }
    if (sequencer.state === 'faulted') this.report.problems.push(`fault: ${sequencer.reason}`);
    // Half of the crashes come while something is in flight.
    if (this.#random.chance(50)) await this.#breathe();
  }

  #send(sequencer: Sequencer): void {
    const again = this.#retry.shift();
    const ticket = ++this.#ticket;
    const waiting = again ?? this.#fresh();
    this.#waiting.set(ticket, waiting);
    sequencer.submit(waiting.record, 0, waiting.record.length, ticket);
    this.report.commands += 1;
  }

  #fresh(): Waiting {
    const { command } = this.#judge.generator.next(this.#judge.naive);
    this.#clock.set(command.time);
    // Every member's command has a key of its own; the generator's own repeats are left to the other run.
    const isKeyed = command.account >= 0 && command.kind !== CommandKind.OpenAccount;
    this.#keys += 1;
    const keyed = { ...command, keyHi: isKeyed ? this.#keys : 0, keyLo: isKeyed ? 1 : 0, body: isKeyed ? this.#keys : 0 } as Command;
    return { record: encodeCommand(keyed), key: isKeyed ? `${command.account}:${this.#keys}` : '' };
  }

  #told(batch: AppliedBatch): void {
    this.#judge.follow(batch.firstSeq, batch.commands);
    for (let i = 0; i < batch.replies.length; i += 4) {
      const waiting = this.#waiting.get(batch.replies[i]);
      if (waiting === undefined) continue;
      this.#waiting.delete(batch.replies[i]);
      if (waiting.key === '') continue;
      const [, seq, from, until] = batch.replies.subarray(i, i + 4);
      const rejected = until > from && decodeEvent(batch.events, from).kind === EventKind.CommandRejected;
      this.#acked.set(waiting.key, { seq, rejected });
    }
  }

  #again(tickets: readonly number[]): void {
    for (const ticket of tickets) {
      const waiting = this.#waiting.get(ticket);
      this.#waiting.delete(ticket);
      if (waiting !== undefined && waiting.key !== '') this.#retry.push(waiting);
    }
  }

  async #breathe(): Promise<void> {
    for (let i = 0; i < 40; i++) await Promise.resolve();
    if (this.#sequencer?.state === 'away') await new Promise((resolve) => setTimeout(resolve, 2));
  }

  async #snapshot(sequencer: Sequencer): Promise<void> {
    if (sequencer.state !== 'ready') return;
    await sequencer.quiet(() => {
      const copy = new Uint8Array(sequencer.core.snapshotBytes());
      const bytes = sequencer.core.copyOut(copy);
      const { point, facts, logicVersion, seq } = sequencer;
      if (seq === 0) return;
      const head = {
        site: SITE,
        seq,
        chainHash: Buffer.from(point.chainHash).toString('hex'),
        engineTime: point.engineTime,
        facts,
        logicVersion,
        schema: maker.snapshotSchema,
      };
      writeSnapshotFile(this.#snapshots.path(SITE, seq), head, copy.subarray(0, bytes));
      this.#snapshots.prune(SITE, seq);
    });
  }

  /** Torn or flipped: recovery must notice and fall back. */
  #damageSnapshot(): void {
    const newest = this.#snapshots.list(SITE)[0];
    if (newest === undefined || !this.#random.chance(25)) return;
    const path = this.#snapshots.path(SITE, newest);
    const bytes = readFileSync(path);
    if (this.#random.chance(50)) writeFileSync(path, bytes.subarray(0, this.#random.below(bytes.length)));
    else {
      bytes[this.#random.below(bytes.length)] ^= 1 << this.#random.below(8);
      writeFileSync(path, bytes);
    }
  }

  /** Everything in memory is gone; who was not answered asks again. */
  #crash(): void {
    this.report.crashes += 1;
    // The dead engine may still be running somewhere: whatever it writes from here on is fenced by the next lease.
    this.#sequencer = undefined;
    for (const waiting of this.#waiting.values()) if (waiting.key !== '') this.#retry.push(waiting);
    this.#waiting = new Map();
  }

  async #finishRetries(): Promise<void> {
    const sequencer = this.#sequencer as Sequencer;
    for (let i = 0; i < 50 && this.#retry.length > 0; i++) {
      const count = this.#retry.length;
      for (let k = 0; k < count; k++) this.#send(sequencer);
      sequencer.kick();
      await this.#breathe();
    }
    await sequencer.drain();
    await this.#judgeJournal(sequencer.core as LiveCore, sequencer.seq);
  }

  /** Feeds the judge what the journal holds beyond what it saw, from a fresh replay, and compares the recovered state with it. */
  async #judgeJournal(core: LiveCore, seq: number): Promise<void> {
    const fresh = emptyEngine(SITE, maker);
    await replay(SITE, fresh, this.#journal.read(SITE, 0), maker, ({ firstSeq, commands }) => {
      this.#judge.follow(firstSeq, commands);
    });
    if (fresh.point.seq !== seq) this.report.problems.push(`I10 recovered to ${seq}, the journal ends at ${fresh.point.seq}`);
    if (seq > 0 && hashCore(fresh.core) !== hashCore(core))
      this.report.problems.push(`I10 at ${seq}: the recovered state is not the replay of the journal`);
    const { violations, differences } = this.#judge.report;
    this.report.problems.push(...violations.splice(0), ...differences.splice(0));
  }

  /** Rows as the disk keeps them, for tests that damage them. */
  get journal(): SimulatedJournal {
    return this.#journal;
  }

  /** Every acknowledged key is in the journal where it was said to be, and no key took effect twice. */
  async #verify(): Promise<void> {
    const effects = new Map<string, number[]>();
    const fresh = emptyEngine(SITE, maker);
    await replay(SITE, fresh, this.#journal.read(SITE, 0), maker, ({ firstSeq, commands, events }) => {
      const bySeq = new Map<number, EngineEvent[]>();
      for (const e of decodeAll(events)) bySeq.set(e.seq, [...(bySeq.get(e.seq) ?? []), e]);
      eachRecord(commands, (command, i) => {
        if (command.keyHi === 0) return;
        const first = bySeq.get(firstSeq + i)?.[0];
        if (first?.kind === EventKind.CommandRejected || first?.kind === EventKind.RequestRepeated) return;
        const key = `${command.account}:${command.keyHi}`;
        effects.set(key, [...(effects.get(key) ?? []), firstSeq + i]);
      });
    });
    for (const [key, seqs] of effects) {
      if (seqs.length < 2) continue;
      this.report.doubled += 1;
      this.report.problems.push(`doubled: key ${key} took effect at ${seqs.join(' and ')}`);
    }
    for (const [key, { seq, rejected }] of this.#acked) {
      if (seq <= fresh.point.seq && (rejected || effects.has(key))) continue;
      this.report.lost += 1;
      this.report.problems.push(`lost: key ${key} was acknowledged at ${seq}, the journal ends at ${fresh.point.seq}`);
    }
  }
}

function decodeAll(words: Float64Array): EngineEvent[] {
  const events: EngineEvent[] = [];
  for (let at = 0; at < words.length; at += EVENT_WORDS) events.push(decodeEvent(words, at));
  return events;
}

function eachRecord(words: Float64Array, visit: (command: Command, index: number) => void): void {
  for (let at = 0, i = 0; at < words.length; i++) {
    visit(decodeCommand(words, at), i);
    at += recordLength(words, at);
  }
}
