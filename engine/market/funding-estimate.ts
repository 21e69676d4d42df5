// Funding rate (rules 8.3 to 8.5): premium samples, their weighted average, the clamped and capped rate, and what a position pays.
//
// Prices in mark units (tick / 100), rates and premiums 10^-8. Pure: the market feature keeps the samples.
import { divFloorBig, divHalfEvenBig, mul3DivFloor, mulDivHalfEven, toSafe } from '../money/rounding.ts';
import { markRateRatio } from '../money/ratio.ts';
import { RATE_ONE, type Units } from '../money/units.ts';

export const PREMIUM_EVERY_MS = 5_000;
/** 0.01 % per 8 h; a symbol may set its own (0 for BNB). */
export const INTEREST_RATE = 10_000;
/** 0.05 %. */
export const PREMIUM_CLAMP = 50_000;
export const BASE_INTERVAL_HOURS = 8;

/** Notional whose average fill gives the impact prices: 200 USDT x max leverage, in amount units of `one`. */
export function impactNotional(marginUsdt: number, maxLeverage: number, one: number): number {
  return marginUsdt * maxLeverage * one;
}

/** [max(0, impactBid - IP) - max(0, IP - impactAsk)] / IP. */
export function premiumSample(impactBid: number, impactAsk: number, index: number): number {
  const gap = Math.max(0, impactBid - index) - Math.max(0, index - impactAsk);
  return mulDivHalfEven(gap, RATE_ONE, index);
}

/** Sum of i x P_i over sum of i, i = 1..n; a missing sample is a 0 in the list. */
export function averagePremium(samples: readonly number[]): number {
  let sum = 0n;
  for (let i = 0; i < samples.length; i++) sum += BigInt(samples[i]) * BigInt(i + 1);
  const n = BigInt(samples.length);
  if (n === 0n) return 0;
  return toSafe(divHalfEvenBig(sum * 2n, n * (n + 1n)));
}

/** Cap of the rate: multiplier (10^-8) x MMR of the first bracket. */
export function fundingCap(mmr: number, multiplier: number): number {
  return mulDivHalfEven(mmr, multiplier, RATE_ONE);
}

/** F = [P + clamp(I - P, -c, +c)] / (8 / interval hours), then within +- cap. */
export function fundingRate(avgPremium: number, interest: number, clamp: number, intervalHours: number, cap: number): number {
  const pull = Math.min(clamp, Math.max(0 - clamp, interest - avgPremium));
  const rate = mulDivHalfEven(avgPremium + pull, intervalHours, BASE_INTERVAL_HOURS);
  return Math.min(cap, Math.max(0 - cap, rate));
}

/** Rate of an interval by the samples it has of those it should have; under half coverage 0 (D-16). */
export function estimatedFunding(
  samples: readonly number[],
  expectedSamples: number,
  interest: number,
  intervalHours: number,
  cap: number,
): number {
  if (samples.length * 2 < expectedSamples) return 0;
  return fundingRate(averagePremium(samples), interest, PREMIUM_CLAMP, intervalHours, cap);
}

/** floor(-s x q x MP x F): what the position receives (negative: pays), in amount units. `side` +1 long, -1 short. */
export function fundingAmount(units: Units, side: number, mark: number, lots: number, rate: number): number {
  const ratio = markRateRatio(units, Math.abs(rate));
  const sign = rate < 0 ? side : 0 - side;
  return mul3DivFloor(sign * lots, mark, ratio.num, ratio.den);
}

/** Ms until the next settlement at whole intervals of UTC. */
export function untilFundingMs(now: number, intervalMs: number): number {
  return intervalMs - (now - toSafe(divFloorBig(BigInt(now), BigInt(intervalMs))) * intervalMs);
}
