// The columns of each history, once for the table, the phone's cards and the CSV.
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import type { ClosedPosition, Fill, FundingPayment, Order } from '@maru/futures/contract.ts';
import type { ReactNode } from 'react';
import { pairOf } from './trade-result.ts';
import type { futuresTexts } from './futures-texts.ts';
import type { HistoryKind } from './history-filters.ts';
import type { Instrument } from './instrument.ts';
import { orderTypeText } from './order-terms.ts';
import { OrderSide } from './order-side.tsx';
import { SideBadge } from './side-badge.tsx';

export interface HistoryColumn<R = never> {
  head: string;
  isFigure?: boolean;
  cell(row: R): ReactNode;
  /** For CSV: plain text and undecorated numbers. */
  text(row: R): string;
}
type T = Text<typeof futuresTexts>;

const signed = (value: string, decimals = 2): ReactNode => (
  <span className={directionClass(directionOf(value))}>{figure(value, { decimals, sign: true })}</span>
);

export function historyColumns(kind: HistoryKind, t: T, instruments: ReadonlyMap<number, Instrument>): readonly HistoryColumn[] {
  // An average is shown at its symbol's tick; the file keeps all decimals.
  const atTick = (id: number, value: string) => figure(value, { decimals: instruments.get(id)?.units.tickDecimals ?? 2 });
  if (kind === 'order') return orderColumns(t, atTick) as readonly HistoryColumn[];
  if (kind === 'funding') return fundingColumns(t) as readonly HistoryColumn[];
  if (kind === 'trade') return tradeColumns(t) as readonly HistoryColumn[];
  return positionColumns(t, atTick) as readonly HistoryColumn[];
}

function orderColumns(t: T, atTick: (id: number, value: string) => string): HistoryColumn<Order>[] {
  const end = (o: Order) => (o.endReason ? t(`end.${o.endReason}` as 'end.FILLED') : '');
  return [
    { head: t('col.time'), cell: (o) => tableMoment(o.updatedAt), text: (o) => o.updatedAt },
    { head: t('col.symbol'), cell: (o) => pairOf(o.symbol), text: (o) => o.symbol },
    { head: t('col.type'), cell: (o) => orderTypeText(t, o), text: (o) => o.type },
    { head: t('col.side'), cell: (o) => <OrderSide order={o} />, text: (o) => `${o.side} ${o.positionSide}` },
    { head: t('col.price'), isFigure: true, cell: (o) => (o.type === 'MARKET' ? t('type.MARKET') : figure(o.price)), text: (o) => o.price },
    {
      head: t('col.average'),
      isFigure: true,
      cell: (o) => (o.averagePrice === '0' ? '--' : atTick(o.futuresOptionId, o.averagePrice)),
      text: (o) => o.averagePrice,
    },
    {
      head: t('col.filled'),
      isFigure: true,
      cell: (o) => `${figure(o.filledQuantity)} / ${figure(o.quantity)}`,
      text: (o) => `${o.filledQuantity} / ${o.quantity}`,
    },
    { head: t('col.status'), cell: (o) => t(`status.${o.status}`), text: (o) => o.status },
    { head: t('col.end'), cell: end, text: (o) => o.endReason ?? '' },
  ];
}

function tradeColumns(t: T): HistoryColumn<Fill>[] {
  return [
    { head: t('col.time'), cell: (f) => tableMoment(f.time), text: (f) => f.time },
    { head: t('col.symbol'), cell: (f) => pairOf(f.symbol), text: (f) => f.symbol },
    { head: t('col.side'), cell: (f) => <OrderSide order={f} />, text: (f) => `${f.side} ${f.positionSide}` },
    { head: t('col.price'), isFigure: true, cell: (f) => figure(f.price), text: (f) => f.price },
    { head: t('col.size'), isFigure: true, cell: (f) => figure(f.quantity), text: (f) => f.quantity },
    { head: t('col.role'), cell: (f) => t(`role.${f.role}`), text: (f) => f.role },
    { head: t('col.fee'), isFigure: true, cell: (f) => figure(f.fee, { decimals: 4 }), text: (f) => f.fee },
    {
      head: t('col.realized'),
      isFigure: true,
      cell: (f) => (directionOf(f.realizedPnl) === 0 ? '--' : signed(f.realizedPnl, 4)),
      text: (f) => f.realizedPnl,
    },
  ];
}

function fundingColumns(t: T): HistoryColumn<FundingPayment>[] {
  const rate = (p: FundingPayment) => `${figure((Number(p.fundingRate) * 100).toFixed(4), { sign: true })}%`;
  return [
    { head: t('col.time'), cell: (p) => tableMoment(p.fundingTime), text: (p) => p.fundingTime },
    { head: t('col.symbol'), cell: (p) => pairOf(p.symbol), text: (p) => p.symbol },
    { head: t('col.side'), cell: (p) => <SideBadge tradeType={p.tradeType} />, text: (p) => p.tradeType },
    { head: t('col.size'), isFigure: true, cell: (p) => figure(p.quantity), text: (p) => p.quantity },
    { head: t('col.mark'), isFigure: true, cell: (p) => figure(p.markPrice), text: (p) => p.markPrice },
    { head: t('col.rate'), isFigure: true, cell: rate, text: (p) => p.fundingRate },
    { head: t('col.funding'), isFigure: true, cell: (p) => signed(p.amount, 4), text: (p) => p.amount },
  ];
}

function positionColumns(t: T, atTick: (id: number, value: string) => string): HistoryColumn<ClosedPosition>[] {
  return [
    { head: t('col.time'), cell: (p) => tableMoment(p.closedAt), text: (p) => p.closedAt },
    { head: t('col.symbol'), cell: (p) => pairOf(p.symbol), text: (p) => p.symbol },
    { head: t('col.side'), cell: (p) => <SideBadge tradeType={p.tradeType} />, text: (p) => p.tradeType },
    { head: t('leverage.title'), isFigure: true, cell: (p) => `${p.leverage}x`, text: (p) => String(p.leverage) },
    { head: t('col.size'), isFigure: true, cell: (p) => figure(p.quantity), text: (p) => p.quantity },
    { head: t('col.entry'), isFigure: true, cell: (p) => atTick(p.futuresOptionId, p.startPrice), text: (p) => p.startPrice },
    { head: t('col.exit'), isFigure: true, cell: (p) => atTick(p.futuresOptionId, p.closePrice), text: (p) => p.closePrice },
    { head: t('col.fee'), isFigure: true, cell: (p) => figure(p.feesPaid, { decimals: 2 }), text: (p) => p.feesPaid },
    {
      head: t('col.closedPnl'),
      isFigure: true,
      cell: (p) => (
        <>
          {signed(p.closedPnl)} ({signed(p.roe)}%)
        </>
      ),
      text: (p) => p.closedPnl,
    },
    { head: t('col.end'), cell: (p) => t(`end.${p.end}`), text: (p) => p.end },
  ];
}
