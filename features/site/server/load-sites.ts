// Live sites are rows: seeds fill a fresh database, the registry is filled from the rows.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SiteRegistry } from '@maru/kit/server/sites.ts';
import type { Pool } from 'pg';

/** Seeds are only added when their code is not there: what an operator changed stays changed. */
export async function loadSites(pool: Pool, registry: SiteRegistry, seeds: readonly SiteConfig[]): Promise<void> {
  for (const seed of seeds) {
    await pool.query('INSERT INTO site_site (id, code, config) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      seed.id,
      seed.code,
      JSON.stringify(seed),
    ]);
  }
  const { rows } = await pool.query<{ config: SiteConfig }>('SELECT config FROM site_site ORDER BY id');
  registry.replace(rows.map((row) => row.config));
}
