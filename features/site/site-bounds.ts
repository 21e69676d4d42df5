// What no operator may set, alone or with a second one: absolute bounds of fees, rates and stakes, above what each change is judged by.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { USUAL_MOVE } from './usual-values.ts';
import { changesBetween, withPlaces } from './config-changes.ts';

/** 0.5 % in 10⁻⁸: five times what the dearest of the field's large exchanges takes. */
export const FEE_MOST = 500_000;
/** 5 % in 10⁻⁸. */
const SPREAD_MOST = 5_000_000;
/** Of a rate of 10⁻⁸ that is said in per cent. */
const PERCENT_DECIMALS = 6;
/** What one unit of the BINARY wallet's currency is counted as where that is not USDT: as many as the cheapest believable USDT costs. */
const whole: Readonly<Record<string, number>> = { KRW: 10_000, BKT: 10_000 };

interface Bound {
  least: number;
  most: number;
  /** A rate of 10⁻⁸ shown in per cent, or an amount as it is written. */
  isPercent: boolean;
}

/** Amounts of the BINARY wallet's currency, in USDT. */
const amounts: readonly (readonly [field: RegExp, most: number])[] = [
  [/^(rounds\.options\.\d+|slot)\.minStake$/, 100_000],
  [/^(rounds\.options\.\d+|slot)\.maxStake$/, 1_000_000],
  [/^rounds\.options\.\d+\.maxRoundStake$/, 5_000_000],
  [/^rounds\.options\.\d+\.maxSideExposure$/, 100_000_000],
];

/** Of what one USDT is. */
const rates: Readonly<Record<string, Omit<Bound, 'isPercent'>>> = {
  'rates.KRW': { least: 500, most: 5_000 },
  'rates.BKT': { least: 0.001, most: 1_000_000 },
};

function boundOf(field: string, { binaryCurrency }: SiteConfig): Bound | undefined {
  if (field === 'makerFee' || field === 'takerFee') return { least: 0, most: FEE_MOST, isPercent: true };
  const rate = field.startsWith('conversion.rate') ? `rates.${binaryCurrency}` : field;
  if (rate in rates) return { ...rates[rate], isPercent: false };
  if (field === 'conversion.most') return { least: 1, most: 1_000_000, isPercent: false };
  if (field === 'demoMoney') return { least: 100, most: 1_000_000, isPercent: false };
  const [, most] = amounts.find(([fits]) => fits.test(field)) ?? [];
  return most === undefined ? undefined : { least: 0, most: most * (whole[binaryCurrency] ?? 1), isPercent: false };
}

export interface BoundFault {
  field: string;
  least: string;
  most: string;
  offered: string;
}

/** Half of what the rate may move within an hour, which keeps a round trip from gaining (docs/decisions/0033); asked once either changes. */
function spreadFault({ conversion: was }: SiteConfig, { conversion }: SiteConfig): BoundFault | undefined {
  if (conversion === undefined || (was?.spread === conversion.spread && was.maxMove === conversion.maxMove)) return undefined;
  const least = Math.ceil((conversion.maxMove ?? USUAL_MOVE) / 2);
  if (conversion.spread >= least) return undefined;
  const say = (value: number) => `${formatDecimal(value, PERCENT_DECIMALS, true)}%`;
  return { field: 'conversion.spread', least: say(least), most: say(SPREAD_MOST), offered: say(conversion.spread) };
}

/** The first changed field that lies beyond its bounds; what stands already is left to stand. */
export function boundFault(before: SiteConfig, after: SiteConfig): BoundFault | undefined {
  for (const { field, after: is } of changesBetween(withPlaces(before), withPlaces(after))) {
    const bound = is === undefined ? undefined : boundOf(field, after);
    if (bound === undefined || (Number(is) >= bound.least && Number(is) <= bound.most)) continue;
    const say = (value: unknown) => (bound.isPercent ? `${formatDecimal(Number(value), PERCENT_DECIMALS, true)}%` : String(value));
    return { field, least: say(bound.least), most: say(bound.most), offered: say(is) };
  }
  return spreadFault(before, after);
}
