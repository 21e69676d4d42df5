// Columns of the dense table and filters of the bar out of a list's definition; a page gives only the cells that are more than their text.
import { type ReactNode, useMemo } from 'react';
import { listCsv, type ListColumn, type ListFilter, type Say } from '../../contract/list.ts';
import { downloadCsv } from '../csv.ts';
import { fileMoment } from '../i18n/moments.ts';
import { useWords } from '../i18n/use-text.ts';
import type { SelectOption } from '../ui/choices.tsx';
import { Badge, type Tone } from '../ui/marks.tsx';
import { DaySpan } from '../ui/period-segment.tsx';
import { TableTime } from '../ui/table-time.tsx';
import { Segment } from '../ui/tabs.tsx';
import type { DeskColumn } from './data-table.tsx';
import { FilterSelect, SearchBox } from './filter-bar.tsx';
import { chosen } from './list-filters.ts';
import type { UrlValues } from './url-state.ts';

/** How a column's text is dressed where it has no cell of its own. */
interface Dress<Row> {
  /** A badge. */
  tone?(row: Row): Tone;
  isQuiet?: true;
  /** What people wrote: a line of it. */
  isProse?: true;
}
/** A cell of its own is given the column's text too; empty where the column says nothing. */
type OwnCell<Row> = (row: Row, text: string) => ReactNode;
/** What a page says of one column: a cell of its own, a dress for its text, or more than that. */
type Look<Row> = OwnCell<Row> | (Partial<Omit<DeskColumn<Row>, 'key' | 'head' | 'cell'>> & { cell?: OwnCell<Row> } & Dress<Row>);
export type Looks<Row> = Readonly<Record<string, Look<Row>>>;

/** `keys` picks and orders them; without it they stand as defined. */
export function useListColumns<Row>(list: readonly ListColumn<Row>[], looks: Looks<Row>, keys?: readonly string[]): DeskColumn<Row>[] {
  const say = useWords();
  return useMemo(() => {
    const columns = list.filter(({ isFileOnly }) => isFileOnly !== true);
    const chosen = keys === undefined ? columns : keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
    return chosen.map((column) => shownColumn(column, looks[column.key], say));
  }, [list, looks, keys, say]);
}

function shownColumn<Row>(column: ListColumn<Row>, look: Look<Row> = {}, say: Say): DeskColumn<Row> {
  const { key, head, screenHead, kind, value } = column;
  const given = typeof look === 'function' ? { cell: look } : look;
  const plain = (row: Row): ReactNode => {
    const text = value(row, say);
    if (text === null) return <span className="text-mute">–</span>;
    return dressed(kind === 'moment' ? <TableTime at={String(text)} /> : text, given, row);
  };
  const { tone: _tone, isQuiet: _quiet, isProse: _prose, cell: own, ...more } = given as Exclude<Look<Row>, OwnCell<Row>>;
  return {
    key,
    head: say(screenHead ?? head),
    ...(kind === 'figure' || kind === 'moment' ? { isFigure: true } : {}),
    cell: own ? (row: Row) => own(row, String(value(row, say) ?? '')) : plain,
    ...more,
  };
}

function dressed<Row>(text: ReactNode, { tone, isQuiet, isProse, namesRow }: Dress<Row> & { namesRow?: boolean }, row: Row): ReactNode {
  if (tone) return <Badge tone={tone(row)}>{text}</Badge>;
  if (isProse) return <span className="line-clamp-1 max-w-64 text-sub">{text}</span>;
  if (namesRow) return <b className="font-semibold whitespace-nowrap">{text}</b>;
  return isQuiet ? <span className="whitespace-nowrap text-sub">{text}</span> : text;
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
  /** Choices behind those of a filter, by its key. */
  further?: Readonly<Record<string, readonly SelectOption<string>[]>>;
  onChange(change: Readonly<Record<string, string>>): void;
}

const nothing = {};

export function ListFilters<V extends UrlValues>({ filters, values, further = nothing, onChange }: ListFiltersProps<V>) {
  return filters.map((filter) => (
    <OneFilter key={filter.key} {...{ filter, values }} change={onChange} further={further[filter.key] ?? []} />
  ));
}

interface OneFilterProps {
  filter: ListFilter;
  values: UrlValues;
  further: readonly SelectOption<string>[];
  change(part: Readonly<Record<string, string>>): void;
}

function OneFilter({ filter, values, further, change }: OneFilterProps) {
  const say = useWords();
  if (filter.kind === 'given') return null;
  if (filter.kind === 'days') return <DaySpan from={String(values['from'])} to={String(values['to'])} onChange={change} />;
  const { key, head } = filter;
  const shared = { label: say(head), onChange: (value: string) => change({ [key]: value }) };
  if (filter.kind === 'search')
    return (
      <SearchBox
        value={String(values[key])}
        placeholder={shared.label}
        onChange={shared.onChange}
        {...(filter.width && { width: filter.width })}
      />
    );
  const options = [...filter.options.map(([value, words]) => ({ value, label: say(words) })), ...further];
  const value = chosen(filter, values);
  if (filter.kind === 'segment')
    return <Segment {...shared} value={value} items={options} className="max-w-full overflow-x-auto overflow-y-hidden" />;
  return <FilterSelect {...shared} value={value} options={options} />;
}

/** What the page shows, as a file in the language it is read in. */
export function useListFile<Row>(list: readonly ListColumn<Row>[]): (name: string, rows: readonly Row[]) => void {
  const say = useWords();
  return (name, rows) => downloadCsv(name, listCsv(list, rows, { say, moment: fileMoment }));
}
