// The one way in which a site's configuration becomes another, whoever asks and by whichever page: absolute bounds first, then what stood
// within the last day over all operators' publishes. Nothing else writes an edition.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { siteGuards } from '../admin-contract.ts';
import { type DayValues, dayValues, type FieldChange, largeChanges } from '../config-changes.ts';
import { type Contradiction, newContradictions } from '../contradictions.ts';
import { boundFault } from '../site-bounds.ts';
import { lastEdition } from './editions.ts';
const MONTH_MS = 30 * DAY_MS;

export interface Publishing {
  /** What stands, its row held by the caller's transaction. */
  standing: SiteConfig;
  config: SiteConfig;
  operator: number;
  /** Who agreed besides the one who asked; absent: nobody, and what is large is not published. */
  agreedBy?: number;
}

/** Whatever nobody may publish, not even two: beyond bounds, contradicting itself, or hiding what members hold. */
export async function refuseUnfit({ services }: AppContext, standing: SiteConfig, config: SiteConfig): Promise<void> {
  const bound = boundFault(standing, config);
  if (bound !== undefined) throw new Refusal('SITE_BOUND', { ...bound });
  const [contradiction] = newContradictions(standing, config);
  if (contradiction !== undefined) throw contradicted(contradiction);
  for (const guard of services.find(siteGuards) ?? []) {
    const fault = await guard(standing, config);
    if (fault !== undefined) throw contradicted(fault);
  }
}

const contradicted = ({ field, ko, en }: Contradiction) => new Refusal('SITE_CONTRADICTION', { field, sayKo: ko, sayEn: en });

/** What stood of a site within the last day and within the last thirty, field by field (`dayValues`). */
export async function stoodOf(context: AppContext, client: Writer, standing: SiteConfig): Promise<{ day: DayValues; month: DayValues }> {
  return { day: await since(context, client, standing, DAY_MS), month: await since(context, client, standing, MONTH_MS) };
}

async function since({ clock }: AppContext, client: Writer, standing: SiteConfig, span: number): Promise<DayValues> {
  const { rows } = await client.query<{ config: SiteConfig; isAgreed: boolean }>(
    `SELECT config - 'theme' - 'texts' AS config, agreed_by IS NOT NULL AS "isAgreed" FROM site_edition
     WHERE site_id = $1 AND edition >= coalesce(
       (SELECT max(edition) FROM site_edition WHERE site_id = $1 AND published_at <= $2), 0)
     ORDER BY edition`,
    [standing.id, new Date(clock.now() - span)],
  );
  // The row may be another than its last edition says: the machine's owner writes SQL.
  return dayValues([...rows, { config: standing, isAgreed: false }]);
}

/** Publishes, or answers what a second person has to agree to first, having changed nothing. */
export async function publishChange(context: AppContext, client: Writer, change: Publishing): Promise<FieldChange[]> {
  const { standing, config, agreedBy } = change;
  await refuseUnfit(context, standing, config);
  if (agreedBy === undefined) {
    const { day, month } = await stoodOf(context, client, standing);
    const large = largeChanges(standing, config, day, month);
    if (large.length > 0) return large;
  }
  await writeEdition(context, client, change);
  return [];
}

async function writeEdition({ clock }: AppContext, client: Writer, { standing, config, operator, agreedBy }: Publishing): Promise<void> {
  const last = await lastEdition(client, config.id);
  const at = new Date(clock.now());
  const keep = 'INSERT INTO site_edition (site_id, edition, config, published_by, published_at, agreed_by) VALUES ($1, $2, $3, $4, $5, $6)';
  if (last === 0) await client.query(`${keep} ON CONFLICT DO NOTHING`, [config.id, 0, JSON.stringify(standing), null, at, null]);
  await client.query(keep, [config.id, last + 1, JSON.stringify(config), operator, at, agreedBy ?? null]);
  await client.query('UPDATE site_site SET config = $2 WHERE id = $1', [config.id, JSON.stringify(config)]);
}
