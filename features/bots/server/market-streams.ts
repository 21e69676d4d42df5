// Market streams by Binance's names: what each listens to in the exchange, and how it tells it.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { klineTopic, type Candle, marketReader, type RecentTrade, type Ticker, tickerTopic, tradesTopic } from '@maru/market/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { destinationOf, type Topic } from '@maru/kit/contract/topic.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { tickersOf } from './all-tickers.ts';
import type { Book, BookStreams } from './book-stream.ts';
import { derivedOf } from './derived-candles.ts';
import { botNameOf, codeOf } from './fapi-symbols.ts';
import type { FoldedStreams } from './folded-streams.ts';
import { type ForceOrders, forceOrderShape, type Liquidated } from './force-orders.ts';
import { aggregateShape, averageOf, type BotInterval, candleRow, intervalMs, isBotInterval } from './market-shapes.ts';

export type Emit = (event: object | object[]) => void;
export interface StreamParts {
  context: AppContext;
  books: BookStreams;
  folded: FoldedStreams;
  forceOrders: ForceOrders;
}
/** Starts telling; answers how to stop. */
export type Opener = (parts: StreamParts, site: SiteConfig, emit: Emit) => () => void;

/** The opener of a stream's name; undefined when there is no such stream or symbol here. One stream has few names, so that nobody has it told a thousand times. */
export function marketStream(site: SiteConfig, name: string): Opener | undefined {
  const all = allStreams.get(name.replace(/^(!markPrice@arr)@[13]s$/, '$1'));
  if (all !== undefined) return all;
  const [symbol, kind = '', ...rest] = name.split('@');
  const speed = rest.join('@');
  if (symbol !== symbol.toLowerCase() || !speedsOf(kind).includes(speed)) return undefined;
  const code = knownCode(site, kind.startsWith('continuousKline_') ? symbol.replace(/_perpetual$/, '') : symbol);
  return code === undefined ? undefined : symbolStream(code, kind, speed);
}

function speedsOf(kind: string): readonly string[] {
  if (kind.startsWith('depth')) return ['', '100ms', '250ms', '500ms'];
  return kind === 'markPrice' ? ['', '1s', '3s'] : [''];
}

function knownCode(site: SiteConfig, symbol: string): string | undefined {
  try {
    return codeOf(site, symbol);
  } catch {
    return undefined;
  }
}

function symbolStream(code: string, kind: string, speed: string): Opener | undefined {
  const s = botNameOf(code);
  if (kind === 'aggTrade') return trades(code, (t, E) => ({ e: 'aggTrade', E, s, ...aggregateShape(t) }));
  if (kind === 'trade')
    return trades(code, (t, E) => ({ e: 'trade', E, T: t.time, s, t: t.id, p: t.price, q: t.quantity, X: 'MARKET', m: t.side === 'S' }));
  if (kind === 'depth') return depthChanges(code);
  if (/^depth(5|10|20)$/.test(kind)) return depthPictures(code, Number(kind.slice(5)));
  if (kind === 'bookTicker') return bookTickers(code);
  if (kind === 'markPrice') return tickerStream(code, speed === '1s' ? 1000 : 3000, markShape);
  if (kind === 'miniTicker') return tickerStream(code, 500, miniShape);
  if (kind === 'ticker') return tickerStream(code, 1000, fullShape);
  if (kind === 'forceOrder') return liquidations(code);
  if (kind.startsWith('kline_')) return klines(code, kind.slice(6), { e: 'kline', s });
  const head = { e: 'continuous_kline', ps: s, ct: 'PERPETUAL' };
  return kind.startsWith('continuousKline_') ? klines(code, kind.slice(16), head) : undefined;
}

const tap = ({ context }: StreamParts, site: SiteConfig, topic: Topic, params: Record<string, string>, hear: (body: unknown) => void) =>
  context.sockets.tapTopic(site.id, destinationOf(topic, params), hear);

function trades(code: string, shape: (trade: RecentTrade, now: number) => object): Opener {
  return (parts, site, emit) =>
    tap(parts, site, tradesTopic, { symbol: code }, (body) => {
      for (const trade of body as RecentTrade[]) emit(shape(trade, parts.context.clock.now()));
    });
}

// A difference leads from one picture to the next and names both, so that a bot that holds either one finds its place: the venue wants the
// first difference to begin at or before the picture fetched, and each to follow on the one before by pu.
function depthChanges(code: string): Opener {
  const s = botNameOf(code);
  return ({ books, context }, site, emit) =>
    books.follow(site, code, ({ book, before, bids, asks }) => {
      emit({ e: 'depthUpdate', E: context.clock.now(), T: book.time, s, U: before, u: book.update, pu: before, b: bids, a: asks });
    });
}

function depthPictures(code: string, levels: number): Opener {
  const s = botNameOf(code);
  return ({ books, context }, site, emit) => {
    const tell = (book: Book, before: number) => {
      const [b, a] = [book.bids.slice(0, levels), book.asks.slice(0, levels)];
      emit({ e: 'depthUpdate', E: context.clock.now(), T: book.time, s, U: before, u: book.update, pu: before, b, a });
    };
    const stop = books.follow(site, code, ({ book, before }) => tell(book, before));
    books.picture(site, code).then((book) => tell(book, book.update - 1), ignore);
    return stop;
  };
}

