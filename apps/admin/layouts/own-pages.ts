// The page table where parts of pages can read it: pages themselves stand in the table, so they may not import it.
import { useDeskSites, useRights } from '@maru/kit/web/desk/desk-site.ts';
import type { DeskPageRow } from '../page-row.tsx';

let table: readonly DeskPageRow[] = [];

/** Once, before the first render. */
export function setPageTable(rows: readonly DeskPageRow[]): void {
  table = rows;
}
export const allPages = (): readonly DeskPageRow[] => table;

/** Those of the menu that the operator may see at the chosen site. */
export function useOwnPages(): readonly DeskPageRow[] {
  const rights = useRights();
  const isOfOne = useDeskSites().length < 2;
  return table.filter((row) => row.nav && !(row.isOfMany === true && isOfOne) && (row.right === undefined || rights.includes(row.right)));
}
