// What a conversion between two currencies gives, exactly: spread rounded up, receipt rounded down, and the remainder named.
//
// It stands alone, on figures that are never negative, so that a wallet's page loads this and nothing of trading's arithmetic with it.

/** 10^-8 in one, and the decimals of USDT (units.ts; conversion.test.ts holds them together). */
const RATE_ONE = 100_000_000n;
const USDT_DECIMALS = 6;
const ceilBig = (a: bigint, d: bigint): bigint => (a + d - 1n) / d;

/** `fee`, `cost` and `dust` in the currency given, together the amount; `received` in the other. */
export interface Conversion {
  fee: number;
  received: number;
  /** What `received` takes at the rate, rounded up. */
  cost: number;
  /** Too little for one more unit of the other currency. */
  dust: number;
}

/**
 * Smallest units of a currency of `decimals` by micro-USDT, as an exact fraction of safe integers, where one USDT is `rate` (plain decimal
 * text). Undefined: no such fraction.
 */
export function conversionRate(rate: string, decimals: number): { num: number; den: number } | undefined {
  const [whole, part = ''] = rate.replace(/(\.\d*?)0+$/, '$1').split('.');
  const num = Number(whole + part) * 10 ** decimals;
  return num >= 1 && Number.isSafeInteger(num) ? { num, den: 10 ** (part.length + USDT_DECIMALS) } : undefined;
}

/**
 * `amount` less `spread` (10^-8, rounded up) at `num / den` units of the other currency a unit. All whole numbers; amount, num and den
 * above 0, spread 0 to RATE_ONE. Undefined: more than 2^53 - 1 units would come.
 */
export function conversionOf(amount: number, spread: number, num: number, den: number): Conversion | undefined {
  const fee = ceilBig(BigInt(amount) * BigInt(spread), RATE_ONE);
  const net = BigInt(amount) - fee;
  const received = (net * BigInt(num)) / BigInt(den);
  if (received > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const cost = ceilBig(received * BigInt(den), BigInt(num));
  return { fee: Number(fee), received: Number(received), cost: Number(cost), dust: Number(net - cost) };
}
