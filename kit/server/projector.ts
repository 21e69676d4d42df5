// The main thread's end of the projector: how far the rows are, and how to wait for them.
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Clock } from './clock.ts';
import { guardConnection } from './connection-guard.ts';
import type { DatabaseAddress } from './database.ts';
import type { Engines } from './engine-client.ts';
import type { ProjectionReader } from './projection.ts';
import type { FromProjector, ProjectorData, ToProjector } from './projector-messages.ts';

export interface ProjectorOptions {
  /** The app's worker entry, which calls runProjector. */
  worker: URL;
  address: DatabaseAddress;
  snapshotDir: string;
  archiveDir: string;
  sites: readonly number[];
  capacity?: 'small' | 'medium' | 'large';
  engines: Engines;
  clock: Clock;
  log?(level: 'info' | 'warn' | 'error', text: string): void;
}

export interface Projector extends ProjectionReader {
  /** Last sequence in all rows of a site. */
  seq(site: number): number;
  /** Follows one site more; one that is followed already stays as it is. */
  open(site: number): void;
  /** Follows a site no more: whoever waits for its rows is told that they do not come. */
  close(site: number): void;
  /** Resolves when the thread runs; throws why it could not even begin. */
  started(): Promise<void>;
  /** Writes what was told and ends. Stop the engines first. */
  stop(): Promise<void>;
}

interface Waiter {
  seq: number;
  timer: NodeJS.Timeout;
  resolve(isThere: boolean): void;
}

/** When the engine stood where; thinned, so that the age of the oldest missing row costs nothing to know. */
interface Told {
  seq: number;
  at: number;
}
const TOLD_SPACING_MS = 50;
const RESTART_MS = 1_000;

export function openProjector(options: ProjectorOptions): Projector {
  return new ProjectorClient(options);
}

class ProjectorClient implements Projector {
  #worker: Worker;
  readonly #options: ProjectorOptions;
  readonly #projected = new Map<number, number>();
  readonly #told = new Map<number, Told[]>();
  readonly #waiters = new Map<number, Waiter[]>();
  #stopped: () => void = () => {};
  #isEnded = false;
  /** The present thread still runs, and may answer. */
  #isAlive = false;
  #isHurrying = false;
  readonly #first = Promise.withResolvers<void>();
  /** How often what was told to be written came into doubt; words from before do not count. */
  #doubt = 0;
  readonly #endGuard: () => void;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    for (const site of options.sites) this.#know(site);
    // Nobody need ask.
    this.#first.promise.catch(() => {});
    this.#worker = this.#start();
    this.#endGuard = guardConnection(options.address, () => this.#doubtRows());
    options.engines.onBatch((batch) => this.#note(batch.site, batch.lastSeq));
  }

