// What notice offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { attachmentStore, fileUsers } from '@maru/file/contract.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { operatorNames } from '@maru/operator/contract.ts';

export const noticeWiring = {
  offers: [],
  needs: [attachmentStore, fileUsers, operatorNames],
} as const satisfies Wiring;
