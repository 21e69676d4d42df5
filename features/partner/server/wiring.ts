// What partner offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { findPartner } from '../contract.ts';

export const partnerWiring = {
  offers: [findPartner],
  needs: [],
} as const satisfies Wiring;
