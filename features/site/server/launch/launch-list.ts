// The launch list of a brand: its own checks and those that other features registered; in a demo hosts are noted as they are asked for.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Writer } from '@maru/operator/contract.ts';
import type { LaunchCheck, LaunchCheckKind, LaunchChecks, LaunchState } from '../../launch-contract.ts';
import { ownChecks } from './own-checks.ts';

/** A host that is asked for again is written down again after so long. */
const NOTE_EVERY_MS = 60_000;
const order: readonly LaunchCheck['group'][] = ['LAW', 'MONEY', 'PEOPLE', 'ADDRESS'];

export interface LaunchList extends LaunchChecks {
  /** Of a site as it stands: a reader gives the live one, whoever changes it the row that it holds. */
  state(sql: Writer, standing: SiteConfig): Promise<LaunchState>;
}

export function createLaunchList(context: AppContext): LaunchList {
  const kinds: LaunchCheckKind[] = [];
  if (context.config.demo) noteHosts(context);
  return {
    register(kind) {
      kinds.push(kind);
    },
    async state(sql, standing) {
      const { rows } = await sql.query('SELECT opened_at AS at FROM site_site WHERE id = $1', [standing.id]);
      const checks = await ownChecks(context, sql, standing);
      for (const { look, ...kind } of kinds) {
        const found = await look(standing, sql);
        if (found !== undefined) checks.push({ ...kind, ...found, asksConfirmation: false });
      }
      const openedAt = (rows[0]?.at as Date | null | undefined)?.toISOString() ?? null;
      // Whether hosts lead here is noted while they are closed; of an open brand its members tell.
      const asked = checks.filter(({ item }) => item !== 'hosts' || openedAt === null);
      const sorted = asked.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
      return { code: standing.code, name: standing.name, hosts: standing.hosts, openedAt, checks: sorted };
    },
  };
}

/** In a demo hosts are names of this machine, which nobody can prove: that somebody opened one is enough. */
function noteHosts({ sites, pool, clock, log }: AppContext): void {
  const noted = new Map<string, number>();
  sites.onClosedHost((site, host) => {
    const now = clock.now();
    const key = `${site.id} ${host}`;
    if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) return;
    noted.set(key, now);
    pool
      .query(
        `INSERT INTO site_host_seen (site_id, host, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (site_id, host) DO UPDATE SET seen_at = excluded.seen_at`,
        [site.id, host, new Date(now)],
      )
      .catch((error: unknown) => {
        noted.delete(key);
        log.warn({ err: error, site: site.id }, 'that a host was reached is not written down');
      });
  });
}
