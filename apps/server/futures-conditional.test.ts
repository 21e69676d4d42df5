// Conditional orders over real HTTP, engine, PostgreSQL and STOMP: TAKEPROFIT, STOPLOSS, TRAILINGSTOP, TP/SL of positions and entries,
// batch, scale, reverse, close all and the dead man's switch.
import { connectStomp, type Heard, type TestClient, until } from '@maru/kit/server/testing/stomp.ts';
import { SwitchBit } from '@maru/engine/wire/command.ts';
import type { FuturesEvent, Order, Position } from '@maru/futures/contract.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const TPSL = '/api/futures/order/tpsl';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '59000' };
const market = { ...limit, type: 'MARKET', price: undefined };
const stop = { ...limit, type: 'STOPLOSS', side: 'SELL', price: undefined, stopPrice: '59000', reduceOnly: true };
let exchange: TestExchange;
let alice: TestMember;
let socket: TestClient;
let heard: Heard[];
let serial = 0;

beforeAll(async () => {
  exchange = await openTestExchange();
  await mark('60000.00');
  await mark('60000.00');
});
afterAll(() => exchange.stop());
beforeEach(async () => {
  alice = await exchange.member(`alice${++serial}`);
  socket = await connectStomp(exchange.port, { token: alice.token });
  heard = socket.subscribe('/user/queue/futures');
  await socket.settle();
  await mark('60000.00');
});
afterEach(async () => {
  await alice.post('/api/futures/order/cancel_all', {});
  await ladder();
  await alice.post('/api/futures/order/close_all', {});
  await socket.end();
});

const ladder = (bid = '59999.00', ask = '60001.00') => exchange.setLadder(BTC, [[bid, '5']], [[ask, '5']]);
/** Mark and last alike; the ladder around them. */
async function mark(price: string): Promise<void> {
  const near = (away: number) => (Number(price) + away).toFixed(2);
  await exchange.setLadder(BTC, [[near(-1), '5']], [[near(1), '5']]);
  await exchange.setMark(BTC, price);
}
async function ok(path: string, body: unknown) {
  const answer = await alice.post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}
async function refused(path: string, body: unknown): Promise<unknown[]> {
  const { status, body: answer } = await alice.post(path, body);
  expect(answer.message).toMatch(/[가-힣]/);
  return [status, answer.code, answer.data?.field];
}
const open = async () => (await alice.get('/api/futures/history/open_order')).body.data as Order[];
const positions = async () => (await alice.get('/api/futures/history/open_position')).body.data;
const told = () => heard.map((message) => message.body as FuturesEvent);
const ended = async (query: Record<string, string>) => {
  await exchange.projected();
  return (await alice.get('/api/futures/list', query)).body.data.content as Order[];
};
async function long(quantity = '0.010'): Promise<number> {
  await ladder();
  await ok(ORDER, { ...market, quantity });
  return (await positions())[0].futuresPositionId;
}

