// What outbox offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import { alertMail, alertSources } from '@maru/operator/admin-contract.ts';
import { launchChecks } from '@maru/site/admin-contract.ts';
import { outbox, mailMark } from '../contract.ts';

export const outboxWiring = {
  offers: [alertMail, outbox],
  needs: [alertSources, launchChecks, mailMark, siteProviders],
} as const satisfies Wiring;
