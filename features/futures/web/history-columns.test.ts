// What a row of the order history says: read in the order it is listed in, and why an order ended, also one of the system's own.
import type { ClosedPosition, Order } from '@maru/futures/contract.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { expect, it } from 'vitest';
import { fileOf, historyColumns } from './history-columns.tsx';

const told = ((key: string) => key) as never;
const order = {
  futuresOptionId: 1,
  status: 'FILLED',
  endReason: 'FILLED',
  createdAt: '2026-11-20T01:02:03.000Z',
  updatedAt: '2026-11-22T04:05:06.000Z',
} as Order;
const columns = historyColumns('order', told, told, new Map());
const text = (head: string, row: Partial<Order>) => columns.find((column) => column.head === head)?.text({ ...order, ...row } as never);

it('an order is listed by its placing, so that is the time it begins with; its end has a column of its own', () => {
  expect([columns[0].head, columns[0].text(order as never)]).toEqual(['historyDetail.placed', fileMoment(order.createdAt)]);
  expect(text('historyDetail.ended', {})).toBe(fileMoment(order.updatedAt));
  expect(columns.filter(({ isTime }) => isTime)).toHaveLength(2);
});

it.each([
  [{}, ''],
  [{ status: 'CANCELED', endReason: 'OPERATOR' }, 'end.OPERATOR'],
  [{ autoClose: 'LIQUIDATION' }, 'end.LIQUIDATION'],
  [{ autoClose: 'LIQUIDATION', endReason: 'LIQUIDATION' }, 'end.LIQUIDATION'],
  [{ autoClose: 'LIQUIDATION', status: 'EXPIRED', endReason: 'EXPIRED' }, 'end.LIQUIDATION'],
  [{ autoClose: 'ADL', endReason: 'DELEVERAGED' }, 'end.DELEVERAGED'],
  [{ autoClose: 'SETTLEMENT' }, 'end.SETTLED'],
] as [Partial<Order>, string][])('%o ended for %s', (row, why) => {
  expect(text('col.end', row)).toBe(why);
});

it('a closed position’s return stands beside the gain it is of, before fees and funding; what is left of it stands for itself (rules 7.3)', () => {
  const closed = { realizedPnl: '100.000000', feesPaid: '3.000000', fundingPaid: '2.000000', closedPnl: '95.000000', roe: '20.00' };
  const all = historyColumns('position', told, told, new Map());
  const { head, cells } = fileOf(
    all.filter(({ unit }) => unit !== undefined),
    [],
  );
  const row = cells({ ...closed, startPrice: '1', closePrice: '2' } as ClosedPosition as never);
  expect(head.slice(2)).toEqual(['col.realized (USDT)', 'ROE (%)', 'col.fee (USDT)', 'col.netPnl (USDT)']);
  expect(row.slice(2)).toEqual(['100.000000', '20.00', '3.000000', '95.000000']);
});

it('an order that closes the position whole names no quantity of nought, neither on the page nor in the file', () => {
  const whole = { closePosition: true, quantity: '0.000', filledQuantity: '0.000' };
  const sizes = columns.find((column) => column.head === 'col.filled');
  expect([sizes?.cell({ ...order, ...whole } as never), sizes?.alsoInFile?.text({ ...order, ...whole } as never)]).toEqual([
    'order.whole',
    'order.whole',
  ]);
});