describe('TAKEPROFIT and STOPLOSS (rules 3.1)', () => {
  it('a stop waits, is told, read back, amended and cancelled under one id', async () => {
    await long();
    const { order } = await ok(ORDER, { ...stop, workingType: 'MARK_PRICE', priceProtect: true, clientOrderId: 'my-stop' });
    expect(order).toMatchObject({
      type: 'STOPLOSS',
      status: 'NEW',
      stopPrice: '59000.00',
      workingType: 'MARK_PRICE',
      priceProtect: true,
      closePosition: false,
      isWaiting: true,
      reduceOnly: true,
      clientOrderId: 'my-stop',
      price: '0.00',
    });
    expect(await open()).toEqual([order]);
    await until(() => told().some((e) => e.type === 'ORDER_SUCCESS' && e.order?.id === order.id));
    const again = await alice.post(ORDER, { ...stop, workingType: 'MARK_PRICE', priceProtect: true, clientOrderId: 'my-stop' });
    expect(again.body.data.order).toEqual(order);
    const amended = await ok('/api/futures/order/amend', { id: order.id, stopPrice: '58900', quantity: '0.009' });
    expect(amended.order).toMatchObject({ id: order.id, stopPrice: '58900.00', quantity: '0.009', isWaiting: true });
    expect(await open()).toEqual([amended.order]);
    expect(
      (await alice.post(ORDER, { ...stop, workingType: 'MARK_PRICE', priceProtect: true, clientOrderId: 'my-stop' })).body.data.order,
    ).toEqual(order);
    await ok('/api/futures/order/cancel', { id: order.id });
    await until(() => told().some((e) => e.type === 'ORDER_CANCEL'));
    expect((await ended({ orderType: 'STOPLOSS' }))[0]).toMatchObject({
      id: order.id,
      status: 'CANCELED',
      stopPrice: '58900.00',
      isWaiting: false,
      hasFired: false,
    });
  });

  it('fires as MARKET at its price, keeps its id and type, and closes the position', async () => {
    await long();
    const { order } = await ok(ORDER, stop);
    await until(() => told().some((e) => e.type === 'ORDER_SUCCESS' && e.order?.id === order.id));
    heard.length = 0;
    await mark('58990.00');
    await until(() => told().some((e) => e.type === 'POSITION_FINISH_HISTORY'));
    const own = told().filter((e) => e.order?.id === order.id);
    expect(own.map((e) => e.type)).toEqual(['ORDER_UPDATE', 'ORDER_FILLED']);
    expect(own[0].order).toMatchObject({ type: 'STOPLOSS', isWaiting: false, status: 'NEW' });
    expect(await positions()).toEqual([]);
    const [closed] = await ended({ orderType: 'STOPLOSS', status: 'FILLED' });
    expect(closed).toMatchObject({ id: order.id, type: 'STOPLOSS', status: 'FILLED', stopPrice: '59000.00', filledQuantity: '0.010' });
    expect((await ended({ orderType: 'MARKET', side: 'SELL' })).length).toBe(0);
  });

  it('an opening stop with a price becomes a LIMIT order that rests', async () => {
    const { order } = await ok(ORDER, { ...limit, type: 'STOPLOSS', stopPrice: '60500', price: '60400' });
    expect(order).toMatchObject({ type: 'STOPLOSS', price: '60400.00', reserved: expect.not.stringMatching(/^0/) });
    await mark('60500.00');
    await until(() => told().some((e) => e.type === 'ORDER_UPDATE'));
    const fired = { id: order.id, type: 'STOPLOSS', isWaiting: false, hasFired: true };
    expect(await open()).toMatchObject([{ ...fired, status: 'NEW', price: '60400.00' }]);
    await ok('/api/futures/order/cancel', { id: order.id });
    expect((await ended({ orderType: 'STOPLOSS' }))[0]).toMatchObject({ ...fired, status: 'CANCELED' });
  });

  it('a trigger that is refused when it fires expires and says why (rules 3.1)', async () => {
    const { order } = await ok(ORDER, { ...limit, type: 'STOPLOSS', price: undefined, stopPrice: '60500' });
    const restricted = { playerId: alice.member, reduceOnly: true };
    expect((await (await exchange.operator()).post('/api/admin/futures/account_flags', restricted)).status).toBe(200);
    await mark('60500.00');
    await until(() => told().some((e) => e.type === 'ORDER_CANCEL'));
    const cancelled = told().find((e) => e.type === 'ORDER_CANCEL');
    const why = { id: order.id, status: 'EXPIRED', endReason: 'TRIGGER_REFUSED', reason: 'ACCOUNT_REDUCE_ONLY', hasFired: false };
    expect(cancelled?.order).toMatchObject(why);
    expect((await ended({ status: 'EXPIRED' }))[0]).toMatchObject(why);
  });

  it.each([
    [{ ...stop, stopPrice: '60500' }, 422, 'WOULD_TRIGGER_AT_ONCE', 'stopPrice'],
    [{ ...stop, stopPrice: '0' }, 400, 'STOP_PRICE_NOT_POSITIVE', 'stopPrice'],
    [{ ...stop, stopPrice: '42949672.96' }, 400, 'STOP_PRICE_TOO_HIGH', 'stopPrice'],
    [{ ...stop, stopPrice: '59000.001' }, 400, 'BAD_PRECISION', 'stopPrice'],
    [{ ...stop, closePosition: true, reduceOnly: undefined }, 400, 'CLOSE_POSITION_TAKES_NO_QUANTITY', 'quantity'],
    [{ ...stop, closePosition: true, quantity: undefined }, 400, 'CLOSE_POSITION_TAKES_NO_REDUCE_ONLY', 'reduceOnly'],
    [{ ...stop, workingType: 'INDEX' }, 400, 'INVALID_FIELD', 'workingType'],
    [{ ...stop, type: 'TRAILINGSTOP', stopPrice: undefined, callbackRate: '11' }, 400, 'INVALID_CALLBACK_RATE', 'callbackRate'],
    [{ ...stop, type: 'TRAILINGSTOP', stopPrice: undefined, callbackRate: '-1' }, 400, 'INVALID_FIELD', 'callbackRate'],
    [{ ...limit, takeProfit: '58000' }, 422, 'TAKE_PROFIT_WRONG_SIDE', 'takeProfit'],
    [{ ...limit, stopLoss: '61000' }, 422, 'STOP_LOSS_WRONG_SIDE', 'stopLoss'],
    // It would take at once: what counts is the price that the leg watches, not its limit.
    [{ ...limit, price: '61000', stopLoss: '60500', isMarkSl: true }, 422, 'STOP_LOSS_WRONG_SIDE', 'stopLoss'],
  ])('%j is refused', async (body, status, code, field) => {
    await long();
    expect(await refused(ORDER, body)).toEqual([status, code, field]);
    expect(await open()).toEqual([]);
  });
});

