// Which account of the ledger a wallet is, and in what it counts.
import {
  accountOf,
  areOneAsset,
  Asset,
  assetOf,
  binaryWallet,
  futuresWallet,
  houseAccount,
  isHouse,
  memberOf,
  Purse,
  purseOf,
  usdtWallet,
  WalletWord,
  walletWordOf,
} from '@maru/engine/ledger/account.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { type AssetTable, assetAt, assetNamed, currencyOfAsset, ownAsset } from '../assets.ts';
import type { WalletType } from '../contract.ts';
import { isWalletType, walletTypesOf } from '../wallet-kinds.ts';

export interface Currency {
  currency: string;
  decimals: number;
}

/** Wallets that trade or play, with the way to their account; the others hold what custody brings. */
const traded: Partial<Record<WalletType, (account: number) => number>> = {
  FUTURES: futuresWallet,
  USDT: usdtWallet,
  BINARY: binaryWallet,
};

/** Networks of USDT, not balances of their own. */
const networksOfUsdt: readonly WalletType[] = ['TRON_USDT', 'ETH_USDT'];

/** Ledger account of a member's wallet that transfers and gifts may name; undefined of any other. */
export function ledgerOf(type: WalletType, account: number): number | undefined {
  return traded[type]?.(account);
}

/** Ledger account of whatever wallet of a member's. */
export function accountOfWallet(site: SiteConfig, type: WalletType, account: number): number | undefined {
  const asset = assetNamed(site, type);
  return ledgerOf(type, account) ?? (asset && accountOf(account, asset.asset, Purse.Available));
}

/** The member's wallets by ledger account. */
export function walletsByLedger(site: SiteConfig, account: number): ReadonlyMap<number, WalletType> {
  return new Map(
    walletTypesOf(site).flatMap((type) => {
      const ledger = accountOfWallet(site, type, account);
      return ledger === undefined ? [] : [[ledger, type] as const];
    }),
  );
}

/** The wallet that a member's account is; the second one of futures is none of its own, nor is any of the house's. */
export function walletOf(site: SiteConfig, ledger: number): WalletType | undefined {
  if (isHouse(ledger)) return undefined;
  if (walletWordOf(ledger) === WalletWord.Futures) return 'FUTURES';
  if (purseOf(ledger) !== Purse.Available) return undefined;
  const code = assetAt(site, assetOf(ledger))?.code;
  return code !== undefined && isWalletType(site, code) ? code : undefined;
}

export function currencyOf(site: SiteConfig, type: WalletType): Currency {
  const row = type === 'FUTURES' || networksOfUsdt.includes(type) ? assetAt(site, Asset.Usdt) : assetNamed(site, type);
  if (row === undefined) throw new Error(`site ${site.id} has no asset ${type}`);
  return { currency: currencyOfAsset(row), decimals: row.decimals };
}

/** Of one of the engine's assets; one without a row is said by number, in its smallest units. */
export function currencyAt(site: AssetTable, asset: number): Currency {
  const row = assetAt(site, asset);
  return row === undefined ? { currency: `#${asset}`, decimals: 0 } : { currency: currencyOfAsset(row), decimals: row.decimals };
}

/** Of an account without a name of its own: whose, of which asset, what for. */
export function keyName(site: AssetTable, ledger: number): string {
  const purse = Object.entries<number>(Purse).find(([, number]) => number === purseOf(ledger))?.[0];
  const asset = assetAt(site, assetOf(ledger))?.code ?? String(assetOf(ledger));
  return purse === undefined ? String(ledger) : `${memberOf(ledger) < 0 ? 'HOUSE_' : ''}${asset}_${purse.toUpperCase()}`;
}

/** The house's purse that a wallet is given from by hand: of its asset, and of USDT where games count in it; undefined: nothing is kept there. */
export function grantPurseOf(site: SiteConfig, type: WalletType): number | undefined {
  const ledger = accountOfWallet(site, type, 0);
  if (ledger === undefined) return undefined;
  const asset = assetOf(ledger);
  const isUsdt = areOneAsset(asset, Asset.Usdt) && currencyOf(site, type).currency === 'USDT';
  return houseAccount(isUsdt ? Asset.Usdt : asset, Purse.Grant);
}

/** Wallets that operators give into and take from by hand: those that trade or play, and of the site's own assets. */
export const grantedWallets = (site: SiteConfig): WalletType[] =>
  walletTypesOf(site).filter((type) => isUsed(site, type) && (ledgerOf(type, 0) !== undefined || ownAsset(site, type) !== undefined));

/** Whether USDT can be given into it here: the site uses it, it is traded with, and it holds USDT. */
export const takesUsdt = (site: SiteConfig, type: WalletType): boolean =>
  isUsed(site, type) && ledgerOf(type, 0) !== undefined && currencyOf(site, type).currency === 'USDT';

/** A word that no wallet here has. */
export function refuseUnknown(site: SiteConfig, type: WalletType, field: string): void {
  if (!isWalletType(site, type)) throw new Refusal('INVALID_FIELD', { field });
}

/** The same, or one that the site leaves out. */
export function refuseUnused(site: SiteConfig, type: WalletType, field: string): void {
  refuseUnknown(site, type, field);
  if (!isUsed(site, type)) throw new Refusal('WALLET_NOT_USED', { field });
}

/** The futures wallet is everybody's, and so is one of an asset that the site's own row adds; the others are the site's to name. */
export function isUsed(site: SiteConfig, type: WalletType): boolean {
  return type === 'FUTURES' || site.usedCoins.includes(type) || ownAsset(site, type) !== undefined;
}
