// Market data on the wire: symbols' prices, depth, trades, candles, statistics; and what the market offers other features.
import { z } from 'zod/mini';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { everyone } from '@maru/kit/contract/role.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, isoTime, signedDecimal, symbolName } from '@maru/kit/contract/wire.ts';

export const intervals = ['1s', '1m', '3m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type Interval = (typeof intervals)[number];

/** A symbol's feed by the staleness table: 3 s no new exposure, 10 s halted. `unsafe`: a step is told that is not believed, so no new exposure either. */
export const feedStates = ['live', 'stale', 'unsafe', 'halted', 'closed'] as const;
export type FeedState = (typeof feedStates)[number];

/** What a candle is made of; absent in a request = LAST. PREMIUM is a signed fraction, how far the book's impact prices stand from the index. */
export const priceTypes = ['LAST', 'MARK', 'INDEX', 'PREMIUM'] as const;
export type PriceType = (typeof priceTypes)[number];

/** [open time ms, open, high, low, close, volume (base), quote volume, 1 when simulated back-fill]. Volumes are 0 but for LAST. */
export const candle = z.tuple([z.number(), signedDecimal, signedDecimal, signedDecimal, signedDecimal, decimal, decimal, z.number()]);
export type Candle = z.output<typeof candle>;

export const ticker = z.object({
  symbol: symbolName,
  last: decimal,
  /** +1 up, -1 down, 0 unchanged against the trade before. */
  direction: z.number(),
  mark: decimal,
  index: decimal,
  bid: decimal,
  ask: decimal,
  /** 24 h statistics. */
  open: decimal,
  high: decimal,
  low: decimal,
  change: signedDecimal,
  changePercent: signedDecimal,
  volume: decimal,
  quoteVolume: decimal,
  /** Estimated rate of the running interval, percent with sign ("0.0100"). */
  fundingRate: signedDecimal,
  nextFundingAt: z.number(),
  openInterest: decimal,
  feed: z.enum(feedStates),
  /** Why prices are not believed: a step of one source, two sources of the index more than 3 % apart, or no live source that tells any. */
  doubt: z.nullable(z.object({ why: z.enum(['STEP', 'SOURCES_APART', 'NO_FEED']), since: z.nullable(z.number()) })),
  /** Where prices come from: replay and synthetic are marked on screen. */
  source: z.enum(['replay', 'binance', 'synthetic']),
  /** ms since the feed's last news for the symbol. */
  ageMs: z.number(),
  time: z.number(),
});
export type Ticker = z.output<typeof ticker>;

/** Price levels, best first: [price, quantity]. `depth` is a whole picture each time, members' orders merged with the counterparty's ladder. */
export const depth = z.object({
  symbol: symbolName,
  bids: z.array(z.tuple([decimal, decimal])),
  asks: z.array(z.tuple([decimal, decimal])),
  time: z.number(),
});
export type Depth = z.output<typeof depth>;

export const recentTrade = z.object({
  id: z.number(),
  price: decimal,
  quantity: decimal,
  side: z.enum(['B', 'S']),
  time: z.number(),
});
export type RecentTrade = z.output<typeof recentTrade>;

const momentText = z.pipe(z.string().check(z.regex(/^\d{1,14}$/)), z.transform(Number));

export const chart = defineRoute({
  name: 'chart',
  method: 'GET',
  path: '/api/stock/chart',
  roles: everyone,
  summary: { ko: '최근 캔들', en: 'Latest candles' },
  query: z.object({
    symbol: symbolName,
    interval: z.enum(intervals),
    priceType: z.optional(z.enum(priceTypes)),
    limit: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/)), z.transform(Number))),
  }),
  reply: z.array(candle),
  codes: ['SYMBOL_NOT_LISTED'],
});

