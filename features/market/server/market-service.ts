// The running market of an installation, as its routes and topics see it.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { type AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { serviceKey } from '@maru/kit/server/services.ts';
import type { CandleWriter } from './candle-store.ts';
import type { MarketHub } from './market-hub.ts';
import type { MarketPast } from './market-past.ts';
import type { SampledPublisher } from './sampled-publisher.ts';
import type { SiteMarkets } from './site-markets.ts';
import type { SymbolMarket } from './symbol-market.ts';

export interface MarketService {
  hub: MarketHub;
  past: MarketPast;
  /** Candles on their way to SQL: of trades, and of what is sampled. */
  writer: CandleWriter;
  sampledWriter: CandleWriter;
  siteMarkets: SiteMarkets;
  sampledPublisher: SampledPublisher;
}

export const marketService = serviceKey('market.service').of<MarketService>();

/** The symbol's market as far as the site lists it; anything else does not exist. */
export function listedMarket(context: AppContext, site: SiteConfig, name: string): SymbolMarket {
  const market = site.symbols.includes(name) ? context.services.use(marketService).hub.market(name) : undefined;
  if (market === undefined) throw new Refusal('SYMBOL_NOT_LISTED', { field: 'symbol', symbol: name });
  return market;
}

/** All markets that the site lists, in its own order; or the one asked for. */
export function listedMarkets(context: AppContext, site: SiteConfig, name: string | undefined): SymbolMarket[] {
  return name === undefined ? site.symbols.map((each) => listedMarket(context, site, each)) : [listedMarket(context, site, name)];
}
