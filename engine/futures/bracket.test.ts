// TP/SL of an entry with limit prices, and their change while the entry is open (rules 3.1; ADR 0013).
import { describe, expect, test } from 'vitest';
import { CommandKind, OrderType, Side, SwitchBit } from '../wire/command.ts';
import type { AttachedTpsl } from '../wire/order-terms.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { arm, conditionalExchange, MARK, price, take, told } from '../testing/conditional-steps.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import { openOrdersView, orderView } from '../view-orders.ts';

const pair: AttachedTpsl = { takeProfit: MARK + 2000, stopLoss: MARK - 2000, takeProfitByMark: false, stopLossByMark: true, partial: true };
const none: AttachedTpsl = { takeProfit: 0, stopLoss: 0, takeProfitByMark: false, stopLossByMark: false, partial: false };
const ENTRY = MARK - 400;

const idOf = (events: readonly EngineEvent[]): number => {
  for (const e of events) if (e.kind === EventKind.OrderPlaced || e.kind === EventKind.OrderArmed) return e.orderId;
  return 0;
};
const rest = (exchange: TestExchange, attached?: AttachedTpsl, lots = 100) =>
  idOf(exchange.place({ account: 0, side: Side.Buy, lots, price: ENTRY, ...(attached === undefined ? {} : { attached }) }));
const amend = (exchange: TestExchange, orderId: number, tpsl: AttachedTpsl, more: { price?: number; lots?: number } = {}) =>
  exchange.send({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId, price: ENTRY, lots: 100, tpsl, ...more });
const fill = (exchange: TestExchange, lots: number) => exchange.ladder(0, [ENTRY - 200, 10], [ENTRY, lots]);
const legs = (events: readonly EngineEvent[]) =>
  events.flatMap((e) => (e.kind === EventKind.OrderArmed || e.kind === EventKind.TriggerAmended ? [[e.stopPrice, e.price, e.lots]] : []));
const attachedOf = (exchange: TestExchange, orderId: number) => {
  const view = orderView(exchange.state, 0, orderId);
  return view === null ? null : [view.takeProfit, view.takeProfitLimit, view.stopLoss, view.stopLossLimit];
};

describe('exits with a limit price', () => {
  test('rest at their own price once they fired', () => {
    const exchange = conditionalExchange();
    const id = rest(exchange, { ...pair, takeProfitLimit: MARK + 2500 });
    expect(attachedOf(exchange, id)).toEqual([MARK + 2000, MARK + 2500, MARK - 2000, 0]);
    expect(legs(fill(exchange, 100))).toEqual([
      [MARK + 2000, MARK + 2500, 100],
      [MARK - 2000, 0, 100],
    ]);
    expect(told(price(exchange, MARK + 2000)).map(([what]) => what)).toEqual(['triggered', 'placed']);
    expect(openOrdersView(exchange.state, 0, 0).map((o) => [o.price, o.lots])).toContainEqual([MARK + 2500, 100]);
    exchange.ladder(0, [MARK + 2500, 100], [MARK + 2600, 10]);
    expect(exchange.lots(0)).toBe(0);
  });

  test('need a quantity of their own: not for the whole position, nor without their stop', () => {
    const exchange = conditionalExchange();
    const order = (attached: AttachedTpsl) =>
      exchange.refusal(exchange.order({ account: 0, side: Side.Buy, lots: 100, price: ENTRY, attached }));
    expect(order({ ...pair, partial: false, takeProfitLimit: MARK + 2500 })).toBe('PARAM_NOT_REQUIRED');
    expect(order({ ...pair, stopLoss: 0, stopLossLimit: MARK - 2500 })).toBe('PARAM_NOT_REQUIRED');
    expect(order({ ...pair, takeProfitLimit: -1 })).toBe('PARAM_MALFORMED');
  });

  test('lie in the price band around their stop', () => {
    const exchange = conditionalExchange();
    // 95 % of 60,020.00 is 57,019.00; a long closes by selling.
    const order = (takeProfitLimit: number) =>
      exchange.refusal(exchange.order({ account: 0, side: Side.Buy, lots: 100, price: ENTRY, attached: { ...pair, takeProfitLimit } }));
    expect(order(5_701_899)).toBe('PRICE_BELOW_BAND');
    expect(order(5_701_900)).toBeUndefined();
    expect(order(2 ** 32)).toBe('PRICE_TOO_HIGH');
  });
});

