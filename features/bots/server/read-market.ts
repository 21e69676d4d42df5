// The market as bots ask for it: book, trades, candles, statistics, mark and funding.
import {
  type Candle,
  chart,
  chartPage,
  fundingRates,
  marketReader,
  type PriceType,
  rawData,
  type Ticker,
  tickerStatistics,
} from '@maru/market/contract.ts';
import { tickersOf } from './all-tickers.ts';
import { type Ask, dataOf, type Endpoint } from './fapi-endpoint.ts';
import { FapiFault, faults } from './fapi-fault.ts';
import type { Params } from './fapi-params.ts';
import { derivedCandles, derivedOf } from './derived-candles.ts';
import { botNameOf, codeOf } from './fapi-symbols.ts';
import {
  aggregateShape,
  bookTickerShape,
  candleRow,
  candleShape,
  fundingInfoShape,
  fundingShape,
  isBotInterval,
  premiumShape,
  recentTradeShape,
  tickerShape,
} from './market-shapes.ts';

const depthLimits = [5, 10, 20, 50, 100, 500, 1000];
const MOST_CANDLES = 1500;
const MOST_RATES = 1000;
const END_OF_TIME = 99_999_999_999_999;

const wantedCode = (ask: Ask) => {
  const name = ask.params.text('symbol');
  return name === undefined ? undefined : codeOf(ask.site, name);
};
const codeIn = (ask: Ask) => codeOf(ask.site, ask.params.must('symbol'));

export const pairIn = (ask: Ask) => {
  const pair = ask.params.must('pair');
  const code = ask.site.symbols.find((symbol) => botNameOf(symbol) === pair.toUpperCase());
  if (code === undefined) throw faults.badPair();
  return code;
};

/** One ticker or, without a symbol, those of all symbols that have a price. */
async function tickers(ask: Ask): Promise<{ isOne: boolean; list: Ticker[] }> {
  const symbol = wantedCode(ask);
  const list = tickersOf(ask.context, symbol === undefined ? ask.site.symbols : [symbol]);
  if (symbol !== undefined && list.length === 0) throw faults.unavailable();
  return { isOne: symbol !== undefined, list };
}

const shaped = (shape: (ticker: Ticker) => unknown) => async (ask: Ask) => {
  const { isOne, list } = await tickers(ask);
  return isOne ? shape(list[0]) : list.map(shape);
};

async function depth(ask: Ask): Promise<unknown> {
  const limit = ask.params.whole('limit') ?? 500;
  if (!depthLimits.includes(limit)) throw new FapiFault(-4021, `${limit} is not valid depth limit.`);
  const book = await ask.service.books.picture(ask.site, codeIn(ask));
  return { lastUpdateId: book.update, E: book.time, T: book.time, bids: book.bids.slice(0, limit), asks: book.asks.slice(0, limit) };
}

async function recent(ask: Ask) {
  const limit = ask.params.whole('limit', 1, 1000) ?? 500;
  const { trades } = await dataOf(ask.call(rawData, { query: { symbol: codeIn(ask) } }));
  return trades.slice(-limit);
}

// Trades beyond the last fifty are not kept one by one, so fromId and times only narrow those.
async function aggregates(ask: Ask): Promise<unknown> {
  const [from, to, fromId] = [ask.params.whole('startTime') ?? 0, ask.params.whole('endTime') ?? Infinity, ask.params.whole('fromId') ?? 0];
  return (await recent(ask)).filter((t) => t.time >= from && t.time <= to && t.id >= fromId).map(aggregateShape);
}

/** Candles of a price; index and continuous ones are asked for by pair, which here is the symbol. */
const klines =
  (priceType: PriceType, named: 'symbol' | 'pair' = 'symbol') =>
  async (ask: Ask) => {
    const symbol = named === 'pair' ? pairIn(ask) : codeIn(ask);
    const interval = ask.params.must('interval');
    const kind = derivedOf(interval);
    if (!isBotInterval(interval) && kind === undefined) throw faults.badInterval();
    const limit = Math.min(ask.params.whole('limit', 1) ?? 500, MOST_CANDLES);
    const from = ask.params.whole('startTime');
    const to = ask.params.whole('endTime');
    if (from !== undefined && to !== undefined && from > to) throw faults.badTimes();
    if (!isBotInterval(interval)) {
      const found = await derivedCandles(ask, symbol, priceType, kind as NonNullable<typeof kind>, { from, to, limit });
      return found.map((candle) => candleRow(candle, (kind as NonNullable<typeof kind>).next(candle[0]) - 1));
    }
    const base = { symbol, interval, priceType };
    let candles: Candle[];
    if (from === undefined && to === undefined) {
      candles = await dataOf(ask.call(chart, { query: { ...base, limit: String(limit) } }));
    } else {
      const before = Math.min(to === undefined ? Infinity : to + 1, END_OF_TIME);
      const query = { ...base, before: String(before), from: from?.toString(), limit: String(limit) };
      ({ candles } = await dataOf(ask.call(chartPage, { query })));
    }
    return candles.map((candle) => candleShape(candle, interval));
  };

async function continuousKlines(ask: Ask): Promise<unknown> {
  const type = ask.params.must('contractType');
  if (type !== 'PERPETUAL') throw faults.badContractType();
  return klines('LAST', 'pair')(ask);
}

async function bookTicker(ask: Ask): Promise<unknown> {
  const symbol = wantedCode(ask);
  if (symbol !== undefined) return bookTickerOf(ask, symbol);
  const { list } = await tickers(ask);
  return Promise.all(list.map((ticker) => bookTickerOf(ask, ticker.symbol)));
}

