// At what a site changes USDT into the BINARY wallet's currency and back: the rate in force as an exact fraction of smallest units.
import { conversionRate } from '@maru/engine/money/conversion.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { getConversion } from '../contract.ts';
import { currencyOf } from './purses.ts';
import { atRates, rateService } from './rates/rate-service.ts';
import { moveOf, spreadOf } from './rates/rate-rules.ts';

/** Of a rate of 10⁻⁸ that is said in per cent. */
const PERCENT_DECIMALS = 6;

export interface ConversionTerms {
  currency: string;
  decimals: number;
  /** How much one USDT is. */
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
  return { currency, decimals, rate, ...fraction, spread: spreadOf(site.conversion), most: site.conversion?.most ?? null };
}

/** Refuses where nothing is converted for the moment, whatever the terms are. */
export function refuseHalted(
  { clock, services }: Pick<AppContext, 'clock' | 'services'>,
  site: SiteConfig,
  { currency }: ConversionTerms,
): void {
  const current = services.use(rateService).current(site, currency);
  if (current === undefined) throw new Refusal('RATE_NOT_KNOWN', { field: 'to' });
  if (current.state === 'OPEN') return;
  if (current.state === 'OLD') throw new Refusal('CONVERSION_RATE_OLD', { field: 'to' });
  if (current.state === 'RANGE') throw new Refusal('CONVERSION_RATE_RANGE', { field: 'to' });
  const opensAtMs = current.opensAtMs ?? clock.now();
  throw new Refusal('CONVERSION_HALTED', {
    field: 'to',
    percent: formatDecimal(moveOf(site.conversion), PERCENT_DECIMALS, true),
    minutes: String(Math.max(1, Math.ceil((opensAtMs - clock.now()) / 60_000))),
    opensAt: new Date(opensAtMs).toISOString(),
  });
}

export const getConversionHandler = handle(getConversion, async (context, { site }) => {
  const terms = conversionTerms(atRates(context, site));
  if (terms === undefined) return { data: null };
  const { currency, decimals, rate, spread, most } = terms;
  const current = context.services.use(rateService).current(site, currency);
  if (current === undefined) throw new Refusal('RATE_NOT_KNOWN', { field: 'to' });
  const { state, opensAtMs, atMs, source } = current;
  const timeOf = (ms: number) => new Date(ms).toISOString();
  return {
    data: {
      currency,
      decimals,
      rate,
      spread,
      most,
      state,
      source,
      opensAt: opensAtMs === null ? null : timeOf(opensAtMs),
      rateAt: timeOf(atMs),
      time: timeOf(context.clock.now()),
    },
  };
});
