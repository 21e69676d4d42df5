// Members' orders as the public sees them: levels merged into the depth, fills on the tape, from the engine's events.
import { OrderType, packOrderFlags, PositionSide, SelfTrade, Side, TimeInForce } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventKind, FillRole } from '@maru/engine/wire/event.ts';
import { beforeEach, expect, test } from 'vitest';
import { MemberOrders, mergeLevels } from './member-orders.ts';
import type { TapeTrade } from './symbol-market.ts';

const flags = (side: number, type: number = OrderType.Limit, timeInForce: number = TimeInForce.GTC) =>
  packOrderFlags({ side, type, timeInForce, positionSide: PositionSide.Both, selfTrade: SelfTrade.ExpireTaker, reduceOnly: false });
function batch(...events: number[][]): Float64Array {
  const words = new Float64Array(events.length * EVENT_WORDS);
  for (const [i, event] of events.entries()) words.set(event, i * EVENT_WORDS);
  return words;
}
const head = (kind: number) => [kind, 1, 0, 1000, 7, 0];
const placed = (id: number, side: number, price: number, lots: number, more = flags(side)) => [
  ...head(EventKind.OrderPlaced),
  id,
  more,
  price,
  lots,
  0,
];
const filled = (id: number, side: number, price: number, lots: number, role: number, tradeId: number, rest: number) => [
  ...head(EventKind.OrderFilled),
  id,
  flags(side),
  price,
  lots,
  role,
  0,
  0,
  tradeId,
  rest,
  0,
];
const closed = (id: number) => [...head(EventKind.OrderClosed), id, flags(Side.Buy), 0, 0, 0, 0];
const amended = (id: number, side: number, price: number, lots: number, filledLots: number) => [
  ...head(EventKind.OrderAmended),
  id,
  flags(side),
  price,
  lots,
  filledLots,
  0,
];

let orders: MemberOrders;
let trades: Omit<TapeTrade, 'id'>[];
beforeEach(() => {
  trades = [];
  orders = new MemberOrders({ onTrade: (_symbol, trade) => trades.push(trade), onChanged: () => {}, onPosition: () => {} });
});
const bids = () => orders.book(0)?.bids.top(10, 0) ?? [];
const asks = () => orders.book(0)?.asks.top(10, 0) ?? [];

test('resting orders make levels; fills, amendments and ends take them away', () => {
  orders.takeBatch(
    batch(placed(1, Side.Buy, 100, 5), placed(2, Side.Buy, 100, 7), placed(3, Side.Buy, 99, 4), placed(4, Side.Sell, 110, 2)),
  );
  expect([bids(), asks()]).toEqual([
    [100, 12, 99, 4],
    [110, 2],
  ]);
  orders.takeBatch(batch(filled(1, Side.Buy, 100, 2, FillRole.Maker, 50, 3)));
  expect(bids()).toEqual([100, 10, 99, 4]);
  orders.takeBatch(batch(amended(2, Side.Buy, 101, 6, 0), closed(1)));
  expect(bids()).toEqual([101, 6, 99, 4]);
  orders.takeBatch(batch(closed(2), closed(3), closed(4)));
  expect(orders.book(0)).toBeUndefined();
});

test('market, IOC and FOK orders never rest', () => {
  const never = [
    flags(Side.Buy, OrderType.Market),
    flags(Side.Buy, OrderType.Limit, TimeInForce.IOC),
    flags(Side.Buy, OrderType.Limit, TimeInForce.FOK),
  ];
  orders.takeBatch(batch(...never.map((more, i) => placed(i + 1, Side.Buy, 100, 5, more))));
  expect(orders.book(0)).toBeUndefined();
});

test('one match is one trade on the side of its taker, whoever is told first', () => {
  orders.takeBatch(batch(placed(1, Side.Sell, 110, 5)));
  orders.takeBatch(
    batch(
      placed(2, Side.Buy, 110, 3),
      filled(2, Side.Buy, 110, 3, FillRole.Taker, 9, 0),
      filled(1, Side.Sell, 110, 3, FillRole.Maker, 9, 2),
      closed(2),
    ),
  );
  expect(trades).toEqual([{ price: 110, lots: 3, side: 'B', time: 1000 }]);
  orders.takeBatch(
    batch(
      placed(3, Side.Buy, 110, 2),
      filled(1, Side.Sell, 110, 2, FillRole.Maker, 10, 0),
      filled(3, Side.Buy, 110, 2, FillRole.Taker, 10, 0),
    ),
  );
  expect(trades).toHaveLength(2);
  expect(trades[1].side).toBe('B');
});

test('a resting order met by a new counterparty ladder is a trade of the counterparty’s side', () => {
  orders.takeBatch(batch(placed(1, Side.Buy, 100, 5)));
  orders.takeBatch(batch(filled(1, Side.Buy, 100, 5, FillRole.Maker, 11, 0), closed(1)));
  expect(trades).toEqual([{ price: 100, lots: 5, side: 'S', time: 1000 }]);
});

test('after a restart the orders that stood are in the depth', () => {
  orders.restoreOrders([0, 8, Side.Buy, 100, 5, 0, 0, 9, Side.Sell, 120, 3, 0]);
  expect([bids(), asks()]).toEqual([
    [100, 5],
    [120, 3],
  ]);
});

test('the depth shown is ladder and members together, best first, equal prices summed', () => {
  orders.takeBatch(batch(placed(1, Side.Buy, 100, 5), placed(2, Side.Buy, 98, 7), placed(3, Side.Buy, 103, 1)));
  expect(mergeLevels('bids', [102, 10, 100, 20, 97, 30], orders.book(0), 20)).toEqual([103, 1, 102, 10, 100, 25, 98, 7, 97, 30]);
  expect(mergeLevels('bids', [102, 10, 100, 20, 97, 30], orders.book(0), 2)).toEqual([103, 1, 102, 10]);
  expect(mergeLevels('asks', [110, 4], orders.book(0), 20)).toEqual([110, 4]);
  expect(mergeLevels('bids', [], orders.book(0), 20)).toEqual([103, 1, 100, 5, 98, 7]);
});
