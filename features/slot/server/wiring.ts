// What slot offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { consents } from '@maru/kit/server/restrictions.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { leavingParts, memberData, refuseLeaving } from '@maru/member/contract.ts';
import { desk } from '@maru/operator/contract.ts';
import { siteChanges } from '@maru/site/admin-contract.ts';

export const slotWiring = {
  offers: [],
  needs: [consents, desk, leavingParts, memberData, refuseLeaving, siteChanges, siteProviders],
} as const satisfies Wiring;
