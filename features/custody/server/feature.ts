// The entry point of custody on the server: what members ask, and the job that makes deposits of what the watcher saw.
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { depositQueue } from '../contract.ts';
import { custodyErrors } from '../errors.ts';
import { custodyProcesses } from '../process-contract.ts';
import { askTestCoinsHandler } from './ask-test-coins.ts';
import { openCoins } from './coin-rows.ts';
import { startDeposits } from './deposits/deposit-job.ts';
import { listDepositsHandler } from './list-deposits.ts';
import { custodyMigrations } from './migrations.ts';
import { hasOpenDeposits } from './open-deposits.ts';
import { registerOwnDeposits } from './own-deposits.ts';
import { siteCoinsHandler } from './site-coins.ts';
import { generateWalletHandler } from './wallet-address.ts';
import { custodyWiring } from './wiring.ts';

export const custodyFeature: ServerFeature<typeof custodyWiring> = {
  name: 'custody',
  wiring: custodyWiring,
  errors: custodyErrors,
  migrations: custodyMigrations,
  routes: [siteCoinsHandler, generateWalletHandler, listDepositsHandler, askTestCoinsHandler],
  topics: [{ topic: depositQueue }],
  async start(context) {
    registerOwnDeposits(context);
    startDeposits(context);
    return () => context.services.use(custodyProcesses).stop();
  },
  /** What was under way when the server went goes on though nobody looks. */
  async allStarted({ services, pool }) {
    if (await hasOpenDeposits(pool)) services.use(custodyProcesses).wake();
  },
  openSite: (context, site) => openCoins(context.pool, site, context.config.demo),
};
