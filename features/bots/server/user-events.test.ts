// A member's events in Binance's words: the life of a conditional order, why a balance moved, which side closed.
import type { ClosedPosition, CrossAccount, FuturesEvent, Order, Position } from '@maru/futures/contract.ts';
import { beforeEach, expect, test } from 'vitest';
import type { ForcedTold } from './forced-watch.ts';
import { UserEvents } from './user-events.ts';

const time = '2026-11-21T08:00:00.000Z';
// oxlint-disable-next-line typescript/no-explicit-any -- what was told is read field by field
let told: any[];
let events: UserEvents;
beforeEach(() => {
  told = [];
  events = new UserEvents(
    (event) => told.push(event),
    () => 5,
  );
  events.remember(figures('1000.000000'));
});

const figures = (playerPoint: string) => ({ playerPoint, isolatedWallets: '0.000000' }) as CrossAccount;
const stop = (more: Partial<Order> = {}): Order =>
  ({
    id: 7,
    symbol: 'BINANCE:BTCUSDT',
    type: 'STOPLOSS',
    side: 'SELL',
    positionSide: 'BOTH',
    quantity: '0.010',
    price: '0',
    stopPrice: '60000.00',
    filledQuantity: '0',
    averagePrice: '0',
    status: 'NEW',
    isWaiting: true,
    timeInForce: 'GTC',
    reduceOnly: true,
    clientOrderId: 'mine',
    createdAt: time,
    updatedAt: time,
    ...more,
  }) as Order;
const event = (type: FuturesEvent['type'], more: Partial<FuturesEvent>): FuturesEvent =>
  ({ type, eventId: '1-0', sequence: 1, marketType: 'FUTURES', time, ...more }) as FuturesEvent;
const held = (more: Partial<Position> = {}): Position =>
  ({
    futuresPositionId: 3,
    symbol: 'BINANCE:BTCUSDT',
    positionSide: 'LONG',
    tradeType: 'LONG',
    marginType: 'CROSSED',
    quantity: '0.010',
    entryPrice: '61000',
    breakEvenPrice: '61024',
    markPrice: '61000',
    unrealizedPnl: '0',
    realizedPnl: '0',
    margin: '30',
    maintenanceMargin: '2',
    ...more,
  }) as Position;
const closed = (id = 3) => ({ futuresPositionId: id, symbol: 'BINANCE:BTCUSDT', tradeType: 'LONG', realizedPnl: '5' }) as ClosedPosition;
const fill = { tradeId: 9, orderId: 7, price: '59990', quantity: '0.010', fee: '0.24', realizedPnl: '-10', role: 'TAKER' } as NonNullable<
  FuturesEvent['fill']
>;
const names = () => told.map(({ e, o, a }) => `${e} ${o?.X ?? a?.m ?? ''} ${o?.x ?? ''}`.trim());

test('a stop: NEW, TRIGGERED with the order it became, its trade, FINISHED with what it filled', () => {
  events.take(event('ORDER_SUCCESS', { order: stop() }));
  events.take(event('ORDER_UPDATE', { order: stop({ isWaiting: false }) }));
  const done = stop({ isWaiting: false, hasFired: true, status: 'FILLED', filledQuantity: '0.010', averagePrice: '59990' });
  events.take(event('ORDER_FILLED', { order: done, fill }));
  expect(names()).toEqual([
    'ALGO_UPDATE NEW',
    'ALGO_UPDATE TRIGGERED',
    'ORDER_TRADE_UPDATE NEW NEW',
    'TRADE_LITE',
    'ORDER_TRADE_UPDATE FILLED TRADE',
    'ALGO_UPDATE FINISHED',
  ]);
  expect(told[0].o).toMatchObject({ aid: 7, caid: 'mine', ai: '', o: 'STOP_MARKET', act: '0' });
  expect(told[5].o).toMatchObject({ ai: '7', aq: '0.010', ap: '59990', act: 'MARKET' });
  expect(told[3]).toMatchObject({ s: 'BTCUSDT', i: 7, c: 'mine', S: 'SELL', q: '0.010', L: '59990', l: '0.010', t: 9, m: false });
  expect(told[4].o).toMatchObject({ i: 7, c: 'mine', ot: 'STOP_MARKET', o: 'MARKET', L: '59990', l: '0.010', t: 9, er: '0' });
});

