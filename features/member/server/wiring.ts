// What member offers all features; it stands on none: checked by the compiler where features meet, and at start.
import { leftAmong } from '@maru/kit/server/operator-call.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import {
  actingMember,
  formerAccounts,
  leavingParts,
  memberCards,
  memberData,
  memberDirectory,
  memberJoined,
  provenMailOf,
  receivers,
  refuseLeaving,
} from '../contract.ts';

export const memberWiring = {
  offers: [
    actingMember,
    formerAccounts,
    leavingParts,
    leftAmong,
    memberCards,
    memberData,
    memberDirectory,
    memberJoined,
    provenMailOf,
    receivers,
    refuseLeaving,
  ],
  needs: [],
} as const satisfies Wiring;
