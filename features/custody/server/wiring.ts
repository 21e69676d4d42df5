// What custody offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { leavingParts, memberData, memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { custodyProcesses } from '../process-contract.ts';

export const custodyWiring = {
  offers: [],
  needs: [custodyProcesses, leavingParts, memberData, memberDirectory, refuseLeaving],
} as const satisfies Wiring;
