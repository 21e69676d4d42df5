// What waits for operators, by kind, as the features registered it; and the live notes that say a queue has another length.
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Answer, Call, Session } from '@maru/kit/server/feature.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { type Desk, deskTopic, type getDeskWaiting, type WaitingKind } from '../contract.ts';
import { grantsOf, rightsAt } from './grants.ts';
import { holds } from './rights.ts';

export interface DeskBoard extends Desk {
  list(context: AppContext, call: Call): Promise<Answer<Out<typeof getDeskWaiting.reply>>>;
}

export function createDeskBoard(context: AppContext): DeskBoard {
  const kinds = new Map<string, WaitingKind>();
  return {
    register(kind) {
      if (kinds.has(kind.kind)) throw new Error(`waiting kind ${kind.kind} is registered twice`);
      kinds.set(kind.kind, kind);
    },
    tell(site, note) {
      const code = context.sites.byId(site)?.code;
      if (code === undefined) return;
      // An operator sits at whatever host; which sites it may hear was asked when it subscribed.
      const hosts = context.sites.all().map(({ id }) => id);
      context.sockets.publishAll(hosts, destinationOf(deskTopic, { siteCode: code }), note);
    },
    async list({ pool }, call) {
      const rights = rightsAt(await grantsOf(pool, (call.session as Session).member), call.site.id);
      const open = [...kinds.values()].filter(({ right }) => holds(rights, right));
      const counted = await Promise.all(
        open.map(async ({ kind, count }) => {
          const { count: waiting, since } = await count(call.site.id);
          return { kind, count: waiting, since: since?.toISOString() ?? null };
        }),
      );
      return { data: counted };
    },
  };
}
