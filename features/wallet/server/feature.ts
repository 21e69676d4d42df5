// The wallet's server door: balances from the engine, the ledger from its projection, changes by socket.
import { walletsOfMember } from '@maru/account/contract.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { pointQueue } from '../contract.ts';
import { walletErrors } from '../errors.ts';
import { fundDemoMembers } from './demo-funding.ts';
import { createCouponHandler, endCouponHandler, finishCoupons } from './coupons.ts';
import { getExchangeRateHandler, getExchangeRateMapHandler } from './exchange-rate.ts';
import { listDnwHandler } from './list-dnw.ts';
import { listLedgerHandler } from './list-ledger.ts';
import { walletMigrations } from './migrations.ts';
import { myWalletsHandler } from './my-wallets.ts';
import { startPointFeed } from './point-feed.ts';
import { listUsedCouponsHandler, redeemCouponHandler } from './redeem-coupon.ts';
import { walletProjection } from './projection.ts';
import { transferHandler } from './transfer.ts';
import { walletProfitHandler } from './wallet-profit.ts';
import { readWallets } from './wallets.ts';

export const walletFeature: ServerFeature = {
  name: 'wallet',
  errors: walletErrors,
  routes: [
    myWalletsHandler,
    listLedgerHandler,
    transferHandler,
    walletProfitHandler,
    listDnwHandler,
    getExchangeRateHandler,
    getExchangeRateMapHandler,
    redeemCouponHandler(),
    listUsedCouponsHandler,
    createCouponHandler,
    endCouponHandler,
  ],
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
    context.services.provide(walletsOfMember, async (siteId, account) => {
      const site = context.sites.byId(siteId);
      return site === undefined ? {} : await readWallets(context, site, account);
    });
    startPointFeed(context);
    await finishCoupons(context);
    if (context.config.demo) await fundDemoMembers(context);
    return () => {};
  },
};
