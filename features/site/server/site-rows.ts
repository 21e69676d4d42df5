// The rows of sites: whether any has changed, and what all of them say; one that cannot stand keeps what it said before.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { faultOf } from '@maru/kit/server/sites.ts';
import type { Pool } from 'pg';
import { contradictionsOf, withoutContradictions } from '../contradictions.ts';
import { changeFault, type ConfigFault, readSiteConfig } from '../config-contract.ts';

export interface ReadSites {
  sites: SiteConfig[];
  /** Being prepared: known to the back office, and no host leads there. */
  unopened: ReadonlySet<number>;
  /** Never to be hosted again. */
  givenUp: ReadonlySet<number>;
  faults: string[];
  mended: string[];
}

export interface SiteRows {
  /** Another one after every change of any row, however it was made. */
  version(): Promise<string>;
  /**
   * All sites but those given up, given those that stand now; a faulty row is left as it stood, a faulty new one is left out, and both are told. One whose
   * switches contradict each other stands as `contradictions.ts` sets it right, and is told among `mended`.
   */
  read(standing: readonly SiteConfig[]): Promise<ReadSites & { version: string }>;
}

export function createSiteRows(pool: Pick<Pool, 'query'>): SiteRows {
  return {
    async version() {
      // The sum, not the highest: of two changes the one that was numbered first may be committed last.
      const { rows } = await pool.query<{ version: string }>('SELECT sum(version)::text AS version FROM site_site');
      return rows[0].version;
    },
    async read(standing) {
      const { rows } = await pool.query<Row>(
        'SELECT id, code, config, version, opened_at IS NOT NULL AS "isOpened", given_up_at IS NOT NULL AS "isGivenUp" FROM site_site ORDER BY id',
      );
      const version = rows.reduce((sum, row) => sum + BigInt(row.version), 0n).toString();
      const unopened = new Set(rows.filter(({ isOpened }) => !isOpened).map(({ id }) => id));
      const givenUp = new Set(rows.filter(({ isGivenUp }) => isGivenUp).map(({ id }) => id));
      const kept = <T extends { id: number }>(each: readonly T[]) => each.filter(({ id }) => !givenUp.has(id));
      return { ...settle(kept(rows), kept(standing)), unopened, givenUp, version };
    },
  };
}

interface Row {
  id: number;
  code: string;
  config: unknown;
  version: number;
  isOpened: boolean;
  isGivenUp: boolean;
}

function settle(rows: readonly Row[], standing: readonly SiteConfig[]): { sites: SiteConfig[]; faults: string[]; mended: string[] } {
  const faults: string[] = [];
  const mended: string[] = [];
  const wanted: SiteConfig[] = [];
  for (const { id, code, config } of rows) {
    const read = wantedConfig(
      id,
      code,
      config,
      standing.find((site) => site.id === id),
    );
    if ('fault' in read) faults.push(`site ${code} (${id}): ${read.fault.field}: ${read.fault.reason}`);
    else {
      for (const { field, en } of contradictionsOf(read.config)) mended.push(`site ${code} (${id}): ${field}: ${en}`);
      wanted.push(withoutContradictions(read.config));
    }
  }
  // All at once first: a host that moves from one site to another is free only in both rows together.
  const all = withAll(standing, wanted);
  if (faultOf(all) === undefined) return { sites: all, faults, mended };
  // Then row by row, so that one that takes a host of another does not hold up all sites.
  let sites: SiteConfig[] = [...standing];
  for (const config of wanted) {
    const next = withAll(sites, [config]);
    const clash = faultOf(next);
    if (clash === undefined) sites = next;
    else faults.push(clash);
  }
  return { sites, faults, mended };
}

/** In the order of their ids. */
function withAll(sites: readonly SiteConfig[], changed: readonly SiteConfig[]): SiteConfig[] {
  const ids = new Set(changed.map(({ id }) => id));
  return [...sites.filter(({ id }) => !ids.has(id)), ...changed].sort((a, b) => a.id - b.id);
}

function wantedConfig(
  id: number,
  code: string,
  config: unknown,
  before: SiteConfig | undefined,
): { config: SiteConfig } | { fault: ConfigFault } {
  const read = readSiteConfig(config);
  if ('fault' in read) return read;
  if (read.config.id !== id || read.config.code !== code) return { fault: { field: 'id', reason: 'the row has another id or code' } };
  const fault = before && changeFault(before, read.config);
  return fault === undefined ? read : { fault };
}
