// What the market knows of a site.
export interface MarketPart {
  stockPrefix: string;
  /** Symbols traded, in the order of their futuresOptionId (index + 1). */
  symbols: string[];
}

declare module '@maru/kit/contract/site-config.ts' {
  interface SiteConfig extends MarketPart {}
}
