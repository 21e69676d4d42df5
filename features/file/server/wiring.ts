// What file offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import { attachmentStore, fileUsers } from '../contract.ts';

export const fileWiring = {
  offers: [attachmentStore, fileUsers],
  needs: [operatorNames],
} as const satisfies Wiring;
