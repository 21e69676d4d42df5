// What wallet offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { partnersAbove } from '@maru/account/admin-contract.ts';
import { depositedSince, leavingMoney, tradingResultSince, walletsOfMember, welcomeGift } from '@maru/account/contract.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { marketReader } from '@maru/market/contract.ts';
import { formerAccounts, leavingParts, memberCards, memberData, memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
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
    accountsOfPerson,
    approvals,
    brandHolds,
    desk,
    findPartner,
    formerAccounts,
    launchChecks,
    leavingParts,
    marketReader,
    memberCards,
    memberData,
    memberDirectory,
    messageBox,
    operatorNames,
    partnersAbove,
    refuseLeaving,
    siteGuards,
    tradedBetween,
  ],
} as const satisfies Wiring;
