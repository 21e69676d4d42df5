// A market whose ticks a test tells: what rounds ask of prices, without a feed.
import { marketErrors } from '@maru/market/errors.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import {
  type Candle,
  type FeedState,
  feedTopic,
  type MarketReader,
  type MarketTick,
  type PriceListener,
  signedPriceSource,
  type SignedPriceSource,
  type Ticker,
} from '@maru/market/contract.ts';
import { marketMigrations } from '@maru/market/server/migrations.ts';
import type { MarketCalendar } from '@maru/market/server/market-calendar.ts';
import { startCalendar, calendarRoutes } from '@maru/market/server/start-calendar.ts';
import { isOpen, nextOpening } from '@maru/market/server/trading-hours.ts';
import { provideReader } from '@maru/market/server/provide-reader.ts';

export interface ToldMarket {
  readonly feature: ServerFeature;
  state: FeedState;
  /** Of all symbols: when a market opens again that is closed. */
  opensAt: number | null;
  /** Of all symbols: the second source's price, in ticks. */
  index: number;
  /** The recorded minutes of every price of every symbol. */
  candles: readonly Candle[];
  /** Where signed prices come from; set before the server starts. */
  signed: SignedPriceSource | undefined;
  tick(symbol: string, price: number, receivedAt: number): MarketTick;
  /** Last, mark or index of a symbol, in hundredths of a tick. */
  price(symbol: string, type: Parameters<PriceListener>[0], price: number): void;
  /** Somebody listens to the symbol's ticks. */
  isHeard(symbol: string): boolean;
}

/** What was told of last, mark and index, and who hears of it. */
function toldPrices() {
  const hearers = new Map<string, Set<PriceListener>>();
  const told = new Map<string, number>();
  const of = (symbol: string, type: Parameters<PriceListener>[0]) => told.get(`${symbol} ${type}`) ?? 0;
  return {
    hearers,
    tell(symbol: string, type: Parameters<PriceListener>[0], price: number, isHeard: boolean) {
      told.set(`${symbol} ${type}`, price);
      if (isHeard) for (const listener of hearers.get(symbol) ?? []) listener(type, price);
    },
    of: (symbol: string, index: number) => ({
      last: of(symbol, 'LAST') / 100,
      mark: of(symbol, 'MARK'),
      index: of(symbol, 'INDEX') || index,
      bid: 0,
      ask: 0,
      ageMs: 0,
    }),
  };
}

export function toldMarket(): ToldMarket {
  const listeners = new Map<string, Set<(tick: MarketTick) => void>>();
  const prices = toldPrices();
  let id = 5_000_000_000;
  let calendar: MarketCalendar | undefined;
  const hoursOf = (symbol: string) => calendar?.symbol(symbol)?.hours ?? 'always';
  const market: ToldMarket = {
    state: 'live',
    opensAt: null,
    index: 0,
    candles: [],
    signed: undefined,
    feature: {
      name: 'market',
      errors: marketErrors,
      routes: calendarRoutes,
      // Every page of the shell asks for it, and a topic that nobody knows ends the whole line.
      topics: [{ topic: feedTopic }],
      migrations: marketMigrations,
      async start(context) {
        const { services } = context;
        const holidays = await startCalendar(context);
        calendar = holidays.calendar;
        provideReader(context, reader);
        services.provide(signedPriceSource, market.signed);
        return () => {
          holidays.stop();
          listeners.clear();
          prices.hearers.clear();
        };
      },
    },
    price(symbol, type, price) {
      prices.tell(symbol, type, price, market.state === 'live');
    },
    isHeard: (symbol) => (listeners.get(symbol)?.size ?? 0) > 0,
    tick(symbol, price, receivedAt) {
      const tick = { id: ++id, price, eventAt: receivedAt - 4, receivedAt };
      for (const listener of listeners.get(symbol) ?? []) listener(tick);
      return tick;
    },
  };
  const reader: MarketReader = {
    state: () => market.state,
    prices: (symbol) => prices.of(symbol, market.index * 100),
    ticker: () => ({ source: 'replay' }) as Ticker,
    funding: () => undefined,
    opensAt: () => market.opensAt,
    isOpenAt: (symbol, time) => isOpen(hoursOf(symbol), time),
    opensAfter: (symbol, time) => nextOpening(hoursOf(symbol), time),
    holidayAt: (symbol, time) => calendar?.holidayAt(symbol, time),
    taken: () => undefined,
    onTick(symbol, listener) {
      const all = listeners.get(symbol) ?? new Set();
      listeners.set(symbol, all.add(listener));
      return () => void all.delete(listener);
    },
    onPrice(symbol, listener) {
      const all = prices.hearers.get(symbol) ?? new Set();
      prices.hearers.set(symbol, all.add(listener));
      return () => void all.delete(listener);
    },
    candles: async () => [...market.candles],
  };
  return market;
}
