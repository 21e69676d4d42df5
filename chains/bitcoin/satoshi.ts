// Amounts of the Bitcoin family, from the decimal text of a node to satoshi and back: never through a float.

const decimals = 8;
/** Amounts of a transaction are 64 bits with a sign. */
const MOST = 2n ** 63n - 1n;

/** `0.50000000` -> 50000000n; some nodes write `1e-8`. Throws on anything that is not a whole number of satoshi. */
export function toSatoshi(text: string): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text);
  if (!match) throw new Error(`not an amount: ${text.slice(0, 40)}`);
  const [, whole, part = '', exponent = '0'] = match;
  const shift = decimals + Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  const divisor = 10n ** BigInt(Math.max(-shift, 0));
  const satoshi = (digits * 10n ** BigInt(Math.max(shift, 0))) / divisor;
  if (digits % divisor !== 0n || satoshi > MOST) throw new Error(`finer than a satoshi, or more than there can be: ${text.slice(0, 40)}`);
  return satoshi;
}

/** 50000000n -> `0.50000000`, as nodes write it. */
export function toDecimalText(satoshi: bigint): string {
  const digits = satoshi.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
