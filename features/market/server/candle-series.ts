// Candles of one symbol from its trades: one running candle for each interval, closed ones handed on.
import { mulDivFloor } from '@maru/engine/money/rounding.ts';
import { type Interval, intervals } from '../contract.ts';
import { candleStart } from './intervals.ts';

/** Prices in ticks, volume in lots, quote volume in 10^-4 USDT: finer, a week of bitcoin would pass 2^53. */
export interface CandleBar {
  openAt: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
  quote: number;
  isSimulated: boolean;
}

/** Value of a trade in 10^-4 USDT: ticks x lots brought from 10^-(tick + lot decimals), floored. */
export function quoteOf(ticks: number, lots: number, tickDecimals: number, lotDecimals: number): number {
  const excess = tickDecimals + lotDecimals - 4;
  return excess >= 0 ? mulDivFloor(ticks, lots, 10 ** excess) : mulDivFloor(ticks, lots * 10 ** -excess, 1);
}

export function barOfTrade(openAt: number, price: number, lots: number, quote: number): CandleBar {
  return { openAt, open: price, high: price, low: price, close: price, lots, quote, isSimulated: false };
}

/** Adds a later bar (or trade) to a candle. */
export function extendBar(into: CandleBar, later: CandleBar): void {
  into.high = Math.max(into.high, later.high);
  into.low = Math.min(into.low, later.low);
  into.close = later.close;
  into.lots += later.lots;
  into.quote += later.quote;
}

export class CandleSeries {
  readonly #running = new Map<Interval, CandleBar>();
  readonly #onClosed: (interval: Interval, bar: CandleBar) => void;

  constructor(onClosed: (interval: Interval, bar: CandleBar) => void) {
    this.#onClosed = onClosed;
  }

  running(interval: Interval): CandleBar | undefined {
    return this.#running.get(interval);
  }

  /** A candle that began before the process did: trades go on in it. Trades of ours that came meanwhile stay in. */
  restore(interval: Interval, bar: CandleBar): void {
    const present = this.#running.get(interval);
    if (present !== undefined && present.openAt > bar.openAt) return;
    if (present !== undefined) extendBar(bar, present);
    this.#running.set(interval, bar);
  }

  /** A trade at `time` (our own clock, so candles close with the clock's seconds); late ones join the running candle. */
  trade(time: number, price: number, lots: number, quote: number): void {
    for (const interval of intervals) {
      const openAt = candleStart(interval, time);
      const bar = this.#running.get(interval);
      const added = barOfTrade(openAt, price, lots, quote);
      if (bar !== undefined && openAt <= bar.openAt) {
        extendBar(bar, added);
        continue;
      }
      if (bar !== undefined) this.#onClosed(interval, bar);
      this.#running.set(interval, added);
    }
  }

  /** Closes candles whose time is over even when nobody trades. */
  closeDue(now: number): void {
    for (const [interval, bar] of this.#running) {
      if (candleStart(interval, now) <= bar.openAt) continue;
      this.#running.delete(interval);
      this.#onClosed(interval, bar);
    }
  }
}
