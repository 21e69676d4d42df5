// Where a caller is, as far as a trusted proxy says, and what a site is there: which products it has and whether it serves at all.
import type { IncomingHttpHeaders } from 'node:http';
import type { SiteConfig } from '../contract/site-config.ts';
import type { Config } from './config.ts';

/** Two letters; undefined where no proxy that we trust names a country. */
export function countryOf(
  { countryHeader, trustedProxies }: Pick<Config, 'countryHeader' | 'trustedProxies'>,
  headers: IncomingHttpHeaders,
): string | undefined {
  // Without a proxy of ours in between the header is the caller's own words.
  if (countryHeader === undefined || trustedProxies.length === 0) return undefined;
  const said = headers[countryHeader];
  return typeof said === 'string' && /^[A-Za-z]{2}$/.test(said) ? said.toUpperCase() : undefined;
}

export const isClosedIn = ({ regions }: SiteConfig, country: string | undefined): boolean =>
  country !== undefined && regions?.closed.includes(country) === true;

/** The site as a page of that country knows it: products that are off there are off. */
export function siteIn(site: SiteConfig, country: string | undefined): SiteConfig {
  const off = country === undefined ? undefined : site.regions?.productsOff[country];
  return off === undefined || (site.type & off) === 0 ? site : { ...site, type: site.type & ~off };
}
