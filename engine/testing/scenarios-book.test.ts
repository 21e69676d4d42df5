// Rules 3.2, 3.3 and 3.5 as short stories: who trades with whom, at which price, and what becomes of the rest.
import { describe, expect, test } from 'vitest';
import { CommandKind, OrderType, PositionMode, PositionSide, SelfTrade, Side, SwitchBit, TimeInForce } from '../wire/command.ts';
import { type EngineEvent, EventKind, FillRole, OrderEnd } from '../wire/event.ts';
import { restingOrders } from './engine-reader.ts';
import { TestExchange } from './test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;

/** Mark 60,000, no ladder, five members with a million each. */
function exchangeOf(): TestExchange {
  const exchange = new TestExchange();
  for (let account = 0; account < 5; account++) exchange.open(account, 1_000_000 * USDT);
  exchange.mark(0, MARK);
  return exchange;
}
const buy = (account: number, price: number, lots: number, more: object = {}) => ({ account, side: Side.Buy, price, lots, ...more });
const sell = (account: number, price: number, lots: number, more: object = {}) => ({ account, side: Side.Sell, price, lots, ...more });
const marketBuy = (account: number, lots: number, more: object = {}) => ({
  account,
  side: Side.Buy,
  type: OrderType.Market,
  lots,
  ...more,
});
const marketSell = (account: number, lots: number, more: object = {}) => ({
  account,
  side: Side.Sell,
  type: OrderType.Market,
  lots,
  ...more,
});
const fills = (events: readonly EngineEvent[], role: number) =>
  events
    .filter((e) => e.kind === EventKind.OrderFilled && e.role === role)
    .map((e) => (e.kind === EventKind.OrderFilled ? [e.account, e.price, e.lots] : []));
const ends = (events: readonly EngineEvent[]) =>
  events
    .filter((e) => e.kind === EventKind.OrderClosed)
    .map((e) => (e.kind === EventKind.OrderClosed ? [e.account, e.end, e.filledLots] : []));
const idOf = (events: readonly EngineEvent[]) => {
  const placed = events.find((e) => e.kind === EventKind.OrderPlaced);
  return placed?.kind === EventKind.OrderPlaced ? placed.orderId : 0;
};
const rests = (exchange: TestExchange) => restingOrders(exchange.state, 0).map((o) => [o.account, o.price, o.rest]);

describe('3.3 price, then time, then the counterparty', () => {
  test('better prices first, equal prices by arrival, each at its own price', () => {
    const exchange = exchangeOf();
    exchange.place(sell(0, MARK + 300, 10));
    exchange.place(sell(1, MARK + 100, 10));
    exchange.place(sell(2, MARK + 100, 10));
    expect(fills(exchange.place(buy(3, MARK + 500, 25)), FillRole.Maker)).toEqual([
      [1, MARK + 100, 10],
      [2, MARK + 100, 10],
      [0, MARK + 300, 5],
    ]);
    expect(rests(exchange)).toEqual([[0, MARK + 300, 5]]);
  });

  test('the counterparty yields to members at equal prices and gives the rest', () => {
    const exchange = exchangeOf();
    exchange.ladder(0, [], [MARK + 100, 10]);
    exchange.place(sell(1, MARK + 100, 10));
    const events = exchange.place(marketBuy(3, 15));
    expect(fills(events, FillRole.Maker)).toEqual([[1, MARK + 100, 10]]);
    expect(fills(events, FillRole.Taker)).toEqual([
      [3, MARK + 100, 10],
      [3, MARK + 100, 5],
    ]);
  });

  test('a new ladder fills the resting member that it reaches, at the member’s price, as maker', () => {
    const exchange = exchangeOf();
    exchange.place(buy(0, MARK - 100, 10));
    const events = exchange.ladder(0, [], [MARK - 300, 4, MARK - 100, 4, MARK, 50]);
    expect(fills(events, FillRole.Maker)).toEqual([
      [0, MARK - 100, 4],
      [0, MARK - 100, 4],
    ]);
    expect(rests(exchange)).toEqual([[0, MARK - 100, 2]]);
  });

  test('a ladder older than its limit counts as withdrawn', () => {
    const exchange = exchangeOf();
    exchange.ladder(0, [], [MARK + 100, 10]);
    exchange.time += 501;
    expect(exchange.refusal(exchange.order(marketBuy(3, 5)))).toBe('NO_LIQUIDITY');
  });

  test('the counterparty stops at its inventory cap and the book is never locked by what it may not sell', () => {
    const exchange = new TestExchange({ makerFee: 20_000, takerFee: 40_000, counterpartyCapLots: 7 });
    exchange.open(0, 1_000_000 * USDT).open(1, 1_000_000 * USDT);
    exchange.mark(0, MARK);
    exchange.ladder(0, [], [MARK + 100, 10]);
    const events = exchange.place(buy(0, MARK + 100, 10));
    expect(fills(events, FillRole.Taker)).toEqual([[0, MARK + 100, 7]]);
    expect(rests(exchange)).toEqual([[0, MARK + 100, 3]]);
    expect(exchange.refusal(exchange.order(marketBuy(1, 5)))).toBe('NO_LIQUIDITY');
  });

  test('an amendment keeps its place only when it asks for fewer at the same price', () => {
    const exchange = exchangeOf();
    const first = idOf(exchange.place(buy(0, MARK - 100, 10)));
    exchange.place(buy(1, MARK - 100, 10));
    exchange.accept({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId: first, price: MARK - 100, lots: 6 });
    expect(fills(exchange.place(marketSell(2, 6)), FillRole.Maker)).toEqual([[0, MARK - 100, 6]]);
    const again = idOf(exchange.place(buy(0, MARK - 100, 10)));
    exchange.place(buy(3, MARK - 100, 10));
    exchange.accept({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId: again, price: MARK - 100, lots: 12 });
    expect(fills(exchange.place(marketSell(2, 25)), FillRole.Maker)).toEqual([
      [1, MARK - 100, 10],
      [3, MARK - 100, 10],
      [0, MARK - 100, 5],
    ]);
  });

  test('amended across the spread it takes', () => {
    const exchange = exchangeOf();
    exchange.place(sell(1, MARK + 100, 5));
    const id = idOf(exchange.place(buy(0, MARK - 100, 10)));
    const events = exchange.accept({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId: id, price: MARK + 100, lots: 10 });
    expect(fills(events, FillRole.Taker)).toEqual([[0, MARK + 100, 5]]);
    expect(rests(exchange)).toEqual([[0, MARK + 100, 5]]);
  });
});

