// A member's list described once: its table, its cards on a phone and its file come from the same columns.
import { type ReactNode, Fragment } from 'react';
import { csvText } from './csv.ts';
import { Cell, HeadCell, Table } from './ui/table.tsx';

/** In the reader's words: made anew with every language, and with a site's own wording. */
export interface MemberColumn<Row> {
  key: string;
  head: string;
  /** What it says of a row in a file; '' where there is nothing. Without one it stands on screen only. */
  text?(row: Row): string;
  /** In a file, where that is more than the screen's head. */
  fileHead?: string;
  /** On screen, in the table and wherever a card shows it; without one it stands in files only. */
  cell?(row: Row): ReactNode;
  isFigure?: boolean;
  /** Of the table's cells, by the row where that matters. */
  className?: string | ((row: Row) => string);
  headClass?: string;
}

interface MemberTableProps<Row> {
  columns: readonly MemberColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  rowClass: string;
  /** A line of its own over a row, as the sums of its day. */
  above?(row: Row): ReactNode;
}

export function MemberTable<Row>({ columns, rows, keyOf, rowClass, above }: MemberTableProps<Row>) {
  const shown = columns.filter(({ cell }) => cell !== undefined);
  const classOf = ({ className = '' }: MemberColumn<Row>, row: Row) => (typeof className === 'string' ? className : className(row));
  return (
    <Table>
      <thead>
        <tr>
          {shown.map(({ key, head, isFigure = false, headClass }) => (
            <HeadCell key={key} isFigure={isFigure} className={headClass}>
              {head}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            {above?.(row)}
            <tr className={rowClass}>
              {shown.map((column) => (
                <Cell key={column.key} isFigure={column.isFigure ?? false} className={classOf(column, row)}>
                  {column.cell?.(row)}
                </Cell>
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

/** For a card: what a column shows of a row, and what it says in words. */
export function partsOf<Row>(columns: readonly MemberColumn<Row>[], row: Row) {
  const of = (wanted: string) => columns.find(({ key }) => key === wanted);
  return { cell: (key: string): ReactNode => of(key)?.cell?.(row), text: (key: string): string => of(key)?.text?.(row) ?? '' };
}

export function memberFile<Row>(columns: readonly MemberColumn<Row>[], rows: readonly Row[]): string {
  const written = columns.filter(({ text }) => text !== undefined);
  return csvText(
    written.map(({ head, fileHead = head }) => fileHead),
    rows.map((row) => written.map(({ text }) => text?.(row) ?? '')),
  );
}
