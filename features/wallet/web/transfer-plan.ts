// A transfer before it is sent: which wallets take part, how much may leave, what both hold afterwards. Pure.
import { conversionOf, conversionRate } from '@maru/engine/money/conversion.ts';
import type { CrossAccount } from '../futures-account-contract.ts';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import type { Wallet, WalletType } from '../contract.ts';
import { fromMicro, toMicro, type WalletMap } from './live-wallets.ts';

/** Wallets that money can be moved between, in the order they are offered. */
const movable: readonly WalletType[] = ['FUTURES', 'USDT', 'BINARY'];

export function movableWallets(wallets: WalletMap): Wallet[] {
  return movable.map((type) => wallets[type]).filter((wallet) => wallet !== undefined);
}

/** Where to, when nobody chose: the futures wallet is filled first, and emptied into the USDT wallet; one of the same currency if there is. */
export function otherOf(wallets: readonly Wallet[], from: WalletType): WalletType | undefined {
  const others = wallets.filter(({ type }) => type !== from);
  const currency = wallets.find(({ type }) => type === from)?.currency;
  return (others.find((one) => one.currency === currency) ?? others[0])?.type;
}

/** What may leave: of the futures wallet the account's own figure (rules 6.3), of others all of it. */
export function mostOf(wallet: Wallet | undefined, account: CrossAccount | undefined): string {
  if (wallet === undefined) return '0';
  return wallet.type === 'FUTURES' ? (account?.withdrawable ?? '0') : wallet.point;
}

/** Where from, when nobody chose: the USDT wallet fills the others; an empty one has nothing to give. */
export function startOf(mostBy: ReadonlyMap<WalletType, string>): WalletType {
  const order = ['USDT', 'FUTURES', 'BINARY'] as const;
  return order.find((type) => !isNothing(mostBy.get(type) ?? '0')) ?? 'FUTURES';
}

/** Where from, when one was asked for: an empty one gives way to another that can fill the futures wallet. */
export function startAt(requested: WalletType | undefined, mostBy: ReadonlyMap<WalletType, string>): WalletType {
  if (requested === undefined || !mostBy.has(requested)) return startOf(mostBy);
  if (!isNothing(mostBy.get(requested) ?? '0')) return requested;
  return [...mostBy].find(([type, most]) => type !== 'FUTURES' && !isNothing(most))?.[0] ?? requested;
}

export interface TransferOutlook {
  from: string;
  to: string;
}

/** `arrives`: what the other wallet gets, where that is not the amount itself. */
export function outlookOf(from: Wallet, to: Wallet, point: string, arrives = point): TransferOutlook {
  return { from: fromMicro(toMicro(from.point) - toMicro(point || '0')), to: fromMicro(toMicro(to.point) + toMicro(arrives || '0')) };
}

export interface Terms {
  currency: string;
  decimals: number;
  rate: string;
  spread: number;
  most: string | null;
  /** Why nothing is converted now, if so. */
  state: 'OPEN' | 'MOVED' | 'OLD' | 'RANGE';
  opensAt: string | null;
  source: 'hand' | 'demo';
}
/** Decimal texts: `fee` and `dust` in what is given, `arrives` in what is got; `isOver` the most at once. */
export interface Quote {
  arrives: string;
  fee: string;
  dust: string;
  isOver: boolean;
}

const USDT_DECIMALS = 6;
/** Wallets count in millionths or in whole units. */
const unitsOf = (text: string, decimals: number): number => Number(decimals === 0 ? text.split('.')[0] : toMicro(text));
const textOf = (units: number, decimals: number): string => (decimals === 0 ? String(units) : fromMicro(BigInt(units)));

/** What a transfer with a change of currency would give at these terms: the server's own arithmetic. */
export function quoteOf(source: Wallet, point: string, terms: Terms): Quote | undefined {
  const isOut = source.currency === 'USDT';
  const [given, got] = isOut ? [USDT_DECIMALS, terms.decimals] : [terms.decimals, USDT_DECIMALS];
  const amount = unitsOf(canonicalDecimal(point) || '0', given);
  const rate = conversionRate(terms.rate, terms.decimals);
  if (!(amount > 0 && Number.isSafeInteger(amount)) || rate === undefined) return undefined;
  const made = isOut ? conversionOf(amount, terms.spread, rate.num, rate.den) : conversionOf(amount, terms.spread, rate.den, rate.num);
  if (made === undefined) return undefined;
  const most = terms.most === null ? null : unitsOf(terms.most, USDT_DECIMALS);
  return {
    arrives: textOf(made.received, got),
    fee: textOf(made.fee, given),
    dust: textOf(made.dust, given),
    isOver: most !== null && (isOut ? amount : made.received) > most,
  };
}

export const isNothing = (point: string): boolean => !/[1-9]/.test(point);
