// Tells the market's topics: each message is built once for all sites that hear the same, and only while somebody listens.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { SocketHub } from '@maru/kit/server/socket-hub.ts';
import {
  depthSteps,
  depthStepTopic,
  depthTopic,
  feedTopic,
  type Interval,
  intervals,
  klineTopic,
  tickersTopic,
  tickerTopic,
  tradesTopic,
} from '../contract.ts';
import { deepBookOf, groupedSide } from './deep-book.ts';
import { feedStandingOf } from './feed-standing.ts';
import type { MarketHub } from './market-hub.ts';
import { candleOf, depthOf, shortTickerOf, tickerOf, tradeOf } from './market-wire.ts';
import { mergeLevels } from './member-orders.ts';
import type { SiteMarkets } from './site-markets.ts';
import type { SymbolMarket, TapeTrade } from './symbol-market.ts';

export const DEPTH_LEVELS = 20;
const TICKER_EVERY_MS = 250;
const TICKERS_EVERY_MS = 1000;
/** Grouped rows change less than levels do, and each costs a look at the whole book. */
const STEPS_EVERY_MS = 250;

interface Wires {
  market: SymbolMarket;
  ticker: string;
  depth: string;
  trades: string;
  klines: [Interval, string][];
  steps: [number, string][];
  stepsAt: number;
  depthVersion: number;
  tickerAt: number;
  newTrades: TapeTrade[];
  /** Members' own trades by site. */
  siteTrades: Map<number, TapeTrade[]>;
  lastBar: number;
}

/** Trades of one message at most: a reader that was away asks for raw_data. */
const TRADES_AT_ONCE = 50;

export interface Publisher {
  settled(now: number): void;
  traded(market: SymbolMarket, trade: TapeTrade): void;
  tradedOnSite(site: number, market: SymbolMarket, trade: TapeTrade): void;
}

export interface PublisherOptions {
  hub: MarketHub;
  sockets: SocketHub;
  sites(): readonly SiteConfig[];
  siteMarkets: SiteMarkets;
}

export function createPublisher(options: PublisherOptions): Publisher {
  return new TopicPublisher(options);
}

