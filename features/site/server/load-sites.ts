// Live sites are rows: seeds fill a fresh database, the registry is filled from the rows.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SiteRegistry } from '@maru/kit/server/sites.ts';
import type { Pool } from 'pg';
import { createSiteRows } from './site-rows.ts';

export interface LoadSitesOptions {
  /** Seeds wait until their launch list is green: a fresh installation that is no demo. */
  areSeedsClosed?: boolean;
}

/**
 * Seeds are only added when their code is not there: what an operator changed stays changed. Answers the version of the rows and
 * what is wrong with those that cannot stand, whose sites stay closed, and what contradicts itself in others; throws when none is left.
 */
export async function loadSites(
  pool: Pool,
  registry: SiteRegistry,
  seeds: readonly SiteConfig[],
  { areSeedsClosed = false }: LoadSitesOptions = {},
): Promise<{ version: string; givenUp: ReadonlySet<number>; faults: string[]; mended: string[] }> {
  for (const seed of seeds) {
    await pool.query(
      'INSERT INTO site_site (id, code, config, opened_at) VALUES ($1, $2, $3, CASE WHEN NOT $4::boolean THEN now() END) ON CONFLICT DO NOTHING',
      [seed.id, seed.code, JSON.stringify(seed), areSeedsClosed],
    );
  }
  // Seeds name it on a demo alone.
  const demoMoney = seeds.find((seed) => seed.demoMoney !== undefined)?.demoMoney;
  if (demoMoney !== undefined)
    await pool.query(
      "UPDATE site_site SET config = jsonb_build_object('demoMoney', $1::text) || config, demo_decided = true WHERE NOT demo_decided",
      [demoMoney],
    );
  const { sites, unopened, givenUp, faults, mended, version } = await createSiteRows(pool).read([]);
  if (sites.length === 0) throw new Error(`no site can be opened: ${faults.join('; ')}`);
  registry.replace(sites, unopened);
  return { version, givenUp, faults, mended };
}
