// A conversion before it is pressed: what may leave a wallet, and why nothing can be pressed yet. Pure.
import { addDecimals, canonicalDecimal, compareDecimals } from '@maru/kit/web/inputs/decimal-text.ts';
import type { Wallet } from '../../contract.ts';
import type { ConvertCoin } from '../../convert-contract.ts';
import { worthOf as worthIn } from '../../total.ts';
import { fromMicro, type WalletMap } from '../live-wallets.ts';

/** Without what is locked or owed. */
export function mayLeave(wallet: Pick<Wallet, 'point' | 'locked' | 'owed'> | undefined): string {
  if (wallet === undefined) return '0';
  const { point, locked = '0', owed = '0' } = wallet;
  const free = addDecimals(point, `-${addDecimals(locked, owed)}`);
  return free.startsWith('-') ? '0' : canonicalDecimal(free) || '0';
}

/** So many per cent of it, cut to what the coin can count. */
export function shareOf(amount: string, percent: number, decimals: number): string {
  const [whole, fraction = ''] = amount.split('.');
  const units = (BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals)) * BigInt(percent)) / 100n;
  const text = units.toString().padStart(decimals + 1, '0');
  return canonicalDecimal(decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`);
}

export const difference = (one: string, other: string): string => addDecimals(one, `-${other}`);

/** Where from: the coin that one came for, else the first that there is some of. */
export function startOf(coins: readonly ConvertCoin[], wallets: WalletMap, wanted: string | null): ConvertCoin {
  const named = coins.find(({ walletType }) => walletType === wanted);
  return named ?? coins.find(({ walletType }) => mayLeave(wallets[walletType]) !== '0') ?? coins[0];
}

export type WhyNot = 'amount' | 'empty' | 'short' | 'paused' | 'price' | 'quote' | 'least' | 'most' | 'day';

export interface Hindrance {
  why: WhyNot;
  coin: string;
  /** In USDT, of the bounds. */
  limit: string;
}

interface Pair {
  from: ConvertCoin;
  to: ConvertCoin;
}

const byValue = (a: string, b: string) => compareDecimals(a, b);
const lowest = (...amounts: string[]) => amounts.toSorted(byValue)[0];

/** Of two coins what is stricter, as the server has it; undefined: within them, or nothing can be said. */
function beyond({ from, to }: Pair, point: string): Hindrance | undefined {
  const worth = worthOf(from, point);
  if (worth === undefined) return undefined;
  const [least] = [from.least, to.least].toSorted((a, b) => byValue(b, a));
  const [most, day] = [lowest(from.most, to.most), lowest(from.dayLeft, to.dayLeft)];
  if (compareDecimals(worth, least) < 0) return { why: 'least', coin: '', limit: least };
  if (compareDecimals(worth, most) > 0) return { why: 'most', coin: '', limit: most };
  return compareDecimals(worth, day) > 0 ? { why: 'day', coin: '', limit: day } : undefined;
}

/** The first reason why no price is asked for at all. */
export function whyNoQuote({ from, to }: Pair, point: string): Hindrance | undefined {
  const paused = [from, to].find(({ state }) => state === 'PAUSED');
  if (paused !== undefined) return { why: 'paused', coin: paused.currency, limit: '' };
  const unpriced = [from, to].find(({ state }) => state === 'NO_PRICE');
  if (unpriced !== undefined) return { why: 'price', coin: unpriced.currency, limit: '' };
  if (canonicalDecimal(point) === '') return { why: 'amount', coin: '', limit: '' };
  return beyond({ from, to }, point);
}

/** The first reason why nothing can be pressed. A price is shown to those too who have nothing to give for it. */
export function whyNot(pair: Pair, free: string, point: string, hasQuote: boolean): Hindrance | undefined {
  const early = whyNoQuote(pair, point);
  if (early !== undefined && early.why !== 'amount') return early;
  if (free === '0') return { why: 'empty', coin: pair.from.currency, limit: '' };
  if (early !== undefined) return early;
  if (compareDecimals(point, free) > 0) return { why: 'short', coin: pair.from.currency, limit: '' };
  return hasQuote ? undefined : { why: 'quote', coin: '', limit: '' };
}

/** In USDT at the price of the list, to the cent and down. */
export function worthOf({ currency, price }: ConvertCoin, amount: string): string | undefined {
  const micro = worthIn(
    { currency, amount: canonicalDecimal(amount) || '0' },
    { rates: {}, prices: price === null ? {} : { [currency]: price } },
  );
  return micro === undefined ? undefined : fromMicro(micro);
}

/** How many of the given one of the received costs, with as many figures as say something. */
export function inverseOf(rate: string): string {
  const one = 1 / Number(rate);
  return Number.isFinite(one) ? one.toFixed(one >= 1_000 ? 1 : one >= 1 ? 4 : 8).replace(/\.?0+$/, '') : '–';
}
