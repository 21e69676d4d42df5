// The entry point on the server of timed rounds: calls, topics, projections; brings each site's options to its engine.
import { desk } from '@maru/operator/contract.ts';
import { betFinder } from './admin/find-number.ts';
import { whenRestricted } from '@maru/kit/server/restrictions.ts';
import { CommandKind } from '@maru/engine/wire/command-kind.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { sending } from '@maru/kit/server/sending.ts';
import { leavingParts, memberData } from '@maru/member/contract.ts';
import { betQueue, roundTopic } from '../contract.ts';
import { roundsDeskErrors } from '../admin-errors.ts';
import { roundsErrors } from '../errors.ts';
import { roundsLeaving } from './leaving.ts';
import { ownBets, ownPracticeBets } from './own-bets.ts';
import { registerRoundChanges, roundsDeskRoutes } from './admin/rounds-desk.ts';
import { currentBetsHandler, currentBetsOfOptionHandler, listBetsHandler, othersBetsHandler, topWinnersHandler } from './bet-calls.ts';
import { roundBetsHandler } from './bets-call.ts';
import { chainHeadsHandler, chainRecordsHandler, dayKeysHandler } from './chain-calls.ts';
import { klineDataHandler } from './kline-data.ts';
import { roundsMigrations } from './migrations.ts';
import { getTradeOptionHandler, listTradeOptionsHandler, publicOptionsHandler } from './option-calls.ts';
import { cancelBetHandler, placeBetHandler } from './place-bet.ts';
import { powerBallDrawHandler, powerBallDrawsHandler, powerBallSealsHandler } from './power-ball-calls.ts';
import { practiceRoutes } from './practice/practice-routes.ts';
import { startPractice } from './practice/start-practice.ts';
import { startDrawMoments } from './power-ball-moments.ts';
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
import { roundsService } from './rounds-service.ts';
import { saleQuoteHandler, sellBetHandler } from './sell-bet.ts';
import { bettingOrdinal, runningOrdinal, siteOptions } from './site-options.ts';
import { syncOptions } from './site-sync.ts';
import { startRounds } from './start-rounds.ts';
import { roundsWiring } from './wiring.ts';

export const roundsFeature: ServerFeature<typeof roundsWiring> = {
  name: 'rounds',
  wiring: roundsWiring,
  product: ['binary', 'powerball'],
  errors: { ...roundsErrors, ...roundsDeskErrors },
  routes: sending({ placeBet: [CommandKind.PlaceBet], cancelBet: [CommandKind.CancelBet], sellBet: [CommandKind.SellBet] }, [
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
    topWinnersHandler,
    klineDataHandler,
    powerBallDrawsHandler,
    powerBallDrawHandler,
    powerBallSealsHandler,
    placeBetHandler,
    // What a member has, and how its rounds went, stays to be seen and ended.
    ...whenRestricted('open', [
      cancelBetHandler,
      saleQuoteHandler,
      sellBetHandler,
      currentBetsHandler,
      currentBetsOfOptionHandler,
      listBetsHandler,
      roundEvidenceHandler,
      roundBetsHandler,
      chainHeadsHandler,
      chainRecordsHandler,
      dayKeysHandler,
    ]),
    ...practiceRoutes,
    ...roundsDeskRoutes,
  ]),
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
    registerRoundChanges(context);
    context.services.find(desk)?.registerFinder(betFinder(context));
    context.services.find(memberData)?.register(ownBets);
    context.services.find(memberData)?.register(ownPracticeBets);
    context.services.find(leavingParts)?.register(roundsLeaving(context));
    const stop = startRounds(context);
    startDrawMoments(context);
    startPractice(context);
    return stop;
  },
  async openSite(context, site) {
    const set = await syncOptions(context, site);
    if (set > 0) context.log.info({ site: site.id, set }, 'options of rounds set');
    await context.services.use(roundsService).openSite(site.id);
  },
};
