// The wallet's entry point on the server: balances from the engine, the ledger from its projection, changes by socket.
import { desk, readGroupMoney } from '@maru/operator/contract.ts';
import { depositedSince, tradingResultSince, walletsOfMember, welcomeGift } from '@maru/account/contract.ts';
import { CommandKind } from '@maru/engine/wire/command-kind.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { sending } from '@maru/kit/server/sending.ts';
import { memberData, ownRowsOf } from '@maru/member/contract.ts';
import { heldBonusOf, outsideLedger, wonRateOf } from '../admin-contract.ts';
import { futuresLedger, pointQueue } from '../contract.ts';
import { walletAdminErrors } from '../admin-errors.ts';
import { walletErrors } from '../errors.ts';
import { keepPosting, postLeftOver, registerEntries } from './admin/apply-entry.ts';
import { askEntryHandler, askGrantFundHandler } from './admin/ask-entry.ts';
import { fundDemoGrants } from './admin/demo-grants.ts';
import { askDemoMoneyHandler, getDemoMoneyHandler } from './ask-demo-money.ts';
import { checkEntryHandler, listEntriesHandler } from './admin/list-entries.ts';
import { exportMemberLedgerHandler, listMemberLedgerHandler } from './admin/member-ledger.ts';
import { readMemberWalletsHandler } from './admin/member-wallets.ts';
import { fundDemoMembers } from './demo-funding.ts';
import { keepDemoGifts } from './demo-gift.ts';
import { registerDemoMoneyCheck } from './demo-money-check.ts';
import { ledgerExports } from './desk/export-sources.ts';
import { ledgerFinder } from './desk/find-number.ts';
import { groupMoneyOf } from './desk/group-money.ts';
import { getHouseGamesHandler } from './desk/house-games.ts';
import { listAssetSumsHandler } from './desk/asset-sums.ts';
import { convertDeskRoutes, registerConvertApprovals } from './desk/convert-desk.ts';
import { getHouseSheetHandler } from './desk/house-sheet.ts';
import { getMoneyFlowHandler } from './desk/money-flow.ts';
import { heldBonus } from './coupon-turnover.ts';
import { createCouponHandler, endCouponHandler, registerCoupons } from './coupons.ts';
import { guardWallets } from './hidden-wallets.ts';
import { finishCoupons } from './finish-coupons.ts';
import { registerLeaving } from './leaving.ts';
import { listCouponsHandler, readCouponCodesHandler } from './list-coupons.ts';
import { keepCalendar } from './calendar.ts';
import { getConversionHandler } from './conversion-terms.ts';
import { startDayReports } from './day-reports.ts';
import { getExchangeRateHandler, getExchangeRateMapHandler } from './exchange-rate.ts';
import { readFuturesLedger } from './futures-ledger.ts';
import { listDnwHandler } from './list-dnw.ts';
import { listLedgerHandler } from './list-ledger.ts';
import { walletMigrations } from './migrations.ts';
import { myWalletsHandler } from './my-wallets.ts';
import { startPointFeed } from './point-feed.ts';
import { readDnwEntryHandler } from './read-entry.ts';
import { openOutsideLedger } from './outside-ledger.ts';
import { convertHandler } from './convert/convert.ts';
import { openConvertCoins } from './convert/convert-coins.ts';
import { keepQuotes } from './convert/finish-quotes.ts';
import { listConversionsHandler, listConvertCoinsHandler } from './convert/list-conversions.ts';
import { ownConversions } from './convert/own-conversions.ts';
import { quoteConversionHandler } from './convert/quote-conversion.ts';
import { checkReceiverHandler } from './member-transfer/check-receiver.ts';
import { listMemberTransfersHandler } from './member-transfer/desk-list.ts';
import { memberTermsRoutes, registerMemberTerms } from './member-transfer/desk-terms.ts';
import { keepMemberTransfers } from './member-transfer/finish-transfers.ts';
import { ownMemberTransfers } from './member-transfer/own-transfers.ts';
import { memberTransferTermsHandler } from './member-transfer/read-terms.ts';
import { openMemberTerms } from './member-transfer/transfer-terms.ts';
import { transferToMemberHandler } from './member-transfer/transfer-to-member.ts';
import { listUsedCouponsHandler, redeemCouponHandler } from './redeem-coupon.ts';
import { ownCoupons } from './own-coupons.ts';
import { walletProjection } from './projection.ts';
import { holdBrands } from './brand-hold.ts';
import { transferHandler } from './transfer.ts';
import { listProfitHandler } from './list-profit.ts';
import { profitDaysHandler } from './profit-days.ts';
import { depositsSince } from './deposited-since.ts';
import { ledgerSince, tradingResults, walletProfitHandler } from './wallet-profit.ts';
import { walletEquityHandler } from './wallet-equity.ts';
import { readWallets } from './wallets.ts';
import { openRateService, rateService } from './rates/rate-service.ts';
import { walletWiring } from './wiring.ts';

