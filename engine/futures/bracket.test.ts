// TP/SL of an entry with limit prices, and their change while the entry is open (rules 3.1; ADR 0013).
import { describe, expect, test } from 'vitest';
import { CommandKind, OrderType, Side, SwitchBit } from '../wire/command.ts';
import type { AttachedTpsl } from '../wire/order-terms.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { arm, conditionalFloor, MARK, price, take, told } from '../testing/conditional-steps.ts';
import type { Floor } from '../testing/floor.ts';
import { openOrdersView, orderView } from '../view-orders.ts';

const pair: AttachedTpsl = { takeProfit: MARK + 2000, stopLoss: MARK - 2000, takeProfitByMark: false, stopLossByMark: true, partial: true };
const none: AttachedTpsl = { takeProfit: 0, stopLoss: 0, takeProfitByMark: false, stopLossByMark: false, partial: false };
const ENTRY = MARK - 400;

const idOf = (events: readonly EngineEvent[]): number => {
  for (const e of events) if (e.kind === EventKind.OrderPlaced || e.kind === EventKind.OrderArmed) return e.orderId;
  return 0;
};
const rest = (floor: Floor, attached?: AttachedTpsl, lots = 100) =>
  idOf(floor.place({ account: 0, side: Side.Buy, lots, price: ENTRY, ...(attached === undefined ? {} : { attached }) }));
const amend = (floor: Floor, orderId: number, tpsl: AttachedTpsl, more: { price?: number; lots?: number } = {}) =>
  floor.send({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId, price: ENTRY, lots: 100, tpsl, ...more });
const fill = (floor: Floor, lots: number) => floor.ladder(0, [ENTRY - 200, 10], [ENTRY, lots]);
const legs = (events: readonly EngineEvent[]) =>
  events.flatMap((e) => (e.kind === EventKind.OrderArmed || e.kind === EventKind.TriggerAmended ? [[e.stopPrice, e.price, e.lots]] : []));
const attachedOf = (floor: Floor, orderId: number) => {
  const view = orderView(floor.state, 0, orderId);
  return view === null ? null : [view.takeProfit, view.takeProfitLimit, view.stopLoss, view.stopLossLimit];
};

describe('exits with a limit price', () => {
  test('rest at their own price once they fired', () => {
    const floor = conditionalFloor();
    const id = rest(floor, { ...pair, takeProfitLimit: MARK + 2500 });
    expect(attachedOf(floor, id)).toEqual([MARK + 2000, MARK + 2500, MARK - 2000, 0]);
    expect(legs(fill(floor, 100))).toEqual([
      [MARK + 2000, MARK + 2500, 100],
      [MARK - 2000, 0, 100],
    ]);
    expect(told(price(floor, MARK + 2000)).map(([what]) => what)).toEqual(['triggered', 'placed']);
    expect(openOrdersView(floor.state, 0, 0).map((o) => [o.price, o.lots])).toContainEqual([MARK + 2500, 100]);
    floor.ladder(0, [MARK + 2500, 100], [MARK + 2600, 10]);
    expect(floor.lots(0)).toBe(0);
  });

  test('need a quantity of their own: not for the whole position, nor without their stop', () => {
    const floor = conditionalFloor();
    const order = (attached: AttachedTpsl) => floor.refusal(floor.order({ account: 0, side: Side.Buy, lots: 100, price: ENTRY, attached }));
    expect(order({ ...pair, partial: false, takeProfitLimit: MARK + 2500 })).toBe('PARAM_NOT_REQUIRED');
    expect(order({ ...pair, stopLoss: 0, stopLossLimit: MARK - 2500 })).toBe('PARAM_NOT_REQUIRED');
    expect(order({ ...pair, takeProfitLimit: -1 })).toBe('PARAM_MALFORMED');
  });

  test('lie in the price band around their stop', () => {
    const floor = conditionalFloor();
    // 95 % of 60,020.00 is 57,019.00; a long closes by selling.
    const order = (takeProfitLimit: number) =>
      floor.refusal(floor.order({ account: 0, side: Side.Buy, lots: 100, price: ENTRY, attached: { ...pair, takeProfitLimit } }));
    expect(order(5_701_899)).toBe('PRICE_BELOW_BAND');
    expect(order(5_701_900)).toBeUndefined();
    expect(order(2 ** 32)).toBe('PRICE_TOO_HIGH');
  });
});

