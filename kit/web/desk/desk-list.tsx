// A declared list with its filters: table or cards, page by page or on by a cursor, and what stands there when nothing does.
import type { ComponentType } from 'react';
import type { ListFilter } from '../../contract/list.ts';
import type { ReplyOf } from '../api-client.ts';
import type { Catalog } from '../i18n/language.ts';
import { type Text, useText, useWords } from '../i18n/use-text.ts';
import { Pager } from '../ui/pager.tsx';
import { EmptyState } from '../ui/states.tsx';
import { DataTable, type DeskColumn, type DeskSort } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListFilters, useListColumns } from './list-columns.tsx';
import { filterQuery, type FilterValues, isNarrowed, wrongOf } from './list-filters.ts';
import { type ListRows, useListRows } from './list-rows.ts';
import { Loaded } from './loaded.tsx';
import { MoreRows } from './more-rows.tsx';
import type { AnyRoute, ListPart } from './page-definition.ts';
import { deskTexts } from './texts.ts';

const usualSize = 50;
const noFilters: readonly ListFilter[] = [];
const noLooks = {};

/** Where its filters and its page stand: in the address, or with who shows it. */
export interface ListState {
  values: Readonly<Record<string, string>>;
  page: number;
  change(part: Readonly<Record<string, string | number>>): void;
}

export interface ShownList<C extends Catalog, R extends AnyRoute, Row extends object> extends ListRows<R, Row> {
  part: ListPart<C, R, Row>;
  state: ListState;
  columns: DeskColumn<Row>[];
  t: Text<C>;
  /** What the server was asked with, without the page. */
  asked: Readonly<Record<string, string>>;
}

/** `t` is new with every language: the columns are remembered by it. */
export function useDeskList<C extends Catalog, R extends AnyRoute, Row extends object>(
  part: ListPart<C, R, Row>,
  state: ListState,
  t: Text<C>,
  given?: Readonly<Record<string, string>>,
): ShownList<C, R, Row> {
  const {
    route,
    filters = noFilters,
    asks,
    paging,
    everyMs,
    rows,
    size = usualSize,
    shown,
    looks = noLooks,
    useLooks = () => looks,
  } = part;
  const asked = { ...asks, ...given, ...filterQuery(filters, state.values) };
  const paged = paging === undefined ? asked : { ...asked, size: String(size), ...(paging === 'pages' && { page: String(state.page) }) };
  const answered = useListRows<R, Row>({ route, query: paged, paging, everyMs, rows });
  // oxlint-disable-next-line react/hooks -- a list's declaration is one for all its renders
  const columns = useListColumns(part.columns, useLooks(t, answered.reply), shown);
  return { ...answered, part, state, columns, t, asked };
}

interface DeskListProps<C extends Catalog, R extends AnyRoute, Row extends object> {
  list: ShownList<C, R, Row>;
  title: keyof C & string;
  /** Behind the list's own: acts. */
  acts?: DeskColumn<Row> | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  openKey?: string | number | undefined;
  sort?: { sort: DeskSort; onSort(sort: DeskSort): void } | undefined;
  /** Between filters and rows. */
  Above?: ComponentType<{ reply: ReplyOf<R> }> | undefined;
  Below?: ComponentType<{ reply: ReplyOf<R> }> | undefined;
}

export function DeskList<C extends Catalog, R extends AnyRoute, Row extends object>(props: DeskListProps<C, R, Row>) {
  const { list, title, acts, onOpen, openKey, sort, Above, Below } = props;
  const { part, state, columns, rows, query, t } = list;
  const { filters = noFilters, empty, none = empty, failed, keyOf, label = title, heading, isTall = false } = part;
  const [nothing, whatThen] = isNarrowed(filters, state.values) ? none : empty;
  const table = (
    <DataTable
      label={t(label)}
      columns={acts ? [...columns, acts] : columns}
      rows={rows}
      {...{ keyOf, isTall, openKey, ...sort }}
      {...(onOpen && { onOpen })}
    />
  );
  return (
    <div>
      {heading && <h2 className="px-4 pt-5 pb-2 text-14 font-bold laptop:px-6">{t(heading)}</h2>}
      {filters.some(({ kind }) => kind !== 'given') && (
        <FilterBar>
          <Filters part={part} state={state} />
        </FilterBar>
      )}
      <Wrong filters={filters} state={state} />
      <Loaded query={query} title={t(failed[0])} {...(failed[1] && { words: t(failed[1]) })} rows={10}>
        {(reply) => (
          <div aria-busy={query.isPlaceholderData || undefined} className={query.isPlaceholderData ? 'opacity-60' : undefined}>
            {Above && <Above reply={reply} />}
            {rows.length === 0 ? <EmptyState title={t(nothing)}>{whatThen && t(whatThen)}</EmptyState> : table}
            {rows.length > 0 && <Further list={list} />}
            {Below && <Below reply={reply} />}
          </div>
        )}
      </Loaded>
    </div>
  );
}

const noOptions = () => ({});

function Filters<C extends Catalog, R extends AnyRoute, Row extends object>({ part, state }: Pick<ShownList<C, R, Row>, 'part' | 'state'>) {
  const { filters = noFilters, useOptions = noOptions } = part;
  // oxlint-disable-next-line react/hooks -- a list's declaration is one for all its renders
  const further = useOptions();
  const change = (values: FilterValues) => state.change(values);
  return <ListFilters filters={filters} further={further} values={state.values} onChange={change} />;
}

function Wrong({ filters, state }: { filters: readonly ListFilter[]; state: ListState }) {
  const say = useWords();
  return filters.flatMap((filter) => {
    const wrong = wrongOf(filter, state.values);
    return wrong === undefined
      ? []
      : [
          <output key={filter.key} className="block border-b border-line px-4 py-2 text-12 text-danger laptop:px-6">
            {say(wrong)}
          </output>,
        ];
  });
}

/** The way to more rows. */
function Further<C extends Catalog, R extends AnyRoute, Row extends object>({ list }: { list: ShownList<C, R, Row> }) {
  const t = useText(deskTexts);
  const { part, state, total, more } = list;
  if (part.paging === 'cursor') return <MoreRows list={more} />;
  if (part.paging === undefined) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2 laptop:px-6">
      <span className="text-12 text-mute">{t('desk.rows', { total })}</span>
      <Pager page={state.page} size={part.size ?? usualSize} total={total} onPage={(page) => state.change({ page })} />
    </div>
  );
}
