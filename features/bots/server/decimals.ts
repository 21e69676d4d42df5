// Exact sums and products of decimal text, for figures that Binance's shapes want and ours do not carry.

interface Scaled {
  units: bigint;
  decimals: number;
}

function read(text: string): Scaled {
  const [whole, part = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + part);
  return { units: text.startsWith('-') ? -units : units, decimals: part.length };
}

function write({ units, decimals }: Scaled): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}

export function add(...texts: readonly string[]): string {
  const all = texts.map(read);
  const decimals = Math.max(0, ...all.map((one) => one.decimals));
  return write({ units: all.reduce((sum, one) => sum + one.units * 10n ** BigInt(decimals - one.decimals), 0n), decimals });
}

/** The product, cut to so many decimals. */
export function times(a: string, b: string, decimals = 8): string {
  const [x, y] = [read(a), read(b)];
  return write(cut({ units: x.units * y.units, decimals: x.decimals + y.decimals }, decimals));
}

/** The quotient, cut to so many decimals; 0 over 0. */
export function over(a: string, b: string, decimals = 8): string {
  const [x, y] = [read(a), read(b)];
  if (y.units === 0n) return '0';
  const shift = decimals + y.decimals - x.decimals;
  const units = shift >= 0 ? (x.units * 10n ** BigInt(shift)) / y.units : x.units / (y.units * 10n ** BigInt(-shift));
  return write({ units, decimals });
}

export function negated(text: string): string {
  const { units, decimals } = read(text);
  return write({ units: -units, decimals });
}

export const isZero = (text: string) => read(text).units === 0n;

function cut({ units, decimals }: Scaled, most: number): Scaled {
  return decimals <= most ? { units, decimals } : { units: units / 10n ** BigInt(decimals - most), decimals: most };
}
