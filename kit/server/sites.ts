// Finds the site of a request by its host and port. Ids of other sites behave as if they did not exist.
import { isDeepStrictEqual } from 'node:util';
import type { SiteConfig } from '../contract/site-config.ts';

export interface SiteRegistry {
  byId(id: number): SiteConfig | undefined;
  byCode(code: string): SiteConfig | undefined;
  /** The site of a request's host and port; unknown hosts get the default site in development, undefined in production. */
  byHost(host: string, port: number): SiteConfig | undefined;
  all(): readonly SiteConfig[];
  /**
   * A changed or new site takes effect at once, without a restart; one that is as it was keeps its object. Sites named in `closed`
   * are known by id and code, but no host leads to them yet. Throws, and changes nothing, when two share an id, a code or a host.
   */
  replace(sites: readonly SiteConfig[], closed?: ReadonlySet<number>): void;
  /** No host leads to it yet. */
  isClosed(id: number): boolean;
  /** Known no more from now on, by whatever name; the others stay as they are. */
  remove(id: number): void;
  /** Told each time somebody asks for a host of a closed site: its name leads here already. */
  onClosedHost(listener: (site: SiteConfig, host: string) => void): void;
}

export interface SiteRegistryOptions {
  production: boolean;
  /** Code of the site that unknown hosts get in development. */
  defaultSite: string;
  /** Ports that open one site whatever the host says. */
  ports?: ReadonlyMap<number, string>;
}

export function createSiteRegistry(sites: readonly SiteConfig[], options: SiteRegistryOptions): SiteRegistry {
  let list: readonly SiteConfig[] = [];
  const ids = new Map<number, SiteConfig>();
  const codes = new Map<string, SiteConfig>();
  const hosts = new Map<string, SiteConfig>();
  const closedHosts = new Map<string, SiteConfig>();
  let closedIds: ReadonlySet<number> = new Set();
  let reached: (site: SiteConfig, host: string) => void = () => {};
  const replace = (sites: readonly SiteConfig[], closed: ReadonlySet<number> = new Set()) => {
    const next = sites.map((site) => (isSame(ids.get(site.id), site) ? (ids.get(site.id) as SiteConfig) : site));
    const fault = faultOf(next);
    if (fault !== undefined) throw new Error(fault);
    list = next;
    closedIds = closed;
    for (const index of [ids, codes, hosts, closedHosts]) index.clear();
    for (const site of next) {
      ids.set(site.id, site);
      codes.set(site.code, site);
      const leads = closed.has(site.id) ? closedHosts : hosts;
      for (const host of site.hosts) leads.set(host.toLowerCase(), site);
    }
  };
  replace(sites);
  return {
    byId: (id) => ids.get(id),
    byCode: (code) => codes.get(code),
    byHost(host, port) {
      const fixed = options.ports?.get(port);
      if (fixed !== undefined) return codes.get(fixed);
      const name = host.toLowerCase();
      const waiting = closedHosts.get(name);
      if (waiting !== undefined) reached(waiting, name);
      return hosts.get(name) ?? (options.production ? undefined : codes.get(options.defaultSite));
    },
    all: () => list,
    isClosed: (id) => closedIds.has(id),
    replace,
    remove(id) {
      list = list.filter((site) => site.id !== id);
      for (const index of [ids, codes, hosts, closedHosts] as Map<unknown, SiteConfig>[])
        for (const [name, site] of index) if (site.id === id) index.delete(name);
    },
    onClosedHost(listener) {
      reached = listener;
    },
  };
}

function isSame(before: SiteConfig | undefined, site: SiteConfig): boolean {
  return before !== undefined && isDeepStrictEqual(before, site);
}

/** Why a list of sites cannot stand; undefined when it can. */
export function faultOf(sites: readonly SiteConfig[]): string | undefined {
  const taken = new Map<string | number, string>();
  for (const site of sites) {
    for (const name of [site.id, `code ${site.code}`, ...site.hosts.map((host) => `host ${host.toLowerCase()}`)]) {
      const owner = taken.get(name);
      if (owner !== undefined) return `site ${site.code} (${site.id}) is listed twice or shares ${name} with ${owner}`;
      taken.set(name, site.code);
    }
  }
  return undefined;
}

/** `example.com:4000` → `example.com`; `[::1]:4000` → `::1`. */
export function hostNameOf(hostHeader: string): string {
  if (hostHeader.startsWith('[')) return hostHeader.slice(1, hostHeader.indexOf(']'));
  const colon = hostHeader.lastIndexOf(':');
  return colon < 0 ? hostHeader : hostHeader.slice(0, colon);
}
