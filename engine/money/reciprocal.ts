// Division by a known divisor as a multiplication, exact inside a proven range, for loops over every position of a symbol.
//
// For integers |v| <= 2^50 and d >= 1: (v + 1/2) / d lies at least 1 / (2d) from any integer, while the product with the rounded
// reciprocal is off by at most 2^50 / d x 2^-52 = 1 / (4d). So its floor is floor(v / d). Fuzzed in reciprocal.test.ts.

/** Largest magnitude for which `floorBy` and `ceilBy` are exact. */
export const RECIPROCAL_RANGE = 2 ** 50;

export function reciprocalOf(divisor: number): number {
  return 1 / divisor;
}

/** floor(value / d) with reciprocal = reciprocalOf(d). */
export function floorBy(value: number, reciprocal: number): number {
  return Math.floor((value + 0.5) * reciprocal) + 0;
}

/** ceil(value / d); value + d within the range. */
export function ceilBy(value: number, divisor: number, reciprocal: number): number {
  return Math.floor((value + divisor - 0.5) * reciprocal) + 0;
}
