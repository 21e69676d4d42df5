// The market as bots ask for it: book, trades, candles, statistics, mark and funding.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { listOptions } from '@maru/futures/contract.ts';
import { type Candle, chart, chartPage, rawData, type Ticker, tickerStatistics } from '@maru/market/contract.ts';
import { tickersOf } from './all-tickers.ts';
import { type Ask, dataOf, type Endpoint } from './fapi-endpoint.ts';
import { FapiFault, faults } from './fapi-fault.ts';
import type { Params } from './fapi-params.ts';
import { botNameOf, codeOf } from './fapi-symbols.ts';
import {
  aggregateShape,
  bookTickerShape,
  candleShape,
  intervalMs,
  isBotInterval,
  premiumShape,
  recentTradeShape,
  tickerShape,
} from './market-shapes.ts';

const depthLimits = [5, 10, 20, 50, 100, 500, 1000];
const MOST_CANDLES = 1500;

const wantedCode = (ask: Ask) => {
  const name = ask.params.text('symbol');
  return name === undefined ? undefined : codeOf(ask.site, name);
};
const codeIn = (ask: Ask) => codeOf(ask.site, ask.params.must('symbol'));

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
  const book = await ask.room.books.picture(ask.site, codeIn(ask));
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

async function klines(ask: Ask): Promise<unknown> {
  const symbol = codeIn(ask);
  const interval = ask.params.must('interval');
  if (!isBotInterval(interval)) throw faults.badInterval();
  const limit = Math.min(ask.params.whole('limit', 1) ?? 500, MOST_CANDLES);
  const from = ask.params.whole('startTime');
  const to = ask.params.whole('endTime');
  let candles: Candle[];
  if (from === undefined && to === undefined) {
    candles = await dataOf(ask.call(chart, { query: { symbol, interval, limit: String(limit) } }));
  } else {
    const step = intervalMs[interval];
    const until = Math.min(to === undefined ? Infinity : to + 1, from === undefined ? Infinity : (Math.ceil(from / step) + limit) * step);
    const query = { symbol, interval, before: String(Math.min(until, 99_999_999_999_999)), limit: String(limit) };
    const page = await dataOf(ask.call(chartPage, { query }));
    candles = page.candles.filter(([openAt]) => openAt >= (from ?? 0));
    const last = candles.at(-1)?.[0] ?? 0;
    // Pages hold closed candles; the running one belongs to the answer when its time does.
    const [running] = await dataOf(ask.call(chart, { query: { symbol, interval, limit: '1' } }));
    if (running !== undefined && running[0] > last && running[0] < until && running[0] >= (from ?? 0) && candles.length < limit)
      candles.push(running);
  }
  return candles.map((candle) => candleShape(candle, interval));
}

async function bookTicker(ask: Ask): Promise<unknown> {
  const symbol = wantedCode(ask);
  if (symbol !== undefined) return bookTickerOf(ask, symbol);
  const { list } = await tickers(ask);
  return Promise.all(list.map((ticker) => bookTickerOf(ask, ticker.symbol)));
}

async function bookTickerOf(ask: Ask, symbol: string): Promise<unknown> {
  const { depth: picture } = await dataOf(ask.call(rawData, { query: { symbol } }));
  return bookTickerShape(picture, picture.time * 1000);
}

async function fundingRate(ask: Ask): Promise<unknown> {
  const code = wantedCode(ask);
  const [from, to] = [ask.params.whole('startTime') ?? 0, ask.params.whole('endTime') ?? Infinity];
  const limit = ask.params.whole('limit', 1, 1000) ?? 100;
  const options = await dataOf(ask.call(listOptions));
  const rates = options
    .filter((option) => code === undefined || option.symbol === code)
    .flatMap((option) =>
      ask.room.fundingRates
        .of(ask.site.id, option.futuresOptionId - 1)
        .filter(({ time }) => time >= from && time <= to)
        .map(({ time, rate, mark }) => ({
          symbol: botNameOf(option.symbol),
          fundingTime: time,
          fundingRate: rate,
          markPrice: formatDecimal(mark, option.pricePrecision + 2),
        })),
    )
    .sort((a, b) => a.fundingTime - b.fundingTime);
  // Without a beginning the newest are meant.
  return ask.params.text('startTime') === undefined ? rates.slice(-limit) : rates.slice(0, limit);
}

async function fundingInfo(ask: Ask): Promise<unknown> {
  const options = await dataOf(ask.call(listOptions));
  return options.map(({ symbol }) => ({
    symbol: botNameOf(symbol),
    adjustedFundingRateCap: '0.02000000',
    adjustedFundingRateFloor: '-0.02000000',
    fundingIntervalHours: 8,
    disclaimer: false,
  }));
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

export const marketEndpoints: readonly Endpoint[] = [
  get('/fapi/v1/depth', depthWeight, depth),
  get('/fapi/v1/trades', 5, async (ask) => (await recent(ask)).map(recentTradeShape)),
  get('/fapi/v1/historicalTrades', 20, async (ask) => (await recent(ask)).map(recentTradeShape)),
  get('/fapi/v1/aggTrades', 20, aggregates),
  get('/fapi/v1/klines', 5, klines),
  get('/fapi/v1/premiumIndex', 1, shaped(premiumShape)),
  get('/fapi/v1/fundingRate', 1, fundingRate),
  get('/fapi/v1/fundingInfo', 1, fundingInfo),
  get('/fapi/v1/ticker/24hr', allOr(1, 40), shaped(tickerShape)),
  get('/fapi/v1/ticker/price', allOr(1, 2), shaped(priceShape)),
  get('/fapi/v2/ticker/price', allOr(1, 2), shaped(priceShape)),
  get('/fapi/v1/ticker/bookTicker', allOr(2, 5), bookTicker),
  get('/fapi/v1/openInterest', 1, async (ask) => {
    const [ticker] = await dataOf(ask.call(tickerStatistics, { query: { symbol: codeIn(ask) } }));
    return interestShape(ticker);
  }),
];
