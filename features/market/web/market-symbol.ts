// A symbol as the market's panels need it; the page makes it from the instruments it trades.
export const symbolCategories = ['crypto', 'forex', 'metal', 'index'] as const;
export type SymbolCategory = (typeof symbolCategories)[number];

export interface MarketSymbol {
  /** EXCHANGE:PAIR. */
  symbol: string;
  base: string;
  /** BTCUSDT: what people read. */
  pair: string;
  name: { ko: string; en: string };
  category: SymbolCategory;
  priceDecimals: number;
  sizeDecimals: number;
  maxLeverage: number;
}

/** As it is compared: case, spaces and slashes say nothing. */
export const searchForm = (text: string): string => text.toLowerCase().replaceAll(/[\s/]/g, '');

/** Matches code, base and both names, however it is written. */
export function matchesSearch({ pair, base, name }: Pick<MarketSymbol, 'pair' | 'base' | 'name'>, search: string): boolean {
  const wanted = searchForm(search);
  return [pair, base, name.ko, name.en].some((text) => searchForm(text).includes(wanted));
}
