// The server door of timed rounds: calls, topics, projections; brings each site's options to its engine.
import { whenBarred } from '@maru/kit/server/bars.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { betQueue, roundTopic } from '../contract.ts';
import { roundsErrors } from '../errors.ts';
import { currentBetsHandler, currentBetsOfOptionHandler, listBetsHandler, othersBetsHandler } from './bet-calls.ts';
import { klineDataHandler } from './kline-data.ts';
import { roundsMigrations } from './migrations.ts';
import { getTradeOptionHandler, listTradeOptionsHandler, publicOptionsHandler } from './option-calls.ts';
import { cancelBetHandler, placeBetHandler } from './place-bet.ts';
import { roundsProjection } from './projection.ts';
import {
  currentRoundHandler,
  getTradeRoundHandler,
  listTradeRoundsHandler,
  publicRoundsHandler,
  recentRoundsHandler,
  roundEvidenceHandler,
  roundNow,
  summarizeRoundsHandler,
} from './round-calls.ts';
import { roundsRoom } from './rounds-room.ts';
import { bettingOrdinal, runningOrdinal, siteOptions } from './site-options.ts';
import { syncOptions } from './site-sync.ts';
import { startRounds } from './start-rounds.ts';

export const roundsFeature: ServerFeature = {
  name: 'rounds',
  product: ['binary', 'powerball'],
  errors: roundsErrors,
  routes: [
    getTradeOptionHandler,
    listTradeOptionsHandler,
    publicOptionsHandler,
    currentRoundHandler,
    recentRoundsHandler,
    getTradeRoundHandler,
    listTradeRoundsHandler,
    publicRoundsHandler,
    summarizeRoundsHandler,
    othersBetsHandler,
    klineDataHandler,
    placeBetHandler,
    // What a member has, and how its rounds went, stays to be seen and ended.
    ...whenBarred('open', [cancelBetHandler, currentBetsHandler, currentBetsOfOptionHandler, listBetsHandler, roundEvidenceHandler]),
  ],
  topics: [
    {
      topic: roundTopic,
      accepts: (_context, site, { tradeOptionId }) => siteOptions(site)[Number(tradeOptionId) - 1] !== undefined,
      async snapshot(context, site, { tradeOptionId }) {
        const option = siteOptions(site)[Number(tradeOptionId) - 1];
        const now = context.clock.now();
        const ordinals = new Set([runningOrdinal(option, now), bettingOrdinal(option, now)]);
        return Promise.all(
          [...ordinals].map(async (ordinal) => ({ time: now, round: await roundNow(context, site, option, ordinal, now) })),
        );
      },
    },
    { topic: betQueue },
  ],
  projections: [roundsProjection],
  migrations: roundsMigrations,
  async start(context) {
    return startRounds(context);
  },
  async openSite(context, site) {
    const set = await syncOptions(context, site);
    if (set > 0) context.log.info({ site: site.id, set }, 'options of rounds set');
    await context.services.use(roundsRoom).openSite(site.id);
  },
};
