// The only place where integers are divided. Every function is exact for safe integers and says its direction of rounding.
//
// Products that fit 2^53 take plain doubles; larger ones are split into 24-bit halves, and what is larger still goes
// through BigInt. All three ways give the same integer: the border is fuzzed in rounding.test.ts.

const MAX = Number.MAX_SAFE_INTEGER;
const SPLIT = 0x1000000;
const UNSPLIT = 1 / SPLIT;
/** Up to here the rounded quotient of two integers never reaches the next integer: floor and ceil of it are exact. */
const PLAIN = 2 ** 52;

/** Largest integer not above a / d. `d` > 0, both safe integers. */
export function floorDiv(a: number, d: number): number {
  return a <= PLAIN && a >= -PLAIN ? Math.floor(a / d) + 0 : floorDivWide(a, d);
}

function floorDivWide(a: number, d: number): number {
  if (a > MAX - d || a < d - MAX) {
    const rest = a % d;
    return (a - rest) / d - (rest < 0 ? 1 : 0);
  }
  let q = Math.floor(a / d);
  // A quotient near 2^53 / d may have been rounded up to the next integer, or down; the remainder tells.
  const r = a - q * d;
  if (r < 0) q -= 1;
  else if (r >= d) q += 1;
  return q + 0;
}

/** Smallest integer not below a / d. */
export function ceilDiv(a: number, d: number): number {
  return a <= PLAIN && a >= -PLAIN ? Math.ceil(a / d) + 0 : 0 - floorDivWide(0 - a, d);
}

/** floor(a * b / d); d > 0. Throws when the result is no safe integer. */
export function mulDivFloor(a: number, b: number, d: number): number {
  const p = a * b;
  return p <= PLAIN && p >= -PLAIN ? Math.floor(p / d) + 0 : mulDivFloorWide(a, b, d);
}

function mulDivFloorWide(a: number, b: number, d: number): number {
  const p = a * b;
  if (p <= MAX - d && p >= d - MAX) return floorDiv(p, d);
  return mulDivFloorSplit(a, b, d);
}

/** ceil(a * b / d); d > 0. */
export function mulDivCeil(a: number, b: number, d: number): number {
  const p = a * b;
  return p <= PLAIN && p >= -PLAIN ? Math.ceil(p / d) + 0 : 0 - mulDivFloorWide(0 - a, b, d);
}

/** Nearest integer to a * b / d, a tie to the even one. For reports only (rules 1.2). */
export function mulDivHalfEven(a: number, b: number, d: number): number {
  return toSafe(divHalfEvenBig(BigInt(a) * BigInt(b), BigInt(d)));
}

/** floor(a * b * c / d); d > 0. */
export function mul3DivFloor(a: number, b: number, c: number, d: number): number {
  const p = a * b * c;
  return p <= PLAIN && p >= -PLAIN ? Math.floor(p / d) + 0 : mul3DivFloorWide(a, b, c, d);
}

function mul3DivFloorWide(a: number, b: number, c: number, d: number): number {
  const p = a * b;
  if (p <= MAX && p >= -MAX) return mulDivFloor(p, c, d);
  return toSafe(divFloorBig(BigInt(a) * BigInt(b) * BigInt(c), BigInt(d)));
}

/** ceil(a * b * c / d); d > 0. */
export function mul3DivCeil(a: number, b: number, c: number, d: number): number {
  const p = a * b * c;
  return p <= PLAIN && p >= -PLAIN ? Math.ceil(p / d) + 0 : 0 - mul3DivFloorWide(0 - a, b, c, d);
}

// a = high * 2^24 + low, so a*b/d = floor(high*b/d) * 2^24 + ((high*b mod d) * 2^24 + low*b) / d with every term below 2^53.
function mulDivFloorSplit(a: number, b: number, d: number): number {
  if (b < 0) {
    b = 0 - b;
    a = 0 - a;
  }
  const high = Math.floor(a * UNSPLIT);
  const low = a - high * SPLIT;
  const top = high * b;
  if (top <= MAX - d && top >= d - MAX && d <= 0x10000000 && b <= 0x8000000) {
    const q = floorDiv(top, d);
    const rest = (top - q * d) * SPLIT + low * b;
    const result = q * SPLIT + floorDiv(rest, d);
    if (result <= MAX && result >= -MAX) return result + 0;
  }
  return toSafe(divFloorBig(BigInt(a) * BigInt(b), BigInt(d)));
}

/** Floor division of BigInts, d > 0. */
export function divFloorBig(a: bigint, d: bigint): bigint {
  const q = a / d;
  return a < 0n && q * d !== a ? q - 1n : q;
}

/** Ceiling division of BigInts, d > 0. */
export function divCeilBig(a: bigint, d: bigint): bigint {
  return -divFloorBig(-a, d);
}

/** Nearest, ties to even, of BigInts; d may be negative. */
export function divHalfEvenBig(a: bigint, d: bigint): bigint {
  if (d < 0n) return divHalfEvenBig(-a, -d);
  const q = divFloorBig(a, d);
  const twice = (a - q * d) * 2n;
  if (twice > d) return q + 1n;
  if (twice < d) return q;
  return q % 2n === 0n ? q : q + 1n;
}

/** A BigInt as a number; a fault, not a rejection, when it is no safe integer: the caller's bounds were wrong. */
export function toSafe(value: bigint): number {
  if (value > 9007199254740991n || value < -9007199254740991n) throw new RangeError(`amount ${value} is beyond 2^53`);
  return Number(value);
}
