// Rules 3.1: conditional orders wait for mark or last, fire once, and go the way of a new order.
import { describe, expect, test } from 'vitest';
import { CommandKind, OrderType, Side, SwitchBit, WorkingType } from '../wire/command.ts';
import { EventKind } from '../wire/event.ts';
import { arm, conditional, conditionalExchange, MARK, price, take, told, USDT, waitingIds } from '../testing/conditional-steps.ts';
import { accountView } from '../testing/engine-reader.ts';

const { TakeProfit, StopLoss } = OrderType;

describe('3.1 trigger condition', () => {
  test.each([
    ['STOP BUY fires at or above', StopLoss, Side.Buy, MARK + 500, MARK + 499, MARK + 500],
    ['STOP SELL fires at or below', StopLoss, Side.Sell, MARK - 500, MARK - 499, MARK - 500],
    ['TAKE_PROFIT BUY fires at or below', TakeProfit, Side.Buy, MARK - 500, MARK - 499, MARK - 500],
    ['TAKE_PROFIT SELL fires at or above', TakeProfit, Side.Sell, MARK + 500, MARK + 499, MARK + 500],
  ])('%s its stop price', (_says, type, side, stopPrice, near, reached) => {
    const exchange = conditionalExchange();
    const id = arm(exchange, { type, side, stopPrice });
    expect(told(price(exchange, near))).toEqual([]);
    const events = told(price(exchange, reached));
    expect(events[0]).toEqual(['triggered', id, reached * 100]);
    expect(events.at(-1)).toEqual(['closed', id, 'Filled']);
    expect(exchange.lots(0)).toBe(side === Side.Buy ? 10 : -10);
    expect(told(price(exchange, reached))).toEqual([]);
  });

  test('workingType: one by mark does not hear the last price, nor the other way', () => {
    const exchange = conditionalExchange();
    const byMark = arm(exchange, { side: Side.Buy, stopPrice: MARK + 500, workingType: WorkingType.Mark });
    const byLast = arm(exchange, { side: Side.Buy, stopPrice: MARK + 600 });
    expect(told(price(exchange, MARK, MARK + 550))).toEqual([]);
    expect(told(price(exchange, MARK + 10, MARK + 700))[0]).toEqual(['triggered', byLast, (MARK + 700) * 100]);
    expect(told(price(exchange, MARK + 500, MARK))[0]).toEqual(['triggered', byMark, (MARK + 500) * 100]);
  });

  test('a price that holds already is refused with -2021', () => {
    const exchange = conditionalExchange();
    expect(exchange.refusal(conditional(exchange, { side: Side.Buy, stopPrice: MARK }))).toBe('WOULD_TRIGGER_AT_ONCE');
    expect(exchange.refusal(conditional(exchange, { side: Side.Sell, type: TakeProfit, stopPrice: MARK }))).toBe('WOULD_TRIGGER_AT_ONCE');
    expect(exchange.refusal(conditional(exchange, { side: Side.Buy, stopPrice: MARK + 1 }))).toBeUndefined();
  });

  test('with a price it becomes a LIMIT order under the same id and rests', () => {
    const exchange = conditionalExchange();
    const id = arm(exchange, { side: Side.Buy, stopPrice: MARK + 500, price: MARK + 400 });
    expect(told(price(exchange, MARK + 500))).toEqual([
      ['triggered', id, (MARK + 500) * 100],
      ['placed', id, MARK + 400, 10],
    ]);
    expect(waitingIds(exchange)).toEqual([]);
    expect(told(exchange.accept({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: id }))).toEqual([
      ['closed', id, 'CanceledByMember'],
    ]);
  });

  test('priceProtect: it expires when mark and last are more than 5 % apart', () => {
    const exchange = conditionalExchange();
    const last = MARK + 400_000;
    const id = arm(exchange, { side: Side.Buy, stopPrice: MARK + 1000, priceProtect: true });
    const other = arm(exchange, { side: Side.Buy, stopPrice: MARK + 2000 });
    const events = told(price(exchange, MARK, last));
    expect(events).toContainEqual(['closed', id, 'PriceProtected']);
    expect(events).toContainEqual(['closed', other, 'Filled']);
  });
});

