// The cap on open interest holds at every fill, also of orders that came to rest before it was reached (ADR 0011).
import { describe, expect, test } from 'vitest';
import { OrderType, PositionMode, PositionSide, Side, CommandKind } from '../wire/command.ts';
import { type EngineEvent, EventKind, OrderEnd } from '../wire/event.ts';
import { Reject } from '../reject.ts';
import { openInterest, restingOrders } from '../testing/engine-reader.ts';
import { TestExchange } from '../testing/test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;

/** Mark 60,000: a lot of 0.001 is worth 60 USDT, so that members may hold 20 lots long and 20 short. */
function cappedExchange(): TestExchange {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0, minNotional: 0, maxOpenInterest: 1_200 * USDT, ladderAgeMs: 1_000_000 });
  for (let account = 0; account < 5; account++) exchange.open(account, 1_000_000 * USDT);
  exchange.mark(0, MARK);
  return exchange;
}
const buy = (account: number, price: number, lots: number, more: object = {}) => ({ account, side: Side.Buy, price, lots, ...more });
const sell = (account: number, price: number, lots: number, more: object = {}) => ({ account, side: Side.Sell, price, lots, ...more });
const market = (account: number, side: number, lots: number) => ({ account, side, type: OrderType.Market, lots });
const filled = (events: readonly EngineEvent[]) =>
  events.flatMap((e) => (e.kind === EventKind.OrderFilled ? [[e.account, e.price, e.lots]] : []));
const ended = (events: readonly EngineEvent[]) =>
  events.flatMap((e) => (e.kind === EventKind.OrderClosed ? [[e.account, e.end, e.filledLots, e.reason]] : []));
const OVER = Reject.OPEN_INTEREST_CAP;

describe('open interest of a symbol and side never rises above its cap', () => {
  test('resting orders that together exceed it: the later one is filled up to the cap, its rest leaves the book', () => {
    const exchange = cappedExchange();
    exchange.place(buy(0, MARK - 100, 15));
    exchange.place(buy(1, MARK - 100, 15));
    const events = exchange.ladder(0, [], [MARK - 100, 30]);
    expect(filled(events)).toEqual([
      [0, MARK - 100, 15],
      [1, MARK - 100, 5],
    ]);
    expect(ended(events)).toEqual([
      [0, OrderEnd.Filled, 15, 0],
      [1, OrderEnd.Expired, 5, OVER],
    ]);
    expect(openInterest(exchange.state, 0)).toEqual({ long: 20, short: 0 });
    expect(restingOrders(exchange.state, 0)).toEqual([]);
  });

  test('a taker passes by a maker whose side is full and goes on', () => {
    const exchange = cappedExchange();
    exchange.place(sell(1, MARK + 100, 10));
    exchange.ladder(0, [MARK, 100], [MARK + 200, 100]);
    exchange.place(market(3, Side.Sell, 20));
    const events = exchange.place(buy(4, MARK + 200, 10));
    expect(ended(events)).toEqual([
      [1, OrderEnd.Expired, 0, OVER],
      [4, OrderEnd.Filled, 10, 0],
    ]);
    expect(filled(events)).toEqual([[4, MARK + 200, 10]]);
    expect(openInterest(exchange.state, 0)).toEqual({ long: 10, short: 20 });
  });

  test('what one opens and the other closes fills at the cap', () => {
    const exchange = cappedExchange();
    exchange.place(buy(1, MARK - 100, 10));
    exchange.ladder(0, [], [MARK, 100]);
    exchange.place(market(0, Side.Buy, 20));
    exchange.ladder(0, [], []);
    expect(filled(exchange.place(market(0, Side.Sell, 8)))).toEqual([
      [0, MARK - 100, 8],
      [1, MARK - 100, 8],
    ]);
    expect(openInterest(exchange.state, 0)).toEqual({ long: 20, short: 0 });
  });

  test('a resting order closes its position and opens no more than there is room for', () => {
    const exchange = cappedExchange();
    exchange.ladder(0, [MARK - 50, 100], [MARK, 100]);
    exchange.place(market(0, Side.Buy, 10));
    exchange.place(sell(0, MARK + 300, 20));
    exchange.place(market(1, Side.Sell, 15));
    // Ten close the long, five open a short: fifteen are held by another.
    const events = exchange.ladder(0, [MARK + 300, 100], []);
    expect(filled(events)).toEqual([[0, MARK + 300, 15]]);
    expect(ended(events)).toEqual([[0, OrderEnd.Expired, 15, OVER]]);
    expect(openInterest(exchange.state, 0)).toEqual({ long: 0, short: 20 });
  });

  test('a mark that carries it over the cap closes nothing, and lets nothing open', () => {
    const exchange = cappedExchange();
    exchange.ladder(0, [], [MARK, 100]);
    exchange.place(buy(1, MARK - 100, 1));
    exchange.place(market(0, Side.Buy, 19));
    exchange.mark(0, MARK * 1.05);
    expect(openInterest(exchange.state, 0).long).toBe(19);
    const events = exchange.ladder(0, [], [MARK - 100, 5]);
    expect(filled(events)).toEqual([]);
    expect(ended(events)).toEqual([[1, OrderEnd.Expired, 0, OVER]]);
  });

  test('in hedge mode each leg counts by itself', () => {
    const exchange = cappedExchange();
    exchange.accept({ kind: CommandKind.SetPositionMode, account: 0, symbol: -1, mode: PositionMode.Hedge });
    exchange.place(buy(0, MARK - 100, 12, { positionSide: PositionSide.Long }));
    exchange.place(buy(1, MARK - 100, 12));
    exchange.ladder(0, [MARK - 50, 100], []);
    exchange.place({ ...market(0, Side.Sell, 5), positionSide: PositionSide.Short });
    const events = exchange.ladder(0, [], [MARK - 100, 100]);
    expect(filled(events)).toEqual([
      [0, MARK - 100, 12],
      [1, MARK - 100, 8],
    ]);
    expect(openInterest(exchange.state, 0)).toEqual({ long: 20, short: 5 });
  });
});
