// Fill-or-kill is all or nothing (rules 3.2), whatever ends a walk early: cap on open interest, fill guard, a maker's orders cut.
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, OrderType, PositionMode, PositionSide, SelfTrade, Side, TimeInForce } from '../wire/command.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { openInterest, restingOrders } from '../testing/engine-reader.ts';
import { Floor } from '../testing/floor.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
const FOK = { timeInForce: TimeInForce.FOK };

/** Mark 60,000, no fees, no ladder. A lot of 0.001 is worth 60 USDT. */
function openFloor(change: object = {}): Floor {
  const floor = new Floor({ makerFee: 0, takerFee: 0, minNotional: 0, ladderAgeMs: 1_000_000, ...change });
  for (let account = 0; account < 5; account++) floor.open(account, 1_000_000 * USDT);
  floor.mark(0, MARK);
  return floor;
}
/** Members may hold 20 lots long and 20 short. */
const cappedFloor = () => openFloor({ maxOpenInterest: 1_200 * USDT });
const buy = (account: number, price: number, lots: number, more: object = {}) => ({ account, side: Side.Buy, price, lots, ...more });
const sell = (account: number, price: number, lots: number, more: object = {}) => ({ account, side: Side.Sell, price, lots, ...more });
const market = (account: number, side: number, lots: number) => ({ account, side, type: OrderType.Market, lots });
const filled = (events: readonly EngineEvent[]) =>
  events.flatMap((e) => (e.kind === EventKind.OrderFilled ? [[e.account, e.price, e.lots]] : []));

/** Refused with what it would have got, and nothing of the state but sequence and time is another. */
function refusedWhole(floor: Floor, order: Parameters<Floor['order']>[0], found: number): void {
  const before = restingOrders(floor.state, -1);
  const held = [0, 1, 2, 3, 4].map((account) => floor.legs(account));
  const [event, ...more] = floor.order(order);
  expect(event).toMatchObject({ kind: EventKind.CommandRejected, a: found, b: order.lots });
  expect(floor.refusal([event])).toBe('FOK_NOT_FILLED');
  expect(more).toEqual([]);
  expect(restingOrders(floor.state, -1)).toEqual(before);
  expect([0, 1, 2, 3, 4].map((account) => floor.legs(account))).toEqual(held);
}

function fillsWhole(floor: Floor, order: Parameters<Floor['order']>[0]): void {
  const events = floor.place({ ...order, ...FOK });
  expect(filled(events).reduce((sum, [account, , lots]) => (account === order.account ? sum + lots : sum), 0)).toBe(order.lots);
}

describe('a fill-or-kill order at the cap on open interest', () => {
  test('makers whose side is full do not count; one lot less, and it fills', () => {
    const floor = cappedFloor();
    floor.place(sell(1, MARK + 100, 12));
    floor.ladder(0, [MARK, 100], []);
    floor.place(market(3, Side.Sell, 12));
    floor.ladder(0, [], []);
    // Members are 12 short; eight more are left for whoever sells to the taker.
    refusedWhole(floor, buy(4, MARK + 100, 9, FOK), 8);
    fillsWhole(floor, buy(4, MARK + 100, 8));
    expect(openInterest(floor.state, 0)).toEqual({ long: 8, short: 20 });
  });

  test('what one opens and the other closes raises nothing and counts', () => {
    const floor = cappedFloor();
    floor.place(buy(1, MARK - 100, 10));
    floor.ladder(0, [], [MARK, 100]);
    floor.place(market(0, Side.Buy, 20));
    floor.ladder(0, [], []);
    fillsWhole(floor, sell(0, MARK - 100, 10));
    expect(openInterest(floor.state, 0)).toEqual({ long: 20, short: 0 });
  });

  test('behind a maker that is passed by, the ladder counts up to the room of the taker’s side', () => {
    const floor = cappedFloor();
    floor.place(sell(1, MARK + 100, 10));
    floor.ladder(0, [MARK, 100], []);
    floor.place(market(3, Side.Sell, 20));
    floor.ladder(0, [], [MARK + 200, 100]);
    fillsWhole(floor, buy(4, MARK + 200, 20));
    expect(restingOrders(floor.state, 0)).toEqual([]);
  });
});

