// What wallet offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { memberProtectionOf, partnersAbove, withdrawLimitOf } from '@maru/account/admin-contract.ts';
import {
  checkWithdrawPassword,
  depositedSince,
  leavingMoney,
  notifyMember,
  provenSecondFactor,
  tradingResultSince,
  walletsOfMember,
  welcomeGift,
  withdrawalHoldOf,
} from '@maru/account/contract.ts';
import { isOwnMember } from '@maru/kit/server/operator-call.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { marketReader } from '@maru/market/contract.ts';
import {
  actingMember,
  formerAccounts,
  leavingParts,
  memberCards,
  memberData,
  memberDirectory,
  receivers,
  refuseLeaving,
} from '@maru/member/contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import { accountsOfPerson } from '@maru/operator/admin-contract.ts';
import { approvals, desk, operatorNames, readGroupMoney } from '@maru/operator/contract.ts';
import { findPartner } from '@maru/partner/contract.ts';
import { brandHolds, launchChecks, siteGuards } from '@maru/site/admin-contract.ts';
import { heldBonusOf, outsideLedger, tradedBetween, wonRateOf } from '../admin-contract.ts';
import { futuresLedger } from '../futures-ledger-contract.ts';
import { rateService } from './rates/rate-service.ts';

export const walletWiring = {
  offers: [
    depositedSince,
    futuresLedger,
    heldBonusOf,
    leavingMoney,
    outsideLedger,
    rateService,
    readGroupMoney,
    tradingResultSince,
    walletsOfMember,
    welcomeGift,
    wonRateOf,
  ],
  needs: [
    isOwnMember,
    accountsOfPerson,
    actingMember,
    approvals,
    brandHolds,
    checkWithdrawPassword,
    desk,
    findPartner,
    formerAccounts,
    launchChecks,
    leavingParts,
    marketReader,
    memberCards,
    memberData,
    memberDirectory,
    memberProtectionOf,
    messageBox,
    notifyMember,
    operatorNames,
    partnersAbove,
    provenSecondFactor,
    receivers,
    refuseLeaving,
    siteGuards,
    tradedBetween,
    withdrawLimitOf,
    withdrawalHoldOf,
  ],
} as const satisfies Wiring;
