// What bots offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { confirmPassword, isSharedAccount } from '@maru/account/contract.ts';
import { endOverdue, futuresArchive } from '@maru/futures/contract.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { marketReader } from '@maru/market/contract.ts';
import { actingMember, leavingParts, memberData, memberDirectory } from '@maru/member/contract.ts';
import { futuresLedger } from '@maru/wallet/contract.ts';

export const botsWiring = {
  offers: [],
  needs: [
    actingMember,
    confirmPassword,
    endOverdue,
    futuresArchive,
    futuresLedger,
    innerCalls,
    isSharedAccount,
    leavingParts,
    marketReader,
    memberData,
    memberDirectory,
  ],
} as const satisfies Wiring;