  #start(): Worker {
    const { worker: entry, address, snapshotDir, archiveDir, capacity = 'medium', engines } = this.#options;
    const sites = [...this.#projected.keys()];
    const workerData: ProjectorData = { address, snapshotDir, archiveDir, sites, capacity };
    const worker = new Worker(entry, { name: 'projector', workerData });
    worker.on('message', (message: FromProjector) => this.#receive(message));
    this.#isAlive = true;
    worker.on('error', (error) => {
      this.#first.reject(error as Error);
      this.#options.log?.('error', `the projector failed: ${(error as Error).message}`);
    });
    worker.on('exit', () => this.#onExit());
    const port: MessagePort = engines.follow();
    worker.postMessage({ type: 'follow', port } satisfies ToProjector, [port]);
    // A thread that begins reads its checkpoints anyway; it says so under the present number.
    if (this.#doubt > 0) worker.postMessage({ type: 'doubt', doubt: this.#doubt } satisfies ToProjector);
    return worker;
  }

  #know(site: number): void {
    this.#projected.set(site, 0);
    this.#told.set(site, []);
    this.#waiters.set(site, []);
  }

  open(site: number): void {
    if (this.#projected.has(site)) return;
    this.#know(site);
    if (this.#isAlive) this.#worker.postMessage({ type: 'open', site } satisfies ToProjector);
  }

  close(site: number): void {
    if (!this.#projected.has(site)) return;
    for (const waiter of (this.#waiters.get(site) ?? []).slice()) this.#settle(site, waiter, false);
    for (const known of [this.#projected, this.#told, this.#waiters]) known.delete(site);
    if (this.#isAlive) this.#worker.postMessage({ type: 'close', site } satisfies ToProjector);
  }

  /** Rows are committed without waiting for the disk: until the thread has looked again, none of them is there for sure. */
  #doubtRows(): void {
    this.#doubt += 1;
    for (const site of this.#projected.keys()) this.#projected.set(site, 0);
    if (this.#isAlive) this.#worker.postMessage({ type: 'doubt', doubt: this.#doubt } satisfies ToProjector);
  }

  seq(site: number): number {
    return this.#projected.get(site) ?? 0;
  }

  started(): Promise<void> {
    return this.#first.promise;
  }

  waitFor(site: number, seq: number, timeoutMs = 2_000): Promise<boolean> {
    const waiters = this.#waiters.get(site);
    if (!waiters || this.#isEnded) return Promise.resolve(false);
    if (this.seq(site) >= seq) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter: Waiter = { seq, resolve, timer: setTimeout(() => this.#giveUp(site, waiter), timeoutMs) };
      waiters.push(waiter);
      this.#hurry();
    });
  }

  /** The thread rests between two writes under load; once a turn of the loop is often enough to tell it not to. */
  #hurry(): void {
    if (this.#isHurrying) return;
    this.#isHurrying = true;
    setImmediate(() => {
      this.#isHurrying = false;
      if (this.#isAlive) this.#worker.postMessage({ type: 'hurry' } satisfies ToProjector);
    });
  }

  lag(): { site: number; behind: number; ageMs: number }[] {
    const now = this.#options.clock.now();
    const engine = new Map(this.#options.engines.status().map(({ site, seq }) => [site, seq]));
    return [...this.#projected].map(([site, seq]) => {
      const oldest = this.#told.get(site)?.find((told) => told.seq > seq);
      return { site, behind: Math.max(0, (engine.get(site) ?? 0) - seq), ageMs: oldest ? now - oldest.at : 0 };
    });
  }

  async stop(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#endGuard();
    for (const [site, waiters] of this.#waiters) for (const waiter of waiters.slice()) this.#settle(site, waiter, false);
    if (!this.#isAlive) return;
    await new Promise<void>((resolve) => {
      this.#stopped = resolve;
      this.#worker.postMessage({ type: 'stop' } satisfies ToProjector);
    });
    await this.#worker.terminate();
  }

  #note(site: number, seq: number): void {
    const told = this.#told.get(site);
    if (!told) return;
    const at = this.#options.clock.now();
    const last = told[told.length - 1];
    if (last && at - last.at < TOLD_SPACING_MS) last.seq = seq;
    else told.push({ seq, at });
  }

  #receive(message: FromProjector): void {
    this.#first.resolve();
    if (message.type === 'log') this.#options.log?.(message.level, message.text);
    else if (message.type === 'stopped') this.#stopped();
    else if (message.type === 'projected' && message.doubt === this.#doubt) this.#onProjected(message.site, message.seq);
  }

  #onProjected(site: number, seq: number): void {
    // Of one that is followed no more.
    if (!this.#projected.has(site)) return;
    this.#projected.set(site, seq);
    const told = this.#told.get(site) as Told[];
    while (told.length > 0 && told[0].seq <= seq) told.shift();
    const waiters = this.#waiters.get(site) as Waiter[];
    for (const waiter of waiters.filter((w) => w.seq <= seq)) this.#settle(site, waiter, true);
  }

  #settle(site: number, waiter: Waiter, isThere: boolean): void {
    clearTimeout(waiter.timer);
    const waiters = this.#waiters.get(site) as Waiter[];
    waiters.splice(waiters.indexOf(waiter), 1);
    waiter.resolve(isThere);
  }

  #giveUp(site: number, waiter: Waiter): void {
    this.#settle(site, waiter, false);
  }

  /** Rows can always be caught up from the journal: a thread that ended is started again. */
  #onExit(): void {
    this.#isAlive = false;
    this.#first.reject(new Error('the projector ended before it began'));
    this.#stopped();
    if (this.#isEnded) return;
    setTimeout(() => {
      if (!this.#isEnded) this.#worker = this.#start();
    }, RESTART_MS).unref();
  }
}