/** Candles older than `before` (open time, ms), newest last: the latest of them, or with `from` the first from there on. */
export const chartPage = defineRoute({
  name: 'chartPage',
  method: 'GET',
  path: '/api/stock/chart_page',
  roles: everyone,
  summary: { ko: '지난 캔들', en: 'Earlier candles' },
  query: z.object({
    symbol: symbolName,
    interval: z.enum(intervals),
    priceType: z.optional(z.enum(priceTypes)),
    before: momentText,
    from: z.optional(momentText),
    limit: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/)), z.transform(Number))),
  }),
  reply: z.object({ candles: z.array(candle), more: z.boolean() }),
  codes: ['SYMBOL_NOT_LISTED'],
});

/** One settled funding rate of a symbol on this site. Rates are fractions: "0.00010000" = 0.01 %. */
export const fundingPoint = z.object({
  /** The funding time it settled, ms. */
  time: z.number(),
  rate: signedDecimal,
  mark: decimal,
  /** Of the past that a fresh installation made up, like its candles. */
  isSimulated: z.boolean(),
});
export type FundingPoint = z.output<typeof fundingPoint>;

/** The running funding interval of a symbol, and the bounds of its rate. */
export const fundingNow = z.object({
  /** Estimate of the rate at `nextFundingAt`. */
  rate: signedDecimal,
  nextFundingAt: z.number(),
  intervalHours: z.number(),
  cap: signedDecimal,
  floor: signedDecimal,
  interestRate: signedDecimal,
  mark: decimal,
  index: decimal,
  /** The newest premium sample. */
  premium: signedDecimal,
});
export type FundingNow = z.output<typeof fundingNow>;

/** Every settled rate, newest first unless `order` says otherwise; `next` is the cursor of the page after. */
export const fundingRates = defineRoute({
  name: 'fundingRates',
  method: 'GET',
  path: '/api/stock/funding_rate',
  roles: everyone,
  summary: { ko: '펀딩비율 내역', en: 'Settled funding rates' },
  query: z.object({
    symbol: symbolName,
    limit: z.optional(z.pipe(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/)), z.transform(Number))),
    cursor: z.optional(momentText),
    /** Both ends included, ms. */
    from: z.optional(momentText),
    to: z.optional(momentText),
    order: z.optional(z.enum(['ASC', 'DESC'])),
  }),
  reply: z.object({ symbol: symbolName, current: fundingNow, rates: z.array(fundingPoint), next: z.nullable(z.string()) }),
  codes: ['SYMBOL_NOT_LISTED'],
});

const lastPrices = z.record(z.string(), decimal);

export const lastPrice = defineRoute({
  name: 'lastPrice',
  method: 'GET',
  path: '/api/stock/last_price',
  roles: everyone,
  summary: { ko: '현재가', en: 'Last prices' },
  query: z.object({ symbol: z.optional(symbolName) }),
  reply: lastPrices,
  codes: ['SYMBOL_NOT_LISTED'],
});

export const publicLastPrice = defineRoute({
  name: 'publicLastPrice',
  method: 'GET',
  path: '/api/public/stock/last_price',
  roles: everyone,
  summary: { ko: '현재가(공개)', en: 'Last prices (public)' },
  query: z.object({ symbol: z.optional(symbolName) }),
  reply: lastPrices,
  codes: ['SYMBOL_NOT_LISTED'],
});

/** Small named values of the market: feed kind, seam count, server time, symbols with their state. */
export const keyValue = defineRoute({
  name: 'keyValue',
  method: 'GET',
  path: '/api/stock/key_value',
  roles: everyone,
  summary: { ko: '시세 설정 값', en: 'Named market values' },
  query: z.object({ key: z.string().check(z.regex(/^[a-zA-Z0-9_.:-]{1,64}$/)) }),
  reply: z.object({ key: z.string(), value: z.nullable(z.string()) }),
});

/** First paint of a trade screen in one answer. */
export const rawData = defineRoute({
  name: 'rawData',
  method: 'GET',
  path: '/api/stock/raw_data',
  roles: everyone,
  summary: { ko: '종목의 현재 시세 묶음', en: 'Ticker, depth and trades of a symbol' },
  query: z.object({ symbol: symbolName }),
  reply: z.object({ ticker, depth, trades: z.array(recentTrade) }),
  codes: ['SYMBOL_NOT_LISTED'],
});

