// Which entry of the menu is lit.
import type { DeskPageRow } from '../page-row.tsx';

type Row = Pick<DeskPageRow, 'path' | 'nav'>;

/** The entry with the longest path that the address begins with: a page that is none lights the one it lies under. */
export function activePath(rows: readonly Row[], path: string): string | undefined {
  const fits = (row: Row) => row.nav !== undefined && (path === row.path || (row.path !== '/' && path.startsWith(`${row.path}/`)));
  return rows.filter(fits).toSorted((a, b) => b.path.length - a.path.length)[0]?.path;
}
