// What message offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { wantedInApp } from '@maru/account/contract.ts';
import { leftAmong } from '@maru/kit/server/operator-call.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { leavingParts, memberBox, memberData, memberDirectory } from '@maru/member/contract.ts';
import { desk, operatorNames } from '@maru/operator/contract.ts';
import { messageBox } from '../contract.ts';

export const messageWiring = {
  offers: [memberBox, messageBox],
  needs: [desk, leavingParts, leftAmong, memberData, memberDirectory, operatorNames, wantedInApp],
} as const satisfies Wiring;
