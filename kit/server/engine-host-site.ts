// One hosted site: opened by recovery, fed through its sequencer, snapshotted every so many commands and at the end.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { EngineCore, EngineMaker } from './engine-core.ts';
import type { EngineHostData, FromHost, SnapshotReport } from './engine-host-messages.ts';
import { type JournalArchive, readHistory } from './journal/archive.ts';
import type { EndNotes } from './journal/journal-end.ts';
import { JournalRefused, type JournalStore, JournalUnknown } from './journal/journal-store.ts';
import { type Recovered, recoverSite } from './recovery.ts';
import { type AppliedBatch, Sequencer } from './sequencer.ts';
import type { Companions } from './sequencer-batch.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import type { Upkeep } from './upkeep.ts';

export interface HostedSiteParts {
  site: number;
  data: EngineHostData;
  maker: EngineMaker;
  clock: Clock;
  store: JournalStore;
  snapshots: SnapshotStore;
  archive: JournalArchive;
  ends: EndNotes;
  upkeep: Upkeep;
  companions: Companions | undefined;
  tell(message: FromHost): void;
  /** Before the main thread gets the batch (whose arrays then move there). */
  told(batch: AppliedBatch): void;
}

const OPEN_RETRY_MS = 500;
const CHECK_EVERY_MS = 10_000;

export class HostedSite {
  readonly #parts: HostedSiteParts;
  #line: Sequencer | undefined;
  #snapshotSeq = 0;
  #snapshotting: Promise<void> | undefined;
  #isClosing = false;
  #isGrowing = false;
  #checkedAt = 0;

  constructor(parts: HostedSiteParts) {
    this.#parts = parts;
  }

  get core(): EngineCore | undefined {
    return this.#line?.core;
  }

  /** Recovers; while the database is away it keeps trying, a refusal is final and said. */
  async open(): Promise<void> {
    const { site, tell } = this.#parts;
    tell({ type: 'site', site, seq: 0, state: 'opening', reason: 'recovering' });
    while (!this.#isClosing) {
      try {
        await this.#begin(await this.#recover());
        return;
      } catch (error) {
        const reason = (error as Error).message;
        const isAway = error instanceof JournalRefused || error instanceof JournalUnknown;
        tell({ type: 'site', site, seq: 0, state: isAway ? 'opening' : 'faulted', reason });
        tell({ type: 'log', level: isAway ? 'warn' : 'error', text: `site ${site} could not be opened: ${reason}` });
        if (!isAway) return;
        await sleep(OPEN_RETRY_MS);
      }
    }
  }

