// What account offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { attachmentStore } from '@maru/file/contract.ts';
import { errorWords } from '@maru/kit/server/http-errors.ts';
import { leftAmong, memberLooks } from '@maru/kit/server/operator-call.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { accountsOfPerson, linesOf } from '@maru/operator/admin-contract.ts';
import { approvals, desk, operatorNames } from '@maru/operator/contract.ts';
import { outbox, mailMark } from '@maru/outbox/contract.ts';
import { findPartner } from '@maru/partner/contract.ts';
import { brandHolds } from '@maru/site/admin-contract.ts';
import { legalDocuments } from '@maru/site/contract.ts';
import { accountsWithPositions, memberCards, noteMemberAct, partnersAbove, signUpDecided, withdrawLimitOf } from '../admin-contract.ts';
import { confirmPassword, isSharedAccount, memberDirectory, walletsOfMember, welcomeGift, withdrawalHoldOf } from '../contract.ts';
import { formerAccounts, leavingMoney, leavingParts, refuseLeaving } from '../leaving-contract.ts';
import {
  birthDateOfMember,
  checkWithdrawPassword,
  depositedSince,
  keepOwnStop,
  memberBox,
  notifyMember,
  provenMailOf,
  refuseOverDeposit,
  tradingResultSince,
  wantedInApp,
} from '../member-choices.ts';
import { memberData } from '../own-data-contract.ts';
import { memberWatch } from './admin/member-watch.ts';

export const accountWiring = {
  offers: [
    birthDateOfMember,
    checkWithdrawPassword,
    confirmPassword,
    formerAccounts,
    isSharedAccount,
    keepOwnStop,
    leavingParts,
    leftAmong,
    mailMark,
    memberCards,
    memberData,
    memberDirectory,
    memberLooks,
    memberWatch,
    noteMemberAct,
    notifyMember,
    partnersAbove,
    provenMailOf,
    refuseLeaving,
    refuseOverDeposit,
    signUpDecided,
    wantedInApp,
    withdrawLimitOf,
    withdrawalHoldOf,
  ],
  needs: [
    accountsOfPerson,
    accountsWithPositions,
    approvals,
    brandHolds,
    depositedSince,
    desk,
    errorWords,
    attachmentStore,
    findPartner,
    leavingMoney,
    legalDocuments,
    outbox,
    linesOf,
    memberBox,
    operatorDesk,
    operatorNames,
    siteProviders,
    tradingResultSince,
    walletsOfMember,
    welcomeGift,
  ],
} as const satisfies Wiring;
