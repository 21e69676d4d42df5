// Binance's symbol names for ours: BTCUSDT is BINANCE:BTCUSDT; forex, gold and indices keep their pair's name.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { faults } from './fapi-fault.ts';

const bySite = new WeakMap<SiteConfig, ReadonlyMap<string, number>>();

export const botNameOf = (code: string) => code.slice(code.indexOf(':') + 1);

/** Our code of a bot's symbol at this site. */
export function codeOf(site: SiteConfig, name: string): string {
  return site.symbols[optionIdOf(site, name) - 1];
}

/** futuresOptionId of a bot's symbol; throws -1121. */
export function optionIdOf(site: SiteConfig, name: string): number {
  let names = bySite.get(site);
  if (names === undefined) {
    names = new Map(site.symbols.map((code, index) => [botNameOf(code), index + 1]));
    bySite.set(site, names);
  }
  const id = names.get(name.toUpperCase());
  if (id === undefined) throw faults.badSymbol();
  return id;
}

/** All is settled in USDT, so every contract is quoted in it: EURUSD's base is named by its pair, as is its symbol. */
export function assetsOf(code: string): { base: string; quote: string } {
  const name = botNameOf(code);
  return { base: name.endsWith('USDT') ? name.slice(0, -4) : name, quote: 'USDT' };
}
