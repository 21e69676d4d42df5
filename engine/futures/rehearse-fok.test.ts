// Fill-or-kill is all or nothing (rules 3.2), whatever ends a walk early: cap on open interest, fill guard, a maker's orders cut.
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, OrderType, PositionMode, PositionSide, SelfTrade, Side, TimeInForce } from '../wire/command.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { openInterest, restingOrders } from '../testing/engine-reader.ts';
import { TestExchange } from '../testing/test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
const FOK = { timeInForce: TimeInForce.FOK };

/** Mark 60,000, no fees, no ladder. A lot of 0.001 is worth 60 USDT. */
function openTestExchange(change: object = {}): TestExchange {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0, minNotional: 0, ladderAgeMs: 1_000_000, ...change });
  for (let account = 0; account < 5; account++) exchange.open(account, 1_000_000 * USDT);
  exchange.mark(0, MARK);
  return exchange;
}
/** Members may hold 20 lots long and 20 short. */
const cappedExchange = () => openTestExchange({ maxOpenInterest: 1_200 * USDT });
const buy = (account: number, price: number, lots: number, more: object = {}) => ({ account, side: Side.Buy, price, lots, ...more });
const sell = (account: number, price: number, lots: number, more: object = {}) => ({ account, side: Side.Sell, price, lots, ...more });
const market = (account: number, side: number, lots: number) => ({ account, side, type: OrderType.Market, lots });
const filled = (events: readonly EngineEvent[]) =>
  events.flatMap((e) => (e.kind === EventKind.OrderFilled ? [[e.account, e.price, e.lots]] : []));

/** Refused with what it would have got, and nothing of the state but sequence and time is another. */
function refusedWhole(exchange: TestExchange, order: Parameters<TestExchange['order']>[0], found: number): void {
  const before = restingOrders(exchange.state, -1);
  const held = [0, 1, 2, 3, 4].map((account) => exchange.legs(account));
  const [event, ...more] = exchange.order(order);
  expect(event).toMatchObject({ kind: EventKind.CommandRejected, a: found, b: order.lots });
  expect(exchange.refusal([event])).toBe('FOK_NOT_FILLED');
  expect(more).toEqual([]);
  expect(restingOrders(exchange.state, -1)).toEqual(before);
  expect([0, 1, 2, 3, 4].map((account) => exchange.legs(account))).toEqual(held);
}

function fillsWhole(exchange: TestExchange, order: Parameters<TestExchange['order']>[0]): void {
  const events = exchange.place({ ...order, ...FOK });
  expect(filled(events).reduce((sum, [account, , lots]) => (account === order.account ? sum + lots : sum), 0)).toBe(order.lots);
}

describe('a fill-or-kill order at the cap on open interest', () => {
  test('makers whose side is full do not count; one lot less, and it fills', () => {
    const exchange = cappedExchange();
    exchange.place(sell(1, MARK + 100, 12));
    exchange.ladder(0, [MARK, 100], []);
    exchange.place(market(3, Side.Sell, 12));
    exchange.ladder(0, [], []);
    // Members are 12 short; eight more are left for whoever sells to the taker.
    refusedWhole(exchange, buy(4, MARK + 100, 9, FOK), 8);
    fillsWhole(exchange, buy(4, MARK + 100, 8));
    expect(openInterest(exchange.state, 0)).toEqual({ long: 8, short: 20 });
  });

  test('what one opens and the other closes raises nothing and counts', () => {
    const exchange = cappedExchange();
    exchange.place(buy(1, MARK - 100, 10));
    exchange.ladder(0, [], [MARK, 100]);
    exchange.place(market(0, Side.Buy, 20));
    exchange.ladder(0, [], []);
    fillsWhole(exchange, sell(0, MARK - 100, 10));
    expect(openInterest(exchange.state, 0)).toEqual({ long: 20, short: 0 });
  });

  test('behind a maker that is passed by, the ladder counts up to the room of the taker’s side', () => {
    const exchange = cappedExchange();
    exchange.place(sell(1, MARK + 100, 10));
    exchange.ladder(0, [MARK, 100], []);
    exchange.place(market(3, Side.Sell, 20));
    exchange.ladder(0, [], [MARK + 200, 100]);
    fillsWhole(exchange, buy(4, MARK + 200, 20));
    expect(restingOrders(exchange.state, 0)).toEqual([]);
  });
});

