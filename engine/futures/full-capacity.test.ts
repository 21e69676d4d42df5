// A site whose room is full refuses what needs more of it, and goes on with everything that does not.
import { describe, expect, test } from 'vitest';
import { CommandKind, OrderType, Side } from '../wire/command.ts';
import { EventKind } from '../wire/event.ts';
import { selfCheck } from '../self-check.ts';
import { TestExchange } from '../testing/test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
/** Prices that the small capacity has levels for. */
const PRICES = 1_023;
const BEST = MARK - 1_000;

/** Six members fill the book: one price each order, but for the first two, which share one. */
function fullBook(): { exchange: TestExchange; pair: number[] } {
  const exchange = new TestExchange({ minNotional: 0 });
  exchange.mark(0, MARK);
  const ids: number[] = [];
  for (let k = 0; k <= PRICES; k++) {
    const account = Math.floor(k / 200);
    if (k % 200 === 0) exchange.open(account, 1_000_000 * USDT);
    const price = BEST - Math.max(0, k - 1);
    for (const e of exchange.place({ account, side: Side.Buy, price, lots: 2 })) if (e.kind === EventKind.OrderPlaced) ids.push(e.orderId);
  }
  return { exchange, pair: ids.slice(0, 2) };
}
const amend = (orderId: number, price: number, lots: number) =>
  ({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId, price, lots }) as const;

describe('a book without room for another price', () => {
  test('refuses a new order, and an order that would move to a price of its own', () => {
    const { exchange, pair } = fullBook();
    expect(exchange.refusal(exchange.order({ account: 5, side: Side.Buy, price: BEST - PRICES, lots: 2 }))).toBe('CAPACITY_FULL');
    expect(exchange.refusal(exchange.send(amend(pair[0], BEST - PRICES, 2)))).toBe('CAPACITY_FULL');
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('fewer lots at the same price, and cancelling, need none; then there is room again', () => {
    const { exchange, pair } = fullBook();
    expect(exchange.refusal(exchange.send(amend(pair[0], BEST, 1)))).toBeUndefined();
    for (const orderId of pair) exchange.accept({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId });
    expect(exchange.refusal(exchange.order({ account: 5, side: Side.Buy, price: BEST - PRICES, lots: 2 }))).toBeUndefined();
    expect(selfCheck(exchange.state)).toEqual([]);
  });
});

describe('as many open orders as the rules allow', () => {
  test('keep nobody in its position: a market order that only reduces takes no place', () => {
    const exchange = new TestExchange({ maxOpenOrders: 3, minNotional: 0, ladderAgeMs: 1_000_000 });
    exchange.open(0, 1_000_000 * USDT);
    exchange.mark(0, MARK);
    exchange.ladder(0, [MARK, 100], [MARK + 100, 100]);
    const market = (side: number, lots: number, more: object = {}) => ({ account: 0, side, lots, type: OrderType.Market, ...more });
    exchange.place(market(Side.Buy, 10));
    for (let k = 0; k < 3; k++) exchange.place({ account: 0, side: Side.Buy, price: BEST - k, lots: 1 });
    const refusal = (order: Parameters<TestExchange['order']>[0]) => exchange.refusal(exchange.order(order));
    expect(refusal(market(Side.Buy, 1))).toBe('TOO_MANY_ORDERS');
    expect(refusal({ account: 0, side: Side.Sell, price: MARK + 500, lots: 1, reduceOnly: true })).toBe('TOO_MANY_ORDERS');
    expect(refusal(market(Side.Sell, 11))).toBe('TOO_MANY_ORDERS');
    expect(refusal(market(Side.Sell, 4, { reduceOnly: true }))).toBeUndefined();
    expect(refusal(market(Side.Sell, 6))).toBeUndefined();
    expect(exchange.lots(0)).toBe(0);
  });
});
