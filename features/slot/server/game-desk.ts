// Games of other providers on the desk: each day's report of the provider beside our own rows, and how many days do not agree.
import { DAY_MS, HOUR_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { desk } from '@maru/operator/contract.ts';
import { type GameDay, readGameDays } from '../admin-contract.ts';
import { providerOf } from './seamless/provider.ts';
import { type ComparedDay, comparedDays, isSameDay, shownFlows } from './seamless/report.ts';

const MOST_DAYS = 60;
/** So long after its end a day may still be without its report. */
const WAIT_MS = 6 * HOUR_MS;

export const readGameDaysHandler = handleOperator(readGameDays, async (context, { site }) => ({
  data: { provider: providerOf(context, site.id)?.name ?? null, days: await daysOf(context, site) },
}));

async function daysOf(context: AppContext, site: SiteConfig): Promise<GameDay[]> {
  const days = await comparedDays(context, site.id, MOST_DAYS);
  return days.map((day) => ({
    provider: day.provider,
    date: day.day,
    state: stateOf(day, context.clock.now()),
    ours: shownFlows(site, day.ours),
    told: day.told === undefined ? null : shownFlows(site, day.told),
    toldAt: day.toldAt?.toISOString() ?? null,
  }));
}

function stateOf({ told, ours, day }: ComparedDay, now: number): GameDay['state'] {
  if (told !== undefined) return isSameDay(told, ours) ? 'AGREES' : 'DIFFERS';
  return now < Date.parse(`${day}T00:00:00Z`) + DAY_MS + WAIT_MS ? 'WAITING' : 'MISSING';
}

/** Behind the start of the operators' desk. */
export function registerGameDays(context: AppContext): void {
  context.services.find(desk)?.register({
    kind: 'game-reports',
    right: 'rounds.read',
    async count(id) {
      const site = context.sites.byId(id);
      if (site === undefined) return { count: 0, since: null };
      const wrong = (await daysOf(context, site)).filter(({ state }) => state === 'DIFFERS' || state === 'MISSING');
      const first = wrong.at(-1);
      return { count: wrong.length, since: first === undefined ? null : new Date(Date.parse(`${first.date}T00:00:00Z`) + DAY_MS) };
    },
  });
}