// Rules 3.1 and 3.6 row 12: its legs are armed at once, so none may be true already where it is watched.
describe('exits of a limit order that takes at once', () => {
  const HIGH = MARK + 3000;
  const crossing = (floor: Floor, attached: AttachedTpsl, more: { price?: number; side?: number } = {}) =>
    floor.refusal(floor.order({ account: 0, side: Side.Buy, lots: 100, price: HIGH, attached, ...more }));
  const only = (legs: Partial<AttachedTpsl>): AttachedTpsl => ({ ...none, ...legs });

  test('are measured from the price that it takes, not from its limit', () => {
    const floor = conditionalFloor();
    expect(crossing(floor, only({ stopLoss: MARK + 500 }))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(crossing(floor, only({ stopLoss: MARK }))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(crossing(floor, only({ stopLoss: MARK + 500, stopLossByMark: true }))).toBe('STOP_LOSS_WRONG_SIDE');
    // The mark is not there yet, but the position would open above it.
    expect(crossing(floor, only({ takeProfit: MARK + 100 }))).toBe('TAKE_PROFIT_WRONG_SIDE');
    expect(crossing(floor, only({ takeProfit: MARK + 2000, stopLoss: MARK - 1 }))).toBeUndefined();
    const short = { price: MARK - 3000, side: Side.Sell } as const;
    expect(crossing(floor, only({ stopLoss: MARK - 500 }), short)).toBe('STOP_LOSS_WRONG_SIDE');
    expect(crossing(floor, only({ takeProfit: MARK - 2000, stopLoss: MARK + 1 }), short)).toBeUndefined();
  });

  test('nor may one be true already by the price that it watches, mark or last', () => {
    const floor = conditionalFloor();
    price(floor, MARK, MARK + 1000);
    expect(crossing(floor, only({ stopLoss: MARK + 50 }))).toBeUndefined();
    expect(crossing(floor, only({ stopLoss: MARK + 50, stopLossByMark: true }))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(crossing(floor, only({ takeProfit: MARK + 500 }))).toBe('TAKE_PROFIT_WRONG_SIDE');
    expect(crossing(floor, only({ takeProfit: MARK + 500, takeProfitByMark: true }))).toBeUndefined();
  });

  test('one that rests keeps its own price; moved across the book it is measured anew', () => {
    const floor = conditionalFloor();
    expect(crossing(floor, only({ stopLoss: MARK + 50 }), { price: MARK + 99 })).toBeUndefined();
    expect(crossing(floor, only({ stopLoss: MARK + 50 }), { price: MARK + 100 })).toBe('STOP_LOSS_WRONG_SIDE');
    const id = rest(floor, only({ takeProfit: ENTRY + 100 }));
    expect(floor.refusal(amend(floor, id, only({ takeProfit: ENTRY + 50 })))).toBeUndefined();
    const moved = { kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId: id, price: HIGH, lots: 100 } as const;
    expect(floor.refusal(floor.send(moved))).toBe('TAKE_PROFIT_WRONG_SIDE');
  });

  test('a refusal leaves no trace', () => {
    const floor = conditionalFloor();
    const before = JSON.stringify(openOrdersView(floor.state, 0, 0));
    crossing(floor, only({ stopLoss: MARK + 500 }));
    expect(floor.lots(0)).toBe(0);
    expect(JSON.stringify(openOrdersView(floor.state, 0, 0))).toBe(before);
  });
});

describe('TP/SL of an open entry', () => {
  test('are moved, added and taken away; the entry keeps its place in the queue', () => {
    const floor = conditionalFloor();
    const id = rest(floor);
    idOf(floor.place({ account: 2, side: Side.Buy, lots: 100, price: ENTRY }));
    expect(floor.refusal(amend(floor, id, pair))).toBeUndefined();
    expect(attachedOf(floor, id)).toEqual([MARK + 2000, 0, MARK - 2000, 0]);
    expect(floor.refusal(amend(floor, id, { ...pair, stopLoss: 0, takeProfit: MARK + 3000 }))).toBeUndefined();
    expect(legs(fill(floor, 40))).toEqual([[MARK + 3000, 0, 40]]);
    expect(floor.lots(2)).toBe(0);
    expect(floor.refusal(amend(floor, id, none))).toBeUndefined();
    expect(attachedOf(floor, id)).toEqual([0, 0, 0, 0]);
    expect(legs(fill(floor, 60))).toEqual([]);
  });

  test('the same again is refused, and so is the wrong side of the price that it will have', () => {
    const floor = conditionalFloor();
    const id = rest(floor, pair);
    expect(floor.refusal(amend(floor, id, pair))).toBe('ORDER_UNCHANGED');
    expect(floor.refusal(amend(floor, id, { ...pair, takeProfit: ENTRY }))).toBe('TAKE_PROFIT_WRONG_SIDE');
    // The stop-loss that stays would lie above the new price.
    const moved = { kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId: id, price: MARK - 2500, lots: 100 } as const;
    expect(floor.refusal(floor.send(moved))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(floor.refusal(amend(floor, id, { ...pair, stopLoss: MARK - 3000 }, { price: MARK - 2500 }))).toBeUndefined();
    expect(orderView(floor.state, 0, id)).toMatchObject({ price: MARK - 2500, stopLoss: MARK - 3000 });
  });

  test('what now crosses arms the new ones', () => {
    const floor = conditionalFloor();
    const id = rest(floor, pair);
    const events = amend(floor, id, { ...pair, takeProfit: MARK + 5000 }, { price: MARK + 100 });
    expect(legs(events)).toEqual([
      [MARK + 5000, 0, 100],
      [MARK - 2000, 0, 100],
    ]);
  });

  test('a leg armed before stays as it is: later fills arm another beside it', () => {
    const floor = conditionalFloor();
    const id = rest(floor, { ...pair, stopLoss: 0 });
    expect(legs(fill(floor, 40))).toEqual([[MARK + 2000, 0, 40]]);
    amend(floor, id, { ...pair, stopLoss: 0, takeProfit: MARK + 4000 });
    expect(legs(fill(floor, 30))).toEqual([[MARK + 4000, 0, 30]]);
    expect(legs(fill(floor, 30))).toEqual([[MARK + 4000, 0, 60]]);
  });

  test('for the whole position: the next fill sets the changed ones, once', () => {
    const floor = conditionalFloor();
    const whole = { ...pair, partial: false, stopLoss: 0 };
    const id = rest(floor, whole);
    expect(legs(fill(floor, 40))).toEqual([[MARK + 2000, 0, 0]]);
    amend(floor, id, { ...whole, takeProfit: MARK + 4000 });
    expect(legs(fill(floor, 30))).toEqual([[MARK + 4000, 0, 0]]);
    expect(legs(fill(floor, 30))).toEqual([]);
    expect(openOrdersView(floor.state, 0, 0).map((o) => o.stopPrice)).toEqual([MARK + 4000]);
  });

  test('of one that waits for its own price: it keeps its place; not once it fired', () => {
    const floor = conditionalFloor();
    const id = arm(floor, { side: Side.Buy, stopPrice: MARK + 1000, lots: 10, attached: { ...pair, partial: false } });
    const before = openOrdersView(floor.state, 0, 0)[0];
    const again = { kind: CommandKind.AmendConditional, account: 0, symbol: 0, orderId: id, price: 0, lots: 10, callbackRate: 0 } as const;
    const wish = { ...pair, partial: false, takeProfit: MARK + 9000 };
    expect(told(floor.accept({ ...again, stopPrice: MARK + 1000, tpsl: wish }))).toEqual([]);
    expect(openOrdersView(floor.state, 0, 0)[0]).toMatchObject({ ...before, takeProfit: MARK + 9000 });
    expect(floor.refusal(floor.send({ ...again, stopPrice: MARK + 1000, tpsl: wish }))).toBe('ORDER_UNCHANGED');
    expect(floor.refusal(floor.send({ ...again, stopPrice: MARK + 1000, tpsl: { ...wish, takeProfit: MARK + 1000 } }))).toBe(
      'TAKE_PROFIT_WRONG_SIDE',
    );
    const events = price(floor, MARK + 1000);
    expect(legs(events)).toEqual([
      [MARK + 9000, 0, 0],
      [MARK - 2000, 0, 0],
    ]);
  });

  test('are taken away while the symbol is halted, as orders are; not set', () => {
    const floor = conditionalFloor();
    const id = rest(floor, pair);
    floor.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.Halt });
    expect(floor.refusal(amend(floor, id, { ...pair, takeProfit: MARK + 9000 }))).toBe('TRADING_HALTED');
    expect(floor.refusal(amend(floor, id, { ...pair, takeProfit: 0 }))).toBeUndefined();
    expect(attachedOf(floor, id)).toEqual([0, 0, MARK - 2000, 0]);
  });

  test('an order that closes takes none', () => {
    const floor = conditionalFloor();
    take(floor, 50);
    const id = idOf(floor.place({ account: 0, side: Side.Sell, type: OrderType.Limit, lots: 50, price: MARK + 900, reduceOnly: true }));
    expect(floor.refusal(amend(floor, id, pair, { price: MARK + 900, lots: 50 }))).toBe('TPSL_ON_CLOSING_ORDER');
  });
});
