// What market offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { leavingParts, memberData, provenMailOf } from '@maru/member/contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import { alertSources, deskPrices } from '@maru/operator/admin-contract.ts';
import { approvals, desk } from '@maru/operator/contract.ts';
import { outbox } from '@maru/outbox/contract.ts';
import { launchChecks } from '@maru/site/admin-contract.ts';
import { marketReader, marketUse, signedPriceSource } from '../contract.ts';
import { marketCalendar } from './market-calendar.ts';
import { marketService } from './market-service.ts';

export const marketWiring = {
  offers: [deskPrices, marketCalendar, marketReader, marketService, marketUse, signedPriceSource],
  needs: [alertSources, approvals, desk, launchChecks, leavingParts, outbox, memberData, messageBox, provenMailOf],
} as const satisfies Wiring;