export const tickerStatistics = defineRoute({
  name: 'tickerStatistics',
  method: 'GET',
  path: '/api/stock/trade/ticker_statistics',
  roles: everyone,
  summary: { ko: '24시간 통계', en: '24 h statistics' },
  query: z.object({ symbol: z.optional(symbolName) }),
  /** With sparkline closes of the last 24 h (48 points). */
  reply: z.array(z.object({ ...ticker.shape, sparkline: z.array(decimal) })),
  codes: ['SYMBOL_NOT_LISTED'],
});

export const tickerTopic = defineTopic({
  name: 'ticker',
  destination: '/topic/stock/{symbol}/ticker',
  roles: everyone,
  summary: { ko: '현재가와 통계', en: 'Ticker' },
  message: ticker,
});
export const depthTopic = defineTopic({
  name: 'depth',
  destination: '/topic/stock/{symbol}/depth',
  roles: everyone,
  summary: { ko: '호가', en: 'Order book, 20 levels a side' },
  message: depth,
});
/** Price steps, in ticks, that the depth is also told in; the finest is the depth itself. */
export const depthSteps = [5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000] as const;
/** The book grouped by a step, away from the spread, as deep as the source knows it. Beyond the counterparty's ladder it is the venue's: to look at, not to meet. */
export const depthStepTopic = defineTopic({
  name: 'depthStep',
  destination: '/topic/stock/{symbol}/depth/{step}',
  roles: everyone,
  summary: { ko: '묶은 호가', en: 'Order book grouped by a price step (ticks), 20 rows a side' },
  message: depth,
});
export const tradesTopic = defineTopic({
  name: 'trades',
  destination: '/topic/stock/{symbol}/trades',
  roles: everyone,
  summary: { ko: '체결', en: 'Trades, oldest first' },
  message: z.array(recentTrade),
});
export const klineTopic = defineTopic({
  name: 'kline',
  destination: '/topic/stock/{symbol}/kline/{interval}',
  roles: everyone,
  summary: { ko: '캔들', en: 'The running candle' },
  message: candle,
});
/** The running candle of another price than the last. */
export const priceKlineTopic = defineTopic({
  name: 'priceKline',
  destination: '/topic/stock/{symbol}/kline/{interval}/{priceType}',
  roles: everyone,
  summary: { ko: '마크·지수·프리미엄 캔들', en: 'The running candle of mark, index or premium' },
  message: candle,
});
/** All symbols' short tickers once a second: [symbol, last, changePercent, quoteVolume, direction, feed, since when it is no live price (ms; 0: it is)]. */
export const tickersTopic = defineTopic({
  name: 'tickers',
  destination: '/topic/stock/all/tickers',
  roles: everyone,
  summary: { ko: '전 종목 현재가', en: 'Short tickers of all symbols' },
  message: z.array(z.tuple([symbolName, decimal, signedDecimal, decimal, z.number(), z.enum(feedStates), z.number()])),
});

/**
 * How the site's prices are as a whole: symbols whose market is open, how many of these wait for a price to trade on (late, halted or not
 * believed), since when the longest does (ms), and whether a feed tells nothing of any of its symbols.
 */
export const feedStanding = z.object({ open: z.number(), waiting: z.number(), since: z.nullable(z.number()), isAway: z.boolean() });
export type FeedStanding = z.output<typeof feedStanding>;
/** Told when it changes. */
export const feedTopic = defineTopic({
  name: 'feed',
  destination: '/topic/stock/all/feed',
  roles: everyone,
  summary: { ko: '시세 상태', en: 'How many symbols wait for prices, and since when' },
  message: feedStanding,
});

/** What keeps a trading holiday: everything that has trading hours, or one kind of it. */
export const holidayMarkets = ['ALL', 'FOREX', 'COMMODITY', 'INDEX'] as const;
export type HolidayMarket = (typeof holidayMarkets)[number];