function bookTickers(code: string): Opener {
  const s = botNameOf(code);
  return ({ books, context }, site, emit) => {
    let told = '';
    const tell = (book: Book) => {
      const [[b, B] = ['0', '0']] = book.bids;
      const [[a, A] = ['0', '0']] = book.asks;
      const best = `${b} ${B} ${a} ${A}`;
      if (best === told) return;
      told = best;
      emit({ e: 'bookTicker', u: book.update, s, b, B, a, A, T: book.time, E: context.clock.now() });
    };
    const stop = books.follow(site, code, ({ book }) => tell(book));
    books.picture(site, code).then(tell, ignore);
    return stop;
  };
}

/** A picture that cannot be had (no price yet) comes with the first change. */
function ignore(): void {}

type TellCandle = (candle: Candle, isClosed: boolean) => void;

/** Tells candles of a stream; a folded one ends where the next begins. */
function candleTeller(
  { context }: StreamParts,
  code: string,
  interval: string,
  head: Readonly<Record<string, string>>,
  emit: Emit,
): TellCandle {
  const s = botNameOf(code);
  const next = derivedOf(interval)?.next ?? ((start: number) => start + intervalMs[interval as BotInterval]);
  return (candle, x) => {
    const T = next(candle[0]) - 1;
    const [t, o, h, l, c, v, , q] = candleRow(candle, T);
    const k = { t, T, s, i: interval, f: 0, L: 0, o, c, h, l, v, n: 0, x, q, V: '0', Q: '0', B: '0' };
    emit({ ...head, E: context.clock.now(), k });
  };
}

/** Undefined where there is no such interval. */
function klines(code: string, interval: string, head: Readonly<Record<string, string>>): Opener | undefined {
  if (derivedOf(interval) !== undefined)
    return (parts, site, emit) => parts.folded.follow(site, code, interval, candleTeller(parts, code, interval, head, emit));
  if (!isBotInterval(interval)) return undefined;
  return (parts, site, emit) => {
    const tell = candleTeller(parts, code, interval, head, emit);
    let last: Candle | undefined;
    return tap(parts, site, klineTopic, { symbol: code, interval }, (body) => {
      const candle = body as Candle;
      // The exchange tells only the running candle: the next one's start is this one's end.
      if (last !== undefined && last[0] < candle[0]) tell(last, true);
      last = candle;
      tell(candle, false);
    });
  };
}

const markShape = (t: Ticker, E: number, { services }: AppContext) => ({
  e: 'markPriceUpdate',
  E,
  s: botNameOf(t.symbol),
  p: t.mark,
  ap: t.mark,
  P: t.index,
  i: t.index,
  r: services.find(marketReader)?.funding(t.symbol)?.rate ?? '0',
  T: t.nextFundingAt,
});
const miniShape = (t: Ticker, E: number) => ({
  e: '24hrMiniTicker',
  E,
  s: botNameOf(t.symbol),
  c: t.last,
  o: t.open,
  h: t.high,
  l: t.low,
  v: t.volume,
  q: t.quoteVolume,
});
const fullShape = (t: Ticker, E: number) => ({
  e: '24hrTicker',
  E,
  s: botNameOf(t.symbol),
  p: t.change,
  P: t.changePercent,
  w: averageOf(t),
  c: t.last,
  Q: '0',
  o: t.open,
  h: t.high,
  l: t.low,
  v: t.volume,
  q: t.quoteVolume,
  O: t.time - DAY_MS,
  C: t.time,
  F: 0,
  L: 0,
  n: 0,
});

type TickerEvent = (ticker: Ticker, now: number, context: AppContext) => object;

/** The exchange tells a ticker every 250 ms; a bot hears it as often as the stream promises. */
function tickerStream(code: string, everyMs: number, shape: TickerEvent): Opener {
  return (parts, site, emit) => {
    let toldAt = -Infinity;
    return tap(parts, site, tickerTopic, { symbol: code }, (body) => {
      const now = parts.context.clock.now();
      if (now - toldAt < everyMs - 100) return;
      toldAt = now;
      emit(shape(body as Ticker, now, parts.context));
    });
  };
}

/** Of one symbol or of all: in each second the newest of each. */
function liquidations(code: string | undefined): Opener {
  return ({ context, forceOrders }, site, emit) => {
    const newest = new Map<number, Liquidated>();
    const stop = forceOrders.hear(site.id, (order) => {
      if (code === undefined || site.symbols[order.symbol] === code) newest.set(order.symbol, order);
    });
    const tell = () => {
      for (const order of newest.values()) emit(forceOrderShape(site, order, context.clock.now()));
      newest.clear();
    };
    const timer = setInterval(tell, EVERY_MS).unref();
    return () => {
      stop();
      clearInterval(timer);
    };
  };
}

const EVERY_MS = 1000;

/** All symbols at once, every second. */
function everySymbol(shape: TickerEvent): Opener {
  return ({ context }, site, emit) => {
    const tell = () => {
      const now = context.clock.now();
      const tickers = tickersOf(context, site.symbols);
      if (tickers.length > 0) emit(tickers.map((ticker) => shape(ticker, now, context)));
    };
    const timer = setInterval(tell, EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  };
}

const everyBookTicker: Opener = (parts, site, emit) => {
  const stops = site.symbols.map((code) => bookTickers(code)(parts, site, emit));
  return () => stops.forEach((stop) => stop());
};

const allStreams: ReadonlyMap<string, Opener> = new Map([
  ['!ticker@arr', everySymbol(fullShape)],
  ['!miniTicker@arr', everySymbol(miniShape)],
  ['!markPrice@arr', everySymbol(markShape)],
  ['!bookTicker', everyBookTicker],
  ['!forceOrder@arr', liquidations(undefined)],
]);
