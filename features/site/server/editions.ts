// Rows of drafts and editions, and what may stand: the site's own row is held while an operator changes it.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { faultOf } from '@maru/kit/server/sites.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { changeFault, readSiteConfig } from '../config-contract.ts';
import { checkTheme } from '../theme-checks.ts';

/** The row; or, where somebody's own SQL made it one that cannot stand, what stands. */
export async function standingOf(client: Writer, live: SiteConfig): Promise<SiteConfig> {
  const { rows } = await client.query('SELECT config FROM site_site WHERE id = $1 FOR UPDATE', [live.id]);
  const read = readSiteConfig(rows[0].config);
  return 'fault' in read || changeFault(live, read.config) !== undefined ? live : read.config;
}

/** Fields in place of those that stand; null takes one away. */
export function withChanges(standing: SiteConfig, changes: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries({ ...standing, ...changes }).filter(([, value]) => value !== null));
}

/** A configuration that may take the place of the standing one. Throws what is wrong with it. */
export function sound({ sites }: AppContext, standing: SiteConfig, wanted: unknown): SiteConfig {
  const read = readSiteConfig(wanted);
  if ('fault' in read) throw new Refusal('SITE_FIELD', { ...read.fault });
  const fault = changeFault(standing, read.config);
  if (fault !== undefined) throw new Refusal('SITE_FIELD', { ...fault });
  const others = sites.all().filter(({ id }) => id !== standing.id);
  if (faultOf([...others, read.config]) !== undefined) throw new Refusal('SITE_HOST_TAKEN', { field: 'hosts' });
  return read.config;
}

/** A draft may be anything on its way; what is published can be read, and is taken for neither rise nor fall. */
export function refuseUnreadable(config: SiteConfig): void {
  const failing = checkTheme(config.theme).filter((check) => !check.passes);
  if (failing.length > 0) throw new Refusal('SITE_CONTRAST', { field: 'theme', count: failing.length });
}

/** The operator's own draft, or undefined. */
export async function draftOf(
  client: Writer,
  site: number,
  operator: number,
): Promise<{ changes: Record<string, unknown>; savedAt: Date } | undefined> {
  const { rows } = await client.query('SELECT changes, saved_at FROM site_draft WHERE site_id = $1 AND operator_id = $2', [site, operator]);
  return rows[0] && { changes: rows[0].changes, savedAt: rows[0].saved_at };
}

/** `as`: only if it is still as it was saved at that moment. */
export async function dropDraft(client: Writer, site: number, operator: number, as?: string): Promise<void> {
  await client.query('DELETE FROM site_draft WHERE site_id = $1 AND operator_id = $2 AND saved_at <= coalesce($3, saved_at)', [
    site,
    operator,
    as ?? null,
  ]);
}

export async function editionOf(client: Writer, site: number, edition: number): Promise<SiteConfig | undefined> {
  const { rows } = await client.query('SELECT config FROM site_edition WHERE site_id = $1 AND edition = $2', [site, edition]);
  return rows[0]?.config;
}

export async function lastEdition(client: Writer, site: number): Promise<number> {
  const { rows } = await client.query('SELECT coalesce(max(edition), 0) AS last FROM site_edition WHERE site_id = $1', [site]);
  return (rows[0] as { last: number }).last;
}

/** The last edition, which must be the one that the operator has seen. */
export async function expectEdition(client: Writer, site: number, seen: number): Promise<number> {
  const last = await lastEdition(client, site);
  if (last !== seen) throw new Refusal('SITE_EDITION_MOVED', { field: 'edition', edition: last });
  return last;
}
