// Each act is told once, whatever number of events it brings.
import type { ClosedPosition, Order } from '@maru/futures/contract.ts';
import { expect, test } from 'vitest';
import type { Effect } from './account-live.ts';
import { oneAnAct } from './one-an-act.ts';

const order = (id: number, more: Partial<Order> = {}) => ({ id, futuresOptionId: 1, symbol: 'BINANCE:BTCUSDT', ...more }) as Order;
const of = (kind: 'placed' | 'canceled' | 'filled', id: number, more: Partial<Order> = {}): Effect => ({ kind, order: order(id, more) });
const exit = { isWaiting: true, closePosition: true } as const;
const closed = (futuresPositionId: number, futuresOptionId = 1): Effect => ({
  kind: 'closed',
  closed: { futuresPositionId, futuresOptionId } as ClosedPosition,
  openedAt: undefined,
});
const told = (...effects: Effect[]) => oneAnAct(effects).map((e) => (e.kind === 'several' ? `${e.orders.length} ${e.what}` : e.kind));

test('closing is told by its result, not by its order nor by the exits that end with it', () => {
  expect(told(of('filled', 7), closed(3), of('canceled', 5, { endReason: 'POSITION_CLOSED' }))).toEqual(['closed']);
});
test('an entry is told by its fill, not by the exits it brings', () => {
  expect(told(of('placed', 7), of('filled', 7), of('placed', 8, exit), of('placed', 9, exit))).toEqual(['filled']);
});
test('an exit that replaces another is told once', () => {
  expect(told(of('canceled', 5, { endReason: 'REPLACED' }), of('placed', 6, exit))).toEqual(['placed']);
});
test('a liquidation says more than the end of its position', () => {
  const liquidated = { kind: 'liquidated', futuresPositionId: 3, futuresOptionId: 1 } as Effect;
  expect(told(liquidated, closed(3), of('canceled', 5, { endReason: 'LIQUIDATION' }))).toEqual(['liquidated']);
});
test('several of a kind are one line; another symbol is another act', () => {
  expect(told(of('canceled', 5), of('canceled', 6), of('canceled', 8))).toEqual(['3 canceled']);
  expect(told(of('filled', 7, { futuresOptionId: 2, symbol: 'BINANCE:ETHUSDT' }), closed(3))).toEqual(['filled', 'closed']);
  expect(told(closed(3), closed(4, 2), of('filled', 7), of('filled', 8, { futuresOptionId: 2 }))).toEqual(['allClosed']);
});
test('a member\u2019s own cancel is told', () => {
  expect(told(of('canceled', 5, { endReason: 'CANCELED_BY_MEMBER' }))).toEqual(['canceled']);
});
