// The numbers of code that compiles as TypeScript and as AssemblyScript alike: which kind each is, and how one becomes another.
//
// To TypeScript all of them are numbers. What the two languages write differently stands here and in ../rows.ts alone; the second meaning
// of both is in bench/ground/twins.ts (docs/decisions/0064).

/** A whole number of 32 bits. */
export type i32 = number;
/** The same from 0 up: prices in ticks. */
export type u32 = number;
/** A real, exact as an integer up to 2^53: lots, ids, money. */
export type f64 = number;

/** The greatest real below which every integer is exact. */
export const MAX_EXACT: f64 = 9_007_199_254_740_991;

/** The whole part of a real, as an integer by its kind. */
export function toInt(x: f64): i32 {
  return x | 0;
}

export function toUnsigned(x: f64): u32 {
  return x >>> 0;
}

export function toReal(x: i32): f64 {
  return x;
}

export function leadingZeros(bits: i32): i32 {
  return Math.clz32(bits);
}

/** The low 32 bits of a product. */
export function lowProduct(a: i32, b: i32): i32 {
  return Math.imul(a, b);
}
