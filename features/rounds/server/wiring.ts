// What rounds offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { marketReader, marketUse, signedPriceSource } from '@maru/market/contract.ts';
import { leavingParts, memberCards, memberData, memberDirectory } from '@maru/member/contract.ts';
import { desk } from '@maru/operator/contract.ts';
import { siteChanges } from '@maru/site/admin-contract.ts';
import { installationSigner } from '../admin-contract.ts';
import { practiceService } from './practice/practice-service.ts';
import { roundsService } from './rounds-service.ts';

export const roundsWiring = {
  offers: [installationSigner, practiceService, roundsService],
  needs: [desk, leavingParts, marketReader, marketUse, memberCards, memberData, memberDirectory, signedPriceSource, siteChanges],
} as const satisfies Wiring;
