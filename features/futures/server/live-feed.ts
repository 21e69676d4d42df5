// Account events to the members who listen: each engine batch is told as it comes, from what its facts make of the accounts.
//
// Where facts do not tell all (an account not read yet, one in danger, another leverage) the engine is asked: while one read is under way
// later batches gather, so a burst costs one read. What is read and what is told stand at the same command: batches come before any
// answer that knows them, and events after the answer's wait for the next read.
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { EVENT_WORDS, EventHeadWord, EventKind } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { errorQueue, logErrorQueue, memberDirectory, type MemberDirectory } from '@maru/member/contract.ts';
import { type CrossAccount, crossQueue, futuresQueue } from '../contract.ts';
import { foldHoldings, isToldByFacts, reckonAccount } from '../fold-account.ts';
import { positionIn } from '../fold-position.ts';
import { clearances } from './clearances.ts';
import { type LiveAccountView, type PositionView, readEngine } from './engine-views.ts';
import { createFeedMarket, type FeedMarket } from './feed-market.ts';
import { type EventRef, type LiveMessage, liveMessages, movedLiquidationPrices } from './live-events.ts';
import { isOfGames } from './games-events.ts';
import { carryOn, emptyMemory, type LiveMemory, remember } from './live-memory.ts';
import { needsAct, noticeOf } from './live-notices.ts';
import { presentCross } from './present-account.ts';
import { isNewOrder } from './order-outcome.ts';
import { clientIdReader } from './projected-orders.ts';