describe('TRAILINGSTOP', () => {
  it('follows the best price and fires when it falls back by the rate', async () => {
    await long();
    const { order } = await ok(ORDER, { ...stop, type: 'TRAILINGSTOP', stopPrice: undefined, callbackRate: '1' });
    expect(order).toMatchObject({ type: 'TRAILINGSTOP', callbackRate: '1', activationPrice: '0', isWaiting: true });
    await mark('61000.00');
    expect(await open()).toMatchObject([{ extremePrice: '61000.0000' }]);
    await mark('60400.00');
    expect(await open()).toHaveLength(1);
    await mark('60389.00');
    await until(() => told().some((e) => e.type === 'POSITION_FINISH_HISTORY'));
    expect((await ended({ orderType: 'TRAILINGSTOP' }))[0]).toMatchObject({ id: order.id, status: 'FILLED', callbackRate: '1' });
  });
});

describe('TP/SL', () => {
  it('of a position: set, moved, kept, removed, read back (POST order/tpsl, GET open_sltp)', async () => {
    const futuresPositionId = await long();
    const set = await ok(TPSL, { futuresPositionId, takeProfit: '62000', stopLoss: '59000', isMarkSl: true });
    expect(set.takeProfit).toMatchObject({
      type: 'TAKEPROFIT',
      side: 'SELL',
      closePosition: true,
      stopPrice: '62000.00',
      workingType: 'CONTRACT_PRICE',
    });
    expect(set.stopLoss).toMatchObject({ type: 'STOPLOSS', stopPrice: '59000.00', workingType: 'MARK_PRICE' });
    const moved = await ok(TPSL, { futuresPositionId, stopLoss: '59100' });
    expect(moved.takeProfit.stopPrice).toBe('62000.00');
    expect(moved.stopLoss.stopPrice).toBe('59100.00');
    const partial = await ok(ORDER, { ...stop, quantity: '0.005', stopPrice: '58000' });
    const { body } = await alice.get('/api/futures/open_sltp');
    expect(body.data).toEqual([
      {
        futuresPositionId,
        futuresOptionId: 1,
        symbol: BTC,
        takeProfit: moved.takeProfit,
        stopLoss: moved.stopLoss,
        partial: [partial.order],
      },
    ]);
    const removed = await ok(TPSL, { futuresPositionId, takeProfit: null, stopLoss: '0' });
    expect(removed).toEqual({ takeProfit: null, stopLoss: null });
    expect((await open()).map((o) => o.id)).toEqual([partial.order.id]);
  });

  it('refuses what would fire at once, another’s position, and a position that is gone', async () => {
    const futuresPositionId = await long();
    // The field is the leg's own, as it was sent.
    expect(await refused(TPSL, { futuresPositionId, takeProfit: '59000', stopLoss: '58000' })).toEqual([
      422,
      'WOULD_TRIGGER_AT_ONCE',
      'takeProfit',
    ]);
    expect(await refused(TPSL, { futuresPositionId, takeProfit: '62000', stopLoss: '61000' })).toEqual([
      422,
      'WOULD_TRIGGER_AT_ONCE',
      'stopLoss',
    ]);
    const bob = await exchange.member(`bobby${serial}`);
    const foreign = await bob.post(TPSL, { futuresPositionId, takeProfit: '62000' });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'POSITION_UNKNOWN']);
    expect(await refused(TPSL, { futuresPositionId: 999_999, takeProfit: '62000' })).toEqual([
      404,
      'POSITION_UNKNOWN',
      'futuresPositionId',
    ]);
    expect(await open()).toEqual([]);
  });

  it('goes with the position', async () => {
    const futuresPositionId = await long();
    await ok(TPSL, { futuresPositionId, takeProfit: '62000', stopLoss: '59000' });
    await ladder();
    await ok(ORDER, { ...market, side: 'SELL', reduceOnly: true });
    expect(await open()).toEqual([]);
    expect((await ended({ orderType: 'STOPLOSS' }))[0]).toMatchObject({ endReason: 'POSITION_CLOSED', status: 'CANCELED' });
  });

  it('of an entry: armed by its fill, found by the entry’s id (GET tpsl)', async () => {
    await ladder();
    const { order } = await ok(ORDER, { ...market, takeProfit: '62000', stopLoss: '59000', isMarkTp: true });
    expect(order).toMatchObject({
      type: 'MARKET',
      status: 'FILLED',
      takeProfit: '62000.00',
      stopLoss: '59000.00',
      isMarkTp: true,
      isMarkSl: false,
    });
    const standing = await open();
    expect(standing.map((o) => [o.type, o.stopPrice, o.closePosition, o.parentId]).sort()).toEqual([
      ['STOPLOSS', '59000.00', true, order.id],
      ['TAKEPROFIT', '62000.00', true, order.id],
    ]);
    await exchange.projected();
    const { body } = await alice.get('/api/futures/tpsl', { orderId: order.id });
    expect(body.data).toMatchObject({ orderId: order.id, takeProfit: '62000.00', stopLoss: '59000.00', isMarkTp: true, isMarkSl: false });
    expect(body.data.armed).toHaveLength(2);
    expect((await alice.get('/api/futures/tpsl', { orderId: 77 })).body.code).toBe('ORDER_UNKNOWN');
  });
});

