// Brings the market to life on a starting server and says how to stop it.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Job, repeat } from '@maru/kit/server/jobs.ts';
import { signedPriceSource } from '../contract.ts';
import { barsBefore } from './candle-history.ts';
import { CandleWriter, dropOldSeconds, writeBars } from './candle-store.ts';
import { alertSources } from '@maru/operator/admin-contract.ts';
import { registerPriceAlerts } from './desk/price-alerts.ts';
import { registerSourceCheck } from './desk/price-sources.ts';
import { registerPriceDoubts, watchPriceDoubts } from './desk/price-standings.ts';
import { loadStepBounds, registerStepBounds } from './desk/step-bounds.ts';
import { type BinanceAddress, chooseFeeds, SYNTHETIC_SEED } from './feed-choice.ts';
import { FeedRecorder } from './feed-record.ts';
import { dropOldFunding } from './funding-history.ts';
import { FundingSchedule } from './funding-schedule.ts';
import { createMarketHub, type MarketHub } from './market-hub.ts';
import { type MarketMemory, readMemory, restoreMemory, saveMemory } from './market-memory.ts';
import { openMarketPast } from './market-past.ts';
import { createReader } from './market-reader.ts';
import { marketService } from './market-service.ts';
import { candleOf } from './market-wire.ts';
import { watchMarket } from './market-watch.ts';
import { type StartedCalendar, startCalendar } from './start-calendar.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import type { ReplayFeed } from './replay-feed.ts';
import { keepSignedPrices, type KeptSource } from './signed-prices.ts';
import { dropOldSampled, writeSampled } from './sampled-store.ts';
import { createSampledPublisher, type SampledPublisher } from './sampled-publisher.ts';
import { createSiteMarkets, type SiteMarkets } from './site-markets.ts';
import { provideReader } from './provide-reader.ts';

const SECOND = 1000;

export interface MarketOptions extends Pick<Parameters<typeof openMarketPast>[0], 'waitsToBeAsked'> {
  binance?: BinanceAddress;
}

export async function startMarket(context: AppContext, { waitsToBeAsked, binance }: MarketOptions = {}): Promise<() => Promise<void>> {
  const { config, clock, log, pool, services } = context;
  const now = () => clock.now();
  const memory = await readMemory(config.dataDir);
  const holidays = await startCalendar(context);
  const { replay, ...built } = buildMarket(context, memory, holidays, binance);
  const { hub, siteMarkets, writer, sampledWriter } = built;
  context.engine.onBatch((batch) => siteMarkets.takeBatch(batch));
  await loadStepBounds(context, hub);
  await hub.start();
  // Before the first order can come, the engine has heard of every symbol: old marks are renewed, and what is silent is stale (rules 16).
  for (let beats = 0; beats < 2; beats++) hub.beat(now());
  const past = openMarketPast({
    pool,
    markets: hub.markets,
    seed: SYNTHETIC_SEED,
    isDemo: config.demo,
    waitsToBeAsked,
    now,
    onFault: (error) => log.error({ err: error }, 'candles of the past'),
  });
  services.provide(marketService, { ...built, past });
  const signed = provideReaders(context, hub, holidays);
  watchMarket(context, hub);
  registerPriceDoubts(context);
  registerPriceAlerts(context, hub, services.find(alertSources));
  registerStepBounds(context);
  registerSourceCheck(context, hub);
  const recorder = new FeedRecorder({ dataDir: config.dataDir, retentionDays: config.retentionDays, hub, replay });
  const funding = new FundingSchedule({
    engine: context.engine,
    sites: () => context.sites.all(),
    closed: (symbol) => hub.market(symbol)?.pricing.closedFunding,
    now,
    log: (message, facts) => log.info(facts, message),
  });
  const save = () => saveMemory(config.dataDir, hub, replay, now());
  const timers = startTimers(context, { siteMarkets, writer, sampledWriter, recorder, funding, save });
  return async () => {
    await Promise.all(timers.map((timer) => timer.stop()));
    holidays.stop();
    await past.stop();
    await hub.stop();
    await signed.stop();
    const ends = await Promise.allSettled([save(), recorder.close(), writer.flush(), sampledWriter.flush()]);
    for (const end of ends) if (end.status === 'rejected') log.warn({ err: end.reason }, 'the market did not stop cleanly');
  };
}

interface Timed extends Pick<BuiltMarket, 'siteMarkets' | 'writer' | 'sampledWriter'> {
  recorder: FeedRecorder;
  funding: FundingSchedule;
  save(): Promise<void>;
}

