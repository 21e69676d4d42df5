// Rules 3.1 (position TP/SL, D-6), 3.5 (closePosition, reduce-only) and TP/SL attached to entries.
import { describe, expect, test } from 'vitest';
import { CommandKind, OrderType, PositionMode, PositionSide, Side, WorkingType } from '../wire/command.ts';
import { TPSL_KEEP, TpslFlag } from '../wire/order-terms.ts';
import { EventKind } from '../wire/event.ts';
import { arm, conditional, conditionalExchange, MARK, price, take, told, waitingIds } from '../testing/conditional-steps.ts';
import { positionViews } from '../testing/engine-reader.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const { TakeProfit, StopLoss } = OrderType;

function tpsl(exchange: TestExchange, takeProfit: number, stopLoss: number, flags = 0) {
  const positionId = positionViews(exchange.state, 0)[0]?.id ?? 0;
  return exchange.send({ kind: CommandKind.SetPositionTpsl, account: 0, symbol: 0, positionId, takeProfit, stopLoss, flags });
}
const armedIds = (events: ReturnType<typeof tpsl>) => events.flatMap((e) => (e.kind === EventKind.OrderArmed ? [e.orderId] : []));

describe('3.1 position TP/SL', () => {
  test.each([
    ['long', 50, MARK + 1000, MARK - 1000],
    ['short', -50, MARK - 1000, MARK + 1000],
  ])('a %s: both stand, one fires and closes what is open then, the other ends with the position', (_side, lots, takeProfit, stopLoss) => {
    const exchange = conditionalExchange();
    take(exchange, lots);
    const [tp, sl] = armedIds(tpsl(exchange, takeProfit, stopLoss));
    expect(waitingIds(exchange)).toEqual([sl, tp]);
    take(exchange, lots);
    const events = told(price(exchange, stopLoss));
    expect(events[0]).toEqual(['triggered', sl, stopLoss * 100]);
    expect(events).toContainEqual(['placed', sl, 0, 100]);
    expect(events).toContainEqual(['closed', tp, 'PositionClosed']);
    expect(exchange.lots(0)).toBe(0);
    expect(waitingIds(exchange)).toEqual([]);
  });

  test('the wrong side of the working price is refused', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    expect(exchange.refusal(tpsl(exchange, MARK - 1, TPSL_KEEP))).toBe('WOULD_TRIGGER_AT_ONCE');
    expect(exchange.refusal(tpsl(exchange, TPSL_KEEP, MARK + 1))).toBe('WOULD_TRIGGER_AT_ONCE');
    expect(waitingIds(exchange)).toEqual([]);
  });

  test('set again replaces, 0 removes, -1 keeps, the same again changes nothing', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const [tp, sl] = armedIds(tpsl(exchange, MARK + 1000, MARK - 1000));
    const events = tpsl(exchange, MARK + 2000, TPSL_KEEP);
    expect(told(events)[0]).toEqual(['closed', tp, 'Replaced']);
    expect(exchange.refusal(tpsl(exchange, MARK + 2000, MARK - 1000))).toBe('ORDER_UNCHANGED');
    expect(told(tpsl(exchange, MARK + 2000, MARK - 1000, TpslFlag.StopLossByMark))[0]).toEqual(['closed', sl, 'Replaced']);
    const [newTp] = armedIds(events);
    expect(told(tpsl(exchange, 0, TPSL_KEEP))).toEqual([['closed', newTp, 'CanceledByMember']]);
    expect(waitingIds(exchange)).toHaveLength(1);
  });

  test('at most one of each: the order check refuses a second', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    tpsl(exchange, MARK + 1000, 0);
    const second = { side: Side.Sell, type: TakeProfit, stopPrice: MARK + 3000, closePosition: true };
    expect(exchange.refusal(conditional(exchange, second))).toBe('CLOSE_POSITION_EXISTS');
    expect(exchange.refusal(conditional(exchange, { ...second, type: StopLoss, stopPrice: MARK - 3000 }))).toBeUndefined();
  });

  test('hedge mode: a pair for each position side', () => {
    const exchange = conditionalExchange();
    exchange.accept({ kind: CommandKind.SetPositionMode, account: 0, symbol: -1, mode: PositionMode.Hedge });
    take(exchange, 50, { positionSide: PositionSide.Long });
    take(exchange, -30, { positionSide: PositionSide.Short });
    for (const { id, side } of positionViews(exchange.state, 0).map((p) => ({ id: p.id, side: p.lots > 0 ? 1 : -1 }))) {
      const body = { positionId: id, takeProfit: MARK + side * 2000, stopLoss: MARK - side * 1000, flags: 0 };
      exchange.accept({ kind: CommandKind.SetPositionTpsl, account: 0, symbol: 0, ...body });
    }
    expect(waitingIds(exchange)).toHaveLength(4);
    price(exchange, MARK + 1000);
    expect(exchange.legs(0)).toEqual([[PositionSide.Long, 50]]);
    expect(waitingIds(exchange)).toHaveLength(2);
  });

  test('a flip is an end: the TP/SL of the side that was do not pass to the new one', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    tpsl(exchange, MARK + 1000, MARK - 1000);
    take(exchange, -80);
    expect(exchange.lots(0)).toBe(-30);
    expect(waitingIds(exchange)).toEqual([]);
  });
});

