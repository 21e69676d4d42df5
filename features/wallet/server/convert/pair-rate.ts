// What one coin is in another, exactly, by what both cost in USDT: a fraction of smallest units, cut against the member. Pure.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';

/** Micro-USDT of one smallest unit. */
export interface Worth {
  num: bigint;
  den: bigint;
}

/** Smallest units of the one a smallest unit of the other, as the engine takes it: whole numbers below 2^53. */
export interface PairRate {
  num: number;
  den: number;
}

export const USDT_WORTH: Worth = { num: 1n, den: 1n };
const MAX = BigInt(Number.MAX_SAFE_INTEGER);
const RATE_ONE = 100_000_000n;
/** Digits behind the point that a rate is shown with. */
const SHOWN = 10;

/** Of a coin of so many decimals, where one costs `mark` of 10^-markDecimals USDT. */
export function worthAt(mark: number, markDecimals: number, decimals: number): Worth {
  return reduced(BigInt(mark) * 10n ** BigInt(USDT_DECIMALS), 10n ** BigInt(markDecimals + decimals));
}

/** By way of USDT. Undefined: no fraction that the engine could count with. */
export function pairRate(from: Worth, to: Worth): PairRate | undefined {
  let { num, den } = reduced(from.num * to.den, from.den * to.num);
  const largest = num > den ? num : den;
  if (largest > MAX) {
    const by = ceilDiv(largest, MAX);
    num /= by;
    den = ceilDiv(den, by);
  }
  return num >= 1n ? { num: Number(num), den: Number(den) } : undefined;
}

/** Micro-USDT, rounded down. */
export const worthOf = (units: number, { num, den }: Worth): number => Number((BigInt(units) * num) / den);

/** As many units as cost so many micro-USDT, rounded down; never more than can be counted. */
export function unitsWorth(micro: number, { num, den }: Worth): number {
  const units = (BigInt(micro) * den) / num;
  return Number(units > MAX ? MAX : units);
}

/** Further apart than `tolerance` (10^-8) of what was quoted, to either side. */
export function hasMoved(quoted: PairRate, now: PairRate, tolerance: number): boolean {
  const [was, is] = [BigInt(quoted.num) * BigInt(now.den), BigInt(now.num) * BigInt(quoted.den)];
  return (is > was ? is - was : was - is) * RATE_ONE > was * BigInt(tolerance);
}

/** How many of the one a whole other is, cut, without idle zeros. `more`: decimals of `from` less those of `to`. */
export function rateWords({ num, den }: PairRate | Worth, more: number, spread = 0): string {
  const kept = RATE_ONE - BigInt(spread);
  const above = BigInt(num) * kept * 10n ** BigInt(SHOWN + Math.max(0, more));
  const scaled = (above / (BigInt(den) * RATE_ONE * 10n ** BigInt(Math.max(0, -more)))).toString().padStart(SHOWN + 1, '0');
  const fraction = scaled.slice(-SHOWN).replace(/0+$/, '');
  return fraction === '' ? scaled.slice(0, -SHOWN) : `${scaled.slice(0, -SHOWN)}.${fraction}`;
}

function reduced(num: bigint, den: bigint): Worth {
  let [a, b] = [num, den];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? { num, den } : { num: num / a, den: den / a };
}

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
