// Integer arithmetic of the naive engine: BigInt only, so that nothing here can share a fault with engine/money.

export function floorDiv(a: bigint, d: bigint): bigint {
  const q = a / d;
  return a % d !== 0n && a < 0n ? q - 1n : q;
}

export function ceilDiv(a: bigint, d: bigint): bigint {
  return -floorDiv(-a, d);
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const abs = (a: bigint): bigint => (a < 0n ? -a : a);
export const sum = (values: readonly bigint[]): bigint => values.reduce((total, v) => total + v, 0n);