describe('D-6: TP by last and SL by mark reached on one tick', () => {
  test.each([
    ['the nearer stop fires: SL', 3000, 1000, 'sl'],
    ['the nearer stop fires: TP', 1000, 3000, 'tp'],
    ['equal distance means SL', 2000, 2000, 'sl'],
  ])('%s', (_says, up, down, winner) => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const [tp, sl] = armedIds(tpsl(exchange, MARK + up, MARK - down, TpslFlag.StopLossByMark));
    const events = told(price(exchange, MARK - 4000, MARK + 4000));
    const [wins, loses] = winner === 'sl' ? [sl, tp] : [tp, sl];
    expect(events).toContainEqual(['closed', loses, 'OtherLeg']);
    expect(events.filter((t) => t[0] === 'triggered').map((t) => t[1])).toEqual([wins]);
    expect(exchange.lots(0)).toBe(0);
  });
});

describe('3.5 reduce-only and close-position', () => {
  test('conditional reduce-only orders may exceed the position together; each fills at most what is left', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const near = arm(exchange, { side: Side.Sell, stopPrice: MARK - 500, lots: 40, reduceOnly: true });
    const far = arm(exchange, { side: Side.Sell, stopPrice: MARK - 900, lots: 40, reduceOnly: true });
    const events = told(price(exchange, MARK - 1000));
    expect(events).toContainEqual(['placed', near, 0, 40]);
    expect(events).toContainEqual(['placed', far, 0, 10]);
    expect(exchange.lots(0)).toBe(0);
  });

  test('they need an opposite position', () => {
    const exchange = conditionalExchange();
    const requested = { side: Side.Sell, stopPrice: MARK - 500, reduceOnly: true };
    expect(exchange.refusal(conditional(exchange, requested))).toBe('REDUCE_ONLY_REJECTED');
    take(exchange, -50);
    expect(exchange.refusal(conditional(exchange, requested))).toBe('REDUCE_ONLY_REJECTED');
  });

  test('closePosition takes no quantity, no reduce-only and no price', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const requested = { side: Side.Sell, stopPrice: MARK - 500, closePosition: true };
    expect(exchange.refusal(conditional(exchange, { ...requested, lots: 10 }))).toBe('CLOSE_POSITION_TAKES_NO_QUANTITY');
    expect(exchange.refusal(conditional(exchange, { ...requested, reduceOnly: true }))).toBe('CLOSE_POSITION_TAKES_NO_REDUCE_ONLY');
    expect(exchange.refusal(conditional(exchange, { ...requested, price: MARK - 600 }))).toBe('CLOSE_POSITION_TAKES_NO_REDUCE_ONLY');
    expect(exchange.refusal(conditional(exchange, requested))).toBeUndefined();
  });

  test('ten conditional orders with a quantity per symbol; TP/SL of the position come on top', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    for (let k = 0; k < 10; k++) arm(exchange, { side: Side.Buy, stopPrice: MARK + 5000 + k });
    expect(exchange.refusal(conditional(exchange, { side: Side.Buy, stopPrice: MARK + 6000 }))).toBe('TOO_MANY_CONDITIONAL_ORDERS');
    expect(exchange.refusal(tpsl(exchange, MARK + 1000, MARK - 1000))).toBeUndefined();
  });
});

