// A site's own accounts with providers: rows whose secrets are sealed, opened once and kept in memory for whoever sends.
import type { SiteProviders } from '@maru/kit/server/site-providers.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { isInsideHost } from '@maru/kit/server/outside-host.ts';
import { openSecret } from '@maru/kit/server/seal.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { ProviderName } from '../provider-contract.ts';

export interface ProviderSettings {
  host: string;
  port: number;
  user: string;
  product?: string | undefined;
}

export interface ProviderRow {
  kind: ProviderName;
  settings: ProviderSettings;
  secret: Buffer;
  changed_by: number;
  changed_at: Date;
}

type KeptProvider = Pick<ProviderRow, 'kind' | 'settings' | 'secret'>;

/** A sealed secret opens in its own row alone. */
export const providerBound = (site: number, kind: ProviderName) => Buffer.from(`provider ${site} ${kind}`);

export interface ProviderService extends SiteProviders {
  /** Asked when a site opens and after each change. */
  read(site: number): Promise<void>;
}
export const providerService = serviceKey('site.providerService').of<ProviderService>();

export function createProviderService({ pool, config, log }: Pick<AppContext, 'pool' | 'config' | 'log'>): ProviderService {
  const urls = new Map<number, Partial<Record<ProviderName, string | null>>>();
  const urlIn = (site: number, { kind, settings, secret }: KeptProvider): string | null => {
    const opened = openSecret(config.secrets.storageKey, secret, providerBound(site, kind));
    if (opened !== undefined) return urlOf(kind, settings, opened);
    log.error({ site, kind }, 'a site’s own provider account does not open under this installation’s key: nobody serves it');
    return null;
  };
  return {
    urlOf: (site, kind) => urls.get(site)?.[kind],
    async read(site) {
      const { rows } = await pool.query<KeptProvider>('SELECT kind, settings, secret FROM site_provider WHERE site_id = $1', [site]);
      if (rows.length === 0) urls.delete(site);
      else urls.set(site, Object.fromEntries(rows.map((row) => [row.kind, urlIn(site, row)])));
    },
  };
}

/** As the installation's setting would be written. Inside hosts are taken in a demo alone, and have no certificates there. */
function urlOf(kind: ProviderName, { host, port, user, product }: ProviderSettings, secret: string): string {
  const isInside = isInsideHost(host);
  const scheme = kind === 'mail' ? (port === 465 ? 'smtps' : 'smtp') : isInside ? 'http' : 'https';
  const query = kind === 'nice' && product !== undefined ? `?product=${product}` : '';
  return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@${host}:${port}/${query}`;
}