  #recover(): Promise<Recovered> {
    const { site, data, store, snapshots, archive, maker, tell } = this.#parts;
    const warn = (text: string) => tell({ type: 'log', level: 'warn', text });
    const history = (afterSeq: number) => readHistory(store, archive, site, afterSeq);
    return recoverSite({ site, holder: data.holder, store, snapshots, maker, history, warn });
  }

  async #begin(recovered: Recovered): Promise<void> {
    const { site, data, clock, store, companions, snapshots, tell } = this.#parts;
    await snapshots.prepare(recovered.core.snapshotBytes());
    const line = new Sequencer({
      site,
      holder: data.holder,
      store,
      core: recovered.core,
      clock,
      logicVersion: recovered.version,
      start: recovered,
      companions,
      queueMax: data.queueMax,
      onApplied: (batch) => this.#onApplied(batch),
      onRefused: (tickets, code, reason) => tell({ type: 'refused', tickets, code, reason }),
      onState: (state, reason) => tell({ type: 'site', site, seq: line.seq, state, reason }),
    });
    this.#line = line;
    this.#snapshotSeq = recovered.snapshotSeq;
    // A rebase stands on a snapshot of its own rules before the first command under them.
    if (recovered.isRebased) await this.snapshot();
    const { snapshotSeq, replayed, tookMs } = recovered;
    tell({ type: 'site', site, seq: line.seq, state: line.state, reason: '', recovered: { snapshotSeq, replayed, tookMs } });
    line.kick();
  }

  submit(words: Float64Array, offset: number, length: number, ticket: number): void {
    if (this.#line) this.#line.submit(words, offset, length, ticket);
    else if (ticket !== 0) this.#parts.tell({ type: 'refused', tickets: [ticket], code: 'READ_ONLY', reason: 'the site is being opened' });
  }

  kick(): void {
    this.#line?.kick();
  }

  #onApplied(batch: AppliedBatch): void {
    const { site, told, tell, data, ends } = this.#parts;
    if (this.#line) ends.note(site, this.#line.point);
    told(batch);
    // Copied, not transferred: once a thread has given an array away, V8 checks all its arrays at every access (engine-flags.ts).
    tell({ type: 'applied', batch });
    this.#checkSometimes();
    if (this.#line?.state !== 'ready') return;
    if (this.core?.isNearlyFull()) void this.#grow();
    if (batch.lastSeq - this.#snapshotSeq >= data.snapshotEvery) void this.snapshot();
  }

  /** Invariants, cheaply: at most every ten seconds, and only while there is traffic. A broken one stops the site. */
  #checkSometimes(): void {
    const { site, clock, tell } = this.#parts;
    const now = clock.now();
    if (now - this.#checkedAt < CHECK_EVERY_MS) return;
    this.#checkedAt = now;
    const broken = this.core?.selfCheck() ?? [];
    tell({ type: 'checked', site, broken });
    if (broken.length > 0) this.#line?.fault(`invariant broken: ${broken.join('; ')}`);
  }

  /** A site that fills up moves into the next class of capacity between two flushes, and the journal says from where on. */
  async #grow(): Promise<void> {
    const { site, maker, tell } = this.#parts;
    const line = this.#line as Sequencer;
    const larger = maker.larger(line.logicVersion);
    if (this.#isGrowing) return;
    // Stays set in the largest class: said once.
    this.#isGrowing = true;
    if (larger === undefined) {
      tell({ type: 'log', level: 'error', text: `site ${site} is nearly full and there is no larger class` });
      return;
    }
    const pauseMs = await line.quiet(() => {
      const began = performance.now();
      const core = maker.adapt(site, line.core, line.logicVersion, larger);
      if (core) line.moveTo(core, larger);
      return performance.now() - began;
    });
    tell({
      type: 'log',
      level: 'warn',
      text: `site ${site} was nearly full and has more room now (version ${larger}, pause ${pauseMs.toFixed(1)} ms)`,
    });
    this.#isGrowing = false;
  }

  /** One at a time; a request during another joins it. */
  snapshot(id = 0): Promise<void> {
    this.#snapshotting ??= this.#takeSnapshot(id).finally(() => {
      this.#snapshotting = undefined;
    });
    return this.#snapshotting;
  }

  /** What the new snapshot makes dispensable goes. Never urgent: a failure is said, and tried again with the next one. */
  async #retain(): Promise<void> {
    const { site, data, clock, snapshots, upkeep, tell } = this.#parts;
    const { address, archiveDir, snapshotEvery: archiveMin, retentionDays: days } = data;
    const job = { site, address, archiveDir, archiveMin, days, nowMs: clock.now() };
    try {
      const { retained } = await upkeep.run({ kind: 'retain', ...job, snapshots: snapshots.list(site) });
      snapshots.prune(site, retained?.neededSeq ?? 0);
    } catch (error) {
      tell({ type: 'log', level: 'warn', text: `site ${site}: old journal rows were not archived: ${(error as Error).message}` });
    }
  }

  async #takeSnapshot(id: number): Promise<void> {
    const { site, snapshots, tell } = this.#parts;
    const line = this.#line;
    if (!line) return;
    const report: SnapshotReport = { site, seq: line.seq, bytes: 0, pauseMs: 0, stateHash: '' };
    try {
      await snapshots.inTurn(() => this.#copyAndWrite(line, report));
    } catch (error) {
      // Recovery then takes longer, nothing is lost; the next one tries again.
      report.error = (error as Error).message;
      tell({ type: 'log', level: 'error', text: `site ${site}: snapshot not written: ${report.error}` });
    }
    tell({ type: 'snapshot', report, id });
    if (report.error === undefined && !this.#isClosing) await this.#retain();
  }

  async #copyAndWrite(line: Sequencer, report: SnapshotReport): Promise<void> {
    const { site, maker, snapshots } = this.#parts;
    await snapshots.prepare(line.core.snapshotBytes());
    const { point, facts } = await line.quiet(() => {
      const began = performance.now();
      report.bytes = snapshots.copy(line.core);
      report.pauseMs = performance.now() - began;
      return { point: line.point, facts: line.facts };
    });
    this.#snapshotSeq = report.seq = point.seq;
    const chainHash = Buffer.from(point.chainHash).toString('hex');
    const { snapshotSchema: schema } = maker;
    const { logicVersion } = line;
    const fields = { site, seq: point.seq, chainHash, engineTime: point.engineTime, facts, logicVersion, schema };
    report.stateHash = (await snapshots.write(fields, report.bytes)).stateHash;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const line = this.#line;
    if (!line) return;
    await line.drain();
    if (line.state === 'stopped' && line.seq > this.#snapshotSeq) await this.snapshot();
    const { site, store, data } = this.#parts;
    // With the database away there is nobody to give it back to; the next start takes it.
    await store.releaseLease(site, data.holder).catch(() => {});
  }
}