// Of the very picture that depth tells and the streams go on from: their numbers are one count.
async function bookTickerOf(ask: Ask, symbol: string): Promise<unknown> {
  const book = await ask.service.books.picture(ask.site, symbol);
  return bookTickerShape({ symbol, ...book }, book.update);
}

/** Of one symbol or of all; without a beginning the newest are meant, either way oldest first. */
async function fundingRate(ask: Ask): Promise<unknown> {
  const code = wantedCode(ask);
  const [from, to] = [ask.params.whole('startTime'), ask.params.whole('endTime')];
  const limit = Math.min(ask.params.whole('limit', 1) ?? 100, MOST_RATES);
  if (from !== undefined && to !== undefined && from > to) throw faults.badTimes();
  const order = from === undefined ? 'DESC' : 'ASC';
  const query = { limit: String(limit), order, from: from?.toString(), to: to?.toString() };
  const pages = await Promise.all(
    (code === undefined ? ask.site.symbols : [code]).map((symbol) => dataOf(ask.call(fundingRates, { query: { ...query, symbol } }))),
  );
  const rates = pages
    .flatMap((page) => page.rates.map((point) => fundingShape(page.symbol, point)))
    .sort((a, b) => a.fundingTime - b.fundingTime);
  return from === undefined ? rates.slice(-limit) : rates.slice(0, limit);
}

async function fundingInfo(ask: Ask): Promise<unknown> {
  return ask.site.symbols.flatMap((symbol) => {
    const now = fundingOf(ask, symbol);
    return now === undefined ? [] : [fundingInfoShape(symbol, now)];
  });
}

const fundingOf = (ask: Ask, symbol: string) => ask.context.services.find(marketReader)?.funding(symbol);

async function premiums(ask: Ask): Promise<unknown> {
  const { isOne, list } = await tickers(ask);
  const shapes = list.flatMap((ticker) => {
    const funding = fundingOf(ask, ticker.symbol);
    return funding === undefined ? [] : [premiumShape(ticker, funding)];
  });
  return isOne ? shapes[0] : shapes;
}

/** Our index is one source's own, so it is its only constituent. */
async function constituents(ask: Ask): Promise<unknown> {
  const code = codeIn(ask);
  const [ticker] = tickersOf(ask.context, [code]);
  if (ticker === undefined) throw faults.unavailable();
  const symbol = botNameOf(code);
  const exchange = ticker.source === 'synthetic' ? 'synthetic' : code.slice(0, code.indexOf(':')).toLowerCase();
  return { symbol, time: ticker.time, constituents: [{ exchange, symbol, price: ticker.index, weight: '1.00000000' }] };
}

const priceShape = (t: Ticker) => ({ symbol: botNameOf(t.symbol), price: t.last, time: t.time });
const interestShape = (t: Ticker) => ({ symbol: botNameOf(t.symbol), openInterest: t.openInterest, time: t.time });
const allOr = (one: number, all: number) => (params: Params) => (params.text('symbol') === undefined ? all : one);

const get = (path: string, weight: Endpoint['weight'], run: (ask: Ask) => Promise<unknown>): Endpoint => ({
  method: 'GET',
  path,
  weight,
  security: 'NONE',
  run,
});
const depthWeight = (params: Params) => {
  const limit = Number(params.text('limit') ?? 500);
  return limit <= 50 ? 2 : limit <= 100 ? 5 : limit <= 500 ? 10 : 20;
};

const klineWeight = (params: Params) => {
  const limit = Number(params.text('limit') ?? 500);
  return limit < 100 ? 1 : limit < 500 ? 2 : limit <= 1000 ? 5 : 10;
};

export const marketEndpoints: readonly Endpoint[] = [
  get('/fapi/v1/depth', depthWeight, depth),
  get('/fapi/v1/trades', 5, async (ask) => (await recent(ask)).map(recentTradeShape)),
  get('/fapi/v1/historicalTrades', 20, async (ask) => (await recent(ask)).map(recentTradeShape)),
  get('/fapi/v1/aggTrades', 20, aggregates),
  get('/fapi/v1/klines', klineWeight, klines('LAST')),
  get('/fapi/v1/continuousKlines', klineWeight, continuousKlines),
  get('/fapi/v1/markPriceKlines', klineWeight, klines('MARK')),
  get('/fapi/v1/indexPriceKlines', klineWeight, klines('INDEX', 'pair')),
  get('/fapi/v1/premiumIndexKlines', klineWeight, klines('PREMIUM')),
  get('/fapi/v1/premiumIndex', allOr(1, 10), premiums),
  get('/fapi/v1/fundingRate', allOr(1, 20), fundingRate),
  get('/fapi/v1/fundingInfo', 1, fundingInfo),
  get('/fapi/v1/ticker/24hr', allOr(1, 40), shaped(tickerShape)),
  get('/fapi/v1/ticker/price', allOr(1, 2), shaped(priceShape)),
  get('/fapi/v2/ticker/price', allOr(1, 2), shaped(priceShape)),
  get('/fapi/v1/ticker/bookTicker', allOr(2, 5), bookTicker),
  get('/fapi/v1/constituents', 2, constituents),
  get('/fapi/v1/openInterest', 1, async (ask) => {
    const [ticker] = await dataOf(ask.call(tickerStatistics, { query: { symbol: codeIn(ask) } }));
    return interestShape(ticker);
  }),
];