describe('several at once', () => {
  it('a batch answers order by order; what is refused leaves the rest (POST order/batch)', async () => {
    const body = { orders: [limit, { ...limit, price: '59500' }, { ...limit, price: '63000.01' }, { ...limit, clientOrderId: 'third' }] };
    const { results } = await ok('/api/futures/order/batch', body);
    expect(results.map((r: { order: Order | null; code: string | null }) => [r.order?.status ?? null, r.code])).toEqual([
      ['NEW', null],
      ['NEW', null],
      [null, 'PRICE_ABOVE_BAND'],
      ['NEW', null],
    ]);
    expect(results[2].message).toContain('63,000 USDT');
    expect(await open()).toHaveLength(3);
    expect((await refused('/api/futures/order/batch', { orders: [] })).slice(0, 2)).toEqual([400, 'INVALID_FIELD']);
    expect((await refused('/api/futures/order/batch', { orders: Array.from({ length: 21 }, () => limit) })).slice(0, 2)).toEqual([
      400,
      'INVALID_FIELD',
    ]);
  });

  it('a batch with a key is answered again, not placed again', async () => {
    const key = { 'idempotency-key': `batch-${serial}` };
    const body = { orders: [limit, { ...limit, price: '58000' }] };
    const first = await alice.post('/api/futures/order/batch', body, key);
    const second = await alice.post('/api/futures/order/batch', body, key);
    expect(second.body.data).toEqual(first.body.data);
    expect(await open()).toHaveLength(2);
  });

  it('a scale of limit orders adds up to its quantity (POST order/scale)', async () => {
    const scale = {
      futuresOptionId: 1,
      side: 'BUY',
      positionSide: 'BOTH',
      quantity: '0.100',
      fromPrice: '59000',
      toPrice: '58000',
      count: 5,
    };
    const { results } = await ok('/api/futures/order/scale', scale);
    expect(results.map((r: { order: Order }) => [r.order.price, r.order.quantity])).toEqual([
      ['59000.00', '0.020'],
      ['58750.00', '0.020'],
      ['58500.00', '0.020'],
      ['58250.00', '0.020'],
      ['58000.00', '0.020'],
    ]);
    expect(await refused('/api/futures/order/scale', { ...scale, toPrice: '59000' })).toEqual([400, 'PARAM_MALFORMED', 'count']);
    expect(await refused('/api/futures/order/scale', { ...scale, count: 1 })).toEqual([400, 'INVALID_FIELD', 'count']);
  });

  it('reverses a position: closed, and as much opened on the other side (rules 5.7)', async () => {
    const futuresPositionId = await long();
    await ladder();
    const { fills, position, code } = await ok('/api/futures/order/reverse', { futuresPositionId });
    expect(fills.map((f: { side: string; quantity: string }) => [f.side, f.quantity])).toEqual([
      ['SELL', '0.010'],
      ['SELL', '0.010'],
    ]);
    expect([position.tradeType, position.quantity, code]).toEqual(['SHORT', '0.010', null]);
    expect((await positions()).map((p: { tradeType: string }) => p.tradeType)).toEqual(['SHORT']);
    expect(await refused('/api/futures/order/reverse', { futuresPositionId })).toEqual([404, 'POSITION_UNKNOWN', 'futuresPositionId']);
  });

  it('closes all positions, of one symbol or of all (POST order/close_all)', async () => {
    await long('0.020');
    await ladder();
    const { fills, closed, left } = await ok('/api/futures/order/close_all', {});
    expect([fills.length, closed, left]).toEqual([1, 1, []]);
    expect(await ok('/api/futures/order/close_all', { futuresOptionId: 1 })).toEqual({ fills: [], closed: 0, left: [], reasons: [] });
    expect(await refused('/api/futures/order/close_all', { futuresOptionId: 99 })).toEqual([404, 'SYMBOL_UNKNOWN', 'futuresOptionId']);
  });

  it('close_all names a reason for each symbol that is left (rules 5.7)', async () => {
    await long('0.020');
    await exchange.setMark('BINANCE:ETHUSDT', '3000.00');
    await exchange.setLadder('BINANCE:ETHUSDT', [['2999.00', '5']], [['3001.00', '5']]);
    await ok(ORDER, { ...market, futuresOptionId: 2, quantity: '0.500' });
    await exchange.setMark('BINANCE:XRPUSDT', '2.0000');
    await exchange.setLadder('BINANCE:XRPUSDT', [['1.9990', '500']], [['2.0010', '500']]);
    await ok(ORDER, { ...market, futuresOptionId: 3, quantity: '100' });
    await ladder();
    await exchange.setSwitch('BINANCE:ETHUSDT', SwitchBit.Halt);
    await exchange.setLadder('BINANCE:XRPUSDT', [['1.9990', '40']], [['2.0010', '500']]);
    const { closed, left, reasons } = await ok('/api/futures/order/close_all', {});
    expect([closed, left.map((p: Position) => [p.symbol, p.quantity]).sort()]).toEqual([
      2,
      [
        ['BINANCE:ETHUSDT', '0.500'],
        ['BINANCE:XRPUSDT', '60.0'],
      ],
    ]);
    expect(reasons.map((r: { symbol: string; code: string }) => [r.symbol, r.code]).sort()).toEqual([
      ['BINANCE:ETHUSDT', 'TRADING_HALTED'],
      ['BINANCE:XRPUSDT', 'CLOSE_NOT_FILLED'],
    ]);
    for (const { message } of reasons) expect(message).toMatch(/[가-힣].*요\.$/);
    await exchange.setSwitch('BINANCE:ETHUSDT', 0);
    await exchange.setLadder('BINANCE:ETHUSDT', [['2999.00', '5']], [['3001.00', '5']]);
    await exchange.setLadder('BINANCE:XRPUSDT', [['1.9990', '500']], [['2.0010', '500']]);
  });

  it('cancels all after a while unless it is asked again (POST order/cancel_all_after)', async () => {
    await ok(ORDER, limit);
    const set = await ok('/api/futures/order/cancel_all_after', { countdownTime: 60_000 });
    expect(Date.parse(set.cancelAt) - exchange.server.context.clock.now()).toBeGreaterThan(50_000);
    expect(await ok('/api/futures/order/cancel_all_after', { countdownTime: 0 })).toEqual({ countdownTime: 0, cancelAt: null });
    await ok('/api/futures/order/cancel_all_after', { countdownTime: 1000 });
    await until(() => told().some((e) => e.type === 'ORDER_CANCEL'));
    expect(told().find((e) => e.type === 'ORDER_CANCEL')?.order?.endReason).toBe('CANCEL_AFTER');
    expect(await open()).toEqual([]);
    expect(await refused('/api/futures/order/cancel_all_after', { countdownTime: 10 })).toEqual([
      400,
      'INVALID_COUNTDOWN',
      'countdownTime',
    ]);
  });
});
