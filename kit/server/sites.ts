// Finds the site of a request by its host and port. Ids of other sites behave as if they did not exist.
import type { SiteConfig } from '../contract/site-config.ts';

export interface SiteRegistry {
  byId(id: number): SiteConfig | undefined;
  byCode(code: string): SiteConfig | undefined;
  /** The site of a request's host and port; unknown hosts get the default site in development, undefined in production. */
  byHost(host: string, port: number): SiteConfig | undefined;
  all(): readonly SiteConfig[];
  /** A changed or new site takes effect at once, without a restart. */
  replace(sites: readonly SiteConfig[]): void;
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
  const replace = (next: readonly SiteConfig[]) => {
    list = next;
    for (const index of [ids, codes, hosts]) index.clear();
    for (const site of next) {
      if (ids.has(site.id) || codes.has(site.code)) throw new Error(`site ${site.code} (${site.id}) is listed twice`);
      ids.set(site.id, site);
      codes.set(site.code, site);
      for (const host of site.hosts) hosts.set(host.toLowerCase(), site);
    }
  };
  replace(sites);
  return {
    byId: (id) => ids.get(id),
    byCode: (code) => codes.get(code),
    byHost(host, port) {
      const fixed = options.ports?.get(port);
      if (fixed !== undefined) return codes.get(fixed);
      return hosts.get(host.toLowerCase()) ?? (options.production ? undefined : codes.get(options.defaultSite));
    },
    all: () => list,
    replace,
  };
}

/** `example.com:4000` → `example.com`; `[::1]:4000` → `::1`. */
export function hostNameOf(hostHeader: string): string {
  if (hostHeader.startsWith('[')) return hostHeader.slice(1, hostHeader.indexOf(']'));
  const colon = hostHeader.lastIndexOf(':');
  return colon < 0 ? hostHeader : hostHeader.slice(0, colon);
}