class TopicPublisher implements Publisher {
  readonly #options: PublisherOptions;
  readonly #wires: readonly Wires[];
  readonly #tickers = destinationOf(tickersTopic);
  readonly #feed = destinationOf(feedTopic);
  /** What each site was last told of its prices as a whole. */
  readonly #standings = new Map<number, string>();
  #tickersAt = 0;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#wires = options.hub.markets.map(wiresOf);
  }

  traded(market: SymbolMarket, trade: TapeTrade): void {
    this.#wires[market.symbol.id].newTrades.push(trade);
  }

  tradedOnSite(site: number, market: SymbolMarket, trade: TapeTrade): void {
    const { siteTrades } = this.#wires[market.symbol.id];
    const present = siteTrades.get(site);
    if (present === undefined) siteTrades.set(site, [trade]);
    else if (present.push(trade) > TRADES_AT_ONCE) present.shift();
  }

  settled(now: number): void {
    for (const wire of this.#wires) {
      this.#tellDepth(wire, now);
      if (now - wire.stepsAt >= STEPS_EVERY_MS) this.#tellSteps(wire, now);
      this.#tellTrades(wire);
      if (now - wire.tickerAt >= TICKER_EVERY_MS) {
        wire.tickerAt = now;
        this.#tellTicker(wire, now);
        this.#tellCandles(wire);
      }
    }
    if (now - this.#tickersAt < TICKERS_EVERY_MS) return;
    this.#tickersAt = now;
    this.#tellTickers(now);
    this.#tellFeed(now);
  }

  #listening(destination: string, name: string): SiteConfig[] {
    const { sites, sockets } = this.#options;
    return sites().filter((site) => site.symbols.includes(name) && sockets.subscribers(site.id, destination) > 0);
  }

  #tellDepth(wire: Wires, now: number): void {
    const { sockets, siteMarkets } = this.#options;
    const { market } = wire;
    const heard = this.#listening(wire.depth, market.symbol.name);
    if (heard.length === 0) return;
    const ladder = market.livingLadder();
    const isNew = wire.depthVersion !== market.depthVersion;
    wire.depthVersion = market.depthVersion;
    const alike: number[] = [];
    for (const site of heard) {
      const own = siteMarkets.of(site, market.symbol.name);
      const hasChanged = own?.takeDepthChange() ?? false;
      if (own?.book() === undefined && !hasChanged && site.houseLadder) alike.push(site.id);
      else if (isNew || hasChanged) {
        const side = (which: 'bids' | 'asks') => mergeLevels(which, site.houseLadder ? ladder[which] : [], own?.book(), DEPTH_LEVELS);
        sockets.publish(site.id, wire.depth, depthOf(market.symbol, side('bids'), side('asks'), now), { conflate: 'depth' });
      }
    }
    if (alike.length === 0 || !isNew) return;
    const [bids, asks] = [ladder.bids, ladder.asks].map((pairs) => pairs.slice(0, DEPTH_LEVELS * 2));
    sockets.publishAll(alike, wire.depth, depthOf(market.symbol, bids, asks, now), { conflate: 'depth' });
  }

  /** A site without members' orders hears the same as the others; the deep look is made once for all of them. */
  #tellSteps(wire: Wires, now: number): void {
    const { sockets, siteMarkets, hub } = this.#options;
    const { market } = wire;
    wire.stepsAt = now;
    let deep: ReturnType<typeof deepBookOf> | undefined;
    for (const [step, destination] of wire.steps) {
      for (const site of this.#listening(destination, market.symbol.name)) {
        deep ??= deepBookOf(hub, market);
        const own = siteMarkets.of(site, market.symbol.name)?.book();
        const side = (which: 'bids' | 'asks') => groupedSide(which, site, deep!, own, step, DEPTH_LEVELS);
        sockets.publish(site.id, destination, depthOf(market.symbol, side('bids'), side('asks'), now), { conflate: 'depth' });
      }
    }
  }

  #tellTrades(wire: Wires): void {
    const { newTrades: shared, siteTrades, market } = wire;
    if (shared.length === 0 && siteTrades.size === 0) return;
    const { sockets } = this.#options;
    wire.newTrades = [];
    if (siteTrades.size > 0) wire.siteTrades = new Map();
    const heard = this.#listening(wire.trades, market.symbol.name).map(({ id }) => id);
    const onWire = (trades: readonly TapeTrade[]) => trades.slice(-TRADES_AT_ONCE).map((trade) => tradeOf(market.symbol, trade));
    for (const site of heard) {
      const own = siteTrades.get(site);
      if (own !== undefined) sockets.publish(site, wire.trades, onWire([...shared, ...own].sort((a, b) => a.id - b.id)));
    }
    const alike = heard.filter((site) => !siteTrades.has(site));
    if (alike.length > 0 && shared.length > 0) sockets.publishAll(alike, wire.trades, onWire(shared));
  }

  #tellTicker(wire: Wires, now: number): void {
    const { sockets, siteMarkets } = this.#options;
    const { market } = wire;
    for (const site of this.#listening(wire.ticker, market.symbol.name)) {
      const openInterest = siteMarkets.of(site, market.symbol.name)?.openInterest() ?? 0;
      sockets.publish(site.id, wire.ticker, tickerOf(market, now, openInterest), { conflate: 'ticker' });
    }
  }

  #tellCandles(wire: Wires): void {
    const { market } = wire;
    if (market.lastTradeAt <= wire.lastBar) return;
    wire.lastBar = market.lastTradeAt;
    for (const [interval, destination] of wire.klines) {
      const bar = market.candles.running(interval);
      const heard = bar === undefined ? [] : this.#listening(destination, market.symbol.name).map(({ id }) => id);
      if (bar === undefined || heard.length === 0) continue;
      this.#options.sockets.publishAll(heard, destination, candleOf(market.symbol, bar), { conflate: String(bar.openAt) });
    }
  }

  #tellTickers(now: number): void {
    const { sites, sockets, hub } = this.#options;
    for (const site of sites()) {
      if (sockets.subscribers(site.id, this.#tickers) === 0) continue;
      const listed = hub.markets.filter((market) => site.symbols.includes(market.symbol.name) && market.last > 0);
      sockets.publish(
        site.id,
        this.#tickers,
        listed.map((market) => shortTickerOf(market, now)),
        { conflate: 'tickers' },
      );
    }
  }

  /** Also where nobody listens: who comes is told by the snapshot, and what changed since by the next message. */
  #tellFeed(now: number): void {
    const { sites, sockets, hub } = this.#options;
    for (const site of sites()) {
      const standing = feedStandingOf(hub, site.symbols, now);
      const words = JSON.stringify(standing);
      if (this.#standings.get(site.id) === words) continue;
      this.#standings.set(site.id, words);
      sockets.publish(site.id, this.#feed, standing, { conflate: 'feed' });
    }
  }
}

function wiresOf(market: SymbolMarket): Wires {
  const at = (topic: Parameters<typeof destinationOf>[0], more: Record<string, string> = {}) =>
    destinationOf(topic, { symbol: market.symbol.name, ...more });
  return {
    market,
    ticker: at(tickerTopic),
    depth: at(depthTopic),
    trades: at(tradesTopic),
    klines: intervals.map((interval) => [interval, at(klineTopic, { interval })]),
    steps: depthSteps.map((step) => [step, at(depthStepTopic, { step: String(step) })]),
    stepsAt: 0,
    depthVersion: -1,
    tickerAt: 0,
    newTrades: [],
    siteTrades: new Map(),
    lastBar: 0,
  };
}
