// Rates for display: those in force at the site for KRW and the site token, the reference market's last prices for coins.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { marketReader } from '@maru/market/contract.ts';
import { assetsOf, currencyOfAsset, symbolOfAsset } from '../assets.ts';
import { getExchangeRate, getExchangeRateMap } from '../contract.ts';
import { fractionOf, type Rates } from '../total.ts';
import { atRates } from './rates/rate-service.ts';

/** Worth of one unit in USDT, as an exact fraction. */
interface Worth {
  num: bigint;
  den: bigint;
}

const DECIMALS = 10;

export const getExchangeRateHandler = handle(getExchangeRate, async (context, { site, query }) => {
  const { base, counter } = query;
  const worth = worthOf(context, site);
  const rate = rateOf(known(worth, base, 'base'), known(worth, counter, 'counter'));
  return { data: { base, counter, rate, rates: { [counter]: rate }, time: timeOf(context) } };
});

export const getExchangeRateMapHandler = handle(getExchangeRateMap, async (context, { site, query }) => {
  const worth = worthOf(context, site);
  const base = known(worth, query.base, 'base');
  const rates = Object.fromEntries([...worth].map(([name, one]) => [name, rateOf(base, one)]));
  return { data: { base: query.base, rates, prices: pricesOf(context, site), time: timeOf(context) } };
});

const timeOf = ({ clock }: AppContext) => new Date(clock.now()).toISOString();

function known(worth: ReadonlyMap<string, Worth>, name: string, field: string): Worth {
  const found = worth.get(name);
  if (found === undefined) throw new Refusal('RATE_NOT_KNOWN', { field });
  return found;
}

/** What is known now: a coin without a price is left out. */
function worthOf(context: AppContext, site: SiteConfig): ReadonlyMap<string, Worth> {
  const worth = new Map<string, Worth>([['USDT', { num: 1n, den: 1n }]]);
  for (const [name, perUsdt] of Object.entries(atRates(context, site).rates ?? {})) {
    const { num, den } = fractionOf(perUsdt);
    if (num > 0n) worth.set(name, { num: den, den: num });
  }
  for (const [currency, price] of Object.entries(pricesOf(context, site))) worth.set(currency, fractionOf(price));
  return worth;
}

/** The last price of each asset that a symbol of the site prices, in USDT. */
function pricesOf({ services }: Pick<AppContext, 'services'>, site: SiteConfig): Record<string, string> {
  const market = services.find(marketReader);
  const priced = assetsOf(site).flatMap((row) => {
    const symbol = symbolOfAsset(row);
    const last = site.symbols.includes(symbol) ? market?.ticker(symbol)?.last : undefined;
    return last !== undefined && /[1-9]/.test(last) ? [[currencyOfAsset(row), last]] : [];
  });
  return Object.fromEntries(priced);
}

/** What totals in USDT are made with: the site's rates in force, and its markets' prices. */
export function ratesOf(context: Pick<AppContext, 'services'>, site: SiteConfig): Rates {
  return { rates: atRates(context, site).rates ?? {}, prices: pricesOf(context, site) };
}

/** How many `counter` one `base` is worth, cut to DECIMALS, without idle zeros. */
function rateOf(base: Worth, counter: Worth): string {
  const scaled = (base.num * counter.den * 10n ** BigInt(DECIMALS)) / (base.den * counter.num);
  const digits = scaled.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '');
}
