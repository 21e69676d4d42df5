// Account events to the members who listen: gathers each engine batch, reads the accounts once, encodes only for listeners.
//
// While one read is under way later batches gather, so a burst costs one read. What is read and what is told stand at the same command:
// batches come before any answer that knows them, and events after the answer's wait for the next read.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { errorQueue, logErrorQueue, type MemberDirectory, memberDirectory } from '@maru/account/contract.ts';
import { crossQueue, futuresQueue } from '../contract.ts';
import { clearances } from './clearances.ts';
import { type LiveAccountView, readEngine } from './engine-views.ts';
import { type EventRef, type LiveMessage, liveMessages, movedLiquidationPrices } from './live-events.ts';
import { isOfGames } from './games-events.ts';
import { emptyMemory, type LiveMemory, remember } from './live-memory.ts';
import { needsAct, noticeOf } from './live-notices.ts';
import { presentCross } from './present-account.ts';
import { liquidationTicks } from './present-position.ts';
import { clientIdReader } from './projected-orders.ts';

const Head = EventHeadWord;
const { OrderArmed } = EventWord;

const FUTURES = futuresQueue.destination;
const CROSS = crossQueue.destination;
/** How often the account of a listening member is told again while marks move. */
const MARK_TELL_MS = 1000;

interface SiteFeed {
  site: SiteConfig;
  memories: Map<number, LiveMemory>;
  /** Events gathered since the last read, by account. */
  window: Map<number, EventRef[]>;
  lastSeq: number;
  lastTime: number;
  busy: boolean;
  /** Symbols whose mark moved since the last telling. */
  marked: Set<number>;
}

export interface LiveFeed {
  /** Learns how the account stands, so that later events can be told in full; answers nothing to send. */
  prime(site: SiteConfig, account: number): Promise<void>;
  stop(): void;
}

export function startLiveFeed(context: AppContext): LiveFeed {
  const feed = new Feed(context);
  context.engine.onBatch((batch) => feed.gather(batch));
  const timer = setInterval(() => feed.tellMarks(), MARK_TELL_MS);
  timer.unref();
  return { prime: (site, account) => feed.prime(site, account), stop: () => clearInterval(timer) };
}

class Feed {
  readonly #context: AppContext;
  readonly #sites = new Map<number, SiteFeed>();
  #directory: MemberDirectory | undefined;

  constructor(context: AppContext) {
    this.#context = context;
  }

  gather(batch: EventBatch): void {
    const feed = this.#feedOf(batch.site);
    if (feed === undefined) return;
    const { events: e } = batch;
    const clientIdOf = clientIdReader(batch);
    let account = -1;
    let refs: EventRef[] | undefined;
    for (let at = 0; at < e.length; at += EVENT_WORDS) {
      if (e[at] === EventKind.MarkSet) feed.marked.add(e[at + Head.symbol]);
      if (isOfGames(e, at)) continue;
      if (e[at + Head.account] !== account) {
        account = e[at + Head.account];
        refs = this.#isWanted(batch.site, account) ? refsOf(feed, account) : undefined;
      }
      if (refs === undefined) continue;
      refs.push({ words: e, at, clientOrderId: isNewOrder(e, at) ? clientIdOf(e[at + Head.seq]) : undefined });
    }
    feed.lastSeq = batch.lastSeq;
    if (e.length > 0) feed.lastTime = e[e.length - EVENT_WORDS + 3];
    if (feed.window.size > 0 && !feed.busy) this.#run(feed, () => this.#tellWindows(feed));
  }

  async prime(site: SiteConfig, account: number): Promise<void> {
    const feed = this.#feedOf(site.id);
    if (feed === undefined || feed.memories.has(account)) return;
    const { accounts } = await readEngine.live(this.#context, site.id, [account]);
    // Where events of it wait, their telling remembers it: they may be in what was read.
    if (feed.memories.has(account) || feed.window.has(account) || accounts.length === 0) return;
    const memory = emptyMemory();
    remember(memory, accounts[0]);
    feed.memories.set(account, memory);
  }

  /** Once a second: accounts with positions in symbols whose mark moved; forgets members who are long gone. */
  tellMarks(): void {
    for (const feed of this.#sites.values()) {
      this.#forget(feed);
      if (feed.marked.size === 0 || feed.busy) continue;
      const accounts = this.#listeningWith(feed);
      feed.marked.clear();
      if (accounts.length > 0) this.#run(feed, () => this.#tellMoved(feed, accounts));
    }
  }

  async #tellWindows(feed: SiteFeed): Promise<void> {
    const taken = this.#context.services.find(clearances);
    const clearanceOf = (positionId: number) => taken?.of(feed.site.id, positionId) ?? 0;
    while (feed.window.size > 0) {
      const { seq, accounts } = await readEngine.live(this.#context, feed.site.id, [...feed.window.keys()]);
      for (const view of accounts) {
        const memory = memoryOf(feed, view.account);
        const refs = takeUntil(feed, view.account, seq);
        const messages = liveMessages(feed.site, memory, refs, view, clearanceOf);
        remember(memory, view);
        this.#send(feed, view, messages);
        this.#warn(feed, view, refs);
      }
    }
  }

  async #tellMoved(feed: SiteFeed, wanted: number[]): Promise<void> {
    const { lastSeq, lastTime } = feed;
    const { accounts } = await readEngine.live(this.#context, feed.site.id, wanted);
    for (const view of accounts) {
      const memory = memoryOf(feed, view.account);
      const messages = movedLiquidationPrices(feed.site, memory, view, lastSeq, lastTime);
      // Orders and positions are taken over only with their events, which may still be on their way.
      for (const { body } of messages)
        memory.positions.set(body.futuresPositionId as number, liquidationOf(view, body.futuresPositionId as number));
      this.#send(feed, view, messages);
    }
    if (feed.window.size > 0) await this.#tellWindows(feed);
  }

  #send(feed: SiteFeed, view: LiveAccountView, messages: readonly LiveMessage[]): void {
    const { sockets } = this.#context;
    const member = this.#memberOf(feed.site.id, view.account);
    if (member === undefined) return;
    for (const { body, resumable } of messages)
      sockets.send(feed.site.id, member, FUTURES, body, resumable ? { eventId: body.eventId } : undefined);
    sockets.send(feed.site.id, member, CROSS, presentCross(view));
  }

