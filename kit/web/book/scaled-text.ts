// Scaled integers as text with separators, fast enough for every row of every flush; never used to send anything.

const powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000];

/** 6184260 at 2 decimals -> '61,842.60'. Only the whole part gets separators. */
export function scaledText(units: number, decimals: number): string {
  const negative = units < 0;
  const size = negative ? -units : units;
  const whole = Math.floor(size / powers[decimals]);
  const text = groupThousands(String(whole));
  const sign = negative ? '−' : '';
  if (decimals === 0) return sign + text;
  const rest = String(size - whole * powers[decimals]).padStart(decimals, '0');
  return `${sign}${text}.${rest}`;
}

/** As `scaledText`, without the decimals that rows of `step` cannot differ in: 6193000 at 2 decimals by 1000 -> '61,930'. */
export function steppedText(units: number, decimals: number, step: number): string {
  const text = scaledText(units, decimals);
  if (decimals === 0) return text;
  let unused = 0;
  for (let size = step; size >= 10 && unused < decimals; size /= 10) unused++;
  return unused === 0 ? text : text.slice(0, -(unused === decimals ? decimals + 1 : unused));
}

/** '1234567' -> '1,234,567'. */
export function groupThousands(digits: string): string {
  if (digits.length <= 3) return digits;
  let out = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) out = `${digits.slice(Math.max(0, end - 3), end)},${out}`;
  return out;
}

/** Decimal text from the wire -> integer units, for painting. Text that is no number is 0. */
export function unitsOfText(text: string, decimals: number): number {
  const value = Math.round(Number(text) * powers[decimals]);
  return Number.isFinite(value) ? value : 0;
}

/** How many leading characters two texts share; what a ladder may dim. */
export function sharedPrefix(a: string, b: string): number {
  if (a.length !== b.length) return 0;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}
