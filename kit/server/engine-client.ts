// The main thread's end of the engine's thread: an EnginePort whose messages are joined once per turn of the event loop.
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { DatabaseAddress } from './database.ts';
import { EngineBusy, type EnginePort, EngineUnavailable, type EventBatch, type SubmitReply } from './engine-port.ts';
import type { EngineHostData, FromHost, QueryRequest, RecoveryReport, SnapshotReport, ToHost } from './engine-host-messages.ts';
import { Outbox } from './engine-outbox.ts';
import { recordFault } from './engine-record.ts';
import { holderName } from './lease-holder.ts';
import type { SequencerState } from './sequencer.ts';

export interface EnginesOptions {
  /** The app's worker entry, which calls runEngineHost. */
  worker: URL;
  address: DatabaseAddress;
  snapshotDir: string;
  archiveDir: string;
  sites: readonly number[];
  /** Room of each site; may grow from start to start. */
  /** The server's time, for the engine's thread too; the machine's clock when absent. */
  time?: SharedArrayBuffer;
  capacity?: 'small' | 'medium' | 'large';
  /** Commands between two snapshots. */
  snapshotEvery?: number;
  queueMax?: number;
  retentionDays?: number;
  /** Handed to the policy maker in the worker; plain data. */
  custom?: unknown;
  warmsUp?: boolean;
  log?(level: 'info' | 'warn' | 'error', text: string): void;
  /** Every flush, for metrics. */
  onFlush?(site: number, commands: number, flushMs: number): void;
  onSnapshot?(report: SnapshotReport): void;
  /** Every run of the invariants on a live site, with what is broken. */
  onCheck?(site: number, broken: readonly string[]): void;
}

export interface SiteStatus {
  site: number;
  seq: number;
  ready: boolean;
  reason?: string;
  state: 'opening' | SequencerState;
  /** Why its last flush was not written, until one is again. */
  refusedFlush: string | undefined;
  recovered?: RecoveryReport;
}

export interface Engines extends EnginePort {
  status(): SiteStatus[];
  /** Somebody has seen that the journal takes rows again. */
  forgetRefusedFlushes(): void;
  /** Resolves when every site, or each of those named, is ready; throws when one cannot be opened. */
  ready(sites?: readonly number[]): Promise<void>;
  /** Hosts one site more; resolves when it is ready, throws when it cannot be opened. One that is hosted already is only awaited. */
  open(site: number): Promise<void>;
  /** Hosts a site no more: it takes no command from now on; resolves when what waited is durable. One that is not hosted is closed. */
  close(site: number): Promise<void>;
  /** Tells the policy of a new or changed site. */
  tellPolicy(custom: unknown): void;
  /** A port on which all applied batches are told, for the projector. */
  follow(): MessagePort;
  snapshot(site: number): Promise<SnapshotReport>;
  /** Told when the engine's thread ends though nobody stopped it. */
  onFailed(hear: (error: Error) => void): void;
  /** Drains, snapshots, releases. */
  stop(): Promise<void>;
  /** Ends the thread between two instructions, as a crash would; tests of recovery use it. */
  kill(): Promise<void>;
}

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

interface ReadyWaiter extends Waiting<void> {
  /** All, when not named. */
  sites: readonly number[] | undefined;
}

const openingStatus = (site: number): SiteStatus => ({
  site,
  seq: 0,
  ready: false,
  state: 'opening',
  reason: 'starting',
  refusedFlush: undefined,
});

export function openEngines(options: EnginesOptions): Engines {
  return new EngineClient(options);
}

class EngineClient implements Engines {
  readonly #worker: Worker;
  readonly #options: EnginesOptions;
  readonly #status = new Map<number, SiteStatus>();
  readonly #replies = new Map<number, Waiting<SubmitReply>>();
  readonly #answers = new Map<number, Waiting<unknown>>();
  readonly #snapshots = new Map<number, Waiting<SnapshotReport>>();
  readonly #closings = new Map<number, PromiseWithResolvers<void>>();
  readonly #listeners: ((batch: EventBatch) => void)[] = [];
  readonly #failedHearers: ((error: Error) => void)[] = [];
  readonly #readyWaiters: ReadyWaiter[] = [];
  #lastId = 0;
  readonly #outboxes = new Map<number, Outbox>();
  #queries: QueryRequest[] = [];
  #isScheduled = false;
  #stopped: Waiting<void> | undefined;
  #exit: Error | undefined;

