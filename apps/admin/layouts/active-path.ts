// Which entry of the menu is lit.
import type { DeskPageRow } from '../page-table.tsx';

/** The longest path that the address begins with. */
export function activePath(rows: readonly Pick<DeskPageRow, 'path'>[], path: string): string | undefined {
  const fits = (row: Pick<DeskPageRow, 'path'>) => path === row.path || (row.path !== '/' && path.startsWith(`${row.path}/`));
  return rows.filter(fits).toSorted((a, b) => b.path.length - a.path.length)[0]?.path;
}