describe('3.2 time in force, market orders', () => {
  test.each([
    ['GTC rests', TimeInForce.GTC, [[0, MARK, 6]], []],
    ['IOC expires', TimeInForce.IOC, [], [[0, OrderEnd.Expired, 4]]],
  ] as const)('%s with what it did not get', (_says, timeInForce, left, ended) => {
    const exchange = exchangeOf();
    exchange.place(sell(1, MARK, 4));
    const events = exchange.place(buy(0, MARK, 10, { timeInForce }));
    expect(rests(exchange)).toEqual(left);
    expect(ends(events).filter(([account]) => account === 0)).toEqual(ended);
  });

  test('FOK fills wholly across members and counterparty, or is refused', () => {
    const exchange = exchangeOf();
    exchange.place(sell(1, MARK, 4));
    exchange.ladder(0, [], [MARK + 10, 6]);
    expect(exchange.refusal(exchange.order(buy(0, MARK + 10, 11, { timeInForce: TimeInForce.FOK })))).toBe('FOK_NOT_FILLED');
    expect(ends(exchange.place(buy(0, MARK + 10, 10, { timeInForce: TimeInForce.FOK })))).toContainEqual([0, OrderEnd.Filled, 10]);
  });

  test('MARKET walks no further than 5 % from the mark, nor than its own slippage', () => {
    const exchange = exchangeOf();
    exchange.place(sell(1, MARK * 1.01, 4));
    exchange.place(sell(1, MARK * 1.05, 4));
    exchange.mark(0, MARK * 0.99);
    // 5 % above 59,400 is 62,370: the second level is beyond.
    expect(ends(exchange.place(marketBuy(0, 8)))).toContainEqual([0, OrderEnd.Slippage, 4]);
    exchange.place(sell(1, MARK * 1.01, 4));
    expect(ends(exchange.place(marketBuy(2, 4, { slippage: 2_000_000 })))).toContainEqual([2, OrderEnd.Slippage, 0]);
    expect(ends(exchange.place(marketBuy(2, 4, { slippage: 3_000_000 })))).toContainEqual([2, OrderEnd.Filled, 4]);
  });
});

