// Mark price (rules 8.2): median of index with funding basis, index with averaged spread basis, and the last price.
//
// All prices in mark units (tick / 100), rates 10^-8, times ms. Pure: the market feature keeps the samples and the clock.
import { divHalfEvenBig, mulDivHalfEven, toSafe } from '../money/rounding.ts';
import { RATE_ONE } from '../money/units.ts';

/** Fewer basis samples than this and price 2 is price 1. */
export const MIN_BASIS_SAMPLES = 10;
/** One sample each 5 s over 2.5 minutes. */
export const BASIS_SAMPLES = 30;
export const BASIS_EVERY_MS = 5_000;
/** No trade for so long and the contract price is dropped. */
export const LAST_MAX_AGE_MS = 60_000;
/** No index for so long: no new exposure; and for so long: mark frozen, symbol halted. */
export const INDEX_STALE_MS = 3_000;
export const INDEX_HALT_MS = 10_000;

/** IP x (1 + last funding rate x time until funding / interval). */
export function markFromFunding(index: number, fundingRate: number, untilFundingMs: number, intervalMs: number): number {
  const den = BigInt(RATE_ONE) * BigInt(intervalMs);
  return toSafe(divHalfEvenBig(BigInt(index) * (den + BigInt(fundingRate) * BigInt(untilFundingMs)), den));
}

/** One basis sample: (bid + ask) / 2 - IP in half mark units, so that it stays whole; bid and ask in mark units. */
export function basisSample(bid: number, ask: number, index: number): number {
  return bid + ask - index * 2;
}

/** IP + average of the basis samples (in half mark units). */
export function markFromBasis(index: number, halfSamples: readonly number[]): number {
  let sum = 0;
  for (const s of halfSamples) sum += s;
  return index + mulDivHalfEven(sum, 1, halfSamples.length * 2);
}

export interface MarkInputs {
  index: number;
  fundingRate: number;
  untilFundingMs: number;
  intervalMs: number;
  /** From basisSample, newest BASIS_SAMPLES of them. */
  basis: readonly number[];
  /** Last price, or 0 when there was no trade within LAST_MAX_AGE_MS. */
  last: number;
  minBasisSamples?: number;
}

export interface MarkParts {
  price1: number;
  price2: number;
  mark: number;
}

export function markPrice(m: MarkInputs): MarkParts {
  const price1 = markFromFunding(m.index, m.fundingRate, m.untilFundingMs, m.intervalMs);
  const enough = m.basis.length > 0 && m.basis.length >= (m.minBasisSamples ?? MIN_BASIS_SAMPLES);
  const price2 = enough ? markFromBasis(m.index, m.basis) : price1;
  const mark = m.last > 0 ? median3(price1, price2, m.last) : mulDivHalfEven(price1 + price2, 1, 2);
  return { price1, price2, mark };
}

export function median3(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** What a feed's silence forbids (rules 8.2). */
export type IndexAge = 'fresh' | 'stale' | 'halted';

export function indexAge(ageMs: number): IndexAge {
  if (ageMs >= INDEX_HALT_MS) return 'halted';
  return ageMs >= INDEX_STALE_MS ? 'stale' : 'fresh';
}

/** First mark after a freeze: more than 5 % off holds liquidations for 10 s and until two samples agree within 1 % (rules 8.2, D-16). */
export const RESUME_HOLD_MS = 10_000;

export function mustHoldAfterFreeze(frozen: number, first: number): boolean {
  return Math.abs(first - frozen) * 100 > frozen * 5;
}

export function samplesAgree(a: number, b: number): boolean {
  return Math.abs(a - b) * 100 <= Math.min(a, b);
}
