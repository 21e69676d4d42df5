// An amount of a coin as a sentence has it.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { assetAt, currencyOfAsset } from '@maru/wallet/admin-contract.ts';

export interface CoinAmount {
  units: number;
  decimals: number;
  currency: string;
}

/** Of an asset that the site has no more: its number. */
export function currencyAt(site: SiteConfig | undefined, asset: number): string {
  const row = site && assetAt(site, asset);
  return row === undefined ? `#${asset}` : currencyOfAsset(row);
}

export function coinAmount(site: SiteConfig, asset: number, units: number): CoinAmount {
  return { units, decimals: assetAt(site, asset)?.decimals ?? 0, currency: currencyAt(site, asset) };
}

/** TRON, as wallet and wire call it, counts in TRX. */
const unitOf = (currency: string) => (currency === 'TRON' ? 'TRX' : currency);

/** `1,234.5 USDT`. */
export const coinText = ({ units, decimals, currency }: CoinAmount): string => amountText(formatDecimal(units, decimals, true), currency);

export function amountText(amount: string, currency: string): string {
  const [whole, fraction] = amount.split('.');
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${separated}${fraction === undefined ? '' : `.${fraction}`} ${unitOf(currency)}`;
}
