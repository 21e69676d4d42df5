// The dense table: rows of 36 (or 48), figures at the right, sorting by head, a press or Enter opens a row, long lists draw only what is seen.
import { type ColumnDef, createSortedRowModel, rowSortingFeature, type SortingState, tableFeatures, useTable } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { cx } from '../ui/classes.ts';
import { useIsPhone } from '../use-width.ts';
import { TableCards } from './table-cards.tsx';
import { actsEdge, namingEdge, rowGround } from './table-edges.ts';
import { opensRow, useTopOf } from './table-rows.ts';
import { deskTexts } from './texts.ts';

export interface DeskColumn<Row> {
  /** Also the name a server sorts by. */
  key: string;
  head: string;
  /** Stands there in place of `head`. */
  headCell?(): ReactNode;
  cell(row: Row): ReactNode;
  /** At the right, as figures stand. */
  isFigure?: boolean;
  /** CSS width; what is left is shared. */
  width?: string;
  /** Sorted here by this value. */
  sort?(row: Row): string | number | bigint;
  /** Names the row: where the table is wider than a phone it stays in sight while the others scroll. The first column, where none says so. */
  namesRow?: boolean;
  /** Acts: where the table is wider than a phone they stay in sight at its edge. */
  isAtHand?: boolean;
  /** Sorted by the server: `onSort` is told. */
  isServerSorted?: boolean;
}

export interface DeskSort {
  key: string;
  isDown: boolean;
}

interface DataTableProps<Row> {
  /** Names the table. */
  label: string;
  columns: readonly DeskColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  onOpen?(row: Row): void;
  /** The row that is open beside the table. */
  openKey?: string | number | undefined;
  isTall?: boolean;
  sort?: DeskSort | undefined;
  onSort?(sort: DeskSort): void;
  className?: string;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
/** From here on only what is seen is drawn. */
const virtualFrom = 60;
const compare = (a: string | number | bigint, b: string | number | bigint) =>
  typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b, 'ko') : a < b ? -1 : a > b ? 1 : 0;

function columnDefs<Row extends object>(columns: readonly DeskColumn<Row>[]): ColumnDef<typeof features, Row>[] {
  return columns.map((column) => ({
    id: column.key,
    header: column.head,
    accessorFn: (row: Row) => column.sort?.(row) ?? '',
    enableSorting: column.sort !== undefined || column.isServerSorted === true,
    sortFn: (a: { original: Row }, b: { original: Row }) =>
      column.sort && !column.isServerSorted ? compare(column.sort(a.original), column.sort(b.original)) : 0,
  })) as ColumnDef<typeof features, Row>[];
}

/** Sorted here or by the server: the rows in their order, and a way to change it. */
function useSorted<Row extends object>({ columns, rows, keyOf, sort, onSort }: DataTableProps<Row>) {
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const [own, setOwn] = useState<DeskSort>();
  const standing = onSort ? sort : own;
  const change = onSort ?? setOwn;
  const sorting: SortingState = standing ? [{ id: standing.key, desc: standing.isDown }] : [];
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: (row) => String(keyOf(row)),
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (next: SortingState | ((old: SortingState) => SortingState)) => {
      const [first] = typeof next === 'function' ? next(sorting) : next;
      if (first) change({ key: first.id, isDown: first.desc });
    },
  });
  const sorted = table.getRowModel().rows.map((row) => row.original);
  return { headers: table.getHeaderGroups()[0].headers, sorted, sort: standing, onSort: change };
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone();
  const { headers, sorted, sort, onSort } = useSorted(props);
  const { label, columns, keyOf, onOpen, openKey, className } = props;
  return isPhone ? (
    <TableCards {...{ label, columns, keyOf, onOpen, openKey, sort, onSort, className }} rows={sorted} />
  ) : (
    <WideTable {...props} {...{ headers, sorted }} />
  );
}

type Headers<Row extends object> = ReturnType<typeof useSorted<Row>>['headers'];

