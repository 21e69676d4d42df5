// The entry point of custody on the server: what members and operators ask, and the jobs that turn what chains did into the ledger's steps.
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { depositQueue } from '../contract.ts';
import { custodyErrors } from '../errors.ts';
import { withdrawalQueue } from '../withdraw-contract.ts';
import { custodyProcesses } from '../process-contract.ts';
import { allowListRoutes } from './allow-list/allow-list-routes.ts';
import { applyDepositHandler, applyDnwHandler } from './apply-umbrella.ts';
import { askTestCoinsHandler } from './ask-test-coins.ts';
import { openCoins } from './coin-rows.ts';
import { coldMoveAsks, registerColdMoves } from './cold/ask-move.ts';
import { coldMoveRoutes } from './cold/move-file.ts';
import { coldAddressRoutes, registerColdAddresses } from './cold/cold-address.ts';
import { listColdHandler } from './cold/list-cold.ts';
import { coinDeskRoutes, registerCoinApprovals } from './desk/coin-desk.ts';
import { readCustodyStateHandler } from './desk/custody-state.ts';
import { listDeskDepositsHandler } from './desk/desk-deposits.ts';
import { listDeskSweepsHandler } from './desk/list-sweeps.ts';
import { listMemberAddressesHandler } from './desk/member-addresses.ts';
import { depositClaimRoutes } from './deposit-claims/claim-routes.ts';
import { registerClaimApprovals } from './deposit-claims/decide-claim.ts';
import { registerOwnClaims } from './deposit-claims/own-claims.ts';
import { startDeposits } from './deposits/deposit-job.ts';
import { listDepositsHandler } from './list-deposits.ts';
import { deskLiabilityRoutes } from './liabilities/desk-liabilities.ts';
import { startLiabilities } from './liabilities/liability-job.ts';
import { liabilityRoutes } from './liabilities/liability-routes.ts';
import { liabilityTrees, openTrees } from './liabilities/own-branch.ts';
import { custodyMigrations } from './migrations.ts';
import { hasOpenCustody } from './open-custody.ts';
import { registerOwnDeposits } from './own-deposits.ts';
import { levelDeskRoutes, registerLevelApprovals } from './rules/level-desk.ts';
import { registerRuleApprovals, ruleDeskRoutes } from './rules/rule-desk.ts';
import { registerSanctionApprovals, sanctionDeskRoutes } from './rules/sanction-desk.ts';
import { listsNaming, namingOf } from './rules/sanctions.ts';
import { openRules } from './rules/site-rules.ts';
import { registerOwnWithdrawals } from './withdrawals/own-withdrawals.ts';
import { applyWithdrawalHandler } from './withdrawals/apply-withdrawal.ts';
import { cancelWithdrawalGetHandler, cancelWithdrawalHandler } from './withdrawals/cancel-withdrawal.ts';
import { claimWithdrawalHandler, releaseWithdrawalHandler } from './withdrawals/claim-withdrawal.ts';
import { decideWithdrawalHandler, registerWithdrawalApprovals } from './withdrawals/decide-withdrawal.ts';
import { readDeskWithdrawalHandler } from './withdrawals/desk-page.ts';
import { listDeskWithdrawalsHandler } from './desk/list-withdrawals.ts';
import { quoteWithdrawalHandler } from './withdrawals/quote-withdrawal.ts';
import { listWithdrawalsHandler, readWithdrawalHandler } from './withdrawals/read-withdrawals.ts';
import { authWithdrawalHandler } from './withdrawals/withdraw-ticket.ts';
import { startWithdrawals } from './withdrawals/withdrawal-job.ts';
import { askReconciliationHandler, readReconciliationHandler } from './reconcile/desk-reconciliation.ts';
import { liftCustodyStopHandler, registerStopApprovals } from './reconcile/lift-stop.ts';
import { startReconciliation } from './reconcile/reconcile-job.ts';
import { readTransactionHandler } from './read-transaction.ts';
import { siteCoinsHandler } from './site-coins.ts';
import { generateWalletHandler } from './wallet-address.ts';
import { custodyWiring } from './wiring.ts';

export const custodyFeature: ServerFeature<typeof custodyWiring> = {
  name: 'custody',
  wiring: custodyWiring,
  errors: custodyErrors,
  migrations: custodyMigrations,
  routes: [
    siteCoinsHandler,
    generateWalletHandler,
    listDepositsHandler,
    readTransactionHandler,
    askTestCoinsHandler,
    quoteWithdrawalHandler,
    authWithdrawalHandler,
    applyWithdrawalHandler,
    cancelWithdrawalHandler,
    cancelWithdrawalGetHandler,
    listWithdrawalsHandler,
    readWithdrawalHandler,
    listDeskWithdrawalsHandler,
    decideWithdrawalHandler,
    readReconciliationHandler,
    askReconciliationHandler,
    liftCustodyStopHandler,
    listDeskDepositsHandler,
    readCustodyStateHandler,
    listMemberAddressesHandler,
    listDeskSweepsHandler,
    listColdHandler,
    ...coldAddressRoutes,
    ...coldMoveAsks,
    ...coldMoveRoutes,
    ...coinDeskRoutes,
    ...ruleDeskRoutes,
    ...levelDeskRoutes,
    ...sanctionDeskRoutes,
    readDeskWithdrawalHandler,
    claimWithdrawalHandler,
    releaseWithdrawalHandler,
    ...depositClaimRoutes,
    ...allowListRoutes,
    ...liabilityRoutes,
    ...deskLiabilityRoutes,
    applyDepositHandler,
    applyDnwHandler,
  ],
  topics: [{ topic: depositQueue }, { topic: withdrawalQueue }],
  async start(context) {
    registerOwnDeposits(context);
    registerOwnWithdrawals(context);
    registerWithdrawalApprovals(context);
    registerOwnClaims(context);
    registerClaimApprovals(context);
    registerCoinApprovals(context);
    registerRuleApprovals(context);
    registerLevelApprovals(context);
    registerSanctionApprovals(context);
    registerColdAddresses(context);
    registerColdMoves(context);
    context.services.provide(listsNaming, namingOf(context));
    startDeposits(context);
    startWithdrawals(context);
    registerStopApprovals(context);
    startReconciliation(context);
    context.services.provide(liabilityTrees, openTrees(context));
    startLiabilities(context);
    return () => context.services.use(custodyProcesses).stop();
  },
  /** What was under way when the server went goes on though nobody looks; real chains are always watched. */
  async allStarted({ services, pool, config }) {
    if (!config.demo || (await hasOpenCustody(pool))) services.use(custodyProcesses).wake();
  },
  async openSite(context, site) {
    await openCoins(context.pool, site, context.config);
    await openRules(context.pool, site.id);
  },
};
