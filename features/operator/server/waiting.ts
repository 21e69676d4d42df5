// What waits for operators, by kind, as the features registered it; and the live notes that say a queue has another length.
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Answer, Call, Session } from '@maru/kit/server/feature.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { type Desk, deskTopic, type getDeskWaiting, type NumberFinder, type WaitingKind } from '../contract.ts';
import type { ExportSource } from '../admin-contract.ts';
import { grantsOf, rightsAt } from './grants.ts';
import { holds } from './rights.ts';

type Waiting = Out<typeof getDeskWaiting.reply>;

export interface DeskBoard extends Desk {
  /** Those that these rights open. */
  queues(site: number, rights: readonly string[]): Promise<Waiting>;
  /** Of them, those that are the site's alone. */
  ownQueues(site: number, rights: readonly string[]): Promise<Waiting>;
  finders(): readonly NumberFinder[];
  exports: ReadonlyMap<string, ExportSource>;
  list(context: AppContext, call: Call): Promise<Answer<Waiting>>;
}

export function createDeskBoard(context: AppContext): DeskBoard {
  const kinds = new Map<string, WaitingKind>();
  const finders: NumberFinder[] = [];
  const exports = new Map<string, ExportSource>();
  const counted = async (site: number, rights: readonly string[], isOwn: boolean): Promise<Waiting> => {
    const open = [...kinds.values()].filter(({ right, isShared }) => holds(rights, right) && !(isOwn && isShared === true));
    return Promise.all(
      open.map(async ({ kind, count }) => {
        const { count: waiting, since } = await count(site);
        return { kind, count: waiting, since: since?.toISOString() ?? null };
      }),
    );
  };
  const queues = (site: number, rights: readonly string[]) => counted(site, rights, false);
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
    registerFinder: (finder) => void finders.push(finder),
    finders: () => finders,
    registerExport: (source) => void exports.set(source.kind, source),
    exports,
    queues,
    ownQueues: (site, rights) => counted(site, rights, true),
    async list({ pool }, call) {
      const rights = rightsAt(await grantsOf(pool, (call.session as Session).member), call.site.id);
      return { data: await queues(call.site.id, rights) };
    },
  };
}