  constructor(options: EnginesOptions) {
    this.#options = options;
    for (const site of options.sites) this.#status.set(site, openingStatus(site));
    const workerData: EngineHostData = {
      address: options.address,
      snapshotDir: options.snapshotDir,
      archiveDir: options.archiveDir,
      sites: options.sites,
      holder: holderName(),
      time: options.time,
      capacity: options.capacity ?? 'medium',
      snapshotEvery: options.snapshotEvery ?? 100_000,
      queueMax: options.queueMax ?? 20_000,
      retentionDays: options.retentionDays ?? 0,
      custom: options.custom,
      warmsUp: options.warmsUp ?? false,
    };
    // A small young generation keeps scavenges short; the engine's own state is outside the heap.
    this.#worker = new Worker(options.worker, { name: 'engine', workerData, resourceLimits: { maxYoungGenerationSizeMb: 32 } });
    this.#worker.on('message', (message: FromHost) => this.#receive(message));
    this.#worker.on('error', (error) => this.#onExit(error as Error));
    this.#worker.on('exit', () => this.#onExit(new Error('the engine thread ended')));
  }

  submit(site: number, record: Float64Array): Promise<SubmitReply> {
    if (this.#exit) return Promise.reject(new EngineUnavailable(this.#exit.message));
    const known = this.#status.get(site);
    if (!known?.ready) return Promise.reject(new EngineUnavailable(known?.reason ?? `site ${site} is not hosted here`));
    const fault = recordFault(record, 0, record.length);
    if (fault !== undefined) return Promise.reject(new TypeError(`malformed command: ${fault}`));
    const ticket = ++this.#lastId;
    this.#outboxOf(site).put(ticket, record);
    this.#schedule();
    return new Promise((resolve, reject) => this.#replies.set(ticket, { resolve, reject }));
  }

  query<T>(site: number, view: string, ...args: unknown[]): Promise<T> {
    if (this.#exit) return Promise.reject(new EngineUnavailable(this.#exit.message));
    const id = ++this.#lastId;
    this.#queries.push({ id, site, view, args });
    this.#schedule();
    return new Promise<T>((resolve, reject) => this.#answers.set(id, { resolve: resolve as (value: unknown) => void, reject }));
  }

  offerMarket(update: Float64Array): void {
    this.#post({ type: 'market', update });
  }

  onFailed(hear: (error: Error) => void): void {
    this.#failedHearers.push(hear);
  }

  onBatch(listener: (batch: EventBatch) => void): void {
    this.#listeners.push(listener);
  }

  status(): SiteStatus[] {
    return [...this.#status.values()];
  }

  forgetRefusedFlushes(): void {
    for (const site of this.#status.values()) site.refusedFlush = undefined;
  }

  ready(sites?: readonly number[]): Promise<void> {
    if (this.#exit) return Promise.reject(new EngineUnavailable(this.#exit.message));
    return new Promise((resolve, reject) => {
      this.#readyWaiters.push({ sites, resolve, reject });
      this.#checkReady();
    });
  }

  open(site: number): Promise<void> {
    if (!this.#status.has(site)) {
      this.#status.set(site, openingStatus(site));
      this.#post({ type: 'open', site });
    }
    return this.ready([site]);
  }

  close(site: number): Promise<void> {
    const closing = this.#closings.get(site);
    if (closing) return closing.promise;
    if (this.#exit || !this.#status.delete(site)) return Promise.resolve();
    const outbox = this.#outboxes.get(site);
    if (outbox) this.#send(outbox);
    this.#outboxes.delete(site);
    const waiting = Promise.withResolvers<void>();
    this.#closings.set(site, waiting);
    this.#post({ type: 'close', site });
    this.#checkReady();
    return waiting.promise;
  }

  tellPolicy(custom: unknown): void {
    this.#post({ type: 'custom', custom });
  }

  waiting(): number {
    return this.#replies.size;
  }

  follow(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage({ type: 'follow', port: port1 } satisfies ToHost, [port1]);
    return port2;
  }

  snapshot(site: number): Promise<SnapshotReport> {
    const id = ++this.#lastId;
    this.#post({ type: 'snapshot', site, id });
    return new Promise((resolve, reject) => this.#snapshots.set(id, { resolve, reject }));
  }

  async stop(): Promise<void> {
    if (this.#exit) return;
    for (const outbox of this.#outboxes.values()) this.#send(outbox);
    this.#flush();
    await new Promise<void>((resolve, reject) => {
      this.#stopped = { resolve, reject };
      this.#post({ type: 'stop' });
    });
    await this.#worker.terminate();
  }

  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #outboxOf(site: number): Outbox {
    const known = this.#outboxes.get(site);
    if (known) return known;
    const outbox = new Outbox(site);
    this.#outboxes.set(site, outbox);
    return outbox;
  }

  /** setImmediate runs after all sockets of this turn were read: it joins their commands without any wait. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isScheduled = false;
    // Questions first: what is asked beside a command sees how things stood before it, also when this thread is held up in between.
    if (this.#queries.length > 0) this.#post({ type: 'queries', queries: this.#queries.splice(0) });
    for (const outbox of this.#outboxes.values()) this.#send(outbox);
  }

  #send(outbox: Outbox): void {
    if (outbox.used === 0) return;
    const words = outbox.take();
    this.#post({ type: 'commands', words }, [words.buffer]);
  }

  #post(message: ToHost, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromHost): void {
    if (message.type === 'applied') this.#onApplied(message);
    else if (message.type === 'refused') this.#onRefused(message);
    else if (message.type === 'answers') this.#onAnswers(message);
    else if (message.type === 'site') this.#onSite(message);
    else if (message.type === 'snapshot') this.#onSnapshot(message);
    else if (message.type === 'checked') this.#options.onCheck?.(message.site, message.broken);
    else if (message.type === 'log') this.#options.log?.(message.level, message.text);
    else if (message.type === 'closed') this.#onClosed(message.site);
    else this.#stopped?.resolve();
  }

  #onApplied({ batch }: FromHost & { type: 'applied' }): void {
    const known = this.#status.get(batch.site);
    if (known) {
      known.seq = batch.lastSeq;
      known.refusedFlush = undefined;
    }
    this.#options.onFlush?.(batch.site, batch.lastSeq - batch.firstSeq + 1, batch.flushMs);
    // Listeners first: whoever awaits the reply may rely on what they have noted.
    for (const listener of this.#listeners) listener(batch);
    const { replies, events } = batch;
    for (let i = 0; i < replies.length; i += 4) {
      this.#replies.get(replies[i])?.resolve({ seq: replies[i + 1], events: events.subarray(replies[i + 2], replies[i + 3]) });
      this.#replies.delete(replies[i]);
    }
  }

  #onRefused({ tickets, code, reason }: FromHost & { type: 'refused' }): void {
    for (const ticket of tickets) {
      const waiting = this.#replies.get(ticket);
      if (!waiting) continue;
      waiting.reject(code === 'OVERLOADED' ? new EngineBusy(reason) : new EngineUnavailable(reason));
      this.#replies.delete(ticket);
    }
  }

  #onAnswers({ answers }: FromHost & { type: 'answers' }): void {
    for (const { id, value, error } of answers) {
      const waiting = this.#answers.get(id);
      this.#answers.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new EngineUnavailable(error));
    }
  }

  #onSite({ site, seq, state, reason, recovered }: FromHost & { type: 'site' }): void {
    const before = this.#status.get(site);
    // Of one that is being closed.
    if (before === undefined) return;
    const refusedFlush = state === 'away' ? reason : before.refusedFlush;
    this.#status.set(site, {
      site,
      seq,
      state,
      ready: state === 'ready',
      ...(reason && { reason }),
      refusedFlush,
      recovered: recovered ?? before.recovered,
    });
    if (state !== 'opening')
      this.#options.log?.(state === 'ready' || state === 'stopped' ? 'info' : 'error', `site ${site} ${state} at ${seq} ${reason}`.trim());
    this.#checkReady();
  }

  #onClosed(site: number): void {
    this.#closings.get(site)?.resolve();
    this.#closings.delete(site);
  }

  #onSnapshot({ id, report }: FromHost & { type: 'snapshot' }): void {
    this.#options.onSnapshot?.(report);
    const waiting = this.#snapshots.get(id);
    this.#snapshots.delete(id);
    if (report.error === undefined) waiting?.resolve(report);
    else waiting?.reject(new Error(report.error));
  }

  #checkReady(): void {
    for (const waiter of this.#readyWaiters.splice(0)) {
      const awaited = this.status().filter(({ site }) => waiter.sites?.includes(site) ?? true);
      const faulted = awaited.find((s) => s.state === 'faulted' || s.state === 'fenced');
      if (faulted) waiter.reject(new EngineUnavailable(`site ${faulted.site}: ${faulted.reason}`));
      else if (awaited.every((s) => s.ready)) waiter.resolve();
      else this.#readyWaiters.push(waiter);
    }
  }

  #onExit(error: Error): void {
    if (this.#exit) return;
    this.#exit = error;
    if (!this.#stopped) {
      this.#options.log?.('error', `the engine thread failed: ${error.message}`);
      for (const hear of this.#failedHearers) hear(error);
    }
    const gone = new EngineUnavailable(error.message);
    for (const known of this.#status.values()) Object.assign(known, { ready: false, state: 'stopped', reason: error.message });
    for (const waiting of [...this.#replies.values(), ...this.#answers.values(), ...this.#snapshots.values(), ...this.#readyWaiters])
      waiting.reject(gone);
    // Nothing is hosted any more.
    for (const site of this.#closings.keys()) this.#onClosed(site);
    this.#stopped?.resolve();
  }
}
