// The travel rule: from a threshold in won on, who receives the coins must be said; what is said below it is kept as well.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { wonRateOf } from '@maru/wallet/admin-contract.ts';
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { type Travel, travelFields } from '../../withdraw-contract.ts';
import { travelFrom } from './site-rules.ts';

const RATE_DECIMALS = 10;
/** A site whose rate nobody knows asks as if one USDT were worth the most that a rate may be (features/site/site-bounds.ts). */
const MOST_WON = 5_000;

/** Whole won, rounded up: at the threshold somebody is asked rather than not. Undefined: no price or no rate is known. */
export function wonOf({ services }: Pick<AppContext, 'services'>, site: SiteConfig, value: number | undefined): number | undefined {
  const text = services.find(wonRateOf)?.(site);
  const rate = text === undefined ? null : parseDecimal(text, RATE_DECIMALS);
  if (value === undefined || rate === null || rate <= 0) return undefined;
  const below = 10n ** BigInt(USDT_DECIMALS + RATE_DECIMALS);
  return Number((BigInt(value) * BigInt(rate) + below - 1n) / below);
}

interface TravelWord {
  isNeeded: boolean;
  fromWon: number | null;
}

/** Inside a site nobody is asked: the receiver is a member. What cannot be valued is asked about. */
export async function travelWordOn(
  context: Pick<AppContext, 'pool' | 'services'>,
  site: SiteConfig,
  { value, isInside }: { value: number | undefined; isInside: boolean },
): Promise<TravelWord> {
  const fromWon = await travelFrom(context.pool, site.id);
  const won = wonOf(context, site, value);
  const most = won ?? (value === undefined ? Infinity : (value * MOST_WON) / 10 ** USDT_DECIMALS);
  return { isNeeded: fromWon !== null && !isInside && most >= fromWon, fromWon };
}

/** Which fields are missing, in the form's order. */
function missingOf(travel: Travel | undefined): (typeof travelFields)[number][] {
  return travelFields.filter((field) => {
    if (field === 'isStated') return travel?.isStated !== true;
    if (field === 'vasp') return travel?.kind === 'VASP' && travel.vasp === undefined;
    return travel?.[field] === undefined;
  });
}

export function refuseWithoutTravel({ isNeeded, fromWon }: TravelWord, travel: Travel | undefined): void {
  if (!isNeeded) return;
  const [field] = missingOf(travel);
  if (field !== undefined) throw new Refusal('TRAVEL_NEEDED', { field: `travel.${field}`, won: String(fromWon ?? 0) });
}
