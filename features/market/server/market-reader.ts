// What other features of the server may ask of the market.
import type { MarketReader } from '../contract.ts';
import type { MarketHub } from './market-hub.ts';
import { fundingNowOf, tickerOf } from './market-wire.ts';
import { nextOpening } from './trading-hours.ts';

export function createReader(hub: MarketHub, now: () => number): MarketReader {
  return {
    state: (symbol) => hub.market(symbol)?.state,
    prices(symbol) {
      const market = hub.market(symbol);
      if (market === undefined || market.last === 0) return undefined;
      const { last, bid, ask, pricing } = market;
      return { last, mark: pricing.mark, index: pricing.index, bid, ask, ageMs: Math.max(0, now() - market.newsAt()) };
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
  };
}
