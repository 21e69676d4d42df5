// Who may touch whom (ADM-04): nobody changes a person, or gives a role, that holds more than the caller does in the same place.
import { type Grants, rightsAt } from './grants.ts';
import { covers, holds } from './rights.ts';

export const MANAGES = 'operator.write';

export interface PlacedRights {
  /** Null: all sites. */
  site: number | null;
  rights: readonly string[];
}

const ownAt = (own: Grants, site: number | null) => (site === null ? own.everywhere : rightsAt(own, site));

/** Manages operators in every place concerned, and holds there whatever is given or stands there. */
export function mayTouch(own: Grants, placed: readonly PlacedRights[]): boolean {
  return placed.every(({ site, rights }) => {
    const held = ownAt(own, site);
    return holds(held, MANAGES) && covers(held, rights);
  });
}

/** Everything, at all sites and those to come. */
export const isOwner = (own: Grants): boolean => covers(own.everywhere, ['*']);

/** A role belongs to all sites: so must whoever writes it. */
export function mayWriteRole(own: Grants, rights: readonly string[]): boolean {
  return holds(own.everywhere, 'role.write') && covers(own.everywhere, rights);
}
