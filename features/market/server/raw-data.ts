// Everything the first paint of a trade screen needs of a symbol: ticker, depth and recent trades.
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle } from '@maru/kit/server/feature.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { type Depth, rawData, type RecentTrade, type Ticker } from '../contract.ts';
import { deepBookOf, groupedSide } from './deep-book.ts';
import { listedMarket, marketService } from './market-service.ts';
import { depthOf, tickerOf, tradeOf } from './market-wire.ts';
import { mergeLevels } from './member-orders.ts';
import { DEPTH_LEVELS } from './publisher.ts';
import type { SymbolMarket } from './symbol-market.ts';

const TRADES = 50;

export const rawDataRoute = handle(rawData, async (context, { site, query }) => {
  const market = listedMarket(context, site, query.symbol);
  return {
    data: { ticker: siteTicker(context, site, market), depth: siteDepth(context, site, market), trades: siteTrades(context, site, market) },
  };
});

export function siteTicker(context: AppContext, site: SiteConfig, market: SymbolMarket): Ticker {
  const own = context.services.use(marketService).siteMarkets.of(site, market.symbol.name);
  return tickerOf(market, context.clock.now(), own?.openInterest() ?? 0);
}

export function siteDepth(context: AppContext, site: SiteConfig, market: SymbolMarket): Depth {
  const book = context.services.use(marketService).siteMarkets.of(site, market.symbol.name)?.book();
  const ladder = market.livingLadder();
  const side = (which: 'bids' | 'asks') => mergeLevels(which, site.houseLadder ? ladder[which] : [], book, DEPTH_LEVELS);
  return depthOf(market.symbol, side('bids'), side('asks'), context.clock.now());
}

export function siteSteps(context: AppContext, site: SiteConfig, market: SymbolMarket, step: number): Depth {
  const { hub, siteMarkets } = context.services.use(marketService);
  const deep = deepBookOf(hub, market);
  const own = siteMarkets.of(site, market.symbol.name)?.book();
  const side = (which: 'bids' | 'asks') => groupedSide(which, site, deep, own, step, DEPTH_LEVELS);
  return depthOf(market.symbol, side('bids'), side('asks'), context.clock.now());
}

export function siteTrades(context: AppContext, site: SiteConfig, market: SymbolMarket): RecentTrade[] {
  const own = context.services.use(marketService).siteMarkets.of(site, market.symbol.name)?.tape() ?? [];
  const all = own.length === 0 ? market.tape : [...market.tape, ...own].sort((a, b) => a.id - b.id);
  return all.slice(-TRADES).map((trade) => tradeOf(market.symbol, trade));
}
