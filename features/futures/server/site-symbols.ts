// A site's instruments by their wire id, with the units that turn text into the engine's integers and back.
import { listedSymbols, type SymbolData } from '@maru/engine/market/symbols.ts';
import { type Units, unitsOf } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { Refusal } from '@maru/kit/server/feature.ts';

export interface SiteSymbol {
  /** The engine's symbol: index in the site's list. */
  readonly symbol: number;
  readonly futuresOptionId: number;
  readonly data: SymbolData;
  readonly units: Units;
}

const byCode = new Map(listedSymbols.map((data) => [data.code, data]));
const bySite = new WeakMap<SiteConfig, readonly SiteSymbol[]>();

/** All symbols a site lists, in the order of their ids. Throws on a code that the product does not know: a wiring fault. */
export function siteSymbols(site: SiteConfig): readonly SiteSymbol[] {
  let symbols = bySite.get(site);
  if (symbols === undefined) {
    symbols = site.symbols.map((code, symbol) => siteSymbol(code, symbol));
    bySite.set(site, symbols);
  }
  return symbols;
}

function siteSymbol(code: string, symbol: number): SiteSymbol {
  const data = byCode.get(code);
  if (data === undefined) throw new Error(`symbol ${code} is not among the listed symbols`);
  return { symbol, futuresOptionId: symbol + 1, data, units: unitsOf(data.tickDecimals, data.lotDecimals) };
}

/** The symbol of a row or view; one that the site lists no longer is still told by the product's own table. */
export function symbolAt(site: SiteConfig, symbol: number): SiteSymbol {
  return siteSymbols(site)[symbol] ?? siteSymbol(listedSymbols[symbol].code, symbol);
}

/** The symbol of a request; another site's id is as unknown as one that never was. */
export function requestedSymbol(site: SiteConfig, futuresOptionId: number): SiteSymbol {
  const found = siteSymbols(site)[futuresOptionId - 1];
  if (found === undefined) throw new Refusal('SYMBOL_UNKNOWN', { field: 'futuresOptionId' });
  return found;
}

/** The same, by its name. */
export function requestedSymbolNamed(site: SiteConfig, name: string): SiteSymbol {
  const found = siteSymbols(site).find(({ data }) => data.code === name);
  if (found === undefined) throw new Refusal('SYMBOL_UNKNOWN', { field: 'symbol' });
  return found;
}
