// The futures' entry point on the server: calls, live events, projections; lists the site's symbols in its engine when it starts.
import { alertSources } from '@maru/operator/admin-contract.ts';
import { desk, readGroupExposure } from '@maru/operator/contract.ts';
import { accountsWithPositions } from '@maru/account/admin-contract.ts';
import { tradedBetween } from '@maru/wallet/admin-contract.ts';
import { whenRestricted } from '@maru/kit/server/restrictions.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { sending } from '@maru/kit/server/sending.ts';
import { leavingParts, memberData, ownRowsOf } from '@maru/member/contract.ts';
import { crossQueue, endOverdue, futuresQueue, futuresArchive } from '../contract.ts';
import { futuresErrors } from '../errors.ts';
import { futuresWireErrors } from '../wire-errors.ts';
import { amendOrderHandler } from './amend-order.ts';
import { cancelAllOrdersHandler } from './cancel-all-orders.ts';
import { cancelOrdersHandler } from './cancel-many.ts';
import { cancelOrderHandler } from './cancel-order.ts';
import { changeMarginHandler } from './change-margin.ts';
import { clearances, createClearances } from './clearances.ts';
import { readEngine } from './engine-views.ts';
import { closeCopyOrderHandler } from './close-copy-order.ts';
import { delistOptionHandler, registerDelisting } from './delist-option.ts';
import { getDeskRiskHandler } from './desk/desk-risk.ts';
import { futuresExports } from './desk/export-sources.ts';
import { ownOrders } from './desk/own-orders.ts';
import { tradingFinder } from './desk/find-number.ts';
import { groupExposureOf } from './desk/group-exposure.ts';
import { exposureAlert } from './desk/exposure-alert.ts';
import { registerExposureCheck } from './desk/exposure-check.ts';
import { startExposureWatch } from './desk/exposure-watch.ts';
import { registerExposureLimits, setExposureLimitHandler } from './desk/exposure-change.ts';
import { getHouseExposureHandler } from './desk/house-exposure.ts';
import { listDeskSymbolsHandler } from './desk/desk-symbols.ts';
import { fundingHistoryHandler } from './funding-history.ts';
import { liquidationHistoryHandler } from './liquidation-history.ts';
import { optionHedgeHandler } from './option-hedge.ts';
import { listMemberHistoryHandler, openAccountsOf, tradedOf, readMemberTradingHandler } from './admin/member-trading.ts';
import { setAccountFlagsHandler } from './set-account-flags.ts';
import { setTpslHandler } from './set-tpsl.ts';
import { getTpslHandler } from './get-tpsl.ts';
import { openSltpHandler } from './open-sltp.ts';
import { placeBatchHandler, placeScaleHandler } from './place-many.ts';
import { closeAllPositionsHandler, reversePositionHandler } from './close-positions.ts';
import { cancelAllAfterHandler } from './cancel-all-after.ts';
import { overdueEnder } from './end-overdue.ts';
import { explainHandler } from './explain.ts';
import { createExplainer, explainer } from './explain/explainer.ts';
import { futuresCrossHandler } from './futures-cross.ts';
import { getOptionHandler } from './get-option.ts';
import { getPositionModeHandler } from './get-position-mode.ts';
import { lastLeverageHandler } from './last-leverage.ts';
import { listHistoryHandler } from './list-history.ts';
import { listOptionsHandler } from './list-options.ts';
import { futuresLeaving } from './leaving.ts';
import { liveFeed } from './live-service.ts';
import { startLiveFeed } from './live-feed.ts';
import { missedMessages } from './live-missed.ts';
import { futuresMigrations } from './migrations.ts';
import { openOrdersHandler } from './open-orders.ts';
import { openPositionsHandler } from './open-positions.ts';
import { createArchive } from './order-archive.ts';
import { placeOrderHandler } from './place-order.ts';
import { presentCross } from './present-account.ts';
import { followProduct } from './product-switch.ts';
import { futuresProjection } from './projection.ts';
import { quantityPerHandler } from './quantity-per.ts';
import { futuresCommands } from './route-commands.ts';
import { bindLeverageLimits, openLeverageLimits, setLeverageLimitHandler } from './leverage-limits.ts';
import { setLeverageHandler } from './set-leverage.ts';
import { setMarginTypeHandler } from './set-margin-type.ts';
import { setPositionModeHandler } from './set-position-mode.ts';
import { setSwitchHandler } from './set-switch.ts';
import { listSiteSymbols } from './site-listing.ts';
import { futuresWiring } from './wiring.ts';

