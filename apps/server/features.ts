// The list of doors: every feature of this server, in the order they start.
import { accountFeature } from '@maru/account/server/feature.ts';
import { futuresFeature } from '@maru/futures/server/feature.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { marketFeature } from '@maru/market/server/feature.ts';
import { partnerFeature } from '@maru/partner/server/feature.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { walletFeature } from '@maru/wallet/server/feature.ts';

export const features: readonly ServerFeature[] = [siteFeature, accountFeature, partnerFeature, marketFeature, futuresFeature, walletFeature];
