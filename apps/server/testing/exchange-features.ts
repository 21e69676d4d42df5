// The features of a small server under a market of the test's own: what exchanges and the fast server stand on.
import { createAccountFeature } from '@maru/account/server/feature.ts';
import { futuresFeature } from '@maru/futures/server/feature.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { memberFeature } from '@maru/member/server/feature.ts';
import { createOperatorFeature } from '@maru/operator/server/feature.ts';
import { createOutboxFeature } from '@maru/outbox/server/feature.ts';
import { partnerFeature } from '@maru/partner/server/feature.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { walletFeature } from '@maru/wallet/server/feature.ts';

export const exchangeFeatures = (market: ServerFeature, more: readonly ServerFeature[] = []): ServerFeature[] => [
  createOperatorFeature(),
  siteFeature,
  createOutboxFeature(),
  memberFeature,
  createAccountFeature(),
  partnerFeature,
  futuresFeature,
  walletFeature,
  market,
  ...more,
];
