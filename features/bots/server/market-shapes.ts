// Prices, statistics, trades and candles in Binance's shapes, for calls and streams alike.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Candle, Depth, FundingNow, FundingPoint, Interval, RecentTrade, Ticker } from '@maru/market/contract.ts';
import { over, times } from './decimals.ts';
import { botNameOf } from './fapi-symbols.ts';

export const intervalMs: Readonly<Record<Exclude<Interval, '1s'>, number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
};
export type BotInterval = keyof typeof intervalMs;
export const isBotInterval = (text: string): text is BotInterval => Object.hasOwn(intervalMs, text);

export const averageOf = (t: Ticker) => (t.volume === '0' ? t.last : over(t.quoteVolume, t.volume, 8));

export function tickerShape(t: Ticker) {
  return {
    symbol: botNameOf(t.symbol),
    priceChange: t.change,
    priceChangePercent: t.changePercent,
    weightedAvgPrice: averageOf(t),
    lastPrice: t.last,
    lastQty: '0',
    openPrice: t.open,
    highPrice: t.high,
    lowPrice: t.low,
    volume: t.volume,
    quoteVolume: t.quoteVolume,
    openTime: t.time - DAY_MS,
    closeTime: t.time,
    firstId: 0,
    lastId: 0,
    count: 0,
  };
}

export function premiumShape(t: Ticker, funding: FundingNow) {
  return {
    symbol: botNameOf(t.symbol),
    markPrice: t.mark,
    indexPrice: t.index,
    estimatedSettlePrice: t.index,
    lastFundingRate: funding.rate,
    interestRate: funding.interestRate,
    nextFundingTime: funding.nextFundingAt,
    time: t.time,
  };
}

export function fundingShape(symbol: string, { time, rate, mark }: FundingPoint) {
  return { symbol: botNameOf(symbol), fundingTime: time, fundingRate: rate, markPrice: mark };
}

export function fundingInfoShape(symbol: string, { cap, floor, intervalHours }: FundingNow) {
  return {
    symbol: botNameOf(symbol),
    adjustedFundingRateCap: cap,
    adjustedFundingRateFloor: floor,
    fundingIntervalHours: intervalHours,
    disclaimer: false,
  };
}

export function bookTickerShape(depth: Pick<Depth, 'symbol' | 'bids' | 'asks' | 'time'>, lastUpdateId: number) {
  const [bidPrice, bidQty] = depth.bids[0] ?? ['0', '0'];
  const [askPrice, askQty] = depth.asks[0] ?? ['0', '0'];
  return { symbol: botNameOf(depth.symbol), bidPrice, bidQty, askPrice, askQty, time: depth.time, lastUpdateId };
}

export function recentTradeShape(t: RecentTrade) {
  return {
    id: t.id,
    price: t.price,
    qty: t.quantity,
    quoteQty: times(t.price, t.quantity),
    time: t.time,
    isBuyerMaker: t.side === 'S',
    isRPITrade: false,
  };
}

export function aggregateShape(t: RecentTrade) {
  return { a: t.id, p: t.price, q: t.quantity, nq: t.quantity, f: t.id, l: t.id, T: t.time, m: t.side === 'S' };
}

/** Numbers of trades and takers' volume are not kept with our candles: they stand as zero. */
export const candleRow = ([openAt, open, high, low, close, volume, quote]: Candle, closeAt: number): unknown[] => [
  openAt,
  open,
  high,
  low,
  close,
  volume,
  closeAt,
  quote,
  0,
  '0',
  '0',
  '0',
];

export const candleShape = (candle: Candle, interval: BotInterval): unknown[] => candleRow(candle, candle[0] + intervalMs[interval] - 1);
