// Tells the market's topics: each message is built once for all sites that hear the same, and only while somebody listens.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { SocketHub } from '@maru/kit/server/socket-hub.ts';
import { depthTopic, type Interval, intervals, klineTopic, tickersTopic, tickerTopic, tradesTopic } from '../contract.ts';
import type { MarketHub } from './market-hub.ts';
import { candleOf, depthOf, shortTickerOf, tickerOf, tradeOf } from './market-wire.ts';
import { mergeLevels } from './member-orders.ts';
import type { SiteMarkets } from './site-markets.ts';
import type { SymbolMarket, TapeTrade } from './symbol-market.ts';

export const DEPTH_LEVELS = 20;
const TICKER_EVERY_MS = 250;
const TICKERS_EVERY_MS = 1000;

interface Wires {
  market: SymbolMarket;
  ticker: string;
  depth: string;
  trades: string;
  klines: [Interval, string][];
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

export function createPublisher(options: { hub: MarketHub; sockets: SocketHub; sites(): readonly SiteConfig[]; siteMarkets: SiteMarkets }): Publisher {
  const { hub, sockets, sites, siteMarkets } = options;
  const wires = hub.markets.map((market): Wires => {
    const at = (topic: Parameters<typeof destinationOf>[0], more: Record<string, string> = {}) => destinationOf(topic, { symbol: market.symbol.name, ...more });
    const klines = intervals.map((interval): [Interval, string] => [interval, at(klineTopic, { interval })]);
    return { market, ticker: at(tickerTopic), depth: at(depthTopic), trades: at(tradesTopic), klines, depthVersion: -1, tickerAt: 0, newTrades: [], siteTrades: new Map(), lastBar: 0 };
  });
  const tickers = destinationOf(tickersTopic);
  let tickersAt = 0;
  const listening = (destination: string, name: string) =>
    sites().filter((site) => site.symbols.includes(name) && sockets.subscribers(site.id, destination) > 0);

  function tellDepth(wire: Wires, now: number): void {
    const { market } = wire;
    const { name } = market.symbol;
    const heard = listening(wire.depth, name);
    if (heard.length === 0) return;
    const ladder = market.livingLadder();
    const isNew = wire.depthVersion !== market.depthVersion;
    wire.depthVersion = market.depthVersion;
    const alike: number[] = [];
    for (const site of heard) {
      const own = siteMarkets.of(site, name);
      const hasChanged = own?.takeDepthChange() ?? false;
      if (own?.book() === undefined && !hasChanged) alike.push(site.id);
      else if (isNew || hasChanged) {
        const side = (which: 'bids' | 'asks') => mergeLevels(which, site.houseLadder ? ladder[which] : [], own?.book(), DEPTH_LEVELS);
        sockets.publish(site.id, wire.depth, depthOf(market.symbol, side('bids'), side('asks'), now), { conflate: 'depth' });
      }
    }
    if (alike.length === 0 || !isNew) return;
    const picture = depthOf(market.symbol, ladder.bids.slice(0, DEPTH_LEVELS * 2), ladder.asks.slice(0, DEPTH_LEVELS * 2), now);
    sockets.publishAll(alike, wire.depth, picture, { conflate: 'depth' });
  }

  function tellTrades(wire: Wires): void {
    if (wire.newTrades.length === 0 && wire.siteTrades.size === 0) return;
    const shared = wire.newTrades;
    const { siteTrades } = wire;
    wire.newTrades = [];
    if (siteTrades.size > 0) wire.siteTrades = new Map();
    const heard = listening(wire.trades, wire.market.symbol.name).map(({ id }) => id);
    const onWire = (trades: readonly TapeTrade[]) => trades.slice(-TRADES_AT_ONCE).map((trade) => tradeOf(wire.market.symbol, trade));
    for (const site of heard) {
      const own = siteTrades.get(site);
      if (own !== undefined) sockets.publish(site, wire.trades, onWire([...shared, ...own].sort((a, b) => a.id - b.id)));
    }
    const alike = heard.filter((site) => !siteTrades.has(site));
    if (alike.length > 0 && shared.length > 0) sockets.publishAll(alike, wire.trades, onWire(shared));
  }

  function tellTicker(wire: Wires, now: number): void {
    if (now - wire.tickerAt < TICKER_EVERY_MS) return;
    wire.tickerAt = now;
    const { market } = wire;
    for (const site of listening(wire.ticker, market.symbol.name)) {
      const openInterest = siteMarkets.of(site, market.symbol.name)?.openInterest() ?? 0;
      sockets.publish(site.id, wire.ticker, tickerOf(market, now, openInterest), { conflate: 'ticker' });
    }
    if (market.lastTradeAt <= wire.lastBar) return;
    wire.lastBar = market.lastTradeAt;
    for (const [interval, destination] of wire.klines) {
      const bar = market.candles.running(interval);
      const heard = bar === undefined ? [] : listening(destination, market.symbol.name);
      if (bar !== undefined && heard.length > 0) sockets.publishAll(heard.map(({ id }) => id), destination, candleOf(market.symbol, bar), { conflate: String(bar.openAt) });
    }
  }

  return {
    traded(market, trade) {
      wires[market.symbol.id].newTrades.push(trade);
    },
    tradedOnSite(site, market, trade) {
      const { siteTrades } = wires[market.symbol.id];
      const present = siteTrades.get(site);
      if (present === undefined) siteTrades.set(site, [trade]);
      else if (present.push(trade) > TRADES_AT_ONCE) present.shift();
    },
    settled(now) {
      for (const wire of wires) {
        tellDepth(wire, now);
        tellTrades(wire);
        tellTicker(wire, now);
      }
      if (now - tickersAt < TICKERS_EVERY_MS) return;
      tickersAt = now;
      for (const site of sites()) {
        if (sockets.subscribers(site.id, tickers) === 0) continue;
        const rows = hub.markets.filter((market) => site.symbols.includes(market.symbol.name) && market.last > 0).map((market) => shortTickerOf(market, now));
        sockets.publish(site.id, tickers, rows, { conflate: 'tickers' });
      }
    },
  };
}
