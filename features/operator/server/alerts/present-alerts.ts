// Alerts and their targets as pages show them, with what the asking operator may do about each.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { AlertRow, AlertTarget } from '../../alert-contract.ts';
import { type Grants, grantsOf, rightsAt } from '../grants.ts';
import { createOperatorNames } from '../operator-names.ts';
import { holds } from '../rights.ts';
import { figuresOf, type StoredAlert, type StoredTarget } from './alert-rows.ts';
import { alertWords } from './alert-words.ts';

/** What is the installation's belongs to those who hold the right at all sites, those to come too. */
export const mayAt = (grants: Grants, site: number | null, right: string): boolean =>
  holds(site === null ? grants.everywhere : rightsAt(grants, site), right);

/** Within a transaction `sql` is its client. */
export const callerGrants = ({ pool }: Pick<AppContext, 'pool'>, session: Session | undefined, sql: SqlWriter = pool): Promise<Grants> =>
  grantsOf(sql, (session as Session).member);

async function namesOf({ pool }: Pick<AppContext, 'pool'>, ids: readonly (number | null)[]): Promise<(id: number | null) => string | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const names = wanted.length === 0 ? undefined : await createOperatorNames(pool).of(wanted);
  return (id) => (id === null ? null : (names?.get(id)?.name ?? '–'));
}

export async function presentAlerts(context: AppContext, rows: readonly StoredAlert[], grants: Grants): Promise<AlertRow[]> {
  const nameOf = await namesOf(
    context,
    rows.map(({ acknowledged_by: by }) => by),
  );
  return rows.map((row) => ({
    id: row.id,
    isOfSite: row.site_id !== null,
    kind: row.kind,
    severity: row.severity,
    ...alertWords(row.kind, figuresOf(row)),
    beganAt: row.began_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    lastToldAt: row.last_told_at?.toISOString() ?? null,
    timesTold: row.times_told,
    acknowledgedBy: nameOf(row.acknowledged_by),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    mayAcknowledge: row.ended_at === null && row.acknowledged_at === null && mayAt(grants, row.site_id, 'alert.acknowledge'),
  }));
}

export async function presentTargets(context: AppContext, rows: readonly StoredTarget[], grants: Grants): Promise<AlertTarget[]> {
  const nameOf = await namesOf(
    context,
    rows.map(({ created_by: by }) => by),
  );
  return rows.map((row) => ({
    id: row.id,
    isOfSite: row.site_id !== null,
    kind: row.kind,
    name: row.name,
    shown: row.shown,
    language: row.language,
    least: row.least,
    byName: nameOf(row.created_by) ?? '–',
    createdAt: row.created_at.toISOString(),
    lastOkAt: row.last_ok_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    fault: row.fault,
    mayChange: mayAt(grants, row.site_id, 'alert.write'),
  }));
}
