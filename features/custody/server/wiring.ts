// What custody offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { loginDeviceOf, memberLoginsOf, memberProtectionOf, operatorsBehind, withdrawLimitOf } from '@maru/account/admin-contract.ts';
import {
  checkWithdrawPassword,
  notifyMember,
  provenSecondFactor,
  refuseOverDeposit,
  tradingResultSince,
  withdrawalHoldOf,
} from '@maru/account/contract.ts';
import { isOwnMember, memberLooks } from '@maru/kit/server/operator-call.ts';
import { actingMember, leavingParts, memberCards, memberData, memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { accountsOfPerson, alertSources, sharesPlace } from '@maru/operator/admin-contract.ts';
import { approvals, desk, operatorNames } from '@maru/operator/contract.ts';
import { heldBonusOf, outsideLedger, tradedBetween, wonRateOf } from '@maru/wallet/admin-contract.ts';
import { installationSigner } from '@maru/rounds/admin-contract.ts';
import { custodyProcesses } from '../process-contract.ts';
import { liabilityTrees } from './liabilities/own-branch.ts';
import { listsNaming } from './rules/sanctions.ts';

export const custodyWiring = {
  offers: [liabilityTrees, listsNaming],
  needs: [
    accountsOfPerson,
    actingMember,
    alertSources,
    approvals,
    checkWithdrawPassword,
    custodyProcesses,
    desk,
    heldBonusOf,
    installationSigner,
    isOwnMember,
    leavingParts,
    loginDeviceOf,
    memberLoginsOf,
    memberLooks,
    memberProtectionOf,
    tradedBetween,
    tradingResultSince,
    wonRateOf,
    memberCards,
    memberData,
    memberDirectory,
    notifyMember,
    operatorNames,
    operatorsBehind,
    outsideLedger,
    provenSecondFactor,
    refuseLeaving,
    refuseOverDeposit,
    sharesPlace,
    withdrawLimitOf,
    withdrawalHoldOf,
  ],
} as const satisfies Wiring;
