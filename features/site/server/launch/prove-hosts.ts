// Hosts of a brand that is being prepared: called one after the other, with what came of each kept for the launch list.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type HostFault, hostLine, hostProofs } from '@maru/kit/server/host-proof.ts';
import type { Writer } from '@maru/operator/contract.ts';

/** One that was called so lately is not called again: nobody makes this server call an address without end. */
const AGAIN_MS = 5_000;
/** A host may be led elsewhere later: what opens was looked at lately. */
export const PROOF_LASTS_MS = DAY_MS;
/** Looked at again as the opening is asked for. */
const FRESH_MS = 600_000;

export interface HostStanding {
  host: string;
  /** 0: it was not, or it does not count any more. */
  provenAt: number;
  /** Of the last try. */
  fault: HostFault | undefined;
}

interface SeenRow {
  host: string;
  seen_at: Date;
  proven_at: Date | null;
  fault: HostFault['code'] | null;
  fault_detail: string | null;
}

async function rowsOf(sql: Writer, site: number): Promise<Map<string, SeenRow>> {
  const { rows } = await sql.query<SeenRow>('SELECT host, seen_at, proven_at, fault, fault_detail FROM site_host_seen WHERE site_id = $1', [
    site,
  ]);
  return new Map(rows.map((row) => [row.host, row]));
}

export async function hostStandings({ clock }: AppContext, sql: Writer, site: SiteConfig): Promise<HostStanding[]> {
  const rows = await rowsOf(sql, site.id);
  return site.hosts.map((host) => {
    const row = rows.get(host.toLowerCase());
    const fault = row?.fault ? { code: row.fault, detail: row.fault_detail ?? '' } : undefined;
    const provenAt = fault === undefined ? (row?.proven_at?.getTime() ?? 0) : 0;
    return { host, provenAt: clock.now() - provenAt < PROOF_LASTS_MS ? provenAt : 0, fault };
  });
}

/** `isAsked`: somebody wants to know now; else those alone that were not looked at for a while. Holds no connection meanwhile. */
export async function lookAtHosts(context: AppContext, site: SiteConfig, isAsked: boolean): Promise<void> {
  const { pool, clock, services, config } = context;
  if (config.demo) return;
  const rows = await rowsOf(pool, site.id);
  const isDue = (host: string) => {
    const row = rows.get(host.toLowerCase());
    // A release before this one noted hosts without calling them.
    if (row === undefined || (row.proven_at === null && row.fault === null)) return true;
    return clock.now() - row.seen_at.getTime() >= (isAsked || row.fault !== null ? AGAIN_MS : FRESH_MS);
  };
  const proofs = services.use(hostProofs);
  await Promise.all(
    site.hosts.filter(isDue).map(async (host) => {
      const fault = await proofs.prove(host, services.find(hostLine));
      await pool.query(
        `INSERT INTO site_host_seen (site_id, host, seen_at, proven_at, fault, fault_detail) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (site_id, host) DO UPDATE SET seen_at = excluded.seen_at, proven_at = excluded.proven_at, fault = excluded.fault,
           fault_detail = excluded.fault_detail`,
        [
          site.id,
          host.toLowerCase(),
          new Date(clock.now()),
          fault === undefined ? new Date(clock.now()) : null,
          fault?.code ?? null,
          fault?.detail ?? null,
        ],
      );
    }),
  );
}
