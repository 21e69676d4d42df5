// All symbols' markets, driven by the chosen feeds on one clock: takes news, settles ten times a second, tells who listens.
import type { Interval, PriceType } from '../contract.ts';
import type { CandleBar } from './candle-series.ts';
import type { Feed, FeedHealth, FeedUpdate, IndexFeed } from './feed.ts';
import { encodeOffers } from './market-offer.ts';
import { SymbolMarket, type TapeTrade } from './symbol-market.ts';
import { marketSymbols, type MarketSymbol } from './symbol-table.ts';

/** Feeds are asked for what is due this often; every second time the markets are settled and offered. */
export const BEAT_MS = 50;

/** All symbols are offered this often, changed or not. */
const FULL_OFFER_BEATS = 20;
/** What makes an offer news: another book, another state, a mark that may or may not be acted on. */
const newsOf = ({ depthVersion, state, pricing }: SymbolMarket) => `${depthVersion} ${state} ${pricing.isValid}`;

export interface HubListeners {
  /** After each settling: the moment to publish. */
  onSettled?(now: number): void;
  onTrade?(market: SymbolMarket, trade: TapeTrade): void;
  onClosed?(market: SymbolMarket, interval: Interval, bar: CandleBar, priceType: PriceType): void;
  /** Figures for the engine's thread. */
  onOffer?(words: Float64Array): void;
  /** Something is wrong with one symbol's news or with those who listen. The others go on; a symbol without news halts itself. */
  onFault?(error: unknown, where: string): void;
}

export interface MarketHub {
  readonly markets: readonly SymbolMarket[];
  readonly feeds: readonly Feed[];
  /** Other venues beside them, which tell index prices alone. */
  readonly indexFeeds: readonly IndexFeed[];
  nextTradeId(): number;
  market(name: string): SymbolMarket | undefined;
  start(): Promise<void>;
  /** One beat at `now`: the timer's work, or a test's. */
  beat(now: number): void;
  health(): { state: FeedHealth['state']; ageMs: number };
  stop(): Promise<void>;
}

export function createMarketHub(options: {
  feeds: readonly Feed[];
  indexFeeds?: readonly IndexFeed[];
  /** By id; absent: without holidays. */
  symbols?: readonly MarketSymbol[];
  now(): number;
  listeners?: HubListeners;
  isTimed?: boolean;
}): MarketHub {
  const { feeds, indexFeeds = [], symbols = marketSymbols, listeners = {} } = options;
  let tradeId = options.now() * 1000;
  const nextTradeId = () => ++tradeId;
  const markets = symbols.map((symbol) => {
    const market: SymbolMarket = new SymbolMarket(symbol, {
      nextTradeId,
      onTrade: (trade) => listeners.onTrade?.(market, trade),
      onClosed: (interval, bar, priceType) => listeners.onClosed?.(market, interval, bar, priceType),
    });
    return market;
  });
  const byName = new Map(markets.map((market) => [market.symbol.name, market]));
  const offered = markets.map(() => '');
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;

  function guarded(where: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (listeners.onFault === undefined) throw error;
      listeners.onFault(error, where);
    }
  }

  function beat(now: number): void {
    for (const feed of feeds) guarded(feed.source, () => feed.advance(now));
    if (++beats % 2 === 0) settle(now);
  }

  function settle(now: number): void {
    for (const market of markets) guarded(market.symbol.name, () => market.settle(now));
    const changed = markets.filter((market, id) => offered[id] !== newsOf(market) || beats % FULL_OFFER_BEATS === 0);
    if (changed.length > 0) {
      for (const market of changed) offered[market.symbol.id] = newsOf(market);
      guarded('the offer to the engine', () => listeners.onOffer?.(encodeOffers(changed, now)));
    }
    guarded('publishing', () => listeners.onSettled?.(now));
  }

  const take = (update: FeedUpdate) => guarded(markets[update.symbol].symbol.name, () => markets[update.symbol].take(update));

  return {
    markets,
    feeds,
    indexFeeds,
    nextTradeId,
    market: (name) => byName.get(name),
    async start() {
      const fed = new Set(feeds.flatMap((feed) => feed.symbols));
      for (const market of markets) market.hasFeed = fed.has(market.symbol.id);
      for (const feed of feeds) {
        for (const symbol of feed.symbols) markets[symbol].source = feed.source;
        await feed.start(take);
      }
      for (const feed of indexFeeds) await feed.start(take);
      if (options.isTimed !== false) timer = setInterval(() => beat(options.now()), BEAT_MS);
    },
    beat,
    health: () => healthOf(feeds, markets, options.now()),
    async stop() {
      clearInterval(timer);
      for (const feed of [...feeds, ...indexFeeds]) await feed.stop();
    },
  };
}

function healthOf(feeds: readonly Feed[], markets: readonly SymbolMarket[], now: number): ReturnType<MarketHub['health']> {
  const worst = feeds.map((feed) => feed.health()).find(({ state }) => state !== 'live');
  const open = markets.filter(({ state }) => state !== 'closed');
  const ageMs = Math.max(0, ...open.map((market) => now - market.heardAt(now)));
  return { state: worst?.state ?? 'live', ageMs };
}
