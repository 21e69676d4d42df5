// Reduced fractions that turn price x quantity into an amount, made once per symbol and rate so that hot code multiplies once.
import { MARK_PER_TICK, RATE_ONE, type Units } from './units.ts';

export interface Ratio {
  readonly num: number;
  readonly den: number;
}

/** num / den in lowest terms; both positive safe integers (num may be 0). */
export function ratioOf(num: number, den: number): Ratio {
  let a = num;
  let b = den;
  while (b !== 0) [a, b] = [b, a % b];
  return a === 0 ? { num: 0, den: 1 } : { num: exact(num, a), den: exact(den, a) };
}

/** mark x lots -> amount. */
export function markRatio(units: Units): Ratio {
  return ratioOf(units.costNum, units.costDen * MARK_PER_TICK);
}

/** ticks x lots -> amount x rate, for fees. */
export function tickRateRatio(units: Units, rate: number): Ratio {
  return ratioOf(units.costNum * rate, units.costDen * RATE_ONE);
}

/** mark x lots -> amount x rate, for maintenance margin and funding. */
export function markRateRatio(units: Units, rate: number): Ratio {
  return ratioOf(units.costNum * rate, units.costDen * MARK_PER_TICK * RATE_ONE);
}

// A division without rest, so plain division is exact.
function exact(value: number, divisor: number): number {
  return value / divisor;
}
