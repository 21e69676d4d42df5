// Draft, publish and undo of one's own site: every edition is kept, and none overwrites one that its operator has not seen.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { faultOf } from '@maru/kit/server/sites.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { changeFault, readSiteConfig } from '../config-contract.ts';
import { dropSiteDraft, getSiteEditing, publishSite, saveSiteDraft, type SiteEditing, undoSite } from '../edit-contract.ts';

const EDITIONS_SHOWN = 50;

export const siteEditRoutes = [
  handle(getSiteEditing, (context, call) => editing(context, call, async () => {})),
  handle(saveSiteDraft, (context, call) =>
    editing(context, call, async (client, standing) => {
      const { rows } = await client.query<{ config: SiteConfig }>('SELECT config FROM site_draft WHERE site_id = $1', [call.site.id]);
      const config = sound(context, standing, { ...(rows[0]?.config ?? standing), ...call.body.changes });
      await client.query(
        `INSERT INTO site_draft (site_id, config, saved_by, saved_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (site_id) DO UPDATE SET config = excluded.config, saved_by = excluded.saved_by, saved_at = excluded.saved_at`,
        [call.site.id, JSON.stringify(config), (call.session as Session).member, new Date(context.clock.now())],
      );
    }),
  ),
  handle(dropSiteDraft, (context, call) =>
    editing(context, call, async (client) => void (await client.query('DELETE FROM site_draft WHERE site_id = $1', [call.site.id]))),
  ),
  handle(publishSite, (context, call) =>
    editing(context, call, async (client, standing) => {
      const last = await expectEdition(client, call.site.id, call.body.edition);
      const { rows } = await client.query<{ config: unknown }>('DELETE FROM site_draft WHERE site_id = $1 RETURNING config', [
        call.site.id,
      ]);
      if (rows.length === 0) throw new Refusal('SITE_DRAFT_NONE');
      await publish(context, call, client, standing, last, rows[0].config);
    }),
  ),
  handle(undoSite, (context, call) =>
    editing(context, call, async (client, standing) => {
      const last = await expectEdition(client, call.site.id, call.body.edition);
      const { rows } = await client.query<{ config: SiteConfig }>('SELECT config FROM site_edition WHERE site_id = $1 AND edition = $2', [
        call.site.id,
        last - 1,
      ]);
      if (rows.length === 0) throw new Refusal('SITE_UNDO_NONE');
      // Members may hold positions in what came since: a symbol leaves by delisting alone.
      await publish(context, call, client, standing, last, { ...rows[0].config, symbols: standing.symbols });
    }),
  ),
];

/** One operator at a time: the site's row is held, and is what the change begins from. */
async function editing(
  context: AppContext,
  { site }: Call,
  change: (client: PoolClient, standing: SiteConfig) => Promise<void>,
): Promise<{ data: SiteEditing }> {
  return inTransaction(context.pool, async (client) => {
    await change(client, await standingOf(client, site));
    return { data: await editingOf(client, site) };
  });
}

/** The row; or, where somebody's own SQL made it one that cannot stand, what stands. */
async function standingOf(client: PoolClient, live: SiteConfig): Promise<SiteConfig> {
  const { rows } = await client.query<{ config: unknown }>('SELECT config FROM site_site WHERE id = $1 FOR UPDATE', [live.id]);
  const read = readSiteConfig(rows[0].config);
  return 'fault' in read || changeFault(live, read.config) !== undefined ? live : read.config;
}

/** A configuration that may take the place of the standing one. Throws what is wrong with it. */
function sound({ sites }: AppContext, standing: SiteConfig, wanted: unknown): SiteConfig {
  const read = readSiteConfig(wanted);
  if ('fault' in read) throw new Refusal('SITE_FIELD', { ...read.fault });
  const fault = changeFault(standing, read.config);
  if (fault !== undefined) throw new Refusal('SITE_FIELD', { ...fault });
  const others = sites.all().filter(({ id }) => id !== standing.id);
  if (faultOf([...others, read.config]) !== undefined) throw new Refusal('SITE_HOST_TAKEN', { field: 'hosts' });
  return read.config;
}

async function expectEdition(client: PoolClient, site: number, seen: number): Promise<number> {
  const last = await lastEdition(client, site);
  if (last !== seen) throw new Refusal('SITE_EDITION_MOVED', { field: 'edition', edition: last });
  return last;
}

async function lastEdition(client: PoolClient, site: number): Promise<number> {
  const { rows } = await client.query<{ last: number }>('SELECT coalesce(max(edition), 0) AS last FROM site_edition WHERE site_id = $1', [
    site,
  ]);
  return rows[0].last;
}

async function publish(
  context: AppContext,
  call: Call,
  client: PoolClient,
  standing: SiteConfig,
  last: number,
  wanted: unknown,
): Promise<void> {
  const { site } = call;
  const config = sound(context, standing, wanted);
  const at = new Date(context.clock.now());
  const keep = 'INSERT INTO site_edition (site_id, edition, config, published_by, published_at) VALUES ($1, $2, $3, $4, $5)';
  if (last === 0) await client.query(`${keep} ON CONFLICT DO NOTHING`, [site.id, 0, JSON.stringify(standing), null, at]);
  await client.query(keep, [site.id, last + 1, JSON.stringify(config), (call.session as Session).member, at]);
  await client.query('UPDATE site_site SET config = $2 WHERE id = $1', [site.id, JSON.stringify(config)]);
}

async function editingOf(client: PoolClient, site: SiteConfig): Promise<SiteEditing> {
  const published = await standingOf(client, site);
  const drafts = await client.query<{ config: SiteConfig; saved_at: Date }>('SELECT config, saved_at FROM site_draft WHERE site_id = $1', [
    site.id,
  ]);
  const editions = await client.query<{ edition: number; published_at: Date; published_by: number | null }>(
    'SELECT edition, published_at, published_by FROM site_edition WHERE site_id = $1 ORDER BY edition DESC LIMIT $2',
    [site.id, EDITIONS_SHOWN],
  );
  const [draft] = drafts.rows;
  return {
    published,
    edition: editions.rows[0]?.edition ?? 0,
    draft: draft === undefined ? null : { config: draft.config, savedAt: draft.saved_at.toISOString() },
    editions: editions.rows.map((row) => ({ edition: row.edition, at: row.published_at.toISOString(), byId: row.published_by })),
  };
}
