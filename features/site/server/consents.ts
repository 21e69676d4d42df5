// Who may not move money yet: members who have not agreed to a version of the terms that asks for it. Kept in memory, for orders ask.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Consents } from '@maru/kit/server/restrictions.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { DocumentKind } from '../contract.ts';

/** The page asks at once; calls are refused a day later, so that nobody's program stops the minute a text is published. */
export const CONSENT_GRACE_MS = DAY_MS;
/** What nobody has to agree to. */
export const optionalDocuments: readonly DocumentKind[] = ['marketing'];
const MEMBERS_KEPT = 100_000;

interface Binding {
  kind: DocumentKind;
  version: number;
  bindsAtMs: number;
}

export interface ConsentService extends Consents {
  /** Asked when a site opens and after each publishing. */
  read(site: number): Promise<void>;
  /** Of all its documents together: never fewer than before. */
  versions(site: number): number;
}

export const consentService = serviceKey('site.consentService').of<ConsentService>();

export function createConsentService({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): ConsentService {
  const bindings = new Map<number, readonly Binding[]>();
  const counts = new Map<number, number>();
  /** Members who have agreed to all that bound when they were looked up, and how many versions that was. */
  const agreed = new Map<string, number>();

  const owed = async (site: number, member: number, binding: readonly Binding[]): Promise<boolean> => {
    const { rows } = await pool.query<{ kind: DocumentKind; version: number }>(
      'SELECT kind, max(version) AS version FROM site_agreement WHERE site_id = $1 AND member_id = $2 GROUP BY kind',
      [site, member],
    );
    const versions = new Map(rows.map((row) => [row.kind, row.version]));
    if (binding.some(({ kind, version }) => (versions.get(kind) ?? 0) < version)) return true;
    if (agreed.size >= MEMBERS_KEPT) agreed.clear();
    agreed.set(`${site} ${member}`, binding.length);
    return false;
  };

  return {
    owes(site, member) {
      const all = bindings.get(site);
      if (all === undefined || all.length === 0) return false;
      const now = clock.now();
      const binding = all.filter(({ bindsAtMs }) => bindsAtMs <= now);
      if (binding.length === 0 || agreed.get(`${site} ${member}`) === binding.length) return false;
      return owed(site, member, binding);
    },
    async read(site) {
      const { rows } = await pool.query<{ kind: DocumentKind; version: number; effective_at: Date; needs_consent: boolean }>(
        'SELECT DISTINCT kind, version, effective_at, needs_consent FROM site_document WHERE site_id = $1 ORDER BY version',
        [site],
      );
      counts.set(site, rows.length);
      const binding = rows
        .filter(({ kind, needs_consent: asks }) => asks && !optionalDocuments.includes(kind))
        .map(({ kind, version, effective_at: at }) => ({ kind, version, bindsAtMs: at.getTime() + CONSENT_GRACE_MS }));
      bindings.set(site, binding);
    },
    versions: (site) => counts.get(site) ?? 0,
  };
}
