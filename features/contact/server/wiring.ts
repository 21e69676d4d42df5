// What contact offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { attachmentStore } from '@maru/file/contract.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { leavingParts, memberData, memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import { desk, operatorNames } from '@maru/operator/contract.ts';

export const contactWiring = {
  offers: [],
  needs: [desk, attachmentStore, leavingParts, memberData, memberDirectory, messageBox, operatorNames, refuseLeaving],
} as const satisfies Wiring;