test('one that fired before the stream opened is not told as triggered again', () => {
  events.rememberOrders([stop({ isWaiting: false, price: '59000' })]);
  events.take(event('ORDER_UPDATE', { order: stop({ isWaiting: false, price: '59000', quantity: '0.020' }) }));
  expect(names()).toEqual(['ORDER_TRADE_UPDATE NEW AMENDMENT']);
});

test('a stop refused as it fired says so twice: as its own end, and as a trigger that was refused', () => {
  events.take(
    event('ORDER_CANCEL', {
      order: stop({ isWaiting: false, status: 'EXPIRED', endReason: 'TRIGGER_REFUSED', reason: 'REDUCE_ONLY_REJECTED' } as Partial<Order>),
    }),
  );
  expect(names()).toEqual(['ALGO_UPDATE REJECTED', 'CONDITIONAL_ORDER_TRIGGER_REJECT']);
  expect(told[1].or).toEqual({ s: 'BTCUSDT', i: 7, r: 'REDUCE_ONLY_REJECTED' });
});

test.each([
  ['EXPIRED', 'GOOD_TILL_DATE', 'EXPIRED'],
  ['CANCELED', 'CANCELED_BY_MEMBER', 'CANCELED'],
] as const)('a stop that fired and then rested to its end, %s: its order ends so, the stop itself is FINISHED', (status, endReason, x) => {
  events.take(event('ORDER_UPDATE', { order: stop({ isWaiting: false, hasFired: true, price: '59000' }) }));
  events.take(event('ORDER_CANCEL', { order: stop({ isWaiting: false, hasFired: true, price: '59000', status, endReason }) }));
  expect(names()).toEqual([
    'ALGO_UPDATE TRIGGERED',
    'ORDER_TRADE_UPDATE NEW NEW',
    `ORDER_TRADE_UPDATE ${status} ${x}`,
    'ALGO_UPDATE FINISHED',
  ]);
});

test('a stop called off while it waited is CANCELED and no order of the book', () => {
  events.take(event('ORDER_CANCEL', { order: stop({ isWaiting: false, status: 'CANCELED' }) }));
  expect(names()).toEqual(['ALGO_UPDATE CANCELED']);
});

test('the side that closed is the side that was held, in hedge mode too', () => {
  events.rememberPositions([held(), held({ futuresPositionId: 4, positionSide: 'SHORT', tradeType: 'SHORT', marginType: 'ISOLATED' })]);
  events.take(event('POSITION_CLOSE', { closed: closed(4) }));
  events.take(event('POSITION_FINISH_HISTORY', { closed: closed(4) }));
  events.account(figures('1005.000000'));
  expect(told).toHaveLength(1);
  expect(told[0].a).toMatchObject({ m: 'ORDER', B: [{ a: 'USDT', wb: '1005.000000', bc: '0' }] });
  expect(told[0].a.P).toMatchObject([{ s: 'BTCUSDT', ps: 'SHORT', pa: '0', mt: 'isolated' }]);
});

test('a position that opened and closed between two looks closed on the side of its orders', () => {
  const filled = stop({ type: 'MARKET', isWaiting: false, status: 'FILLED' });
  events.take(event('ORDER_FILLED', { order: filled, fill: { ...fill, positionSide: 'LONG' }, futuresPositionId: 5 }));
  events.take(event('POSITION_CLOSE', { closed: closed(5) }));
  events.take(event('POSITION_FINISH_HISTORY', { closed: closed(5) }));
  events.account(figures('1005.000000'));
  expect(told.at(-1).a.P).toMatchObject([{ s: 'BTCUSDT', ps: 'LONG', pa: '0' }]);
});

