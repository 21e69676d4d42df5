// One record from the side: its columns again, and what a row has no room for: numbers, times, terms, what was paid.
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import type { ClosedPosition, Fill, FundingPayment, Order } from '@maru/futures/contract.ts';
import type { ReactNode } from 'react';
import type { openedTexts } from './opened-texts.ts';
import type { HistoryColumn } from './history-columns.tsx';
import type { HistoryKind } from './history-filters.ts';
import type { historyTexts } from './history-texts.ts';

/** A line of the detail and a column of the file. `text` is '' where a row has none. */
export interface DetailField<R = never> {
  head: string;
  unit?: string;
  isTime?: boolean;
  text(row: R): string;
}
type T = Text<typeof openedTexts>;
type H = Text<typeof historyTexts>;

const given = (value: string | undefined): string => (value === undefined || Number(value) === 0 ? '' : value);

export function detailFields(kind: HistoryKind, t: T, h: H): readonly DetailField[] {
  if (kind === 'order') return orderFields(t, h) as readonly DetailField[];
  if (kind === 'trade') return tradeFields(h) as readonly DetailField[];
  if (kind === 'funding') return fundingFields(h) as readonly DetailField[];
  return positionFields(h) as readonly DetailField[];
}

function orderFields(t: T, h: H): DetailField<Order>[] {
  return [
    { head: h('historyDetail.order'), text: (o) => String(o.id) },
    { head: h('historyDetail.clientOrder'), text: (o) => o.clientOrderId ?? '' },
    { head: t('col.tif'), text: (o) => o.timeInForce },
    { head: t('col.reduce'), text: (o) => (o.reduceOnly ? h('historyDetail.yes') : '') },
    { head: t('col.stop'), unit: 'USDT', text: (o) => given(o.stopPrice) },
    { head: h('historyDetail.takeProfit'), unit: 'USDT', text: (o) => given(o.takeProfit) },
    { head: h('historyDetail.stopLoss'), unit: 'USDT', text: (o) => given(o.stopLoss) },
    { head: h('historyDetail.parent'), text: (o) => (o.parentId === undefined ? '' : String(o.parentId)) },
    { head: h('historyDetail.code'), text: (o) => o.reason ?? '' },
  ];
}

function tradeFields(h: H): DetailField<Fill>[] {
  return [
    { head: h('historyDetail.trade'), text: (f) => String(f.tradeId) },
    { head: h('historyDetail.order'), text: (f) => String(f.orderId) },
  ];
}

function fundingFields(h: H): DetailField<FundingPayment>[] {
  return [
    { head: h('historyDetail.position'), text: (p) => String(p.futuresPositionId) },
    { head: h('historyDetail.sequence'), text: (p) => String(p.sequence) },
    { head: h('historyDetail.collected'), unit: 'USDT', text: (p) => p.collected },
    { head: h('historyDetail.owed'), unit: 'USDT', text: (p) => given(p.minusFundingFee) },
  ];
}

function positionFields(h: H): DetailField<ClosedPosition>[] {
  return [
    { head: h('historyDetail.position'), text: (p) => String(p.futuresPositionId) },
    { head: h('historyDetail.opened'), isTime: true, text: (p) => (p.openedAt === undefined ? '' : fileMoment(p.openedAt)) },
    { head: h('historyDetail.funding'), unit: 'USDT', text: (p) => p.fundingPaid },
  ];
}

interface HistoryDetailProps {
  title: string;
  columns: readonly HistoryColumn[];
  fields: readonly DetailField[];
  row: object;
  onClose(): void;
  /** The way to why, where the journal explains it. */
  children: ReactNode;
}

export function HistoryDetail({ title, columns, fields, row, onClose, children }: HistoryDetailProps) {
  const isPhone = useIsPhone();
  const isKnown = ({ text }: DetailField) => text(row as never) !== '';
  return (
    <Sheet isOpen onClose={onClose} side={isPhone ? 'bottom' : 'right'} title={title} className={isPhone ? '' : 'w-[min(440px,100vw)]'}>
      <dl className="flex flex-col text-13" data-testid="history-detail">
        {columns.map((column) => {
          const cell = column.cell(row as never);
          return cell === '' ? null : (
            <Line key={column.head} label={column.unit ? `${column.head} ${column.unit}` : column.head}>
              {cell}
            </Line>
          );
        })}
        {fields.filter(isKnown).map((field, i) => (
          <Line key={field.head} label={field.unit ? `${field.head} ${field.unit}` : field.head} isFirst={i === 0}>
            <span className="break-all select-all">{field.unit ? figure(field.text(row as never)) : field.text(row as never)}</span>
          </Line>
        ))}
      </dl>
      <div className="mt-3 flex justify-end empty:hidden">{children}</div>
    </Sheet>
  );
}

function Line({ label, isFirst = false, children }: { label: string; isFirst?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 py-1.5 ${isFirst ? 'mt-2 border-t border-line pt-3.5' : ''}`}>
      <dt className="shrink-0 text-mute">{label}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}
