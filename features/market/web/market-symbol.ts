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

/** Matches code, base and both names, however it is written. */
export function matchesSearch(symbol: MarketSymbol, search: string): boolean {
  const wanted = search.trim().toLowerCase().replaceAll(/[\s/]/g, '');
  if (wanted === '') return true;
  return [symbol.pair, symbol.base, symbol.name.ko, symbol.name.en].some((text) =>
    text.toLowerCase().replaceAll(/[\s/]/g, '').includes(wanted),
  );
}
