// What futures offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { accountsWithPositions, noteMemberAct } from '@maru/account/admin-contract.ts';
import { keepOwnStop } from '@maru/account/contract.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import { missedEvents } from '@maru/kit/server/missed-events.ts';
import { replayPlaces } from '@maru/kit/server/replay-command.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { marketReader } from '@maru/market/contract.ts';
import { actingMember, leavingParts, memberCards, memberData, memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import { alertSources } from '@maru/operator/admin-contract.ts';
import { approvals, desk, readGroupExposure } from '@maru/operator/contract.ts';
import { launchChecks } from '@maru/site/admin-contract.ts';
import { tradedBetween } from '@maru/wallet/admin-contract.ts';
import { endOverdue, futuresArchive } from '../contract.ts';
import { clearances } from './clearances.ts';
import { explainer } from './explain/explainer.ts';
import { limitsKey } from './leverage-limits.ts';
import { liveFeed } from './live-service.ts';

export const futuresWiring = {
  offers: [accountsWithPositions, clearances, endOverdue, explainer, futuresArchive, limitsKey, liveFeed, readGroupExposure, tradedBetween],
  needs: [
    actingMember,
    alertSources,
    approvals,
    desk,
    innerCalls,
    keepOwnStop,
    launchChecks,
    leavingParts,
    marketReader,
    memberCards,
    memberData,
    memberDirectory,
    messageBox,
    missedEvents,
    noteMemberAct,
    refuseLeaving,
    replayPlaces,
  ],
} as const satisfies Wiring;
