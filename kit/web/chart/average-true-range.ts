// ATR: the library has every average but this one.
import type { KLineData } from 'klinecharts';

/** Wilder's average: the mean of the first `period` ranges, each later one taken in by a share of 1/period. */
export function averageTrueRange(bars: readonly KLineData[], period: number): { atr?: number }[] {
  let average = 0;
  return bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close ?? low;
    const range = Math.max(high, before) - Math.min(low, before);
    average = index < period ? average + range / period : average + (range - average) / period;
    return index < period - 1 ? {} : { atr: average };
  });
}
