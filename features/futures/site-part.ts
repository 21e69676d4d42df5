// What futures know of a site: fees, the counterparty’s ladder, own brackets.

/** A bracket of a site's own tier table: cap in whole USDT, most leverage, maintenance rate in 10^-8. */
export type SiteTier = [capUsdt: number, maxLeverage: number, mmr: number];

export interface FuturesPart {
  /** Rates in 10^-8. */
  makerFee: number;
  takerFee: number;
  houseLadder: boolean;
  /** Own brackets by symbol, in place of the listed ones. Open positions are valued by new ones at once. */
  tiers?: Record<string, SiteTier[]>;
}

declare module '@maru/kit/contract/site-config.ts' {
  interface SiteConfig extends FuturesPart {}
}