describe('TP/SL attached to an entry', () => {
  const pair = { takeProfit: MARK + 2000, stopLoss: MARK - 2000, takeProfitByMark: false, stopLossByMark: true, partial: false };

  test('armed as the entry fills, for the whole position, in place of what it had', () => {
    const exchange = conditionalExchange();
    take(exchange, 20);
    const [old] = armedIds(tpsl(exchange, MARK + 9000, 0));
    const events = take(exchange, 30, { attached: pair });
    expect(told(events)).toContainEqual(['closed', old, 'Replaced']);
    const armed = events.filter((e) => e.kind === EventKind.OrderArmed);
    expect(armed.map((e) => e.kind === EventKind.OrderArmed && [e.stopPrice, e.lots, (e.flags >> 12) & 1])).toEqual([
      [MARK + 2000, 0, WorkingType.Last],
      [MARK - 2000, 0, WorkingType.Mark],
    ]);
    price(exchange, MARK - 2000);
    expect(exchange.lots(0)).toBe(0);
  });

  test('gone with an unfilled entry; armed once for a position, so that a later change stands', () => {
    const exchange = conditionalExchange();
    const [, entry] = told(exchange.place({ account: 0, side: Side.Buy, lots: 100, price: MARK - 400, attached: pair }))[0] as [
      string,
      number,
    ];
    expect(waitingIds(exchange)).toEqual([]);
    exchange.ladder(0, [MARK - 600, 10], [MARK - 400, 40]);
    expect(exchange.lots(0)).toBe(40);
    expect(waitingIds(exchange)).toHaveLength(2);
    tpsl(exchange, 0, TPSL_KEEP);
    exchange.ladder(0, [MARK - 600, 10], [MARK - 400, 20]);
    expect(exchange.lots(0)).toBe(60);
    expect(waitingIds(exchange)).toHaveLength(1);
    exchange.accept({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: entry });
    expect(waitingIds(exchange)).toHaveLength(1);
  });

  test('partial: a pair of its own for what the entry opened, growing with its fills', () => {
    const exchange = conditionalExchange();
    take(exchange, 20);
    exchange.place({ account: 0, side: Side.Buy, lots: 100, price: MARK - 400, attached: { ...pair, partial: true } });
    const first = exchange.ladder(0, [MARK - 600, 10], [MARK - 400, 40]);
    const ids = armedIds(first);
    expect(
      told(first)
        .filter((t) => t[0] === 'armed')
        .map((t) => t[3]),
    ).toEqual([40, 40]);
    const second = told(exchange.ladder(0, [MARK - 600, 10], [MARK - 400, 60]));
    expect(second.filter((t) => t[0] === 'amended')).toEqual([
      ['amended', ids[0], MARK + 2000, 100],
      ['amended', ids[1], MARK - 2000, 100],
    ]);
    price(exchange, MARK + 2000);
    expect(exchange.lots(0)).toBe(20);
    expect(waitingIds(exchange)).toEqual([ids[1]]);
  });

  test('a stop already passed when the entry fills fires at once', () => {
    const exchange = conditionalExchange();
    exchange.place({
      account: 0,
      side: Side.Buy,
      lots: 50,
      price: MARK - 1000,
      attached: { ...pair, stopLoss: MARK - 1500, stopLossByMark: false },
    });
    const events = told(price(exchange, MARK - 2000));
    expect(events.map((t) => t[0])).toContain('filled');
    expect(events.some((t) => t[0] === 'triggered')).toBe(true);
    expect(exchange.lots(0)).toBe(0);
  });

  test('the wrong side of the entry, or an order that closes, is refused', () => {
    const exchange = conditionalExchange();
    const entry = { account: 0, side: Side.Buy, lots: 100, price: MARK - 400 };
    expect(exchange.refusal(exchange.order({ ...entry, attached: { ...pair, takeProfit: MARK - 400 } }))).toBe('TAKE_PROFIT_WRONG_SIDE');
    expect(exchange.refusal(exchange.order({ ...entry, attached: { ...pair, stopLoss: MARK - 400 } }))).toBe('STOP_LOSS_WRONG_SIDE');
    expect(exchange.refusal(exchange.order({ ...entry, attached: { ...pair, takeProfit: 0, stopLoss: 0 } }))).toBe('PARAM_MALFORMED');
    take(exchange, -50);
    expect(exchange.refusal(exchange.order({ ...entry, lots: 10, reduceOnly: true, attached: pair }))).toBe('TPSL_ON_CLOSING_ORDER');
  });
});

describe('trailing stop', () => {
  const rate = 1_000_000;

  test('SELL: the stop follows the highest price since activation at 1 %, down to the hundredth of a tick', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const id = arm(exchange, {
      type: OrderType.Trailing,
      side: Side.Sell,
      lots: 50,
      reduceOnly: true,
      stopPrice: MARK + 10_000,
      callbackRate: rate,
    });
    expect(told(price(exchange, MARK - 100_000))).toEqual([]);
    expect(told(price(exchange, MARK + 10_000))).toEqual([['activated', id, (MARK + 10_000) * 100]]);
    expect(told(price(exchange, MARK + 40_037))).toEqual([]);
    // 6,040,037 x 0.99 = 5,979,636.63: the tick above still waits.
    expect(told(price(exchange, 5_979_637))).toEqual([]);
    expect(told(price(exchange, 5_979_636))[0]).toEqual(['triggered', id, 597_963_600]);
    expect(exchange.lots(0)).toBe(0);
  });

  test('BUY without activation price: active at once, fires on a rise from the lowest price', () => {
    const exchange = conditionalExchange();
    const id = arm(exchange, { type: OrderType.Trailing, side: Side.Buy, callbackRate: rate });
    expect(told(price(exchange, MARK - 60_000))).toEqual([]);
    expect(told(price(exchange, 5_999_399))).toEqual([]);
    expect(told(price(exchange, 5_999_400))[0]).toEqual(['triggered', id, 599_940_000]);
  });

  test('callback 0.1 % to 10 % in steps of 0.1 %; the activation price lies on the far side', () => {
    const exchange = conditionalExchange();
    const requested = { type: OrderType.Trailing, side: Side.Sell };
    for (const callbackRate of [0, 99_999, 150_000, 10_100_000]) {
      expect(exchange.refusal(conditional(exchange, { ...requested, callbackRate }))).toBe('INVALID_CALLBACK_RATE');
    }
    expect(exchange.refusal(conditional(exchange, { ...requested, callbackRate: rate, stopPrice: MARK }))).toBe('INVALID_ACTIVATION_PRICE');
    expect(exchange.refusal(conditional(exchange, { ...requested, callbackRate: rate, stopPrice: MARK + 1 }))).toBeUndefined();
  });
});