describe('self-trade prevention', () => {
  test.each([
    ['EXPIRE_TAKER: the taker’s rest goes', SelfTrade.ExpireTaker, [[0, OrderEnd.SelfTrade, 3]], 5],
    [
      'EXPIRE_MAKER: the maker goes, the walk goes on',
      SelfTrade.ExpireMaker,
      [
        [0, OrderEnd.SelfTrade, 0],
        [0, OrderEnd.Filled, 7],
      ],
      0,
    ],
    [
      'EXPIRE_BOTH: both go',
      SelfTrade.ExpireBoth,
      [
        [0, OrderEnd.SelfTrade, 0],
        [0, OrderEnd.SelfTrade, 3],
      ],
      0,
    ],
  ] as const)('%s', (_says, selfTrade, ended, ownLeft) => {
    const exchange = exchangeOf();
    exchange.place(sell(1, MARK, 3));
    exchange.place(sell(0, MARK + 10, 5));
    exchange.place(sell(2, MARK + 20, 9));
    const events = exchange.place(buy(0, MARK + 20, 7, { selfTrade }));
    expect(ends(events).filter(([account]) => account === 0)).toEqual(ended);
    expect(
      restingOrders(exchange.state, 0)
        .filter((o) => o.account === 0)
        .reduce((sum, o) => sum + o.rest, 0),
    ).toBe(ownLeft);
    expect(fills(events, FillRole.Maker)[0]).toEqual([1, MARK, 3]);
  });
});

describe('3.5 reduce-only', () => {
  test('takes no more than the position, whatever it asks', () => {
    const exchange = exchangeOf();
    exchange.place(sell(1, MARK, 10));
    exchange.place(marketBuy(0, 10));
    exchange.place(buy(2, MARK, 50));
    expect(ends(exchange.place(marketSell(0, 30, { reduceOnly: true })))).toContainEqual([0, OrderEnd.ReduceOnly, 10]);
    expect(exchange.lots(0)).toBe(0);
  });

  test('when the position shrinks the newest are cut first, and all go with it', () => {
    const exchange = exchangeOf();
    exchange.place(sell(1, MARK, 10));
    exchange.place(marketBuy(0, 10));
    exchange.place(sell(0, MARK + 200, 5, { reduceOnly: true }));
    exchange.place(sell(0, MARK + 100, 5, { reduceOnly: true }));
    exchange.place(buy(2, MARK, 7));
    exchange.place(marketSell(0, 3));
    expect(rests(exchange)).toEqual(
      expect.arrayContaining([
        [0, MARK + 200, 5],
        [0, MARK + 100, 2],
      ]),
    );
    exchange.place(marketSell(0, 4));
    expect(rests(exchange)).toEqual([[0, MARK + 200, 3]]);
    exchange.place(buy(2, MARK, 3));
    exchange.place(marketSell(0, 3));
    expect(rests(exchange)).toEqual([]);
  });

  test('hedge mode: SELL on LONG and BUY on SHORT always reduce; both legs stand side by side', () => {
    const exchange = exchangeOf();
    exchange.accept({ kind: CommandKind.SetPositionMode, account: 0, symbol: -1, mode: PositionMode.Hedge });
    exchange.place(sell(1, MARK, 10));
    exchange.place(marketBuy(0, 10, { positionSide: PositionSide.Long }));
    exchange.place(buy(1, MARK, 4));
    exchange.place(marketSell(0, 4, { positionSide: PositionSide.Short }));
    expect(exchange.legs(0)).toEqual([
      [PositionSide.Long, 10],
      [PositionSide.Short, -4],
    ]);
    expect(exchange.refusal(exchange.order(marketSell(0, 11, { positionSide: PositionSide.Long })))).toBe('NO_LIQUIDITY');
    exchange.place(buy(1, MARK, 20));
    expect(exchange.refusal(exchange.order(marketSell(0, 11, { positionSide: PositionSide.Long })))).toBe('REDUCE_ONLY_REJECTED');
    exchange.place(marketSell(0, 10, { positionSide: PositionSide.Long }));
    expect(exchange.legs(0)).toEqual([[PositionSide.Short, -4]]);
  });

  test('a reduce-only switch lets positions shrink and nothing grow', () => {
    const exchange = exchangeOf();
    exchange.place(sell(1, MARK, 10));
    exchange.place(marketBuy(0, 10));
    exchange.place(buy(2, MARK, 50));
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.ReduceOnly });
    expect(exchange.refusal(exchange.order(marketSell(0, 11)))).toBe('REDUCE_ONLY_MODE');
    exchange.place(marketSell(0, 10));
    expect(exchange.lots(0)).toBe(0);
  });
});

test('3.3 quotes that came while a symbol was halted meet who rests as soon as it trades again', () => {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0 });
  exchange.open(0, 1_000_000_000_000);
  exchange.mark(0, 6_000_000);
  exchange.place({ account: 0, side: Side.Buy, price: 5_990_000, lots: 10 });
  const halt = (bits: number) => exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits });
  halt(SwitchBit.Halt);
  exchange.ladder(0, [5_980_000, 5], [5_985_000, 4]);
  expect(exchange.lots(0)).toBe(0);
  halt(0);
  // At its own price, as maker; the rest stays.
  expect(exchange.lots(0)).toBe(4);
});
