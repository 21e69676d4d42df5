// What a history is narrowed to, and the question that makes of it: one place for lists, pages and CSV.
import type { OrderTypeName } from '@maru/futures/order-type-table.ts';
import { periodOf, type Span } from '@maru/kit/web/periods.ts';

/** `liquidation` is every step of one; the positions that ended by it are among the positions. */
export const historyKinds = ['order', 'trade', 'funding', 'position', 'liquidation'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** The kind that an address names; orders when it names none. */
export const kindOfAddress = (search: string): HistoryKind => {
  const named = new URLSearchParams(search).get('kind');
  return historyKinds.find((kind) => kind === named) ?? 'order';
};

export interface HistoryFilters extends Span {
  futuresOptionId: number | undefined;
  side: 'ALL' | 'BUY' | 'SELL';
  orderType: 'ALL' | OrderTypeName;
  status: string;
}
export const noFilters: HistoryFilters = {
  period: '7',
  from: '',
  to: '',
  futuresOptionId: undefined,
  side: 'ALL',
  orderType: 'ALL',
  status: 'ALL',
};

/** States that a kind may be narrowed to. */
export const statusesOf: Readonly<Record<HistoryKind, readonly string[]>> = {
  order: ['FILLED', 'CANCELED', 'EXPIRED'],
  trade: ['TAKER', 'MAKER', 'LIQUIDATION', 'ADL', 'SETTLEMENT'],
  position: ['CLOSED', 'FLIPPED', 'LIQUIDATED', 'SETTLED', 'DELEVERAGED'],
  liquidation: [],
  funding: [],
};

function spanQuery(filters: HistoryFilters, nowMs: number) {
  const { futuresOptionId } = filters;
  return { ...periodOf(filters, nowMs), ...(futuresOptionId === undefined ? {} : { futuresOptionId: String(futuresOptionId) }) };
}

/** Funding and liquidations are calls of their own; they know no states, and funding no sides. */
export function riskQuery(kind: HistoryKind, filters: HistoryFilters, nowMs: number) {
  const { side } = filters;
  return { ...spanQuery(filters, nowMs), ...(kind === 'funding' || side === 'ALL' ? {} : { side }) };
}

export function historyQuery(kind: HistoryKind, filters: HistoryFilters, nowMs: number) {
  const { side, orderType, status } = filters;
  const isKnown = statusesOf[kind].includes(status);
  return {
    type: kind === 'order' || kind === 'trade' ? kind : ('position' as const),
    ...spanQuery(filters, nowMs),
    ...(side === 'ALL' ? {} : { side }),
    ...(kind === 'order' && orderType !== 'ALL' ? { orderType } : {}),
    ...(isKnown ? { status } : {}),
  };
}

/** How many filters beside the period narrow the list. */
export function countFilters(kind: HistoryKind, f: HistoryFilters): number {
  if (kind === 'funding') return 0;
  return [f.side !== 'ALL', kind === 'order' && f.orderType !== 'ALL', statusesOf[kind].includes(f.status)].filter(Boolean).length;
}
