// Columns of the dense table and filters of the bar out of a list's definition; a page gives only the cells that are more than their text.
import { type ReactNode, useMemo } from 'react';
import { listCsv, type ListColumn, type ListFilter } from '../../contract/list.ts';
import { downloadCsv } from '../csv.ts';
import { fileMoment } from '../i18n/moments.ts';
import { useWords } from '../i18n/use-text.ts';
import { TableTime } from '../ui/table-time.tsx';
import type { DeskColumn } from './data-table.tsx';
import { FilterSelect } from './filter-bar.tsx';
import type { UrlValues } from './url-state.ts';

/** What a page says of one column: a cell of its own, or more than that. */
type Look<Row> = ((row: Row) => ReactNode) | Partial<Omit<DeskColumn<Row>, 'key' | 'head'>>;
export type Looks<Row> = Readonly<Record<string, Look<Row>>>;

/** `keys` picks and orders them; without it they stand as defined. */
export function useListColumns<Row>(list: readonly ListColumn<Row>[], looks: Looks<Row>, keys?: readonly string[]): DeskColumn<Row>[] {
  const say = useWords();
  return useMemo(() => {
    const columns = list.filter(({ isFileOnly }) => isFileOnly !== true);
    const chosen = keys === undefined ? columns : keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
    return chosen.map(({ key, head, screenHead, kind, value }) => {
      const look = looks[key] ?? {};
      const plain = (row: Row): ReactNode => {
        const text = value(row, say);
        if (text === null) return <span className="text-mute">–</span>;
        return kind === 'moment' ? <TableTime at={String(text)} /> : text;
      };
      return {
        key,
        head: say(screenHead ?? head),
        ...(kind === 'figure' || kind === 'moment' ? { isFigure: true } : {}),
        cell: plain,
        ...(typeof look === 'function' ? { cell: look } : look),
      };
    });
  }, [list, looks, keys, say]);
}

/** What the screen calls a column, for where its value stands outside the table. */
export function useHeads(list: readonly ListColumn<never>[]): (key: string) => string {
  const say = useWords();
  return (wanted) => {
    const column = list.find(({ key }) => key === wanted);
    return column === undefined ? '' : say(column.screenHead ?? column.head);
  };
}

interface ListFiltersProps<V extends UrlValues> {
  filters: readonly ListFilter[];
  values: V;
  onChange(change: Partial<V>): void;
}

export function ListFilters<V extends UrlValues>({ filters, values, onChange }: ListFiltersProps<V>) {
  const say = useWords();
  return filters.map(({ key, head, options }) => (
    <FilterSelect
      key={key}
      label={say(head)}
      value={String(values[key])}
      onChange={(value) => onChange({ [key]: value } as Partial<V>)}
      options={options.map(([value, words]) => ({ value, label: say(words) }))}
    />
  ));
}

/** What the page shows, as a file in the language it is read in. */
export function useListFile<Row>(list: readonly ListColumn<Row>[]): (name: string, rows: readonly Row[]) => void {
  const say = useWords();
  return (name, rows) => downloadCsv(name, listCsv(list, rows, { say, moment: fileMoment }));
}
