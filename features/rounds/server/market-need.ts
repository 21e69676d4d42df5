// Which moments rounds need a price of: bounds of those with bets, and of those that a bet could be placed in while a holiday is entered.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type NeededMoments } from '@maru/market/contract.ts';
import type { OpenRounds } from './open-rounds.ts';
import { bettingOrdinal, isOffered, roundTimes, runningOrdinal, siteOptions } from './site-options.ts';

/** A bet that is on its way while the market's closing is decided. */
const AHEAD_MS = 10_000;

export function neededMoments({ sites, clock }: Pick<AppContext, 'sites' | 'clock'>, rounds: OpenRounds): NeededMoments {
  return (symbols) => {
    const now = clock.now();
    const moments = new Set<number>();
    for (const site of sites.all())
      for (const option of siteOptions(site)) {
        if (option.data === undefined || !symbols.has(option.data.code) || !isOffered(site, option)) continue;
        for (const ordinal of [runningOrdinal(option, now), bettingOrdinal(option, now), bettingOrdinal(option, now + AHEAD_MS)]) {
          const { startAt, endAt } = roundTimes(option, ordinal);
          moments.add(startAt).add(endAt);
        }
      }
    for (const { site, round } of rounds.unsettled()) {
      const config = sites.byId(site);
      const code = config && siteOptions(config)[round.option]?.data?.code;
      if (code !== undefined && symbols.has(code)) moments.add(round.startAt).add(round.endAt);
    }
    return [...moments];
  };
}