// Rules 3.1 and 3.6 row 12: its legs are armed at once, so none may be true already where it is watched.
describe('exits of a limit order that takes at once', () => {
  const HIGH = MARK + 3000;
  const crossing = (exchange: TestExchange, attached: AttachedTpsl, more: { price?: number; side?: number } = {}) =>
    exchange.refusal(exchange.order({ account: 0, side: Side.Buy, lots: 100, price: HIGH, attached, ...more }));
  const only = (legs: Partial<AttachedTpsl>): AttachedTpsl => ({ ...none, ...legs });

  test('are measured from the price that it takes, not from its limit', () => {
    const exchange = conditionalExchange();
    expect(crossing(exchange, only({ stopLoss: MARK + 500 }))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(crossing(exchange, only({ stopLoss: MARK }))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(crossing(exchange, only({ stopLoss: MARK + 500, stopLossByMark: true }))).toBe('STOP_LOSS_WRONG_SIDE');
    // The mark is not there yet, but the position would open above it.
    expect(crossing(exchange, only({ takeProfit: MARK + 100 }))).toBe('TAKE_PROFIT_WRONG_SIDE');
    expect(crossing(exchange, only({ takeProfit: MARK + 2000, stopLoss: MARK - 1 }))).toBeUndefined();
    const short = { price: MARK - 3000, side: Side.Sell } as const;
    expect(crossing(exchange, only({ stopLoss: MARK - 500 }), short)).toBe('STOP_LOSS_WRONG_SIDE');
    expect(crossing(exchange, only({ takeProfit: MARK - 2000, stopLoss: MARK + 1 }), short)).toBeUndefined();
  });

  test('nor may one be true already by the price that it watches, mark or last', () => {
    const exchange = conditionalExchange();
    price(exchange, MARK, MARK + 1000);
    expect(crossing(exchange, only({ stopLoss: MARK + 50 }))).toBeUndefined();
    expect(crossing(exchange, only({ stopLoss: MARK + 50, stopLossByMark: true }))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(crossing(exchange, only({ takeProfit: MARK + 500 }))).toBe('TAKE_PROFIT_WRONG_SIDE');
    expect(crossing(exchange, only({ takeProfit: MARK + 500, takeProfitByMark: true }))).toBeUndefined();
  });

  test('one that rests keeps its own price; moved across the book it is measured anew', () => {
    const exchange = conditionalExchange();
    expect(crossing(exchange, only({ stopLoss: MARK + 50 }), { price: MARK + 99 })).toBeUndefined();
    expect(crossing(exchange, only({ stopLoss: MARK + 50 }), { price: MARK + 100 })).toBe('STOP_LOSS_WRONG_SIDE');
    const id = rest(exchange, only({ takeProfit: ENTRY + 100 }));
    expect(exchange.refusal(amend(exchange, id, only({ takeProfit: ENTRY + 50 })))).toBeUndefined();
    const moved = { kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId: id, price: HIGH, lots: 100 } as const;
    expect(exchange.refusal(exchange.send(moved))).toBe('TAKE_PROFIT_WRONG_SIDE');
  });

  test('a refusal leaves no trace', () => {
    const exchange = conditionalExchange();
    const before = JSON.stringify(openOrdersView(exchange.state, 0, 0));
    crossing(exchange, only({ stopLoss: MARK + 500 }));
    expect(exchange.lots(0)).toBe(0);
    expect(JSON.stringify(openOrdersView(exchange.state, 0, 0))).toBe(before);
  });
});

describe('TP/SL of an open entry', () => {
  test('are moved, added and taken away; the entry keeps its place in the queue', () => {
    const exchange = conditionalExchange();
    const id = rest(exchange);
    idOf(exchange.place({ account: 2, side: Side.Buy, lots: 100, price: ENTRY }));
    expect(exchange.refusal(amend(exchange, id, pair))).toBeUndefined();
    expect(attachedOf(exchange, id)).toEqual([MARK + 2000, 0, MARK - 2000, 0]);
    expect(exchange.refusal(amend(exchange, id, { ...pair, stopLoss: 0, takeProfit: MARK + 3000 }))).toBeUndefined();
    expect(legs(fill(exchange, 40))).toEqual([[MARK + 3000, 0, 40]]);
    expect(exchange.lots(2)).toBe(0);
    expect(exchange.refusal(amend(exchange, id, none))).toBeUndefined();
    expect(attachedOf(exchange, id)).toEqual([0, 0, 0, 0]);
    expect(legs(fill(exchange, 60))).toEqual([]);
  });

  test('the same again is refused, and so is the wrong side of the price that it will have', () => {
    const exchange = conditionalExchange();
    const id = rest(exchange, pair);
    expect(exchange.refusal(amend(exchange, id, pair))).toBe('ORDER_UNCHANGED');
    expect(exchange.refusal(amend(exchange, id, { ...pair, takeProfit: ENTRY }))).toBe('TAKE_PROFIT_WRONG_SIDE');
    // The stop-loss that stays would lie above the new price.
    const moved = { kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId: id, price: MARK - 2500, lots: 100 } as const;
    expect(exchange.refusal(exchange.send(moved))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(exchange.refusal(amend(exchange, id, { ...pair, stopLoss: MARK - 3000 }, { price: MARK - 2500 }))).toBeUndefined();
    expect(orderView(exchange.state, 0, id)).toMatchObject({ price: MARK - 2500, stopLoss: MARK - 3000 });
  });

  test('what now crosses arms the new ones', () => {
    const exchange = conditionalExchange();
    const id = rest(exchange, pair);
    const events = amend(exchange, id, { ...pair, takeProfit: MARK + 5000 }, { price: MARK + 100 });
    expect(legs(events)).toEqual([
      [MARK + 5000, 0, 100],
      [MARK - 2000, 0, 100],
    ]);
  });

  test('a leg armed before stays as it is: later fills arm another beside it', () => {
    const exchange = conditionalExchange();
    const id = rest(exchange, { ...pair, stopLoss: 0 });
    expect(legs(fill(exchange, 40))).toEqual([[MARK + 2000, 0, 40]]);
    amend(exchange, id, { ...pair, stopLoss: 0, takeProfit: MARK + 4000 });
    expect(legs(fill(exchange, 30))).toEqual([[MARK + 4000, 0, 30]]);
    expect(legs(fill(exchange, 30))).toEqual([[MARK + 4000, 0, 60]]);
  });

  test('for the whole position: the next fill sets the changed ones, once', () => {
    const exchange = conditionalExchange();
    const whole = { ...pair, partial: false, stopLoss: 0 };
    const id = rest(exchange, whole);
    expect(legs(fill(exchange, 40))).toEqual([[MARK + 2000, 0, 0]]);
    amend(exchange, id, { ...whole, takeProfit: MARK + 4000 });
    expect(legs(fill(exchange, 30))).toEqual([[MARK + 4000, 0, 0]]);
    expect(legs(fill(exchange, 30))).toEqual([]);
    expect(openOrdersView(exchange.state, 0, 0).map((o) => o.stopPrice)).toEqual([MARK + 4000]);
  });

  test('of one that waits for its own price: it keeps its place; not once it fired', () => {
    const exchange = conditionalExchange();
    const id = arm(exchange, { side: Side.Buy, stopPrice: MARK + 1000, lots: 10, attached: { ...pair, partial: false } });
    const before = openOrdersView(exchange.state, 0, 0)[0];
    const again = { kind: CommandKind.AmendConditional, account: 0, symbol: 0, orderId: id, price: 0, lots: 10, callbackRate: 0 } as const;
    const requested = { ...pair, partial: false, takeProfit: MARK + 9000 };
    expect(told(exchange.accept({ ...again, stopPrice: MARK + 1000, tpsl: requested }))).toEqual([]);
    expect(openOrdersView(exchange.state, 0, 0)[0]).toMatchObject({ ...before, takeProfit: MARK + 9000 });
    expect(exchange.refusal(exchange.send({ ...again, stopPrice: MARK + 1000, tpsl: requested }))).toBe('ORDER_UNCHANGED');
    expect(exchange.refusal(exchange.send({ ...again, stopPrice: MARK + 1000, tpsl: { ...requested, takeProfit: MARK + 1000 } }))).toBe(
      'TAKE_PROFIT_WRONG_SIDE',
    );
    const events = price(exchange, MARK + 1000);
    expect(legs(events)).toEqual([
      [MARK + 9000, 0, 0],
      [MARK - 2000, 0, 0],
    ]);
  });

  test('are taken away while the symbol is halted, as orders are; not set', () => {
    const exchange = conditionalExchange();
    const id = rest(exchange, pair);
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.Halt });
    expect(exchange.refusal(amend(exchange, id, { ...pair, takeProfit: MARK + 9000 }))).toBe('TRADING_HALTED');
    expect(exchange.refusal(amend(exchange, id, { ...pair, takeProfit: 0 }))).toBeUndefined();
    expect(attachedOf(exchange, id)).toEqual([0, 0, MARK - 2000, 0]);
  });

  test('an order that closes takes none', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const id = idOf(exchange.place({ account: 0, side: Side.Sell, type: OrderType.Limit, lots: 50, price: MARK + 900, reduceOnly: true }));
    expect(exchange.refusal(amend(exchange, id, pair, { price: MARK + 900, lots: 50 }))).toBe('TPSL_ON_CLOSING_ORDER');
  });
});