/** Days on which sessions do not open: the Seoul dates of their openings, both included. */
export const holiday = z.object({
  id: z.number(),
  market: z.enum(holidayMarkets),
  from: z.string(),
  to: z.string(),
  name: z.object({ ko: z.string(), en: z.string() }),
  /** The opening that does not come; of a day that had begun, when the last round that could have bets had ended. */
  closesAt: isoTime,
  endsAt: isoTime,
});
export type Holiday = z.output<typeof holiday>;

/** Those that hold or are to come, of what the site lists, by their begin. */
export const tradingHolidays = defineRoute({
  name: 'tradingHolidays',
  method: 'GET',
  path: '/api/stock/holidays',
  etag: true,
  roles: everyone,
  summary: { ko: '휴장일', en: 'Trading holidays' },
  reply: z.array(holiday),
});

/** A believed trade of the feed: `id` is the venue's own, `eventAt` its time, `receivedAt` our clock as it came. Of a symbol that settles by its mid: the middle of the book. */
export interface MarketTick {
  readonly id: number;
  /** In ticks of the symbol. */
  readonly price: number;
  readonly eventAt: number;
  readonly receivedAt: number;
}

export type PriceListener = (type: Exclude<PriceType, 'PREMIUM'>, price: number) => void;

/** What the market offers other features of the server: live prices in integer units (price in ticks, mark and index in tick/100). */
export interface MarketReader {
  state(symbol: string): FeedState | undefined;
  prices(symbol: string): { last: number; mark: number; index: number; bid: number; ask: number; ageMs: number } | undefined;
  ticker(symbol: string): Ticker | undefined;
  /** The running funding interval; undefined for an unknown symbol. */
  funding(symbol: string): FundingNow | undefined;
  /** While closed: ms of the next opening; else null. */
  opensAt(symbol: string): number | null;
  /** By its trading hours alone; false of an unknown symbol. */
  isOpenAt(symbol: string, time: number): boolean;
  /** The first moment from `time` on that lies within its trading hours. */
  opensAfter(symbol: string, time: number): number;
  /** What closes it at `time` out of its usual hours. */
  holidayAt(symbol: string, time: number): Holiday | undefined;
  /** What takers bought and sold of the reference market since the server began, in the base coin; undefined of an unknown symbol. */
  taken(symbol: string): { bought: string; sold: string } | undefined;
  /** Hears each tick of a symbol as it comes; answers how to stop. */
  onTick(symbol: string, listener: (tick: MarketTick) => void): () => void;
  /** Hears each believed price while the symbol is live: the last with every trade, mark (where it may be acted on) and index at every settling. In hundredths of a tick. */
  onPrice(symbol: string, listener: PriceListener): () => void;
  /** The newest candles, the running one last; none of an unknown symbol. */
  candles(symbol: string, interval: Interval, limit: number, priceType?: PriceType): Promise<Candle[]>;
}
/** Moments at which somebody needs a price of one of these symbols: bounds of rounds that have bets or may be bet on now. */
export type NeededMoments = (symbols: ReadonlySet<string>) => readonly number[];
/** Provided by the market: a session that has begun is closed only after the moments that are near. */
export const marketUse = serviceKey('market.use').of<{ register(needed: NeededMoments): void }>();

/** Forex, gold and indices have no trades of one venue: they settle on the middle of the book (rules 11.4). */
export const settlesByMid = (symbol: string): boolean => symbol.startsWith('PYTH:');

/** A price update as its publisher signed it, told by who signs: to be verified by whoever uses it. */
export interface SignedUpdate {
  /** Lower-case hex. */
  readonly feed: string;
  readonly signerSet: string;
  /** The bytes as they came, base64. */
  readonly update: string;
}

/** Where signed prices come from (Pyth's Hermes), beside the feed that prices the symbols. */
export interface SignedPriceSource {
  /** Whether any are to be had for the symbol. */
  has(symbol: string): boolean;
  /** The first update published at the moment (ms, whole seconds) or after it; undefined: not there yet, or not to be had. */
  firstFrom(symbol: string, at: number): Promise<SignedUpdate | undefined>;
}
export const signedPriceSource = serviceKey('market.signed').of<SignedPriceSource | undefined>();

export const marketReader = serviceKey('market.reader').of<MarketReader>();
