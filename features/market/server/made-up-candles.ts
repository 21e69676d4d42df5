// Mark, index and premium of a past that was made up: the last price's made-up candles, with a made-up premium between mark and index.
import { RATE_ONE } from '@maru/engine/money/units.ts';
import type { Interval } from '../contract.ts';
import type { CandleBar } from './candle-series.ts';
import { intervalMs } from './intervals.ts';
import type { SampledPrice } from './symbol-market.ts';
import type { SyntheticPremium } from './synthetic-premium.ts';

/** `bar` in ticks; the answer in hundredths of a tick, or 10^-8 for the premium. */
export function madeUpBar(type: SampledPrice, premiumAt: SyntheticPremium, interval: Interval, bar: Readonly<CandleBar>): CandleBar {
  const length = intervalMs[interval];
  const [first, middle, last] = [0, 0.5, 1].map((part) => premiumAt(bar.openAt + length * part));
  if (type === 'PREMIUM') return barThrough(bar, first, last, middle, middle);
  const price = type === 'MARK' ? (ticks: number) => ticks * 100 : indexUnder;
  return barThrough(bar, price(bar.open, first), price(bar.close, last), price(bar.high, middle), price(bar.low, middle));
}

/** The index over which a mark of `ticks` stands by `premium`. */
function indexUnder(ticks: number, premium: number): number {
  return Math.round((ticks * 100) / (1 + premium / RATE_ONE));
}

function barThrough({ openAt }: Readonly<CandleBar>, open: number, close: number, one: number, other: number): CandleBar {
  const high = Math.max(open, close, one, other);
  const low = Math.min(open, close, one, other);
  return { openAt, open, high, low, close, lots: 0, quote: 0, isSimulated: true };
}
