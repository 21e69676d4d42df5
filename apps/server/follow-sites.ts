// Keeps a running server to the rows of sites: a change is live within seconds on every open page, a new site opens and one given up ends without a restart.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Engines } from '@maru/kit/server/engine-client.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import type { Projector } from '@maru/kit/server/projector.ts';
import { tellSite } from '@maru/site/server/site-info.ts';
import type { SiteRows } from '@maru/site/server/site-rows.ts';

export interface FollowSitesParts {
  context: AppContext;
  engines: Pick<Engines, 'open' | 'close' | 'tellPolicy'>;
  projector: Pick<Projector, 'open' | 'close'>;
  features: readonly ServerFeature[];
  rows: SiteRows;
  /** Of the rows as the registry has them. */
  version: string;
  /** What the policy beside the engine must know of a site. */
  policyOf(site: SiteConfig): unknown;
}

/** One small question of the database each time; a change is promised within five seconds. */
const LOOK_MS = 1500;
/** Given to opening new sites in one look. */
const OPEN_MS = 1500;

/** Looks again and again; returns how to stop. What failed half-way is taken up at the next look. */
export function followSites(parts: FollowSitesParts): () => Promise<void> {
  const { log, sites } = parts.context;
  /** Sites as they were brought to life last. */
  const live = new Map(sites.all().map((site) => [site.id, site]));
  let seen = parts.version;
  let looking: Promise<void> | undefined;
  const look = async () => {
    if ((await parts.rows.version()) === seen) return;
    seen = (await takeChanges(parts, live)) ?? seen;
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'changes of sites are not taken yet'))
      .finally(() => {
        looking = undefined;
      });
  }, LOOK_MS).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Changes first: many new sites open in several looks, so that nobody's change waits for them. Undefined = there is more to do. */
async function takeChanges(parts: FollowSitesParts, live: Map<number, SiteConfig>): Promise<string | undefined> {
  const { log, sites } = parts.context;
  const read = await parts.rows.read(sites.all());
  for (const fault of read.faults) log.error(`a site's row cannot stand and is passed over: ${fault}`);
  for (const one of read.mended) log.warn(`a site's row contradicts itself and stands without that: ${one}`);
  const coming = () => new Set(read.sites.map(({ id }) => id).filter((id) => !live.has(id)));
  const closed = () => new Set([...coming(), ...read.unopened]);
  sites.replace(read.sites, closed());
  for (const id of [...live.keys()].filter((id) => read.givenUp.has(id))) {
    await removeSite(parts, id);
    live.delete(id);
    log.info({ site: id }, 'site given up');
  }
  for (const site of sites.all().filter(({ id }) => live.has(id))) {
    if (live.get(site.id) === site) continue;
    await changeSite(parts, site);
    live.set(site.id, site);
    log.info({ site: site.id, code: site.code }, 'site changed');
  }
  const until = performance.now() + OPEN_MS;
  for (const id of coming()) {
    if (performance.now() > until) return;
    const site = sites.byId(id);
    // Given up while others opened.
    if (site === undefined) continue;
    await addSite(parts, site);
    live.set(id, site);
    // Only now do its hosts lead to it; to one that is being prepared, none.
    sites.replace(sites.all(), closed());
    log.info({ site: id, code: site.code }, 'site opened');
  }
  return read.version;
}

async function changeSite({ context, engines, features, policyOf }: FollowSitesParts, site: SiteConfig): Promise<void> {
  engines.tellPolicy(policyOf(site));
  await openIn(features, context, site);
  tellSite(site, context);
}

async function addSite({ context, engines, projector, features, policyOf }: FollowSitesParts, site: SiteConfig): Promise<void> {
  engines.tellPolicy(policyOf(site));
  projector.open(site.id);
  await engines.open(site.id);
  await openIn(features, context, site);
}

/** Nobody finds it any more; what its engine still had to do is made durable first. */
async function removeSite({ context, engines, projector, features }: FollowSitesParts, id: number): Promise<void> {
  await engines.close(id);
  projector.close(id);
  for (const feature of features) feature.closeSite?.(context, id);
}

async function openIn(features: readonly ServerFeature[], context: AppContext, site: SiteConfig): Promise<void> {
  for (const feature of features) await feature.openSite?.(context, site);
}
