// The market's entry point on the server: feeds, candles, ladders for the engine, topics and calls.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { BoundTopic, ServerFeature } from '@maru/kit/server/feature.ts';
import {
  depthSteps,
  depthStepTopic,
  depthTopic,
  feedTopic,
  intervals,
  klineTopic,
  priceKlineTopic,
  tickersTopic,
  tickerTopic,
  tradesTopic,
} from '../contract.ts';
import { marketErrors } from '../errors.ts';
import { getFeedStandingHandler, listPriceSourcesHandler } from './desk/price-sources.ts';
import { believePriceHandler, listPriceStandingsHandler } from './desk/price-standings.ts';
import { setStepBoundHandler } from './desk/step-bounds.ts';
import { chartPageRoute } from './chart-page.ts';
import { chartRoute } from './chart.ts';
import { feedStandingOf } from './feed-standing.ts';
import { fundingProjection } from './funding-projection.ts';
import { fundingRatesRoute } from './funding-rates.ts';
import { keyValueRoute } from './key-value.ts';
import { lastPriceRoute, publicLastPriceRoute } from './last-price.ts';
import { listedMarket, listedMarkets, marketService } from './market-service.ts';
import { candleOf, shortTickerOf } from './market-wire.ts';
import { marketMigrations } from './migrations.ts';
import { rawDataRoute, siteDepth, siteSteps, siteTicker, siteTrades } from './raw-data.ts';
import { sampledPrices } from './sampled-store.ts';
import { calendarRoutes } from './start-calendar.ts';
import { type MarketOptions, startMarket } from './start-market.ts';
import { tickerStatisticsRoute } from './ticker-statistics.ts';
import { marketWiring } from './wiring.ts';

const isListed: BoundTopic['accepts'] = (_context, site, { symbol }) => site.symbols.includes(symbol);
const isInterval = (text: string): text is (typeof intervals)[number] => (intervals as readonly string[]).includes(text);

const isSampled = (text: string) => sampledPrices.find((type) => type === text);

const topics: readonly BoundTopic[] = [
  {
    topic: tickersTopic,
    snapshot: (context, site) => [
      listedMarkets(context, site, undefined)
        .filter(({ last }) => last > 0)
        .map((market) => shortTickerOf(market, context.clock.now())),
    ],
  },
  {
    topic: feedTopic,
    snapshot: (context, site) => [feedStandingOf(context.services.use(marketService).hub, site.symbols, context.clock.now())],
  },
  {
    topic: tickerTopic,
    accepts: isListed,
    snapshot: (context, site, { symbol }) => [siteTicker(context, site, listedMarket(context, site, symbol))],
  },
  {
    topic: depthTopic,
    accepts: isListed,
    snapshot: (context, site, { symbol }) => [siteDepth(context, site, listedMarket(context, site, symbol))],
  },
  {
    topic: depthStepTopic,
    accepts: (_context, site, { symbol, step }) => site.symbols.includes(symbol) && depthSteps.some((known) => String(known) === step),
    snapshot: (context, site, { symbol, step }) => [siteSteps(context, site, listedMarket(context, site, symbol), Number(step))],
  },
  {
    topic: tradesTopic,
    accepts: isListed,
    snapshot: (context, site, { symbol }) => [siteTrades(context, site, listedMarket(context, site, symbol))],
  },
  {
    topic: klineTopic,
    accepts: (_context, site, { symbol, interval }) => site.symbols.includes(symbol) && isInterval(interval),
    snapshot: (context, site, { symbol, interval }) => runningCandle(context, site, symbol, interval),
  },
  {
    topic: priceKlineTopic,
    accepts: (_context, site, { symbol, interval, priceType }) =>
      site.symbols.includes(symbol) && isInterval(interval) && isSampled(priceType) !== undefined,
    snapshot: (context, site, { symbol, interval, priceType }) => runningSample(context, site, symbol, interval, priceType),
  },
];

function runningCandle(context: AppContext, site: Parameters<typeof listedMarket>[1], symbol: string, interval: string): unknown[] {
  const market = listedMarket(context, site, symbol);
  const bar = isInterval(interval) ? market.candles.running(interval) : undefined;
  return bar === undefined ? [] : [candleOf(market.symbol, bar)];
}

function runningSample(context: AppContext, site: Parameters<typeof listedMarket>[1], symbol: string, interval: string, priceType: string) {
  const type = isSampled(priceType);
  if (type === undefined || !isInterval(interval)) return [];
  const market = listedMarket(context, site, symbol);
  context.services.use(marketService).sampledPublisher.want(market, type, interval, context.clock.now());
  const bar = market.sampled[type].running(interval);
  return bar === undefined ? [] : [candleOf(market.symbol, bar, type)];
}

export const createMarketFeature = (options?: MarketOptions): ServerFeature<typeof marketWiring> => ({
  name: 'market',
  wiring: marketWiring,
  errors: marketErrors,
  routes: [
    chartRoute,
    chartPageRoute,
    fundingRatesRoute,
    lastPriceRoute,
    publicLastPriceRoute,
    keyValueRoute,
    rawDataRoute,
    tickerStatisticsRoute,
    listPriceStandingsHandler,
    listPriceSourcesHandler,
    getFeedStandingHandler,
    believePriceHandler,
    setStepBoundHandler,
    ...calendarRoutes,
  ],
  topics,
  projections: [fundingProjection],
  migrations: marketMigrations,
  start: (context) => startMarket(context, options),
  async openSite({ services, engine }, site) {
    const { siteMarkets } = services.use(marketService);
    await siteMarkets.restore(engine, site);
    await siteMarkets.refresh(engine);
  },
  closeSite: ({ services }, site) => services.use(marketService).siteMarkets.forget(site),
});

export const marketFeature = createMarketFeature();
