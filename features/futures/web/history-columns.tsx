// The columns of each history, once for the table, the phone's cards and the CSV.
import { timeHead } from '@maru/kit/web/csv.ts';
import { directionOf, figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { ClosedPosition, Fill, FundingPayment, LiquidationStep, Order } from '@maru/futures/contract.ts';
import type { ReactNode } from 'react';
import type { openedTexts } from './opened-texts.ts';
import type { HistoryKind } from './history-filters.ts';
import type { historyTexts } from './history-texts.ts';
import type { Instrument } from './instrument.ts';
import { orderTypeText } from './order-terms.ts';
import { OrderSide } from './order-side.tsx';
import { averageText } from './shown-figures.ts';
import { SideBadge } from './side-badge.tsx';

export interface HistoryColumn<R = never> {
  head: string;
  isFigure?: boolean;
  /** Of every figure in the column; behind the head in the table, in brackets in the file. */
  unit?: 'USDT' | '%';
  /** Of every history the column that opens a row. */
  isSymbol?: boolean;
  /** A time of the site's zone: the file says so. */
  isTime?: boolean;
  /** What a card is called by: on its first line, without a label. */
  isName?: boolean;
  cell(row: R): ReactNode;
  /** For CSV: words as on screen, numbers undecorated, '' where there is none. */
  text(row: R): string;
  /** What its column of a file is called, where the table's shows more than one figure. */
  fileHead?: string;
  /** Two figures of one cell are two columns of a file. */
  alsoInFile?: { head: string; unit?: 'USDT' | '%'; text(row: R): string };
}
type T = Text<typeof openedTexts>;
type H = Text<typeof historyTexts>;
type Book = ReadonlyMap<number, Instrument>;

const signed = (value: string, decimals = 2): ReactNode => (
  <span className={directionClass(directionOf(value))}>{figure(value, { decimals, sign: true })}</span>
);
const none = (value: string): string => (Number(value) === 0 ? '' : value);
const percentOf = (fraction: string): string => (Number(fraction) * 100).toFixed(4);

/** An average is shown at its symbol's tick; the file keeps all decimals. */
const atTick = (book: Book, id: number, value: string): string => averageText(value, book.get(id)?.units.tickDecimals ?? 2);

function Size({ text, of, book }: { text: string; of: number; book: Book }) {
  return (
    <>
      {text} <span className="text-11 text-mute">{book.get(of)?.option.base}</span>
    </>
  );
}

const sideWords = (t: T, { side, positionSide }: Pick<Order, 'side' | 'positionSide'>): string =>
  [t(side === 'BUY' ? 'side.buy' : 'side.sell'), positionSide !== 'BOTH' && t(positionSide === 'LONG' ? 'side.long' : 'side.short')]
    .filter(Boolean)
    .join(' ');
const directionWords = (t: T, tradeType: 'LONG' | 'SHORT'): string => t(tradeType === 'LONG' ? 'side.long' : 'side.short');

const timeColumn = <R,>(head: string, when: (row: R) => string): HistoryColumn<R> => ({
  head,
  isTime: true,
  cell: (row) => <TableTime at={when(row)} />,
  text: (row) => fileMoment(when(row)),
});

/** When and what: the first two columns of every history. */
function whenAndWhat<R extends { symbol: string }>(t: T, when: (row: R) => string, head = t('col.time')): HistoryColumn<R>[] {
  return [
    timeColumn(head, when),
    {
      head: t('col.symbol'),
      isName: true,
      isSymbol: true,
      cell: (row) => <span className="font-semibold">{pairOf(row.symbol)}</span>,
      text: (row) => pairOf(row.symbol),
    },
  ];
}

export function historyColumns(kind: HistoryKind, t: T, h: H, book: Book): readonly HistoryColumn[] {
  if (kind === 'order') return orderColumns(t, h, book) as readonly HistoryColumn[];
  if (kind === 'funding') return fundingColumns(t, book) as readonly HistoryColumn[];
  if (kind === 'trade') return tradeColumns(t, book) as readonly HistoryColumn[];
  if (kind === 'liquidation') return liquidationColumns(t, h, book) as readonly HistoryColumn[];
  return positionColumns(t, book) as readonly HistoryColumn[];
}

/** Why the system closed something: its own order may be filled or not. */
const closedFor = { LIQUIDATION: 'end.LIQUIDATION', ADL: 'end.DELEVERAGED', SETTLEMENT: 'end.SETTLED' } as const;

function endText(t: T, { autoClose, endReason }: Order): string {
  if (autoClose) return t(closedFor[autoClose]);
  // A filled order's reason says no more than its state.
  return endReason && endReason !== 'FILLED' ? t(`end.${endReason}` as 'end.FILLED') : '';
}

function orderColumns(t: T, h: H, book: Book): HistoryColumn<Order>[] {
  const end = (o: Order) => endText(t, o);
  const hasPrice = (o: Order) => none(o.price) !== '';
  // Its quantity is the position's, known once it fires.
  const isWhole = (o: Order) => o.closePosition === true && none(o.quantity) === '';
  return [
    ...whenAndWhat<Order>(t, (o) => o.createdAt, h('historyDetail.placed')),
    { head: t('col.type'), isName: true, cell: (o) => orderTypeText(t, o), text: (o) => orderTypeText(t, o) },
    { head: t('col.side'), isName: true, cell: (o) => <OrderSide order={o} />, text: (o) => sideWords(t, o) },
    {
      head: t('col.price'),
      isFigure: true,
      unit: 'USDT',
      cell: (o) => (hasPrice(o) ? figure(o.price) : t('type.MARKET')),
      text: (o) => none(o.price),
    },
    {
      head: t('col.average'),
      isFigure: true,
      unit: 'USDT',
      cell: (o) => (none(o.averagePrice) ? atTick(book, o.futuresOptionId, o.averagePrice) : '--'),
      text: (o) => none(o.averagePrice),
    },
    {
      head: t('col.filled'),
      isFigure: true,
      cell: (o) =>
        isWhole(o) ? (
          t('order.whole')
        ) : (
          <Size text={`${figure(o.filledQuantity)} / ${figure(o.quantity)}`} of={o.futuresOptionId} book={book} />
        ),
      text: (o) => o.filledQuantity,
      fileHead: t('col.filledSize'),
      alsoInFile: { head: t('col.size'), text: (o) => (isWhole(o) ? t('order.whole') : o.quantity) },
    },
    { head: t('col.status'), cell: (o) => t(`status.${o.status}`), text: (o) => t(`status.${o.status}`) },
    timeColumn(h('historyDetail.ended'), (o) => o.updatedAt),
    { head: t('col.end'), cell: end, text: end },
  ];
}

function tradeColumns(t: T, book: Book): HistoryColumn<Fill>[] {
  return [
    ...whenAndWhat<Fill>(t, (f) => f.time),
    { head: t('col.side'), isName: true, cell: (f) => <OrderSide order={f} />, text: (f) => sideWords(t, f) },
    { head: t('col.price'), isFigure: true, unit: 'USDT', cell: (f) => figure(f.price), text: (f) => f.price },
    {
      head: t('col.size'),
      isFigure: true,
      cell: (f) => <Size text={figure(f.quantity)} of={f.futuresOptionId} book={book} />,
      text: (f) => f.quantity,
    },
    { head: t('col.role'), cell: (f) => t(`role.${f.role}`), text: (f) => t(`role.${f.role}`) },
    { head: t('col.fee'), isFigure: true, unit: 'USDT', cell: (f) => figure(f.fee, { decimals: 4 }), text: (f) => f.fee },
    {
      head: t('col.realized'),
      isFigure: true,
      unit: 'USDT',
      cell: (f) => (directionOf(f.realizedPnl) === 0 ? '--' : signed(f.realizedPnl, 4)),
      text: (f) => none(f.realizedPnl),
    },
  ];
}

function fundingColumns(t: T, book: Book): HistoryColumn<FundingPayment>[] {
  const way = (p: FundingPayment) => directionWords(t, p.tradeType);
  return [
    ...whenAndWhat<FundingPayment>(t, (p) => p.fundingTime),
    { head: t('col.side'), isName: true, cell: (p) => <SideBadge tradeType={p.tradeType} />, text: way },
    {
      head: t('col.size'),
      isFigure: true,
      cell: (p) => <Size text={figure(p.quantity)} of={p.futuresOptionId} book={book} />,
      text: (p) => p.quantity,
    },
    { head: t('col.mark'), isFigure: true, unit: 'USDT', cell: (p) => figure(p.markPrice), text: (p) => p.markPrice },
    {
      head: t('col.rate'),
      isFigure: true,
      unit: '%',
      cell: (p) => figure(percentOf(p.fundingRate), { sign: true }),
      text: (p) => percentOf(p.fundingRate),
    },
    { head: t('col.funding'), isFigure: true, unit: 'USDT', cell: (p) => signed(p.amount, 4), text: (p) => p.amount },
  ];
}

function liquidationColumns(t: T, h: H, book: Book): HistoryColumn<LiquidationStep>[] {
  const stage = (s: LiquidationStep) => h(`liquidationStage.${s.stage}`);
  const closed = (s: LiquidationStep) => Number(s.quantity) > 0;
  return [
    ...whenAndWhat<LiquidationStep>(t, (s) => s.time),
    {
      head: t('col.side'),
      isName: true,
      cell: (s) => <SideBadge tradeType={s.tradeType} />,
      text: (s) => directionWords(t, s.tradeType),
    },
    { head: h('liquidation.step'), cell: stage, text: stage },
    {
      head: t('col.size'),
      isFigure: true,
      cell: (s) => (closed(s) ? <Size text={figure(s.quantity)} of={s.futuresOptionId} book={book} /> : '--'),
      text: (s) => none(s.quantity),
    },
    {
      head: t('col.price'),
      isFigure: true,
      unit: 'USDT',
      cell: (s) => (closed(s) ? figure(s.price) : '--'),
      text: (s) => (closed(s) ? s.price : ''),
    },
    {
      head: h('liquidation.fee'),
      isFigure: true,
      unit: 'USDT',
      cell: (s) => (none(s.fee) === '' ? '--' : figure(s.fee, { decimals: 4 })),
      text: (s) => none(s.fee),
    },
    {
      head: h('liquidation.left'),
      isFigure: true,
      unit: 'USDT',
      cell: (s) => figure(s.marginBalance, { decimals: 2 }),
      text: (s) => s.marginBalance,
    },
    {
      head: h('liquidation.needed'),
      isFigure: true,
      unit: 'USDT',
      cell: (s) => figure(s.maintenanceMargin, { decimals: 2 }),
      text: (s) => s.maintenanceMargin,
    },
  ];
}

function positionColumns(t: T, book: Book): HistoryColumn<ClosedPosition>[] {
  const way = (p: ClosedPosition) => directionWords(t, p.tradeType);
  return [
    ...whenAndWhat<ClosedPosition>(t, (p) => p.closedAt),
    { head: t('col.side'), isName: true, cell: (p) => <SideBadge tradeType={p.tradeType} />, text: way },
    { head: t('leverage.title'), isName: true, isFigure: true, cell: (p) => `${p.leverage}x`, text: (p) => String(p.leverage) },
    {
      head: t('col.size'),
      isFigure: true,
      cell: (p) => <Size text={figure(p.quantity)} of={p.futuresOptionId} book={book} />,
      text: (p) => p.quantity,
    },
    {
      head: t('col.entry'),
      isFigure: true,
      unit: 'USDT',
      cell: (p) => atTick(book, p.futuresOptionId, p.startPrice),
      text: (p) => p.startPrice,
    },
    {
      head: t('col.exit'),
      isFigure: true,
      unit: 'USDT',
      cell: (p) => atTick(book, p.futuresOptionId, p.closePrice),
      text: (p) => p.closePrice,
    },
    // The return is of the price alone, and so is the gain beside it (rules 7.3, 7.4).
    {
      head: t('col.grossPnl'),
      isFigure: true,
      unit: 'USDT',
      cell: (p) => (
        <>
          {signed(p.realizedPnl)} ({signed(p.roe)}%)
        </>
      ),
      text: (p) => p.realizedPnl,
      fileHead: t('col.realized'),
      alsoInFile: { head: 'ROE', unit: '%', text: (p) => p.roe },
    },
    { head: t('col.fee'), isFigure: true, unit: 'USDT', cell: (p) => figure(p.feesPaid, { decimals: 4 }), text: (p) => p.feesPaid },
    { head: t('col.netPnl'), isFigure: true, unit: 'USDT', cell: (p) => signed(p.closedPnl), text: (p) => p.closedPnl },
    { head: t('col.end'), cell: (p) => t(`end.${p.end}`), text: (p) => t(`end.${p.end}`) },
  ];
}

interface FileColumn {
  head: string;
  fileHead?: string;
  unit?: string;
  isTime?: boolean;
  text(row: never): string;
}
const fileHead = ({ head, fileHead: own = head, unit, isTime }: FileColumn): string =>
  isTime ? timeHead(own) : unit ? `${own} (${unit})` : own;

/** The table of a file: heads, and how a row becomes its cells; behind the columns what else is known of a row. */
export function fileOf(columns: readonly HistoryColumn[], fields: readonly FileColumn[]): { head: string[]; cells(row: never): string[] } {
  const all: FileColumn[] = columns.flatMap((column) => (column.alsoInFile ? [column, column.alsoInFile] : [column]));
  all.push(...fields);
  return { head: all.map(fileHead), cells: (row) => all.map((column) => column.text(row)) };
}
