// What other features of the server may ask of the market.
import type { Candle, Interval, MarketReader, PriceType } from '../contract.ts';
import type { MarketCalendar } from './market-calendar.ts';
import type { MarketHub } from './market-hub.ts';
import { decimalText, fundingNowOf, tickerOf } from './market-wire.ts';
import type { SymbolMarket } from './symbol-market.ts';
import { isOpen, nextOpening } from './trading-hours.ts';

type Candles = (market: SymbolMarket, interval: Interval, limit: number, priceType?: PriceType) => Promise<Candle[]>;

export function createReader(hub: MarketHub, calendar: MarketCalendar, now: () => number, candles: Candles): MarketReader {
  return {
    state: (symbol) => hub.market(symbol)?.state,
    prices(symbol) {
      const market = hub.market(symbol);
      if (market === undefined || market.last === 0) return undefined;
      const { last, bid, ask, pricing } = market;
      return { last, mark: pricing.mark, index: pricing.index, bid, ask, ageMs: Math.max(0, now() - market.heardAt(now())) };
    },
    ticker(symbol) {
      const market = hub.market(symbol);
      return market === undefined ? undefined : tickerOf(market, now(), 0);
    },
    funding(symbol) {
      const market = hub.market(symbol);
      return market === undefined ? undefined : fundingNowOf(market);
    },
    opensAt(symbol) {
      const market = hub.market(symbol);
      return market === undefined || market.state !== 'closed' ? null : nextOpening(market.symbol.hours, now());
    },
    isOpenAt(symbol, time) {
      const market = hub.market(symbol);
      return market !== undefined && isOpen(market.symbol.hours, time);
    },
    opensAfter(symbol, time) {
      const market = hub.market(symbol);
      return market === undefined ? time : nextOpening(market.symbol.hours, time);
    },
    holidayAt: (symbol, time) => calendar.holidayAt(symbol, time),
    taken(symbol) {
      const market = hub.market(symbol);
      if (market === undefined) return undefined;
      const text = (lots: number) => decimalText(lots, market.symbol.lotDecimals);
      return { bought: text(market.taken.B), sold: text(market.taken.S) };
    },
    onTick(symbol, listener) {
      const listeners = hub.market(symbol)?.tickListeners;
      listeners?.add(listener);
      return () => void listeners?.delete(listener);
    },
    onPrice(symbol, listener) {
      const listeners = hub.market(symbol)?.priceListeners;
      listeners?.add(listener);
      return () => void listeners?.delete(listener);
    },
    async candles(symbol, interval, limit, priceType) {
      const market = hub.market(symbol);
      return market === undefined ? [] : candles(market, interval, limit, priceType);
    },
  };
}
