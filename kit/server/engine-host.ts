// The engine's thread: many sites, each with its own line and state; talks to the main thread in micro-batches.
import type { MessagePort } from 'node:worker_threads';
import { type Clock, systemClock } from './clock.ts';
import type { MakerOf } from './engine-core.ts';
import type { EngineHostData, FromHost, QueryRequest, ToHost } from './engine-host-messages.ts';
import { FollowerLink } from './engine-host-follower.ts';
import { HostedSite } from './engine-host-site.ts';
import { recordFault } from './engine-record.ts';
import type { EnginePolicy, MakePolicy } from './engine-policy.ts';
import { JournalArchive } from './journal/archive.ts';
import { EndNotes } from './journal/journal-end.ts';
import type { JournalStore } from './journal/journal-store.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { clockOf } from './server-time.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { Upkeep } from './upkeep.ts';

export interface EngineHostParts {
  maker: MakerOf;
  makePolicy?: MakePolicy;
  clock?: Clock;
}

/** Every thread goes by one time. */
const timeOf = ({ time }: EngineHostData) => (time === undefined ? systemClock() : clockOf(time));

/** Connections of the journal at most; they are opened as flushes of several sites want them. */
const CONNECTIONS = 4;

/** Runs the host on a worker's parentPort; call once from the app's worker entry. */
export function runEngineHost(port: MessagePort, data: EngineHostData, parts: EngineHostParts): void {
  const host = new EngineHost(port, data, parts);
  port.on('message', (message: ToHost) => host.receive(message));
  void host.open();
}

class EngineHost {
  readonly #port: MessagePort;
  readonly #clock: Clock;
  readonly #store: JournalStore;
  readonly #upkeep = new Upkeep();
  readonly #ends: EndNotes;
  readonly #sites = new Map<number, HostedSite>();
  /** Hosted no more, and not closed yet. */
  readonly #leaving = new Set<HostedSite>();
  readonly #policy: EnginePolicy | undefined;
  readonly #followers = new Set<FollowerLink>();
  readonly #makeSite: (site: number) => HostedSite;
  #opening: Promise<void> = Promise.resolve();

  constructor(port: MessagePort, data: EngineHostData, { maker, makePolicy, clock = timeOf(data) }: EngineHostParts) {
    this.#port = port;
    this.#clock = clock;
    this.#store = openPostgresJournal(data.address, { connections: CONNECTIONS });
    const snapshots = new SnapshotStore(data.snapshotDir, this.#upkeep);
    const archive = new JournalArchive(data.archiveDir);
    this.#ends = new EndNotes(this.#store, snapshots);
    this.#policy = makePolicy?.((site) => this.#sites.get(site)?.core, data.custom);
    this.#makeSite = (site) =>
      new HostedSite({
        site,
        data,
        maker: maker(data.capacity),
        clock,
        store: this.#store,
        snapshots,
        archive,
        ends: this.#ends,
        upkeep: this.#upkeep,
        companions: this.#policy && ((words, offset, now) => this.#sound(this.#policy?.companions(site, words, offset, now) ?? null)),
        tell: (message) => this.#tell(message),
        told: (batch) => {
          for (const follower of this.#followers) follower.send(batch);
        },
      });
    for (const site of data.sites) this.#sites.set(site, this.#makeSite(site));
  }

  /** Opens all sites, one after the other: each replay wants the whole core. */
  open(): Promise<void> {
    for (const site of this.#sites.values()) this.#openInTurn(site);
    return this.#opening;
  }

  #openInTurn(site: HostedSite): void {
    this.#opening = this.#opening.then(() => site.open());
  }

  /** A site that came after the start; one that is hosted already stays as it is. */
  #add(number: number): void {
    if (this.#sites.has(number)) return;
    const site = this.#makeSite(number);
    this.#sites.set(number, site);
    this.#openInTurn(site);
  }

  /** Takes no more commands from now on; closed in its turn, since it may still be opening. */
  #remove(number: number): void {
    const site = this.#sites.get(number);
    this.#sites.delete(number);
    if (site === undefined) return this.#tell({ type: 'closed', site: number });
    this.#leaving.add(site);
    this.#opening = this.#opening.then(async () => {
      await site.close().catch((error: unknown) => {
        this.#tell({ type: 'log', level: 'error', text: `site ${number} was not closed in order: ${(error as Error).message}` });
      });
      this.#leaving.delete(site);
      this.#tell({ type: 'closed', site: number });
    });
  }

  receive(message: ToHost): void {
    if (message.type === 'commands') this.#takeCommands(message.words);
    else if (message.type === 'queries') this.#answer(message.queries);
    else if (message.type === 'market') this.#takeMarket(message.update);
    else if (message.type === 'follow') this.#follow(message.port);
    else if (message.type === 'open') this.#add(message.site);
    else if (message.type === 'close') this.#remove(message.site);
    else if (message.type === 'custom') this.#policy?.host(message.custom);
    else if (message.type === 'snapshot') void this.#sites.get(message.site)?.snapshot(message.id);
    else void this.#stop();
  }

  /** A projector that comes back follows anew: what its former thread was to hear is copied for nobody. */
  #follow(port: MessagePort): void {
    const link = new FollowerLink(port, () => this.#followers.delete(link));
    this.#followers.add(link);
  }

  #tell(message: FromHost): void {
    this.#port.postMessage(message);
  }

  #takeCommands(words: Float64Array): void {
    const touched = new Set<HostedSite>();
    for (let at = 0; at < words.length; ) {
      const [number, ticket, length] = [words[at], words[at + 1], words[at + 2]];
      const site = this.#sites.get(number);
      if (site) {
        site.submit(words, at + 3, length, ticket);
        touched.add(site);
      } else this.#tell({ type: 'refused', tickets: [ticket], code: 'READ_ONLY', reason: `site ${number} is not hosted here` });
      at += 3 + length;
    }
    for (const site of touched) site.kick();
  }

  /** Records of the policy are held to the same rule as the gateway's. */
  #sound(records: readonly Float64Array[] | null): readonly Float64Array[] | null {
    const faults = records?.map((record) => recordFault(record, 0, record.length)).filter((fault) => fault !== undefined) ?? [];
    if (faults.length === 0) return records;
    this.#tell({ type: 'log', level: 'error', text: `the policy made a malformed record: ${faults.join('; ')}` });
    return null;
  }

  #takeMarket(update: Float64Array): void {
    if (!this.#policy) return;
    const now = this.#clock.now();
    this.#policy.offer(update, now);
    const touched = new Set<HostedSite>();
    for (const { site: number, record } of this.#policy.reactions(now)) {
      const site = this.#sites.get(number);
      if (!site || this.#sound([record]) === null) continue;
      site.submit(record, 0, record.length, 0);
      touched.add(site);
    }
    for (const site of touched) site.kick();
  }

  #answer(queries: readonly QueryRequest[]): void {
    const answers = queries.map(({ id, site, view, args }) => {
      try {
        const core = this.#sites.get(site)?.core;
        if (!core) throw new Error(`site ${site} is not open`);
        return { id, value: core.query(view, args) };
      } catch (error) {
        return { id, error: (error as Error).message };
      }
    });
    this.#tell({ type: 'answers', answers });
  }

  /** Graceful: what waits is made durable and told, snapshots are written, connections closed. */
  async #stop(): Promise<void> {
    for (const site of [...this.#sites.values(), ...this.#leaving]) await site.close();
    for (const follower of this.#followers) follower.close();
    await this.#ends.close();
    await this.#upkeep.close();
    await this.#store.close();
    this.#tell({ type: 'stopped' });
    this.#port.close();
  }
}
