// The list of entry points: every feature of a server, in the order they start. Made anew for each server, so that two can run in one process.
import { createAccountFeature } from '@maru/account/server/feature.ts';
import { createBotsFeature } from '@maru/bots/server/feature.ts';
import { createContactFeature } from '@maru/contact/server/feature.ts';
import { custodyProcesses } from '@maru/custody/process-contract.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { createFileFeature } from '@maru/file/server/feature.ts';
import { futuresFeature } from '@maru/futures/server/feature.ts';
import { createTwapFeature } from '@maru/futures/server/twap/feature.ts';
import { kitWiring } from '@maru/kit/server/kit-wiring.ts';
import { missedEvents } from '@maru/kit/server/missed-events.ts';
import { replayPlaces } from '@maru/kit/server/replay-command.ts';
import { type Wiring, wired } from '@maru/kit/server/wiring.ts';
import { createAlertFeature } from '@maru/market/server/alerts/feature.ts';
import { marketFeature } from '@maru/market/server/feature.ts';
import { memberFeature } from '@maru/member/server/feature.ts';
import { messageFeature } from '@maru/message/server/feature.ts';
import { createNoticeFeature } from '@maru/notice/server/feature.ts';
import { createOperatorFeature } from '@maru/operator/server/feature.ts';
import { createOutboxFeature } from '@maru/outbox/server/feature.ts';
import { partnerFeature } from '@maru/partner/server/feature.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { neutralSite } from '@maru/site/launch-contract.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { walletFeature } from '@maru/wallet/server/feature.ts';

/** What the composition itself gives: by server.ts and by kit. */
export const given = [
  { name: 'kit', wiring: kitWiring },
  { name: 'server', wiring: { offers: [custodyProcesses, missedEvents, neutralSite, replayPlaces], needs: [] } as const satisfies Wiring },
] as const;

export function createFeatures() {
  const features = [
    createOperatorFeature(),
    siteFeature,
    createOutboxFeature(),
    memberFeature,
    createAccountFeature(),
    partnerFeature,
    messageFeature,
    createFileFeature(),
    createContactFeature(),
    createNoticeFeature(),
    marketFeature,
    createAlertFeature(),
    futuresFeature,
    createTwapFeature(),
    walletFeature,
    custodyFeature,
    roundsFeature,
    slotFeature,
    createBotsFeature(),
  ] as const;
  // Does not compile where one of them needs what nobody offers.
  wired([...given, ...features]);
  return features;
}
