// What an operator may do where: its roles' rights, read from the rows at every call, so that a change acts at once.
import type { NeededRight, SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { holds } from './rights.ts';

/** Rights by site; `everywhere` holds at every site, those to come too. */
export interface Grants {
  everywhere: string[];
  bySite: Map<number, string[]>;
}

export async function grantsOf(sql: SqlWriter, operator: number): Promise<Grants> {
  const { rows } = await sql.query<{ site: number | null; rights: string[] }>(
    `SELECT g.site_id AS site, r.rights FROM operator_grant g JOIN operator_role r ON r.id = g.role_id WHERE g.operator_id = $1`,
    [operator],
  );
  return gather(rows);
}

export function gather(rows: readonly { site: number | null; rights: readonly string[] }[]): Grants {
  const grants: Grants = { everywhere: [], bySite: new Map() };
  for (const { site, rights } of rows) {
    if (site === null) grants.everywhere.push(...rights);
    else grants.bySite.set(site, [...(grants.bySite.get(site) ?? []), ...rights]);
  }
  return grants;
}

export function rightsAt(grants: Grants, site: number): readonly string[] {
  return [...grants.everywhere, ...(grants.bySite.get(site) ?? [])];
}

/** Whether it is held where it is needed: at the site, or, of what belongs to the installation, at all sites. */
export const holdsNeeded = (grants: Grants, site: number, { right, everywhere }: NeededRight): boolean =>
  holds(everywhere === true ? grants.everywhere : rightsAt(grants, site), right);
