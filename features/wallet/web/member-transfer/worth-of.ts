// What an amount that is being typed is worth in USDT, to look at: what counts is reckoned by the server. Pure.

/** More than nothing. */
export const isSome = (point: string): boolean => /[1-9]/.test(point);

/** Two decimals, cut; undefined: nothing is typed, or nobody knows a price. */
export function worthOf({ price }: { price: string | null }, point: string): string | undefined {
  if (price === null || !isSome(point)) return undefined;
  const worth = unitsOf(point) * unitsOf(price);
  const cents = (worth / 10n ** (2n * SCALE - 2n)).toString().padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

const SCALE = 18n;
function unitsOf(text: string): bigint {
  const [whole, fraction = ''] = text.replaceAll(',', '').split('.');
  return BigInt(`${whole || '0'}${fraction.slice(0, Number(SCALE)).padEnd(Number(SCALE), '0')}`);
}
