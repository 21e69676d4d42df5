// The order book as bots follow it: a numbered picture per site and symbol, and the differences between one picture and the next.
//
// The exchange tells whole pictures of 20 levels; a bot adds differences to a picture it fetched, so both come from here.
import { type Depth, depthTopic, rawData } from '@maru/market/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import { KeptWhileHeard } from './kept-while-heard.ts';

export type Level = [price: string, quantity: string];

export interface Book {
  /** Number of this picture; a difference leads from the one before to it. */
  update: number;
  time: number;
  bids: Level[];
  asks: Level[];
}
export interface BookChange {
  book: Book;
  before: number;
  bids: Level[];
  asks: Level[];
}

export interface BookStreams {
  /** The newest picture; keeps the symbol's book followed for a while. */
  picture(site: SiteConfig, code: string): Promise<Book>;
  /** Hears every change until told to stop. */
  follow(site: SiteConfig, code: string, listener: (change: BookChange) => void): () => void;
  close(): void;
}

interface Followed {
  book: Book;
  ready: Promise<void>;
  listeners: Set<(change: BookChange) => void>;
  stop(): void;
}

export function createBookStreams(context: AppContext): BookStreams {
  const kept = new KeptWhileHeard<Followed>(context.clock);
  const open = (site: SiteConfig, code: string): Followed => {
    const name = `${site.id} ${code}`;
    return kept.of(name, () => followBook(context, site, code, () => kept.forget(name)));
  };
  return {
    async picture(site, code) {
      const entry = open(site, code);
      await entry.ready;
      return entry.book;
    },
    follow(site, code, listener) {
      const entry = open(site, code);
      const heard = (change: BookChange) => listener(change);
      entry.listeners.add(heard);
      return () => void entry.listeners.delete(heard);
    },
    close: () => kept.close(),
  };
}

function followBook(context: AppContext, site: SiteConfig, code: string, onFail: () => void): Followed {
  // Numbers grow across restarts, so that a bot that stayed away notices.
  const book: Book = { update: context.clock.now() * 1000, time: context.clock.now(), bids: [], asks: [] };
  const listeners = new Set<(change: BookChange) => void>();
  const take = (depth: Depth) => {
    const bids = differences(entry.book.bids, depth.bids);
    const asks = differences(entry.book.asks, depth.asks);
    if (bids.length + asks.length === 0) return;
    const before = entry.book.update;
    entry.book = { update: before + 1, time: depth.time, bids: depth.bids, asks: depth.asks };
    for (const hear of listeners) hear({ book: entry.book, before, bids, asks });
  };
  const first = context.services
    .use(innerCalls)
    .run(rawData, { site, session: undefined, query: { symbol: code }, ip: '', requestId: 'book' });
  const stop = context.sockets.tapTopic(site.id, destinationOf(depthTopic, { symbol: code }), (body) => take(body as Depth));
  const ready = first.then(({ data }) => take(data.depth));
  const entry: Followed = { book, ready, listeners, stop };
  ready.catch(() => {
    stop();
    onFail();
  });
  return entry;
}

/** Levels that are new, changed, or gone (quantity 0). */
export function differences(before: readonly Level[], after: readonly Level[]): Level[] {
  const old = new Map(before);
  const out: Level[] = [];
  for (const [price, quantity] of after) {
    if (old.get(price) !== quantity) out.push([price, quantity]);
    old.delete(price);
  }
  for (const price of old.keys()) out.push([price, '0']);
  return out;
}
