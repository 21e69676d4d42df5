// What wallets know of a site: coins, rates, conversion, gifts.
import type { rateSources } from '@maru/site/contract.ts';

export interface SiteConversion {
  /** What the site keeps of each, 10^-8; never less than half of `maxMove`. */
  spread: number;
  /** Most at once, in USDT. */
  most?: string;
  /** Of KRW; absent: `rates` of the site, by two persons' hands. */
  source?: (typeof rateSources)[number];
  /** Conversions halt when the rate moves by more within an hour, 10^-8; absent: 1 %. */
  maxMove?: number;
  /** Minutes after which a rate that nobody confirmed is refused; absent: 10 of a source, three days of a hand, BKT never. */
  maxAge?: number;
  /** Outside of these nothing is converted. */
  rateLeast?: string;
  rateMost?: string;
}

/** An asset beyond those that every site has (assets.ts). Its number in the engine stays for ever. */
export interface SiteAsset {
  asset: number;
  code: string;
  /** What its amounts are called, where that is not its code. */
  currency?: string;
  decimals: number;
  /** The symbol of the site that prices it in USDT, where that is not its code's own pair. */
  pricedBy?: string;
  networks: string[];
  ko: string;
  en: string;
}

export interface WalletPart {
  usedCoins: string[];
  depositCoins: string[];
  buyCoins: string[];
  binaryCurrency: string;
  /** Absent: none of its own. */
  assets?: SiteAsset[];
  /** What one USDT is worth by the site's own hand, by currency, as decimal text: for totals on screen and wallets of other currencies. */
  rates?: Partial<Record<'KRW' | 'BKT', string>>;
  /** Transfers between USDT and the BINARY wallet's other currency. */
  conversion?: SiteConversion;
  /** A site of an affiliate: coupons cannot be used there. */
  isAffiliate?: boolean;
  /** USDT that each new member gets into the futures wallet, decimal text; of a demo alone. Absent: none. */
  demoMoney?: string;
}

declare module '@maru/kit/contract/site-config.ts' {
  interface SiteConfig extends WalletPart {}
}
