// Whether a member may stake in another provider’s game: as for a spin, and never past limits that only the engine counts.
import { consents, hasProduct } from '@maru/kit/server/restrictions.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { isClosedIn, siteIn } from '@maru/kit/server/region.ts';
import { needSlot } from '../games.ts';
import { restrictionOf, type PlayerState } from '../slot-calls.ts';

export interface Staker {
  member: number;
  account: number;
  country: string | undefined;
}
interface OwnLimits {
  dayLoss: number;
  dayStake: number;
  dayPlayMs: number;
}

export async function needMayStake(context: AppContext, site: SiteConfig, { member, account, country }: Staker): Promise<void> {
  needOffered(site, country);
  if (await context.services.find(consents)?.owes(site.id, member)) throw new Refusal('CONSENT_NEEDED');
  const [state, limits] = await Promise.all([
    context.engine.query<PlayerState | null>(site.id, 'player', account),
    context.engine.query<OwnLimits | null>(site.id, 'playLimits', account, context.clock.now()),
  ]);
  const restriction = restrictionOf(site, state);
  if (restriction !== null) throw new Refusal(restriction);
  // What is staked elsewhere is not counted by the engine: a limit that somebody set would not hold (ADR 0024).
  if (limits !== null && [limits.dayLoss, limits.dayStake, limits.dayPlayMs].some((limit) => limit !== 0))
    throw new Refusal('SLOT_OWN_LIMITS');
}

/** A win must always be payable, and the ledger has a purse without a bottom in USDT alone (ADR 0028). */
const isPayable = (site: SiteConfig, country: string | undefined) =>
  hasProduct(siteIn(site, country), 'binary') && site.binaryCurrency === 'USDT';

export const isOffered = (site: SiteConfig, country: string | undefined): boolean =>
  !isClosedIn(site, country) && site.slot?.isPlay === true && isPayable(site, country);

function needOffered(site: SiteConfig, country: string | undefined): void {
  if (isClosedIn(site, country)) throw new Refusal('REGION_CLOSED');
  needSlot(site);
  if (!isPayable(site, country)) throw new Refusal('PRODUCT_OFF');
}