export const futuresFeature: ServerFeature<typeof futuresWiring> = {
  name: 'futures',
  wiring: futuresWiring,
  errors: { ...futuresErrors, ...futuresWireErrors },
  product: 'futures',
  routes: sending(futuresCommands, [
    // What reads or ends what a member has.
    ...whenRestricted('open', [
      listOptionsHandler,
      getOptionHandler,
      cancelOrderHandler,
      cancelOrdersHandler,
      cancelAllOrdersHandler,
      cancelAllAfterHandler,
      closeAllPositionsHandler,
      closeCopyOrderHandler,
      changeMarginHandler,
      setTpslHandler,
      getTpslHandler,
      openSltpHandler,
      openOrdersHandler,
      openPositionsHandler,
      listHistoryHandler,
      fundingHistoryHandler,
      liquidationHistoryHandler,
      optionHedgeHandler,
      quantityPerHandler,
      lastLeverageHandler,
      getPositionModeHandler,
      futuresCrossHandler,
      explainHandler,
    ]),
    ...whenRestricted('reduces', [placeOrderHandler, placeBatchHandler, placeScaleHandler]),
    amendOrderHandler,
    reversePositionHandler,
    setLeverageHandler,
    setMarginTypeHandler,
    setPositionModeHandler,
    setSwitchHandler,
    setAccountFlagsHandler,
    setLeverageLimitHandler,
    delistOptionHandler,
    getDeskRiskHandler,
    listDeskSymbolsHandler,
    getHouseExposureHandler,
    setExposureLimitHandler,
    readMemberTradingHandler,
    listMemberHistoryHandler,
  ]),
  topics: [
    {
      topic: futuresQueue,
      async snapshot(context, site, _params, session) {
        if (session !== undefined) await context.services.use(liveFeed).prime(site, session.account);
        return [];
      },
      async missed(context, site, session, fromSeq, untilSeq) {
        // What happens meanwhile is told in full only to whoever is known.
        await context.services.use(liveFeed).prime(site, session.account);
        return missedMessages(context, site, session, fromSeq, untilSeq);
      },
    },
    {
      topic: crossQueue,
      async snapshot(context, site, _params, session) {
        if (session === undefined) return [];
        await context.services.use(liveFeed).prime(site, session.account);
        return [presentCross(await readEngine.account(context, site.id, session.account))];
      },
    },
  ],
  projections: [futuresProjection],
  migrations: futuresMigrations,
  async start(context) {
    context.services.provide(tradedBetween, (site, account, sequences) => tradedOf(context, site, account, sequences));
    context.services.provide(accountsWithPositions, (site) => openAccountsOf(context, site));
    await openLeverageLimits(context);
    registerDelisting(context);
    // Before the feed: what is told of a position's end has its last fee.
    const taken = createClearances(context);
    context.services.provide(clearances, taken);
    const feed = startLiveFeed(context);
    context.services.provide(liveFeed, feed);
    context.services.provide(futuresArchive, createArchive(context));
    context.services.provide(endOverdue, overdueEnder(context));
    const explaining = createExplainer(context);
    context.services.provide(explainer, explaining);
    startExposureWatch(context);
    context.services.find(alertSources)?.register(exposureAlert(context));
    registerExposureCheck(context);
    registerExposureLimits(context);
    context.services.provide(readGroupExposure, (site) => groupExposureOf(context, site));
    context.services.find(desk)?.registerFinder(tradingFinder(context));
    for (const source of futuresExports) context.services.find(desk)?.registerExport(source);
    for (const kind of [...futuresExports.map(ownRowsOf), ownOrders]) context.services.find(memberData)?.register(kind);
    context.services.find(leavingParts)?.register(futuresLeaving(context));
    return async () => {
      feed.stop();
      taken.stop();
      await explaining.stop();
    };
  },
  async openSite(context, site) {
    const listed = await listSiteSymbols(context, site);
    if (listed > 0) context.log.info({ site: site.id, listed }, 'symbols listed');
    await bindLeverageLimits(context, site.id);
    await context.services.use(clearances).open(site.id);
    await followProduct(context, site);
  },
};
