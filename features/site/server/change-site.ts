// Changes of a site that another feature's operators make: the row is held, the change checked, and published or put to a second person.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type AskedRequest, type Writer } from '@maru/operator/contract.ts';
import type { ChangingCall, SiteChangeAsk, SiteChangeKind, SiteChanges } from '../admin-contract.ts';
import { changedFields } from '../config-changes.ts';
import { sound, standingOf } from './editions.ts';
import { publishChange } from './publish-change.ts';

export function createSiteChanges(context: AppContext): SiteChanges {
  return {
    register(kind) {
      // A server of few features, as tests start it, has no desk.
      context.services.find(approvals)?.register<AppContext>({
        kind: kind.kind,
        name: kind.name,
        right: kind.right,
        async live(server, client, request) {
          const { standing, config } = await wantedOf(server, client, kind, request);
          return changedFields(standing, config);
        },
        async apply(server, client, request) {
          const { standing, config } = await wantedOf(server, client, kind, request);
          await publishChange(server, client, { standing, config, operator: request.askedBy, agreedBy: request.decidedBy });
          return { after: changedFields(standing, config).after };
        },
      });
    },
    standing: (site) => inTransaction(context.pool, (client) => standingOf(client, site)),
    async change(call, audit, ask) {
      const done = await inTransaction(context.pool, async (client) => {
        const standing = await standingOf(client, call.site);
        const config = sound(context, standing, ask.kind.to(standing, ask.payload));
        const changes = changedFields(standing, config);
        if (Object.keys({ ...changes.before, ...changes.after }).length === 0) throw new Refusal('SITE_SAME');
        const large = await publishChange(context, client, { standing, config, operator: operatorOf(call) });
        if (large.length > 0) return { requestId: await askSecond(context, client, call, ask, changes) };
        await audit({ target: ask.target, ...changes, reason: ask.reason }, client);
        return { config };
      });
      if ('requestId' in done) throw new Refusal('APPROVAL_REQUIRED', { requestId: done.requestId });
      return done.config;
    },
  };
}

/** What the request makes of the site as it stands now. */
async function wantedOf<P>(
  server: AppContext,
  client: Writer,
  kind: SiteChangeKind<P>,
  request: AskedRequest,
): Promise<{ standing: SiteConfig; config: SiteConfig }> {
  const live = server.sites.byId(request.site);
  if (live === undefined) throw new Refusal('SITE_UNKNOWN');
  const standing = await standingOf(client, live);
  return { standing, config: sound(server, standing, kind.to(standing, request.payload as P)) };
}

const operatorOf = (call: ChangingCall): number => (call.session as Session).member;

function askSecond<P>(
  { services }: AppContext,
  client: Writer,
  call: ChangingCall,
  { kind, payload, target, summary, reason }: SiteChangeAsk<P>,
  changes: { before: unknown; after: unknown },
): Promise<number> {
  return services.use(approvals).ask(call, client, { kind: kind.kind, site: call.site.id, target, summary, payload, ...changes, reason });
}
