// Decimal text <-> integer units, exactly and without floats: the only way a figure enters or leaves the engine's world.

const PLAIN = /^(-?)(\d{1,20})(?:\.(\d{1,30}))?$/;

/** Why a text is no amount of so many decimals: not a plain decimal, more decimals than allowed, or beyond 2^53. */
export type DecimalFault = 'MALFORMED' | 'TOO_MANY_DECIMALS' | 'TOO_LARGE';

/**
 * '12.34' with 4 decimals -> 123400; null when the text is no plain decimal (exponent, sign '+', spaces, separators),
 * has significant digits beyond `decimals`, or leaves the safe integers. Never rounds (rules 1.2).
 */
export function parseDecimal(text: string, decimals: number): number | null {
  const read = readDecimal(text, decimals);
  return typeof read === 'number' ? read : null;
}

/** As parseDecimal, but tells what is wrong, so that a form or a route can answer with its own code. */
export function readDecimal(text: string, decimals: number): number | DecimalFault {
  const match = PLAIN.exec(text);
  if (match === null) return 'MALFORMED';
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return 'TOO_MANY_DECIMALS';
  const digits = match[2] + fraction.padEnd(decimals, '0');
  const value = Number(digits);
  // Rounded up to 2^53 at least when it is beyond; below, a whole number's text is read exactly.
  if (value > Number.MAX_SAFE_INTEGER) return 'TOO_LARGE';
  return match[1] === '-' && value !== 0 ? -value : value;
}

/** 123400 with 4 decimals -> '12.3400'; `trim` drops trailing zeros of the fraction. */
export function formatDecimal(units: number | bigint, decimals: number, trim = false): string {
  const negative = units < 0;
  const digits = digitsOf(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  let fraction = decimals === 0 ? '' : digits.slice(digits.length - decimals);
  if (trim) fraction = fraction.replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Rates, odds and shares are integers of 10^-RATE_DECIMALS. */
export const RATE_DECIMALS = 8;

/** A rate without trailing zeros: 40000 -> '0.0004', 195000000 -> '1.95'. */
export function rateText(rate: number): string {
  return formatDecimal(rate, RATE_DECIMALS, true);
}

/** Without its sign. Whole numbers below 2^53 are written as they are; every answer and message has some. */
function digitsOf(units: number | bigint): string {
  if (Number.isSafeInteger(units)) return String(units < 0 ? -units : units);
  const whole = BigInt(units);
  return (whole < 0n ? -whole : whole).toString();
}
