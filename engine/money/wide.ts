// Integers beyond 2^53 as two words: value = hi * 2^40 + lo, 0 <= lo < 2^40, hi signed.
// Entry costs of symbols whose tick x lot is finer than 10^-6 USDT need them (MATIC, ADA, TRX, CHZ).

export const WIDE_BASE = 2 ** 40;

export function readWide(hi: number, lo: number): bigint {
  return BigInt(hi) * 1099511627776n + BigInt(lo);
}

export function wideHi(value: bigint): number {
  return Number(value >> 40n);
}

export function wideLo(value: bigint): number {
  return Number(value & 1099511627775n);
}
