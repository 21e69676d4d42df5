// The settled rates as a chart draws them: oldest first, each with the sum up to it, in percent.
import type { FundingNow, FundingPoint } from '@maru/market/contract.ts';

export interface FundingBar {
  /** When it settled or, for the estimate, will settle, ms. */
  time: number;
  /** Percent. */
  rate: number;
  /** Percent since the range began, this one counted. */
  sum: number;
  kind: 'settled' | 'simulated' | 'estimate';
}

/** '0.00010000' is 0.01 %. */
export const percentOfFraction = (fraction: string): number => Number((Number(fraction) * 100).toFixed(6));

/** `newestFirst` as the server answers; the estimate stands last and counts for nothing yet. */
export function fundingBars(newestFirst: readonly FundingPoint[], now: Pick<FundingNow, 'rate' | 'nextFundingAt'>): FundingBar[] {
  let sum = 0;
  const settled = newestFirst.toReversed().map((point) => {
    const rate = percentOfFraction(point.rate);
    sum = Number((sum + rate).toFixed(6));
    return { time: point.time, rate, sum, kind: point.isSimulated ? ('simulated' as const) : ('settled' as const) };
  });
  return [...settled, { time: now.nextFundingAt, rate: percentOfFraction(now.rate), sum, kind: 'estimate' as const }];
}

export interface Reach {
  /** What is shown lies within; zero always does. */
  high: number;
  low: number;
  /** The axis, with air beyond it. */
  top: number;
  bottom: number;
}

export function reachOf(values: readonly number[]): Reach {
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const air = (high - low || 0.01) * 0.12;
  return { high, low, top: high > 0 || low === 0 ? high + air : 0, bottom: low < 0 ? low - air : 0 };
}
