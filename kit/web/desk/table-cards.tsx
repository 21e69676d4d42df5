// The dense table on a phone: a card a row, called by what names it, then label and value of every column, its acts at the foot.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/classes.ts';
import type { DeskColumn, DeskSort } from './data-table.tsx';
import { FilterSelect } from './filter-bar.tsx';
import { opensRow, useTopOf } from './table-rows.ts';
import { deskTexts } from './texts.ts';

interface TableCardsProps<Row> {
  label: string;
  columns: readonly DeskColumn<Row>[];
  /** In their order. */
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  onOpen: ((row: Row) => void) | undefined;
  openKey: string | number | undefined;
  sort: DeskSort | undefined;
  onSort(sort: DeskSort): void;
  className: string | undefined;
}

/** From here on only what is seen is drawn. */
const virtualFrom = 30;
const usualPx = 170;

export function TableCards<Row extends object>(props: TableCardsProps<Row>) {
  const { label, columns, rows, keyOf, className } = props;
  const parts = partsOf(columns);
  const body = useRef<HTMLTableSectionElement>(null);
  const isLong = rows.length > virtualFrom;
  const topPx = useTopOf(body, isLong);
  // oxlint-disable-next-line react/incompatible-library -- what it answers changes with every scroll, and nothing of it is kept
  const virtual = useWindowVirtualizer({ count: isLong ? rows.length : 0, estimateSize: () => usualPx, overscan: 6, scrollMargin: topPx });
  const items = virtual.getVirtualItems();
  const seen = isLong ? items.map(({ index }) => index) : rows.map((_, index) => index);
  const above = isLong ? (items[0]?.start ?? topPx) - topPx : 0;
  const below = isLong ? virtual.getTotalSize() + topPx - (items.at(-1)?.end ?? topPx) : 0;
  return (
    <section aria-label={label} className={className}>
      <CardsHead {...props} lead={parts.lead} />
      {/* Rows of a table still, for readers and for what finds them so. */}
      <table className="block w-full text-13">
        <tbody ref={body} className="block">
          {above > 0 && <tr aria-hidden="true" className="block" style={{ height: above }} />}
          {seen.map((index) => (
            <Card key={keyOf(rows[index])} row={rows[index]} parts={parts} index={index} measure={virtual.measureElement} {...props} />
          ))}
          {below > 0 && <tr aria-hidden="true" className="block" style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  );
}

interface Parts<Row> {
  /** Before the name: what chooses a row. */
  lead: readonly DeskColumn<Row>[];
  name: DeskColumn<Row> | undefined;
  facts: readonly DeskColumn<Row>[];
  acts: readonly DeskColumn<Row>[];
}

function partsOf<Row>(columns: readonly DeskColumn<Row>[]): Parts<Row> {
  const lead = columns.filter(({ head, isAtHand }) => head === '' && isAtHand !== true);
  const acts = columns.filter(({ isAtHand }) => isAtHand);
  const rest = columns.filter((column) => !lead.includes(column) && !acts.includes(column));
  const name = rest.find(({ namesRow }) => namesRow) ?? rest[0];
  return { lead, name, facts: rest.filter((column) => column !== name), acts };
}

/** What stands in the table's head and has no place in a card: choosing all, and the order. */
function CardsHead<Row>({ columns, lead, sort, onSort }: TableCardsProps<Row> & Pick<Parts<Row>, 'lead'>) {
  const t = useText(deskTexts);
  const sorted = columns.filter((column) => column.sort !== undefined || column.isServerSorted === true);
  const heads = lead.flatMap(({ key, headCell }) => (headCell ? [<span key={key}>{headCell()}</span>] : []));
  if (sorted.length === 0 && heads.length === 0) return null;
  return (
    <div className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-1.5">
      {heads}
      {sorted.length > 0 && (
        <span className="ml-auto flex items-center gap-1">
          <FilterSelect
            label={t('desk.order')}
            value={sort?.key ?? ''}
            onChange={(key) => onSort({ key, isDown: sort?.isDown ?? true })}
            options={[
              ...(sort === undefined ? [{ value: '', label: t('desk.order') }] : []),
              ...sorted.map(({ key, head }) => ({ value: key, label: head })),
            ]}
          />
          {sort && (
            <IconButton
              size={32}
              label={t(sort.isDown ? 'desk.order.down' : 'desk.order.up')}
              onClick={() => onSort({ key: sort.key, isDown: !sort.isDown })}
            >
              {sort.isDown ? <ArrowDown size={14} /> : <ArrowUp size={14} />}
            </IconButton>
          )}
        </span>
      )}
    </div>
  );
}

interface CardProps<Row> extends TableCardsProps<Row> {
  row: Row;
  index: number;
  parts: Parts<Row>;
  measure(element: HTMLElement | null): void;
}

function Card<Row extends object>({ row, index, parts: { lead, name, facts, acts }, measure, keyOf, onOpen, openKey }: CardProps<Row>) {
  const isOpen = openKey !== undefined && keyOf(row) === openKey;
  return (
    <tr
      ref={measure}
      data-index={index}
      {...(isOpen ? { 'aria-current': true } : {})}
      {...(onOpen ? opensRow(row, onOpen) : {})}
      className={cx(
        'flex flex-wrap items-baseline gap-x-5 gap-y-1 border-b border-line px-4 py-3',
        onOpen && 'cursor-pointer focus-visible:-outline-offset-2',
        isOpen && 'bg-brand-tint shadow-[inset_3px_0_0_var(--brand)]',
      )}
    >
      {lead.map((column) => (
        <Part key={column.key} className="flex-none self-center">
          {column.cell(row)}
        </Part>
      ))}
      {name && <Part className={cx('mb-0.5 text-14', lead.length > 0 ? 'min-w-0 flex-1' : 'w-full')}>{name.cell(row)}</Part>}
      {/* Ends the first line. */}
      {lead.length > 0 && <td aria-hidden="true" className="w-full p-0" />}
      {facts.map((column) => (
        <Fact key={column.key} column={column} row={row} />
      ))}
      {acts.map((column) => (
        <Part key={column.key} className="mt-1 flex w-full justify-end empty:hidden">
          {column.cell(row)}
        </Part>
      ))}
    </tr>
  );
}

const Part = ({ className, children }: { className: string; children: ReactNode }) => (
  <td className={cx('block p-0', className)}>{children}</td>
);

/** Two to a line; what is wider has one of its own. A label without a value tells nothing. */
function Fact<Row>({ column, row }: { column: DeskColumn<Row>; row: Row }) {
  const cell = column.cell(row);
  if (cell === null || cell === undefined || cell === false || cell === '') return null;
  return (
    <td className="flex max-w-full min-w-[calc(50%-10px)] shrink-0 grow items-baseline justify-between gap-3 p-0 has-[>:last-child:empty]:hidden has-[>:last-child>span:empty:only-child]:hidden">
      <span className="shrink-0 text-12 text-mute">{column.head}</span>
      <span className="min-w-0 text-right [overflow-wrap:anywhere] **:max-w-full">{cell}</span>
    </td>
  );
}
