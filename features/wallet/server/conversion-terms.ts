// At what a site changes USDT into the BINARY wallet's currency and back: its own rate as an exact fraction of smallest units.
import { conversionRate } from '@maru/engine/money/conversion.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { getConversion } from '../contract.ts';
import { currencyOf } from './purses.ts';

export interface ConversionTerms {
  currency: string;
  decimals: number;
  /** As the site has it: how much one USDT is. */
  rate: string;
  /** Smallest units of the currency by micro-USDT: num / den. */
  num: number;
  den: number;
  spread: number;
  most: string | null;
}

/** Undefined: the BINARY wallet counts in USDT. Throws RATE_NOT_KNOWN where the site names no rate that can be counted with. */
export function conversionTerms(site: SiteConfig): ConversionTerms | undefined {
  const { currency, decimals } = currencyOf(site, 'BINARY');
  if (currency === 'USDT') return undefined;
  const rate = (site.rates as Partial<Record<string, string>> | undefined)?.[currency];
  const fraction = rate === undefined ? undefined : conversionRate(rate, decimals);
  if (rate === undefined || fraction === undefined) throw new Refusal('RATE_NOT_KNOWN', { field: 'to' });
  return { currency, decimals, rate, ...fraction, spread: site.conversion?.spread ?? 0, most: site.conversion?.most ?? null };
}

export const getConversionHandler = handle(getConversion, async ({ clock }, { site }) => {
  const terms = conversionTerms(site);
  if (terms === undefined) return { data: null };
  const { currency, decimals, rate, spread, most } = terms;
  return { data: { currency, decimals, rate, spread, most, time: new Date(clock.now()).toISOString() } };
});
