// A server with accounts whose sites send mails, read back through the demo's inbox.
import type { Clock } from '@maru/kit/server/clock.ts';
import { startTestServer, testSites, type TestServer } from '@maru/kit/server/testing/server.ts';
import { memberFeature } from '@maru/member/server/feature.ts';
import { messageFeature } from '@maru/message/server/feature.ts';
import { createOutboxFeature } from '@maru/outbox/server/feature.ts';
import { partnerFeature } from '@maru/partner/server/feature.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { loadSites } from '@maru/site/server/load-sites.ts';
import { createAccountFeature } from '../server/feature.ts';

/** `env` adds to what every such test needs. */
export function startMailServer(clock: Clock, env: Record<string, string> = {}): Promise<TestServer> {
  const sites = testSites().map((site) => ({ ...site, senders: { mail: `no-reply@${site.code}.test`, sms: '0215771577' } }));
  return startTestServer({
    features: [siteFeature, createOutboxFeature(), partnerFeature, messageFeature, memberFeature, createAccountFeature()],
    sites,
    clock,
    env: { MARU_DEMO: 'on', MARU_TRUSTED_PROXIES: '127.0.0.1', MARU_SIGNUP_RATE: '600:600', MARU_CALL_RATE: '10000:10000', ...env },
    prepare: (context) => loadSites(context.pool, context.sites, sites),
  });
}
