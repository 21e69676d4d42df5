// Mark, index and premium of a past that was made up: the last price's made-up candles, with a made-up premium between mark and index.
import { RATE_ONE } from '@maru/engine/money/units.ts';
import type { Interval } from '../contract.ts';
import { barOfTrade, type CandleBar, extendBar } from './candle-series.ts';
import { candleStart, intervalMs } from './intervals.ts';
import type { SampledPrice } from './symbol-market.ts';
import type { SyntheticPremium } from './synthetic-premium.ts';
import { nextOpening, type TradingHours } from './trading-hours.ts';

/** The premium stands still so long, and the index's distance from the mark for a week: so every interval agrees with every finer one. */
const CELL = '4h';

export interface MadeUpSeries {
  readonly type: SampledPrice;
  readonly premiumAt: SyntheticPremium;
  readonly hours: TradingHours;
  /** Where the past ends and a candle still runs. */
  readonly end?: number;
}

/** `bar` in ticks; the answer in hundredths of a tick, or 10^-8 for the premium. */
export function madeUpBar(series: MadeUpSeries, interval: Interval, bar: Readonly<CandleBar>): CandleBar {
  const { type, premiumAt } = series;
  const { openAt } = bar;
  if (type === 'PREMIUM')
    return premiumBar(series, openAt, Math.min(openAt + intervalMs[interval], series.end ?? Number.POSITIVE_INFINITY));
  const premium = premiumAt(candleStart('1w', openAt));
  const price = type === 'MARK' ? (ticks: number) => ticks * 100 : (ticks: number) => Math.round((ticks * 100) / (1 + premium / RATE_ONE));
  const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map(price);
  return { openAt, open, high, low, close, lots: 0, quote: 0, isSimulated: true };
}

function premiumBar({ premiumAt, hours }: MadeUpSeries, openAt: number, until: number): CandleBar {
  let at = candleStart(CELL, nextOpening(hours, openAt));
  const bar = { ...barOfTrade(openAt, premiumAt(at), 0, 0), isSimulated: true };
  // Hours in which the market was closed have no premium.
  const next = () => (at = candleStart(CELL, nextOpening(hours, at + intervalMs[CELL])));
  while (nextOpening(hours, next()) < until) extendBar(bar, barOfTrade(openAt, premiumAt(at), 0, 0));
  return bar;
}
