// The assets of a site: how each is called, counted and moved. One row is one asset; the engine knows its number alone (ADR 0063).
import { Asset } from '@maru/engine/ledger/account.ts';
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { knownCoins } from '@maru/site/admin-contract.ts';
import type { SiteAsset } from './site-part.ts';

/** Rows of a site's own begin at 64 (features/site/config-contract.ts). */
const everySite: readonly SiteAsset[] = knownCoins.map((coin) => ({ ...coin, networks: [...coin.networks] }));

/** What of a site says its assets. */
export type AssetTable = Pick<SiteConfig, 'assets' | 'binaryCurrency'>;

/** What games are played in. Its own number, whatever it counts in. */
const gamesAsset = ({ binaryCurrency }: AssetTable): SiteAsset => ({
  asset: Asset.Binary,
  code: 'BINARY',
  currency: binaryCurrency,
  decimals: pointDecimals(binaryCurrency),
  networks: [],
  ko: '바이너리',
  en: 'Binary',
});

/** By number, each once; a site's own rows behind those that every site has. */
export function assetsOf(site: AssetTable): SiteAsset[] {
  return [...everySite, gamesAsset(site), ...(site.assets ?? [])];
}

/** Undefined: the site has no row of this number. */
export function assetAt(site: AssetTable, asset: number): SiteAsset | undefined {
  return assetsOf(site).find((row) => row.asset === asset);
}

export function assetNamed(site: AssetTable, code: string): SiteAsset | undefined {
  return assetsOf(site).find((row) => row.code === code);
}

/** A row of the site's own, by its code. */
export function ownAsset({ assets }: Pick<SiteConfig, 'assets'>, code: string): SiteAsset | undefined {
  return assets?.find((row) => row.code === code);
}

/** What its amounts are called. */
export const currencyOfAsset = ({ code, currency = code }: SiteAsset): string => currency;

/** The symbol whose last price is what one of it costs in USDT. */
export const symbolOfAsset = ({ code, pricedBy = `BINANCE:${code}USDT` }: SiteAsset): string => pricedBy;
