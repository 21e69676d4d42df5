// The projector's thread: follows the engine's batches and keeps the projections' rows behind it, exactly once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type pg from 'pg';
import { createPool } from './database.ts';
import type { MakerOf } from './engine-core.ts';
import type { FromFollower, ToFollower } from './engine-host-messages.ts';
import type { EventBatch } from './engine-port.ts';
import { JournalArchive, readHistory } from './journal/archive.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import type { Projection } from './projection.ts';
import type { FromProjector, ProjectorData, ToProjector } from './projector-messages.ts';
import { SiteProjector } from './projector-site.ts';
import { SnapshotStore } from './snapshot-store.ts';

export interface ProjectorParts {
  maker: MakerOf;
  projections: readonly Projection[];
}

const RETRY_MS = 500;
/**
 * Under load rows are written this often at most: a transaction has its price, and an order that ends soon is then written once.
 * Whoever waits for a row cuts the rest short.
 */
const WRITE_EVERY_MS = 200;

/** Runs the projector on a worker's parentPort; call once from the app's worker entry. */
export function runProjector(port: MessagePort, data: ProjectorData, parts: ProjectorParts): void {
  const host = new ProjectorHost(port, data, parts);
  port.on('message', (message: ToProjector) => {
    if (message.type === 'follow') host.follow(message.port);
    else if (message.type === 'open') host.open(message.site);
    else if (message.type === 'close') host.close(message.site);
    else if (message.type === 'hurry') host.hurry();
    else if (message.type === 'doubt') host.doubt(message.doubt);
    else void host.stop();
  });
  port.postMessage({ type: 'started' } satisfies FromProjector);
  void host.run();
}

class ProjectorHost {
  readonly #port: MessagePort;
  readonly #pool: pg.Pool;
  readonly #journal: ReturnType<typeof openPostgresJournal>;
  readonly #sites = new Map<number, SiteProjector>();
  readonly #makeSite: (site: number) => SiteProjector;
  readonly #hasRows: boolean;
  #source: MessagePort | undefined;
  #pending: EventBatch[] = [];
  #wake: () => void = () => {};
  /** Ends the rest between two writes. */
  #endRest: () => void = () => {};
  #isHurried = false;
  #doubt = 0;
  /** Their checkpoints are to be read anew. */
  readonly #doubted = new Set<number>();
  #isStopping = false;
  #ended: () => void = () => {};
  readonly #end = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  constructor(port: MessagePort, data: ProjectorData, { maker, projections }: ProjectorParts) {
    this.#port = port;
    this.#pool = createPool(data.address, { name: 'maru projector', max: 2 });
    this.#journal = openPostgresJournal(data.address, { connections: 1, answerTimeoutMs: 30_000 });
    const snapshots = new SnapshotStore(data.snapshotDir);
    const archive = new JournalArchive(data.archiveDir);
    this.#makeSite = (site) =>
      new SiteProjector({
        site,
        projections,
        maker: maker(data.capacity),
        snapshots,
        history: (afterSeq) => readHistory(this.#journal, archive, site, afterSeq),
        inTransaction: (work) => inTransaction(this.#pool, work),
        onProjected: (seq) => this.#tell({ type: 'projected', site, seq, doubt: this.#doubt }),
        warn: (text) => this.#tell({ type: 'log', level: 'warn', text }),
      });
    this.#hasRows = projections.length > 0;
    for (const site of this.#hasRows ? data.sites : []) this.#sites.set(site, this.#makeSite(site));
  }

  /** Batches that came before this word of it were passed over, so it begins with what the journal has. */
  open(site: number): void {
    if (!this.#hasRows || this.#sites.has(site)) return;
    this.#sites.set(site, this.#makeSite(site));
    this.#lookAgain(site);
  }

  /** What was told of it and is not written stays in the journal. */
  close(site: number): void {
    this.#sites.delete(site);
    this.#doubted.delete(site);
  }

  /** A crashed database has lost the newest rows together with their checkpoints, and nobody told this thread. */
  doubt(number: number): void {
    this.#doubt = number;
    for (const site of this.#sites.keys()) {
      this.#doubted.add(site);
      this.#lookAgain(site);
    }
  }

  #lookAgain(site: number): void {
    this.#pending.push({ site, firstSeq: Infinity, lastSeq: Infinity, commands: EMPTY, events: EMPTY });
    this.#wake();
    this.hurry();
  }

  follow(source: MessagePort): void {
    this.#source = source;
    source.on('message', (message: ToFollower) => {
      // A skipped batch is noticed as a gap by the next one; when none follows, the notice itself is the gap.
      if (message.type === 'batch') this.#pending.push(message.batch);
      else this.#pending.push({ site: message.site, firstSeq: message.seq, lastSeq: message.seq, commands: EMPTY, events: EMPTY });
      this.#wake();
    });
  }

  /** First what the journal has beyond the checkpoints, then batch after batch. */
  async run(): Promise<void> {
    for (const site of this.#sites.keys()) await this.#persist(site, (projector) => projector.catchUp());
    while (!this.#isStopping || this.#pending.length > 0) {
      if (this.#pending.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      const began = performance.now();
      this.#isHurried = false;
      await this.#takePending();
      // The first after a pause never waits.
      await this.#rest(began + WRITE_EVERY_MS - performance.now());
    }
    this.#ended();
  }

  #rest(ms: number): Promise<void> {
    if (ms <= 1 || this.#isHurried || this.#isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Somebody waits for rows of what is told already. */
  hurry(): void {
    this.#isHurried = true;
    this.#endRest();
  }

  async #takePending(): Promise<void> {
    const batches = this.#pending;
    this.#pending = [];
    for (const [site, own] of Map.groupBy(batches, (batch) => batch.site)) {
      const real = own.filter((batch) => batch.commands.length > 0);
      const told = Math.max(...own.map((batch) => batch.lastSeq));
      await this.#persist(site, async (projector) => {
        await projector.take(real);
        if (projector.seq < told) await projector.catchUp();
      });
    }
    const taken = batches.reduce((sum, batch) => sum + batch.commands.length + batch.events.length, 0);
    this.#source?.postMessage({ taken } satisfies FromFollower);
  }

  /** Tries until it is done: rows may come late, never not. A stop ends the trying; the next start goes on. */
  async #persist(site: number, work: (projector: SiteProjector) => Promise<void>): Promise<void> {
    const projector = this.#sites.get(site);
    if (!projector) return;
    let isLoaded = Number.isFinite(projector.seq);
    for (;;) {
      try {
        if (this.#doubted.delete(site) || !isLoaded) await projector.load();
        isLoaded = true;
        return await work(projector);
      } catch (error) {
        this.#tell({ type: 'log', level: 'error', text: `projections of site ${site} wait: ${(error as Error).message}` });
        if (this.#isStopping || !this.#sites.has(site)) return;
        isLoaded = false;
        await sleep(RETRY_MS);
      }
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    this.#endRest();
    await this.#end;
    this.#source?.close();
    await this.#pool.end();
    await this.#journal.close();
    this.#tell({ type: 'stopped' });
    this.#port.close();
  }

  #tell(message: FromProjector): void {
    this.#port.postMessage(message);
  }
}

const EMPTY = new Float64Array(0);

/** Rows and checkpoint stand or fall together, so this transaction alone need not wait for the disk. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('BEGIN; SET LOCAL synchronous_commit = off');
    const result = await work(client);
    await client.query('COMMIT');
    isBroken = false;
    return result;
  } finally {
    // A connection with an open or failed transaction is of no more use; closing it rolls back.
    client.release(isBroken);
  }
}
