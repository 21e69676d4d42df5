// What custody offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { withdrawLimitOf } from '@maru/account/admin-contract.ts';
import { checkWithdrawPassword, provenSecondFactor, withdrawalHoldOf } from '@maru/account/contract.ts';
import { actingMember, leavingParts, memberCards, memberData, memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { approvals, desk, operatorNames } from '@maru/operator/contract.ts';
import { heldBonusOf } from '@maru/wallet/admin-contract.ts';
import { custodyProcesses } from '../process-contract.ts';

export const custodyWiring = {
  offers: [],
  needs: [
    actingMember,
    approvals,
    checkWithdrawPassword,
    custodyProcesses,
    desk,
    heldBonusOf,
    leavingParts,
    memberCards,
    memberData,
    memberDirectory,
    operatorNames,
    provenSecondFactor,
    refuseLeaving,
    withdrawLimitOf,
    withdrawalHoldOf,
  ],
} as const satisfies Wiring;