describe('a fill-or-kill order at the fill guard', () => {
  /** Member 0 holds a long of 0.1 BTC at 125x and little more than its margin. */
  function thinFloor(marginType: number): Floor {
    const floor = new Floor({ ladderAgeMs: 1_000_000 });
    floor.open(0, 110 * USDT);
    for (let account = 1; account < 5; account++) floor.open(account, 1_000_000 * USDT);
    floor.mark(0, MARK);
    if (marginType === MarginType.Isolated) floor.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType });
    floor.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: 125 });
    floor.ladder(0, [], [MARK, 1_000]);
    floor.place(market(0, Side.Buy, 100));
    floor.ladder(0, [], []);
    return floor;
  }

  test.each([
    ['cross', MarginType.Crossed, 0.96],
    ['isolated', MarginType.Isolated, 0.985],
  ])('%s: a close that the member cannot bear to its end is refused before its first lot', (_name, marginType, worst) => {
    const floor = thinFloor(marginType);
    floor.place(buy(1, MARK, 50));
    floor.place(buy(2, MARK * worst, 50));
    const order = sell(0, MARK * worst, 100, { ...FOK, reduceOnly: true });
    refusedWhole(floor, order, 50);
    // The same without fill-or-kill sells its first half.
    expect(filled(floor.place({ ...order, timeInForce: TimeInForce.IOC }))).toHaveLength(2);
    expect(floor.lots(0)).toBe(50);
  });

  test('a maker that cannot bear its fill does not count', () => {
    const floor = openFloor();
    floor.open(5, 60 * USDT);
    floor.accept({ kind: CommandKind.SetLeverage, account: 5, symbol: 0, leverage: 125 });
    floor.place(sell(5, MARK, 50));
    floor.place(sell(1, MARK, 10));
    // Its order rests 4 % below the mark now: selling there would cost it more than it has.
    floor.mark(0, MARK * 1.04);
    refusedWhole(floor, buy(2, MARK, 60, FOK), 10);
    fillsWhole(floor, buy(2, MARK, 10));
  });
});

test('a maker’s reduce-only order that ends with its position does not count', () => {
  const floor = openFloor();
  floor.ladder(0, [], [MARK, 100]);
  floor.place(market(1, Side.Buy, 10));
  floor.ladder(0, [], []);
  floor.place(sell(1, MARK + 100, 6));
  floor.place(sell(1, MARK + 200, 10, { reduceOnly: true }));
  floor.place(sell(2, MARK + 300, 2));
  // Six close by the plain order, which leaves four for the other.
  refusedWhole(floor, buy(3, MARK + 300, 13, FOK), 12);
  fillsWhole(floor, buy(3, MARK + 300, 12));
  expect(floor.lots(1)).toBe(0);
});

test('own orders end it, or leave the book, as its self-trade mode says', () => {
  const floor = openFloor();
  floor.place(sell(0, MARK, 5));
  floor.place(sell(1, MARK, 5));
  for (const selfTrade of [SelfTrade.ExpireTaker, SelfTrade.ExpireBoth]) refusedWhole(floor, buy(0, MARK, 5, { ...FOK, selfTrade }), 0);
  fillsWhole(floor, buy(0, MARK, 5, { selfTrade: SelfTrade.ExpireMaker }));
});

test('a hedge leg’s closing makers count beside its opening ones', () => {
  const floor = openFloor();
  floor.accept({ kind: CommandKind.SetPositionMode, account: 1, symbol: -1, mode: PositionMode.Hedge });
  floor.ladder(0, [MARK - 100, 100], [MARK, 100]);
  floor.place({ ...market(1, Side.Buy, 10), positionSide: PositionSide.Long });
  floor.place({ ...market(1, Side.Sell, 5), positionSide: PositionSide.Short });
  floor.ladder(0, [], []);
  floor.place(sell(1, MARK + 100, 10, { positionSide: PositionSide.Long }));
  floor.place(sell(1, MARK + 100, 5, { positionSide: PositionSide.Short }));
  refusedWhole(floor, buy(2, MARK + 100, 16, FOK), 15);
  fillsWhole(floor, buy(2, MARK + 100, 15));
  expect(floor.legs(1)).toEqual([[PositionSide.Short, -10]]);
});