const Head = EventHeadWord;

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
  /** Accounts that are being read for the first time, of which nothing was missed meanwhile. */
  priming: Set<number>;
  market: FeedMarket;
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
    if (feed.lastSeq !== 0 && batch.firstSeq !== feed.lastSeq + 1) forgetAll(feed);
    feed.market.take(e);
    const clientIdOf = clientIdReader(batch);
    const came = new Map<number, EventRef[]>();
    let account = -1;
    let refs: EventRef[] | undefined;
    for (let at = 0; at < e.length; at += EVENT_WORDS) {
      if (e[at] === EventKind.MarkSet) feed.marked.add(e[at + Head.symbol]);
      if (isOfGames(e, at)) continue;
      if (e[at + Head.account] !== account) {
        account = e[at + Head.account];
        refs = this.#isWanted(batch.site, account) ? refsIn(came, account) : missed(feed, account);
      }
      if (refs === undefined) continue;
      refs.push({ words: e, at, clientOrderId: isNewOrder(e, at) ? clientIdOf(e[at + Head.seq]) : undefined });
    }
    feed.lastSeq = batch.lastSeq;
    if (e.length > 0) feed.lastTime = e[e.length - EVENT_WORDS + 3];
    for (const [of, all] of came) if (!this.#tellNow(feed, of, all)) refsIn(feed.window, of).push(...all);
    if (feed.window.size > 0 && !feed.busy) this.#run(feed, () => this.#tellWindows(feed));
  }

  /** From the facts alone; false where they do not tell all, and then nothing was done. */
  #tellNow(feed: SiteFeed, account: number, refs: readonly EventRef[]): boolean {
    const memory = feed.memories.get(account);
    if (memory?.isWhole !== true || feed.window.has(account)) return false;
    const { positions } = memory.account;
    const next = { ...memory.account, positions: new Map(positions) };
    for (const { words, at } of refs) if (!foldHoldings(next, words, at)) return false;
    // What orders set aside moves no price of liquidation.
    const isStill =
      next.wallet.crossWallet === memory.account.wallet.crossWallet && !refs.some(({ words, at }) => positionIn(words, at) >= 0);
    const figures = reckonAccount(next, feed.market, isStill ? (id) => (memory.positions.get(id) ?? 0) * MARK_PER_TICK : undefined);
    if (figures === undefined || !isToldByFacts(figures, feed.market)) return false;
    const messages = liveMessages(feed.site, memory, refs, figures, this.#clearanceOf(feed));
    carryOn(memory, feed.lastSeq, next, figures);
    this.#send(feed, account, messages, presentCross({ ...figures, seq: feed.lastSeq, known: true }));
    this.#warn(feed, account, refs, figures.positions);
    return true;
  }

  #clearanceOf(feed: SiteFeed): (positionId: number) => number {
    const taken = this.#context.services.find(clearances);
    return (positionId) => taken?.of(feed.site.id, positionId) ?? 0;
  }

  async prime(site: SiteConfig, account: number): Promise<void> {
    const feed = this.#feedOf(site.id);
    if (feed === undefined || feed.memories.has(account)) return;
    feed.priming.add(account);
    const { accounts } = await readEngine.live(this.#context, site.id, [account]);
    // Where events of it wait, their telling remembers it: they may be in what was read.
    if (feed.memories.has(account) || feed.window.has(account) || accounts.length === 0) return;
    const memory = emptyMemory();
    this.#remember(feed, memory, accounts[0]);
    memory.isWhole &&= feed.priming.delete(account);
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

  #remember(feed: SiteFeed, memory: LiveMemory, view: LiveAccountView): void {
    remember(memory, view);
    feed.market.read(view.positions);
  }

  async #tellWindows(feed: SiteFeed): Promise<void> {
    const clearanceOf = this.#clearanceOf(feed);
    while (feed.window.size > 0) {
      const { seq, accounts } = await readEngine.live(this.#context, feed.site.id, [...feed.window.keys()]);
      for (const view of accounts) {
        const memory = memoryOf(feed, view.account);
        const refs = takeUntil(feed, view.account, seq);
        // Signed up while the engine was away: there is nothing to tell but refusals.
        if (!view.known) continue;
        const messages = liveMessages(feed.site, memory, refs, view, clearanceOf);
        this.#remember(feed, memory, view);
        this.#send(feed, view.account, messages, presentCross(view));
        this.#warn(feed, view.account, refs, view.positions);
      }
    }
  }

  async #tellMoved(feed: SiteFeed, wanted: number[]): Promise<void> {
    const { lastSeq, lastTime } = feed;
    const { accounts } = await readEngine.live(this.#context, feed.site.id, wanted);
    for (const view of accounts) {
      const memory = memoryOf(feed, view.account);
      // What was told since is newer; what waits to be told is taken over with its events.
      if (memory.seq > view.seq || feed.window.has(view.account)) continue;
      const at = { seq: Math.max(lastSeq, memory.seq), time: lastTime, clearanceOf: this.#clearanceOf(feed) };
      const messages = movedLiquidationPrices(feed.site, memory, view, at);
      this.#remember(feed, memory, view);
      this.#send(feed, view.account, messages, presentCross(view));
    }
    if (feed.window.size > 0) await this.#tellWindows(feed);
  }

  #send(feed: SiteFeed, account: number, messages: readonly LiveMessage[], cross: CrossAccount): void {
    const { sockets } = this.#context;
    const member = this.#memberOf(feed.site.id, account);
    if (member === undefined) return;
    for (const { body, resumable } of messages)
      sockets.send(feed.site.id, member, FUTURES, body, resumable ? { eventId: body.eventId } : undefined);
    sockets.send(feed.site.id, member, CROSS, cross);
  }

  #warn(feed: SiteFeed, account: number, refs: readonly EventRef[], positions: readonly PositionView[]): void {
    const member = this.#memberOf(feed.site.id, account);
    if (member === undefined) return;
    const open = new Set(positions.map((p) => p.positionId));
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
      const market = createFeedMarket(() => this.#context.sites.byId(id) ?? site);
      feed = {
        site,
        memories: new Map(),
        window: new Map(),
        lastSeq: 0,
        lastTime: 0,
        busy: false,
        marked: new Set(),
        priming: new Set(),
        market,
      };
      this.#sites.set(id, feed);
    }
    return feed;
  }
}

function refsIn(refs: Map<number, EventRef[]>, account: number): EventRef[] {
  let own = refs.get(account);
  if (own === undefined) refs.set(account, (own = []));
  return own;
}

/** Events of it went by untold: it is read before it is told anything again. */
function missed({ memories, priming }: SiteFeed, account: number): undefined {
  priming.delete(account);
  const memory = memories.get(account);
  if (memory !== undefined) memory.isWhole = false;
}

/** Commands went by unheard, as when the engine's thread began anew. */
function forgetAll(feed: SiteFeed): void {
  for (const memory of feed.memories.values()) memory.isWhole = false;
  feed.priming.clear();
  feed.market.forget();
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