function WideTable<Row extends object>(props: DataTableProps<Row> & { headers: Headers<Row>; sorted: readonly Row[] }) {
  const { label, columns, keyOf, isTall = false, className, headers, sorted } = props;
  const naming = columns.find(({ namesRow }) => namesRow) ?? columns[0];
  const rowPx = isTall ? 48 : 36;
  const body = useRef<HTMLTableSectionElement>(null);
  const isLong = sorted.length > virtualFrom;
  const topPx = useTopOf(body, isLong);
  // The page scrolls, never the table within it: one bar, and the list as tall as the screen.
  // oxlint-disable-next-line react/incompatible-library -- what it answers changes with every scroll, and nothing of it is kept
  const virtual = useWindowVirtualizer({
    count: isLong ? sorted.length : 0,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollMargin: topPx,
  });
  const seen = isLong ? virtual.getVirtualItems().map(({ index }) => index) : sorted.map((_, index) => index);
  const above = isLong ? (virtual.getVirtualItems()[0]?.start ?? topPx) - topPx : 0;
  const below = isLong ? virtual.getTotalSize() + topPx - (virtual.getVirtualItems().at(-1)?.end ?? topPx) : 0;
  return (
    <section
      // What scrolls must be reached by keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      aria-label={label}
      className={cx('relative overflow-x-auto scroll-thin', className)}
    >
      <table className="w-full border-collapse text-left text-13 tablet:[&_time]:whitespace-nowrap">
        <thead>
          <tr className={rowGround}>
            {headers.map((header, i) => (
              <Head
                key={header.id}
                column={columns[i]}
                isNaming={columns[i] === naming}
                direction={header.column.getIsSorted()}
                onSort={header.column.getCanSort() ? () => header.column.toggleSorting() : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
          {seen.map((index) => (
            <Line key={keyOf(sorted[index])} row={sorted[index]} naming={naming} rowPx={rowPx} {...props} />
          ))}
          {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}

function Head<Row>({
  column,
  isNaming,
  direction,
  onSort,
}: {
  column: DeskColumn<Row>;
  isNaming: boolean;
  direction: false | 'asc' | 'desc';
  onSort: (() => void) | undefined;
}) {
  const t = useText(deskTexts);
  const words = (
    <>
      {column.headCell ? column.headCell() : column.head}
      {direction === 'asc' && <ArrowUp aria-hidden="true" size={12} />}
      {direction === 'desc' && <ArrowDown aria-hidden="true" size={12} />}
    </>
  );
  return (
    <th
      scope="col"
      {...(direction ? { 'aria-sort': direction === 'asc' ? ('ascending' as const) : ('descending' as const) } : {})}
      style={column.width ? { width: column.width } : undefined}
      className={cx(
        'h-8 border-b border-line px-2 text-12 font-normal whitespace-nowrap text-mute first:pl-4 last:pr-4 laptop:first:pl-6 laptop:last:pr-6',
        column.isFigure && 'text-right',
        column.isAtHand && actsEdge,
        isNaming && namingEdge,
      )}
    >
      {onSort ? (
        <button
          type="button"
          title={t('desk.sort', { name: column.head })}
          onClick={onSort}
          className={cx('touch inline-flex items-center gap-1 hover:text-text', direction && 'font-semibold text-text')}
        >
          {words}
        </button>
      ) : (
        words
      )}
    </th>
  );
}

interface LineProps<Row> extends DataTableProps<Row> {
  row: Row;
  rowPx: number;
  naming: DeskColumn<Row> | undefined;
}

function Line<Row extends object>({ row, rowPx, naming, columns, keyOf, onOpen, openKey }: LineProps<Row>) {
  const isOpen = openKey !== undefined && keyOf(row) === openKey;
  return (
    <tr
      style={{ height: rowPx }}
      {...(isOpen ? { 'aria-current': true } : {})}
      {...(onOpen ? opensRow(row, onOpen) : {})}
      className={cx(
        'border-b border-line',
        onOpen && 'cursor-pointer hover:bg-hover focus-visible:-outline-offset-2',
        isOpen ? 'bg-brand-tint' : rowGround,
        isOpen && 'shadow-[inset_3px_0_0_var(--brand)]',
      )}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          className={cx(
            'px-2 py-1 first:pl-4 last:pr-4 laptop:first:pl-6 laptop:last:pr-6',
            column.isFigure && 'text-right whitespace-nowrap',
            column.isAtHand && actsEdge,
            column === naming && namingEdge,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