describe('a fill-or-kill order at the fill guard', () => {
  /** Member 0 holds a long of 0.1 BTC at 125x and little more than its margin. */
  function thinExchange(marginType: number): TestExchange {
    const exchange = new TestExchange({ ladderAgeMs: 1_000_000 });
    exchange.open(0, 110 * USDT);
    for (let account = 1; account < 5; account++) exchange.open(account, 1_000_000 * USDT);
    exchange.mark(0, MARK);
    if (marginType === MarginType.Isolated) exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType });
    exchange.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: 125 });
    exchange.ladder(0, [], [MARK, 1_000]);
    exchange.place(market(0, Side.Buy, 100));
    exchange.ladder(0, [], []);
    return exchange;
  }

  test.each([
    ['cross', MarginType.Crossed, 0.96],
    ['isolated', MarginType.Isolated, 0.985],
  ])('%s: a close that the member cannot bear to its end is refused before its first lot', (_name, marginType, worst) => {
    const exchange = thinExchange(marginType);
    exchange.place(buy(1, MARK, 50));
    exchange.place(buy(2, MARK * worst, 50));
    const order = sell(0, MARK * worst, 100, { ...FOK, reduceOnly: true });
    refusedWhole(exchange, order, 50);
    // The same without fill-or-kill sells its first half.
    expect(filled(exchange.place({ ...order, timeInForce: TimeInForce.IOC }))).toHaveLength(2);
    expect(exchange.lots(0)).toBe(50);
  });

  test('a maker that cannot bear its fill does not count', () => {
    const exchange = openTestExchange();
    exchange.open(5, 60 * USDT);
    exchange.accept({ kind: CommandKind.SetLeverage, account: 5, symbol: 0, leverage: 125 });
    exchange.place(sell(5, MARK, 50));
    exchange.place(sell(1, MARK, 10));
    // Its order rests 4 % below the mark now: selling there would cost it more than it has.
    exchange.mark(0, MARK * 1.04);
    refusedWhole(exchange, buy(2, MARK, 60, FOK), 10);
    fillsWhole(exchange, buy(2, MARK, 10));
  });
});

test('a maker’s reduce-only order that ends with its position does not count', () => {
  const exchange = openTestExchange();
  exchange.ladder(0, [], [MARK, 100]);
  exchange.place(market(1, Side.Buy, 10));
  exchange.ladder(0, [], []);
  exchange.place(sell(1, MARK + 100, 6));
  exchange.place(sell(1, MARK + 200, 10, { reduceOnly: true }));
  exchange.place(sell(2, MARK + 300, 2));
  // Six close by the plain order, which leaves four for the other.
  refusedWhole(exchange, buy(3, MARK + 300, 13, FOK), 12);
  fillsWhole(exchange, buy(3, MARK + 300, 12));
  expect(exchange.lots(1)).toBe(0);
});

test('own orders end it, or leave the book, as its self-trade mode says', () => {
  const exchange = openTestExchange();
  exchange.place(sell(0, MARK, 5));
  exchange.place(sell(1, MARK, 5));
  for (const selfTrade of [SelfTrade.ExpireTaker, SelfTrade.ExpireBoth]) refusedWhole(exchange, buy(0, MARK, 5, { ...FOK, selfTrade }), 0);
  fillsWhole(exchange, buy(0, MARK, 5, { selfTrade: SelfTrade.ExpireMaker }));
});

test('a hedge leg’s closing makers count beside its opening ones', () => {
  const exchange = openTestExchange();
  exchange.accept({ kind: CommandKind.SetPositionMode, account: 1, symbol: -1, mode: PositionMode.Hedge });
  exchange.ladder(0, [MARK - 100, 100], [MARK, 100]);
  exchange.place({ ...market(1, Side.Buy, 10), positionSide: PositionSide.Long });
  exchange.place({ ...market(1, Side.Sell, 5), positionSide: PositionSide.Short });
  exchange.ladder(0, [], []);
  exchange.place(sell(1, MARK + 100, 10, { positionSide: PositionSide.Long }));
  exchange.place(sell(1, MARK + 100, 5, { positionSide: PositionSide.Short }));
  refusedWhole(exchange, buy(2, MARK + 100, 16, FOK), 15);
  fillsWhole(exchange, buy(2, MARK + 100, 15));
  expect(exchange.legs(1)).toEqual([[PositionSide.Short, -10]]);
});