/** What each call may send to the engine. */
const transfers = {
  transfer: [CommandKind.Transfer, CommandKind.Convert],
  convert: [CommandKind.Convert],
  transferToMember: [CommandKind.TransferToMember],
};

export const walletFeature: ServerFeature<typeof walletWiring> = {
  name: 'wallet',
  wiring: walletWiring,
  errors: { ...walletErrors, ...walletAdminErrors },
  routes: sending(transfers, [
    myWalletsHandler,
    listLedgerHandler,
    transferHandler,
    getConversionHandler,
    listConvertCoinsHandler,
    quoteConversionHandler,
    convertHandler,
    listConversionsHandler,
    memberTransferTermsHandler,
    checkReceiverHandler,
    transferToMemberHandler,
    walletEquityHandler,
    walletProfitHandler,
    profitDaysHandler,
    listProfitHandler,
    listDnwHandler,
    readDnwEntryHandler,
    getExchangeRateHandler,
    getExchangeRateMapHandler,
    redeemCouponHandler(),
    listUsedCouponsHandler,
    getDemoMoneyHandler,
    askDemoMoneyHandler,
    createCouponHandler,
    endCouponHandler,
    listCouponsHandler,
    readCouponCodesHandler,
    readMemberWalletsHandler,
    listMemberLedgerHandler,
    exportMemberLedgerHandler,
    checkEntryHandler,
    askEntryHandler,
    askGrantFundHandler,
    listEntriesHandler,
    getMoneyFlowHandler,
    getHouseGamesHandler,
    getHouseSheetHandler,
    listAssetSumsHandler,
    ...convertDeskRoutes,
    listMemberTransfersHandler,
    ...memberTermsRoutes,
  ]),
  topics: [
    {
      topic: pointQueue,
      async snapshot(context, site, _params, session) {
        return session === undefined ? [] : Object.values(await readWallets(context, site, session.account));
      },
    },
  ],
  projections: [walletProjection],
  migrations: walletMigrations,
  async start(context) {
    // Before anything is posted: the projection asks which day it is by it.
    for (const site of context.sites.all()) await keepCalendar(context, site);
    context.services.provide(walletsOfMember, async (siteId, account) => {
      const site = context.sites.byId(siteId);
      return site === undefined ? {} : await readWallets(context, site, account);
    });
    context.services.provide(tradingResultSince, ledgerSince(context.pool, tradingResults));
    context.services.provide(futuresLedger, readFuturesLedger(context.pool));
    context.services.provide(depositedSince, depositsSince(context));
    const rates = await openRateService(context);
    context.services.provide(rateService, rates);
    context.services.provide(wonRateOf, (site) => rates.all(site).KRW);
    for (const site of context.sites.all()) await rates.open(site);
    context.services.provide(readGroupMoney, (site, days) => groupMoneyOf(context, site, days));
    context.services.find(desk)?.registerFinder(ledgerFinder(context));
    for (const source of ledgerExports) context.services.find(desk)?.registerExport(source);
    for (const kind of [ownRowsOf(ledgerExports[0]), ownCoupons, ownConversions, ownMemberTransfers])
      context.services.find(memberData)?.register(kind);
    const stopPoints = startPointFeed(context);
    await finishCoupons(context);
    registerEntries(context);
    registerCoupons(context);
    registerConvertApprovals(context);
    registerMemberTerms(context);
    guardWallets(context);
    holdBrands(context);
    registerLeaving(context);
    registerDemoMoneyCheck(context);
    context.services.provide(outsideLedger, openOutsideLedger(context));
    context.services.provide(heldBonusOf, (site, account) => heldBonus(context, site, account));
    await postLeftOver(context, 0).catch((error: unknown) => context.log.warn({ err: error }, 'agreed ledger entries wait to be posted'));
    for (const start of [keepDemoGifts, keepPosting, keepQuotes, keepMemberTransfers, startDayReports]) start(context);
    return () => {
      stopPoints();
      rates.stop();
    };
  },
  async openSite(context, site) {
    await keepCalendar(context, site);
    await context.services.use(rateService).open(site);
    await openConvertCoins(context.pool, site);
    await openMemberTerms(context.pool, site);
    if (!context.config.demo) return;
    await context.services
      .use(welcomeGift)
      .pay(site.id)
      .catch((error: unknown) => context.log.warn({ err: error }, 'demo money waits'));
    await fundDemoMembers(context, site.id);
    await fundDemoGrants(context, site.id);
  },
};
