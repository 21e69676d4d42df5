// What site offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { consents } from '@maru/kit/server/restrictions.ts';
import { hostLine, hostProofs } from '@maru/kit/server/host-proof.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import { sitePages } from '@maru/kit/server/site-pages.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { siteDesk } from '@maru/operator/admin-contract.ts';
import { approvals, operatorNames } from '@maru/operator/contract.ts';
import { siteChanges, siteGuards } from '../admin-contract.ts';
import { legalDocuments } from '../contract.ts';
import { brandHolds, launchChecks, neutralSite } from '../launch-contract.ts';
import { consentService } from './consents.ts';
import { launchList } from './launch/open-brand.ts';
import { providerService } from './provider-service.ts';

export const siteWiring = {
  offers: [
    brandHolds,
    consentService,
    consents,
    hostProofs,
    launchChecks,
    launchList,
    legalDocuments,
    providerService,
    siteChanges,
    siteGuards,
    sitePages,
    siteProviders,
  ],
  needs: [approvals, neutralSite, operatorDesk, operatorNames, siteDesk],
  mayLack: [hostLine],
} as const satisfies Wiring;