function startTimers(context: AppContext, { siteMarkets, writer, sampledWriter, recorder, funding, save }: Timed): Job[] {
  const { clock, log, pool, jobs } = context;
  const now = () => clock.now();
  jobs.every({ name: 'market.funding', everyMs: SECOND, fault: 'funding waits for the engine' }, () => funding.look());
  const forget = { name: 'market.forget', everyMs: 600 * SECOND, fault: 'old candles and funding rates stay' };
  jobs.every(forget, () => dropOld(pool, now()));
  // Of every process that has a feed: candles are written over by the same candles, records and memory are files of its own.
  return [
    repeat(
      SECOND,
      async () => {
        await writer.flush();
        await sampledWriter.flush();
      },
      (error) => log.warn({ err: error }, 'candles wait for the database'),
    ),
    repeat(
      SECOND,
      () => recorder.look(now()),
      (error) => log.warn({ err: error }, 'the feed is not recorded'),
    ),
    repeat(5 * SECOND, save, (error) => log.warn({ err: error }, 'the market cannot be remembered')),
    repeat(
      2 * SECOND,
      () => siteMarkets.refresh(context.engine),
      (error) => log.debug({ err: error }, 'open interest is not known'),
    ),
  ];
}

/** What other features ask: prices, and where signed ones come from. */
function provideReaders(context: AppContext, hub: MarketHub, { calendar }: StartedCalendar): KeptSource {
  const { services, clock, config } = context;
  const reader = createReader(hub, calendar, () => clock.now(), newestCandles(context));
  provideReader(context, reader);
  const signed = keepSignedPrices(config);
  services.provide(signedPriceSource, signed.source);
  return signed;
}

const newestCandles =
  (context: AppContext): Parameters<typeof createReader>[3] =>
  async (market, interval, limit, priceType) =>
    (await barsBefore(context, market, interval, Number.MAX_SAFE_INTEGER, limit, priceType)).map((bar) =>
      candleOf(market.symbol, bar, priceType),
    );

async function dropOld(pool: AppContext['pool'], at: number): Promise<void> {
  await dropOldSeconds(pool, at);
  await dropOldSampled(pool, at);
  await dropOldFunding(pool, at);
}

interface BuiltMarket {
  hub: MarketHub;
  replay: ReplayFeed | undefined;
  siteMarkets: SiteMarkets;
  writer: CandleWriter;
  sampledWriter: CandleWriter;
  sampledPublisher: SampledPublisher;
}

function buildMarket(
  context: AppContext,
  memory: MarketMemory | undefined,
  { calendar }: StartedCalendar,
  binance: BinanceAddress | undefined,
): BuiltMarket {
  const { config, clock, log, pool, engine, sockets, sites } = context;
  const now = () => clock.now();
  const { feeds, indexFeeds, replay } = chooseFeeds({
    kind: config.feed,
    isDemo: config.demo,
    symbols: calendar.symbols,
    now,
    position: memory?.replay,
    indexSources: config.indexSources,
    binance,
    log: (message) => log.warn(message),
  });
  const writer = new CandleWriter((rows) => writeBars(pool, rows, 'merge'));
  const sampledWriter = new CandleWriter((rows) => writeSampled(pool, rows));
  const sampledPublisher = createSampledPublisher({ sockets, sites: () => sites.all() });
  let publisher: Publisher | undefined;
  const lookAtDoubts = watchPriceDoubts(context);
  const hub = createMarketHub({
    feeds,
    indexFeeds,
    symbols: calendar.symbols,
    now,
    listeners: {
      onOffer: (words) => engine.offerMarket(words),
      onTrade: (market, trade) => publisher?.traded(market, trade),
      onClosed(market, interval, bar, priceType) {
        const into = priceType === 'LAST' ? writer : sampledWriter;
        into.add({ symbol: market.symbol.id, priceType, interval, bar });
      },
      onSettled(at) {
        publisher?.settled(at);
        lookAtDoubts(hub.markets);
        sampledPublisher.settled(at);
      },
      onFault: (error, where) => log.error({ err: error, where }, 'the market met a fault'),
    },
  });
  const siteMarkets = createSiteMarkets({
    nextTradeId: hub.nextTradeId,
    onTrade(site, symbol, trade) {
      const market = hub.market(sites.byId(site)?.symbols[symbol] ?? '');
      if (market !== undefined) publisher?.tradedOnSite(site, market, trade);
    },
  });
  publisher = createPublisher({ hub, sockets, sites: () => sites.all(), siteMarkets });
  if (memory !== undefined) restoreMemory(memory, hub, now());
  return { hub, replay, siteMarkets, writer, sampledWriter, sampledPublisher };
}
