// Market figures as they stand on the wire: decimal strings in the symbol's own precision.
import { RATE_DECIMALS } from '@maru/engine/money/decimal.ts';
import type { Candle, Depth, FeedState, FundingNow, PriceType, RecentTrade, Ticker } from '../contract.ts';
import type { CandleBar } from './candle-series.ts';
import { waitingSince } from './feed-standing.ts';
import { interestOf, INTERVAL_HOURS, rateCapOf } from './funding-samples.ts';
import type { SymbolMarket, TapeTrade } from './symbol-market.ts';
import type { MarketSymbol } from './symbol-table.ts';

/** An integer of 10^-decimals as text; quicker than the general one, for whole numbers below 2^53. */
export function decimalText(units: number, decimals: number): string {
  if (decimals === 0) return String(units);
  const isNegative = units < 0;
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  return `${isNegative ? '-' : ''}${digits.slice(0, split)}.${digits.slice(split)}`;
}

/** Without zeros at the end: quantities on the book. */
export function shortText(units: number, decimals: number): string {
  let value = units;
  let left = decimals;
  while (left > 0 && value % 10 === 0) {
    value /= 10;
    left--;
  }
  return decimalText(value, left);
}

/** Percent with two decimals of a change over a base, toward zero. */
function percentText(change: number, base: number): string {
  return base === 0 ? '0.00' : decimalText(Math.trunc((change * 10_000) / base), 2);
}

function doubtOf({ pricing, hasFeed }: SymbolMarket): Ticker['doubt'] {
  if (!hasFeed) return { why: 'NO_FEED', since: null };
  if (pricing.areSourcesApart) return { why: 'SOURCES_APART', since: null };
  return pricing.steps.doubt === undefined ? null : { why: 'STEP', since: pricing.steps.doubt.since };
}

export function tickerOf(market: SymbolMarket, now: number, openInterestLots: number): Ticker {
  const { symbol, pricing, last } = market;
  const { tickDecimals: tick, lotDecimals: lot } = symbol;
  const day = market.day.figures(now) ?? { open: last, high: last, low: last, lots: 0, quote: 0 };
  const ladder = market.livingLadder();
  return {
    symbol: symbol.name,
    last: decimalText(last, tick),
    direction: market.direction,
    mark: decimalText(pricing.mark, tick + 2),
    index: decimalText(pricing.index, tick + 2),
    bid: decimalText(ladder.bids[0] ?? (market.bid || last), tick),
    ask: decimalText(ladder.asks[0] ?? (market.ask || last), tick),
    open: decimalText(day.open, tick),
    high: decimalText(Math.max(day.high, last), tick),
    low: decimalText(Math.min(day.low, last), tick),
    change: decimalText(last - day.open, tick),
    changePercent: percentText(last - day.open, day.open),
    volume: shortText(day.lots, lot),
    quoteVolume: decimalText(Math.floor(day.quote / 100), 2),
    fundingRate: decimalText(Math.round(pricing.fundingRate / 100), 4),
    nextFundingAt: pricing.nextFundingAt,
    openInterest: shortText(openInterestLots, lot),
    feed: market.state,
    doubt: doubtOf(market),
    source: market.source,
    ageMs: Math.max(0, now - market.heardAt(now)),
    time: now,
  };
}

export function shortTickerOf(market: SymbolMarket, now: number): [string, string, string, string, number, FeedState, number] {
  const open = market.day.figures(now);
  const base = open?.open ?? market.last;
  return [
    market.symbol.name,
    decimalText(market.last, market.symbol.tickDecimals),
    percentText(market.last - base, base),
    decimalText(Math.floor((open?.quote ?? 0) / 10_000), 0),
    market.direction,
    market.state,
    waitingSince(market, now) ?? 0,
  ];
}

export function depthOf(symbol: MarketSymbol, bids: readonly number[], asks: readonly number[], time: number): Depth {
  const side = (pairs: readonly number[]) => {
    const out: [string, string][] = [];
    for (let i = 0; i < pairs.length; i += 2)
      out.push([decimalText(pairs[i], symbol.tickDecimals), shortText(pairs[i + 1], symbol.lotDecimals)]);
    return out;
  };
  return { symbol: symbol.name, bids: side(bids), asks: side(asks), time };
}

export function tradeOf(symbol: MarketSymbol, trade: TapeTrade): RecentTrade {
  const { id, price, lots, side, time } = trade;
  return { id, price: decimalText(price, symbol.tickDecimals), quantity: shortText(lots, symbol.lotDecimals), side, time };
}

export function fundingNowOf({ symbol, pricing }: SymbolMarket): FundingNow {
  const rate = (units: number) => decimalText(units, RATE_DECIMALS);
  const cap = rateCapOf(symbol);
  return {
    rate: rate(pricing.fundingRate),
    nextFundingAt: pricing.nextFundingAt,
    intervalHours: INTERVAL_HOURS,
    cap: rate(cap),
    floor: rate(-cap),
    interestRate: rate(interestOf(symbol.name)),
    mark: decimalText(pricing.mark, symbol.tickDecimals + 2),
    index: decimalText(pricing.index, symbol.tickDecimals + 2),
    premium: rate(pricing.premium),
  };
}

/** Last prices are kept in ticks, mark and index in hundredths of one, premiums in 10^-8. */
export function barDecimals(symbol: MarketSymbol, priceType: PriceType): number {
  if (priceType === 'PREMIUM') return RATE_DECIMALS;
  return symbol.tickDecimals + (priceType === 'LAST' ? 0 : 2);
}

export function candleOf(symbol: MarketSymbol, bar: CandleBar, priceType: PriceType = 'LAST'): Candle {
  const decimals = barDecimals(symbol, priceType);
  const price = (units: number) => decimalText(units, decimals);
  return [
    bar.openAt,
    price(bar.open),
    price(bar.high),
    price(bar.low),
    price(bar.close),
    shortText(bar.lots, symbol.lotDecimals),
    decimalText(Math.floor(bar.quote / 100), 2),
    bar.isSimulated ? 1 : 0,
  ];
}
