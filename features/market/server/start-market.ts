// Brings the market to life on a starting server and says how to stop it.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Gauge } from 'prom-client';
import { type MarketReader, marketReader } from '../contract.ts';
import { CandleWriter, dropOldSeconds } from './candle-store.ts';
import { chooseFeeds, SYNTHETIC_SEED } from './feed-choice.ts';
import { createMarketHub, type MarketHub } from './market-hub.ts';
import { readMemory, restoreMemory, saveMemory } from './market-memory.ts';
import { openMarketPast } from './market-past.ts';
import { marketRoom } from './market-room.ts';
import { tickerOf } from './market-wire.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { createSiteMarkets } from './site-markets.ts';
import { nextOpening } from './trading-hours.ts';

const FLUSH_EVERY_MS = 1000;
const SAVE_EVERY_MS = 5000;
const INTEREST_EVERY_MS = 2000;
const SWEEP_EVERY_MS = 600_000;

export async function startMarket(context: AppContext): Promise<() => Promise<void>> {
  const { config, clock, log, pool, engine, sockets, sites, services } = context;
  const now = () => clock.now();
  const memory = await readMemory(config.dataDir);
  const { feeds, replay } = chooseFeeds({ kind: config.feed, isDemo: config.demo, now, position: memory?.replay, log: (message) => log.warn(message) });
  const writer = new CandleWriter(pool);
  let publisher: Publisher | undefined;
  const hub = createMarketHub({
    feeds,
    now,
    listeners: {
      onOffer: (words) => engine.offerMarket(words),
      onTrade: (market, trade) => publisher?.traded(market, trade),
      onClosed: (market, interval, bar) => writer.add(market.symbol.id, interval, bar),
      onSettled: (at) => publisher?.settled(at),
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
  engine.onBatch((batch) => siteMarkets.takeBatch(batch));
  for (const site of sites.all()) await siteMarkets.restore(engine, site);
  await siteMarkets.refresh(engine);
  await hub.start();
  const past = openMarketPast({ pool, markets: hub.markets, seed: SYNTHETIC_SEED, now, onFault: (error) => log.error({ err: error }, 'candles of the past') });
  services.provide(marketRoom, { hub, past, writer, siteMarkets });
  services.provide(marketReader, createReader(hub, now));
  watch(context, hub);
  const timers = [
    every(FLUSH_EVERY_MS, () => writer.flush(), (error) => log.warn({ err: error }, 'candles wait for the database')),
    every(SAVE_EVERY_MS, () => saveMemory(config.dataDir, hub, replay, now()), (error) => log.warn({ err: error }, 'the market cannot be remembered')),
    every(INTEREST_EVERY_MS, () => siteMarkets.refresh(engine), (error) => log.warn({ err: error }, 'open interest is not known')),
    every(SWEEP_EVERY_MS, () => dropOldSeconds(pool, now()), (error) => log.warn({ err: error }, 'old candles stay')),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await past.stop();
    await hub.stop();
    await saveMemory(config.dataDir, hub, replay, now()).catch(() => {});
    await writer.flush().catch(() => {});
  };
}

function every(ms: number, work: () => Promise<void>, onFault: (error: unknown) => void): NodeJS.Timeout {
  let isBusy = false;
  return setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    work()
      .catch(onFault)
      .finally(() => {
        isBusy = false;
      });
  }, ms);
}

function createReader(hub: MarketHub, now: () => number): MarketReader {
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
    opensAt(symbol) {
      const market = hub.market(symbol);
      return market === undefined || market.state !== 'closed' ? null : nextOpening(market.symbol.hours, now());
    },
  };
}

/** Readiness and figures. A single silent symbol halts itself; the feed as a whole is judged here. */
function watch({ health, metrics, clock }: AppContext, hub: MarketHub): void {
  health.register('feed', () => {
    const live = hub.markets.filter(({ state }) => state === 'live').length;
    const open = hub.markets.filter(({ state }) => state !== 'closed').length;
    return { ok: live > 0, detail: `${live} of ${open} open symbols are live` };
  });
  const age = new Gauge({
    name: 'maru_feed_age_ms',
    help: 'Age of the last news of each symbol that is open',
    labelNames: ['symbol'],
    registers: [metrics.registry],
    collect() {
      for (const market of hub.markets) {
        if (market.state === 'closed') age.remove(market.symbol.name);
        else age.set({ symbol: market.symbol.name }, Math.max(0, clock.now() - market.newsAt()));
      }
    },
  });
}
