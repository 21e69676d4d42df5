// What account offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { attachmentStore } from '@maru/file/contract.ts';
import { errorWords } from '@maru/kit/server/http-errors.ts';
import { isOwnMember, memberLooks } from '@maru/kit/server/operator-call.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { actingMember, leavingParts, memberBox, memberData, memberDirectory, memberJoined, refuseLeaving } from '@maru/member/contract.ts';
import { accountsOfPerson, linesOf, operatorsByMarks } from '@maru/operator/admin-contract.ts';
import { approvals, desk, operatorNames } from '@maru/operator/contract.ts';
import { outbox, mailMark } from '@maru/outbox/contract.ts';
import { findPartner } from '@maru/partner/contract.ts';
import { brandHolds } from '@maru/site/admin-contract.ts';
import { legalDocuments } from '@maru/site/contract.ts';
import { accountsWithPositions, noteMemberAct, partnersAbove, signUpDecided, withdrawLimitOf } from '../admin-contract.ts';
import { confirmPassword, isSharedAccount, walletsOfMember, welcomeGift, withdrawalHoldOf } from '../contract.ts';
import { leavingMoney } from '../leaving-contract.ts';
import {
  birthDateOfMember,
  checkWithdrawPassword,
  depositedSince,
  keepOwnStop,
  notifyMember,
  provenSecondFactor,
  refuseOverDeposit,
  tradingResultSince,
  wantedInApp,
} from '../member-choices.ts';
import { loginDeviceOf, memberLoginsOf, memberProtectionOf, operatorsBehind } from '../standing-contract.ts';
import { memberWatch } from './admin/member-watch.ts';

export const accountWiring = {
  offers: [
    birthDateOfMember,
    checkWithdrawPassword,
    confirmPassword,
    isOwnMember,
    isSharedAccount,
    keepOwnStop,
    loginDeviceOf,
    mailMark,
    memberLoginsOf,
    memberLooks,
    memberProtectionOf,
    memberWatch,
    noteMemberAct,
    notifyMember,
    operatorsBehind,
    partnersAbove,
    provenSecondFactor,
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
    actingMember,
    leavingParts,
    memberBox,
    memberData,
    memberDirectory,
    memberJoined,
    refuseLeaving,
    operatorDesk,
    operatorNames,
    operatorsByMarks,
    siteProviders,
    tradingResultSince,
    walletsOfMember,
    welcomeGift,
  ],
} as const satisfies Wiring;
