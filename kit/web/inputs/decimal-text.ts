// Decimal strings compared and added exactly, for inputs: no floating point between a finger and an order.

interface Scaled {
  units: bigint;
  decimals: number;
}

function scaled(text: string): Scaled {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction || '0');
  return { units: negative ? -units : units, decimals: fraction.length };
}

function aligned(a: string, b: string): [x: bigint, y: bigint, decimals: number] {
  const x = scaled(a);
  const y = scaled(b);
  const decimals = Math.max(x.decimals, y.decimals);
  return [x.units * 10n ** BigInt(decimals - x.decimals), y.units * 10n ** BigInt(decimals - y.decimals), decimals];
}

/** Negative, zero or positive, as for sorting. '' is zero. */
export function compareDecimals(a: string, b: string): number {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

export function addDecimals(a: string, b: string): string {
  const [x, y, decimals] = aligned(a, b);
  const sum = x + y;
  const digits = (sum < 0n ? -sum : sum).toString().padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return sum < 0n ? `-${text}` : text;
}

/** A sum as answers write it: no idle zeros, "0" for nothing. */
export const addAmounts = (a: string, b: string): string => canonicalDecimal(addDecimals(a, b)) || '0';

/** Without needless zeros; zero is ''. */
export function canonicalDecimal(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const kept = fraction.replace(/0+$/, '');
  const head = whole.replace(/^0+/, '');
  if (!head && !kept) return '';
  return `${negative ? '-' : ''}${head || '0'}${kept ? `.${kept}` : ''}`;
}
