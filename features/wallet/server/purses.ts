// Which purse of the ledger a wallet is, and in what it counts.
import { WalletWord, walletAccount, walletWordOf } from '@maru/engine/ledger/account.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { WalletType } from '../contract.ts';

export interface Currency {
  currency: string;
  decimals: number;
}

const purses: Partial<Record<WalletType, number>> = { FUTURES: WalletWord.Futures, USDT: WalletWord.Usdt, BINARY: WalletWord.Binary };
/** Currencies and kept decimals of the wallets that are not USDT. */
const coins: Partial<Record<WalletType, Currency>> = {
  BTC: { currency: 'BTC', decimals: 8 },
  ETH: { currency: 'ETH', decimals: 8 },
  XRP: { currency: 'XRP', decimals: 8 },
  DOGE: { currency: 'DOGE', decimals: 8 },
  EOS: { currency: 'EOS', decimals: 8 },
  TRON: { currency: 'TRON', decimals: 8 },
};
const usdt: Currency = { currency: 'USDT', decimals: USDT_DECIMALS };

/** Ledger account of a member's wallet; undefined: the wallet holds nothing yet. */
export function ledgerOf(type: WalletType, account: number): number | undefined {
  const purse = purses[type];
  return purse === undefined ? undefined : walletAccount(account, purse);
}

/** The member's wallets that the ledger keeps, by ledger account. */
export function walletsByLedger(account: number): ReadonlyMap<number, WalletType> {
  return new Map((Object.keys(purses) as WalletType[]).map((type) => [ledgerOf(type, account) as number, type]));
}

const byWord = new Map((Object.keys(purses) as WalletType[]).map((type) => [purses[type], type]));

/** The wallet that a member's account is; the second one of futures is none of its own, nor is any of the house's. */
export const walletOf = (ledger: number): WalletType | undefined => byWord.get(walletWordOf(ledger));

export function currencyOf(site: SiteConfig, type: WalletType): Currency {
  if (type !== 'BINARY') return coins[type] ?? usdt;
  const currency = site.binaryCurrency;
  return { currency, decimals: pointDecimals(currency) };
}

/** Whether USDT can be given into it here: the site uses it, the ledger keeps it, and it holds USDT. */
export const takesUsdt = (site: SiteConfig, type: WalletType): boolean =>
  isUsed(site, type) && ledgerOf(type, 0) !== undefined && currencyOf(site, type).currency === 'USDT';

/** The futures wallet is everybody's, the others are the site's to name. */
export function isUsed(site: SiteConfig, type: WalletType): boolean {
  return type === 'FUTURES' || site.usedCoins.includes(type);
}