  #warn(feed: SiteFeed, view: LiveAccountView, refs: readonly EventRef[]): void {
    const member = this.#memberOf(feed.site.id, view.account);
    if (member === undefined) return;
    const open = new Set(view.positions.map((p) => p.positionId));
    for (const ref of refs) {
      const message = noticeOf(feed.site, ref, open);
      if (message === undefined) continue;
      const { destination } = needsAct(ref) ? errorQueue : logErrorQueue;
      this.#context.sockets.send(feed.site.id, member, destination, { message });
    }
  }

  // One read at a time and site; a failed read (engine away) loses the window, so its members are told to fetch anew.
  #run(feed: SiteFeed, work: () => Promise<void>): void {
    feed.busy = true;
    work()
      .catch((error: unknown) => {
        this.#context.log.warn({ err: error, site: feed.site.id }, 'live events were not sent');
        const untold = new Set([...feed.memories.keys(), ...feed.window.keys()]);
        feed.window.clear();
        for (const account of untold) this.#askToRefetch(feed, account);
      })
      .finally(() => {
        feed.busy = false;
      });
  }

  #askToRefetch(feed: SiteFeed, account: number): void {
    const member = this.#memberOf(feed.site.id, account);
    const eventId = `${feed.lastSeq}-0`;
    const body = {
      type: 'SNAPSHOT_NEEDED',
      eventId,
      sequence: feed.lastSeq,
      marketType: 'FUTURES',
      time: new Date(feed.lastTime).toISOString(),
    };
    if (member !== undefined) this.#context.sockets.send(feed.site.id, member, FUTURES, body);
  }

  #listeningWith(feed: SiteFeed): number[] {
    const { sockets } = this.#context;
    const accounts: number[] = [];
    for (const member of sockets.listening(feed.site.id, CROSS)) {
      const account = this.#members().accountOf(feed.site.id, member);
      const memory = account === undefined ? undefined : feed.memories.get(account);
      if (account !== undefined && memory !== undefined && [...memory.symbols].some((symbol) => feed.marked.has(symbol)))
        accounts.push(account);
    }
    return accounts;
  }

  #forget(feed: SiteFeed): void {
    for (const account of feed.memories.keys()) if (!this.#isWanted(feed.site.id, account)) feed.memories.delete(account);
  }

  #isWanted(site: number, account: number): boolean {
    const member = this.#memberOf(site, account);
    return member !== undefined && this.#context.sockets.wants(site, member, FUTURES);
  }

  #memberOf(site: number, account: number): number | undefined {
    return account < 0 ? undefined : this.#members().memberOf(site, account);
  }

  #members(): MemberDirectory {
    this.#directory ??= this.#context.services.use(memberDirectory);
    return this.#directory;
  }

  #feedOf(id: number): SiteFeed | undefined {
    let feed = this.#sites.get(id);
    const site = this.#context.sites.byId(id);
    if (feed === undefined && site !== undefined) {
      feed = { site, memories: new Map(), window: new Map(), lastSeq: 0, lastTime: 0, busy: false, marked: new Set() };
      this.#sites.set(id, feed);
    }
    return feed;
  }
}

// TP/SL that fills arm bear no id of the member's.
function isNewOrder(e: Float64Array, at: number): boolean {
  return e[at] === EventKind.OrderPlaced || (e[at] === EventKind.OrderArmed && e[at + OrderArmed.parentId] === 0);
}

function refsOf(feed: SiteFeed, account: number): EventRef[] {
  let refs = feed.window.get(account);
  if (refs === undefined) feed.window.set(account, (refs = []));
  return refs;
}

/** What an account's window holds up to a command; the rest stays in it. */
function takeUntil(feed: SiteFeed, account: number, seq: number): EventRef[] {
  const refs = feed.window.get(account) ?? [];
  const end = refs.findIndex(({ words, at }) => words[at + Head.seq] > seq);
  if (end < 0) feed.window.delete(account);
  return end < 0 ? refs : refs.splice(0, end);
}

function memoryOf(feed: SiteFeed, account: number): LiveMemory {
  let memory = feed.memories.get(account);
  if (memory === undefined) feed.memories.set(account, (memory = emptyMemory()));
  return memory;
}

function liquidationOf(view: LiveAccountView, positionId: number): number {
  const position = view.positions.find((p) => p.positionId === positionId);
  return position === undefined ? 0 : liquidationTicks(position.liquidationPrice, position.lots);
}
