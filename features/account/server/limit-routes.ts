// The routes of what members decide for themselves about how much and how long.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, handle } from '@maru/kit/server/feature.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { excludeMyself, getOwnLimits, setOwnLimit } from '../limits-contract.ts';
import { keepOwnStop, refuseOverDeposit } from '../member-choices.ts';
import type { Confirming } from './confirm-password.ts';
import { notShared } from './demo-members.ts';
import { exclude } from './exclusion.ts';
import { keepPlayDay } from './game-limits.ts';
import { type LossWatch, startLossWatch } from './loss-watch.ts';
import { ownLimits, refuseDepositOver, setLimit } from './own-limits.ts';
import { endLongLogins } from './session-length.ts';

const LOOK_MS = 10_000;
/** Clocks change, and sites get games, while the server runs. */
const DAY_LOOK_MS = 60_000;

export interface LimitService {
  watch: LossWatch;
}

export function limitRoutes(watch: () => LossWatch, confirm: () => Confirming): BoundRoute[] {
  return [
    handle(getOwnLimits, (context, call) => ownLimits(context, call, watch())),
    ...notShared([
      handle(setOwnLimit, (context, call) => setLimit(context, call, watch())),
      handle(excludeMyself, (context, call) => exclude(context, confirm(), call)),
    ]),
  ];
}

/** After the directory is provided. */
export async function openLimitService(context: AppContext): Promise<LimitService> {
  const watch = await startLossWatch(context);
  context.services.provide(keepOwnStop, (site, member, isWanted) => watch.keepStop(site, member, isWanted));
  context.services.provide(refuseOverDeposit, async (site, member, amount) => {
    const account = context.services.use(memberDirectory).accountOf(site, member);
    if (account !== undefined) await refuseDepositOver(context, site, member, account, amount);
  });
  const { jobs } = context;
  jobs.every({ name: 'account.longLogins', everyMs: LOOK_MS, fault: 'long logins not ended' }, () => endLongLogins(context));
  jobs.every({ name: 'account.playDays', everyMs: DAY_LOOK_MS, fault: 'days of games not set' }, () => keepPlayDays(context));
  return { watch };
}

async function keepPlayDays(context: AppContext): Promise<void> {
  for (const site of context.sites.all())
    await keepPlayDay(context, site).catch((error: unknown) => context.log.warn({ err: error, site: site.id }, 'day of games not set'));
}
