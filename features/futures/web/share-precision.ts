// Decimals of the share card's prices by coin, as the specification lists them for that dialog; exact ticks stay in the lists.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';

const byDecimals: Readonly<Record<number, readonly string[]>> = {
  3: ['EOS', 'ETC', 'DOT', 'ATOM', 'LINK', 'APT'],
  4: ['XRP', 'MATIC', 'ADA', 'ARB', 'OMG', 'STX', 'WLD'],
  5: ['DOGE', 'TRX', 'CHZ'],
  6: ['1000SHIB'],
};
const USUAL = 2;

const decimalsOf = new Map(
  Object.entries(byDecimals).flatMap(([decimals, bases]) => bases.map((base) => [base, Number(decimals)] as const)),
);

/** `BINANCE:XRPUSDT` -> 4. Currencies quoted finer than a cent keep their own tick. */
export function shareDecimals(symbol: string, tickDecimals = USUAL): number {
  const pair = pairOf(symbol);
  if (!symbol.startsWith('BINANCE:')) return Math.max(USUAL, tickDecimals);
  return decimalsOf.get(pair.replace(/USDT$/, '')) ?? USUAL;
}