describe('3.1 margin', () => {
  test('6.4: an opening one reserves at its stop price, a closing one nothing; both give it back', () => {
    const exchange = conditionalExchange();
    const before = accountView(exchange.state, 0).available;
    const id = arm(exchange, { side: Side.Buy, stopPrice: MARK + 100_000, lots: 100 });
    // 0.1 x 61,000 / 20, and the open loss of 0.1 x 1,000.
    expect(before - accountView(exchange.state, 0).available).toBe(305 * USDT + 100 * USDT);
    exchange.accept({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: id });
    expect(accountView(exchange.state, 0).available).toBe(before);
    take(exchange, 100);
    const held = accountView(exchange.state, 0).available;
    arm(exchange, { side: Side.Sell, stopPrice: MARK - 5000, lots: 100, reduceOnly: true });
    expect(accountView(exchange.state, 0).available).toBe(held);
  });

  test('margin is checked when it fires: failure expires it and names the reason', () => {
    const exchange = conditionalExchange();
    const id = arm(exchange, { side: Side.Buy, stopPrice: MARK + 500, lots: 100_000, account: 2 });
    exchange.place({ account: 2, side: Side.Buy, price: MARK - 1000, lots: 100_000 });
    const wallet = accountView(exchange.state, 2);
    expect(wallet.available).toBeGreaterThan(0);
    exchange.accept({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit: 16 * 3, credit: 3, amount: wallet.available, reason: 2 });
    const events = told(price(exchange, MARK + 100_000));
    expect(events).toEqual([
      ['triggered', id, (MARK + 100_000) * 100],
      ['closed', id, 'TriggerRefused', 'INSUFFICIENT_MARGIN'],
    ]);
  });
});

describe('order of firing', () => {
  test('nearest stop first, then first come: buys on the rise, each stop once', () => {
    const exchange = conditionalExchange();
    const far = arm(exchange, { side: Side.Buy, stopPrice: MARK + 900 });
    const near = arm(exchange, { side: Side.Buy, stopPrice: MARK + 300, account: 1 });
    const late = arm(exchange, { side: Side.Buy, stopPrice: MARK + 300 });
    const mark = arm(exchange, { side: Side.Buy, stopPrice: MARK + 500, workingType: WorkingType.Mark });
    const fired = told(price(exchange, MARK + 1000)).filter((t) => t[0] === 'triggered');
    expect(fired.map((t) => t[1])).toEqual([near, late, mark, far]);
  });

  test('an amended one goes behind those of its new stop; cancelled ones never fire', () => {
    const exchange = conditionalExchange();
    const first = arm(exchange, { side: Side.Buy, stopPrice: MARK + 300 });
    const second = arm(exchange, { side: Side.Buy, stopPrice: MARK + 300 });
    const gone = arm(exchange, { side: Side.Buy, stopPrice: MARK + 300 });
    const change = { orderId: first, price: 0, lots: 20, stopPrice: MARK + 300, callbackRate: 0 };
    expect(told(exchange.accept({ kind: CommandKind.AmendConditional, account: 0, symbol: 0, ...change }))).toEqual([
      ['amended', first, MARK + 300, 20],
    ]);
    expect(exchange.refusal(exchange.send({ kind: CommandKind.AmendConditional, account: 0, symbol: 0, ...change }))).toBe(
      'ORDER_UNCHANGED',
    );
    exchange.accept({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: gone });
    const fired = told(price(exchange, MARK + 300)).filter((t) => t[0] === 'triggered');
    expect(fired.map((t) => t[1])).toEqual([second, first]);
    expect(exchange.lots(0)).toBe(30);
    expect(exchange.refusal(exchange.send({ kind: CommandKind.AmendConditional, account: 0, symbol: 0, ...change }))).toBe('ORDER_UNKNOWN');
  });
});

describe('2 and 8.2: which ticks fire', () => {
  const stop = { side: Side.Sell, stopPrice: MARK - 500 };
  const fires = (events: ReturnType<typeof price>) => events.some((e) => e.kind === EventKind.OrderTriggered);

  test('the first tick after a halt fires nothing, two that agree within 1 % do', () => {
    const exchange = conditionalExchange();
    arm(exchange, stop);
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.Halt });
    expect(fires(price(exchange, MARK - 1000))).toBe(false);
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: 0 });
    expect(fires(price(exchange, MARK - 1000))).toBe(false);
    expect(fires(price(exchange, MARK - 100_000))).toBe(false);
    expect(fires(price(exchange, MARK - 100_000))).toBe(true);
  });

  test('ticks that never agree count after 5 s', () => {
    const exchange = conditionalExchange();
    arm(exchange, stop);
    exchange.time += 20_000;
    for (const ticks of [MARK - 1000, MARK - 101_000, MARK - 201_000, MARK - 301_000, MARK - 401_000])
      expect(fires(price(exchange, ticks))).toBe(false);
    expect(fires(price(exchange, MARK - 501_000))).toBe(true);
  });

  test('a mark that is not valid fires nothing, and the next one only opens the gate', () => {
    const exchange = conditionalExchange();
    arm(exchange, stop);
    const invalid = { mark: (MARK - 900) * 100, index: MARK * 100, last: (MARK - 900) * 100, valid: 0 };
    expect(fires(exchange.accept({ kind: CommandKind.SetMark, account: -1, symbol: 0, ...invalid }))).toBe(false);
    expect(fires(price(exchange, MARK - 900))).toBe(false);
    expect(fires(price(exchange, MARK - 900))).toBe(true);
  });
});