test('liquidated in the instant it opened: the opening first, then what the system closed, on the leg it was', () => {
  const opening = stop({ type: 'MARKET', isWaiting: false, status: 'FILLED' });
  // The batch is heard before the account that it changed has been read.
  const own = { ...opening, id: 8, autoClose: 'LIQUIDATION' } as Order;
  const forced = (index: number, execution: ForcedTold['execution'], sequence = 9): ForcedTold => ({
    sequence,
    index,
    execution,
    order: own,
    fill: execution === 'NEW' ? undefined : { ...fill, orderId: 8 },
  });
  for (const told of [forced(5, 'NEW'), forced(5, 'CALCULATED'), forced(2, 'NEW', 10)]) events.forced(told);
  events.isolated(5);
  const legFill = { ...fill, positionSide: 'LONG' as const };
  events.take(event('ORDER_SUCCESS', { eventId: '9-4', sequence: 9, order: { ...opening, status: 'NEW' } }));
  events.take(event('ORDER_FILLED', { eventId: '9-12', sequence: 9, order: opening, fill: legFill, futuresPositionId: 5 }));
  events.take(event('POSITION_LIQUID', { eventId: '9-28', sequence: 9, closed: closed(5) }));
  events.account(figures('900.000000'));
  expect(told.map(({ e, o }) => `${e} ${o?.i ?? ''} ${o?.x ?? ''}`.trim())).toEqual([
    'ORDER_TRADE_UPDATE 7 NEW',
    'TRADE_LITE',
    'ORDER_TRADE_UPDATE 7 TRADE',
    'ORDER_TRADE_UPDATE 8 NEW',
    'ORDER_TRADE_UPDATE 8 CALCULATED',
    'ACCOUNT_UPDATE',
  ]);
  expect(told.at(-1).a.P).toMatchObject([{ s: 'BTCUSDT', ps: 'LONG', mt: 'isolated', pa: '0' }]);
  // What only follows the mark, and figures, may be of a later moment; after a gap nothing else comes of what was before.
  events.take(event('POSITION_UPDATE_LIQUIDPRICE', { eventId: '11-999999', sequence: 11, position: held() }));
  events.account(figures('890.000000'));
  expect(told.at(-1).e).toBe('ACCOUNT_UPDATE');
  events.take(event('SNAPSHOT_NEEDED', { eventId: '11-0', sequence: 11 }));
  expect(told.at(-1).o).toMatchObject({ i: 8, x: 'NEW' });
});

test('why a balance moved: funding, money in, money out, margin; marks alone tell nothing', () => {
  events.account(figures('1000.000000'));
  expect(told).toEqual([]);
  events.funded();
  events.account(figures('999.500000'));
  events.account(figures('1099.500000'));
  events.account(figures('1050.000000'));
  events.take(event('POSITION_UPDATE', { position: held({ marginType: 'ISOLATED' }) }));
  events.account(figures('1050.000000'));
  expect(told.map(({ a }) => [a.m, a.B[0].bc, a.P.length])).toEqual([
    ['FUNDING_FEE', '-0.500000', 0],
    ['DEPOSIT', '100.000000', 0],
    ['WITHDRAW', '-49.500000', 0],
    ['MARGIN_TRANSFER', '0', 1],
  ]);
});

test('a margin call of the cross account carries its wallet', () => {
  events.take(event('POSITION_WARN', { position: held() }));
  events.take(event('POSITION_WARN', { position: held({ marginType: 'ISOLATED' }) }));
  expect(told[0]).toMatchObject({
    e: 'MARGIN_CALL',
    cw: '1000.000000',
    p: [{ s: 'BTCUSDT', ps: 'LONG', mt: 'CROSSED', iw: '0', mm: '2' }],
  });
  expect(told[1]).not.toHaveProperty('cw');
});
