// TWAP orders by the bots' gateway: the venue's five calls, their shapes, numbers of refusal, and the same signed request twice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotsExchange, type Keys, startBots } from './testing/bots.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const ROOT = '/sapi/v1/algo/futures';
const requested = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.1', duration: 300 };
const OK = { success: true, code: 0, msg: 'OK' };
const clock = stoppableClock();
let exchange: BotsExchange;
let keys: Keys;

beforeAll(async () => {
  exchange = await startBots({}, clock);
  keys = await exchange.keys('demo1');
});
afterAll(() => exchange?.stop());

const ask = (method: string, path: string, params: Record<string, string | number> = {}, by = keys) =>
  exchange.signed(by, method, `${ROOT}${path}`, params, { timestamp: clock.now() });
const open = async () => (await ask('GET', '/openOrders')).body;

test('placed, seen at work with its slices, cancelled, and found in the history', async () => {
  const placed = await ask('POST', '/newOrderTwap', requested);
  expect([placed.status, placed.body]).toEqual([200, { clientAlgoId: expect.stringMatching(/^[\w-]{32}$/), ...OK }]);
  const { clientAlgoId } = placed.body;
  await expect.poll(async () => (await open()).orders[0]?.executedQty).toBe('0.010');
  const { total, orders } = await open();
  const [order] = orders;
  expect(total).toBe(1);
  expect(order).toMatchObject({
    algoId: expect.any(Number),
    symbol: 'BTCUSDT',
    side: 'BUY',
    positionSide: 'BOTH',
    totalQty: '0.100',
    clientAlgoId,
    endTime: 0,
    algoStatus: 'WORKING',
    algoType: 'TWAP',
    urgency: 'LOW',
  });
  expect(Number(order.executedAmt)).toBeCloseTo(Number(order.avgPrice) * 0.01, 6);
  const { body: subs } = await ask('GET', '/subOrders', { algoId: order.algoId });
  expect(subs).toMatchObject({ total: 1, executedQty: '0.010', executedAmt: order.executedAmt });
  expect(subs.subOrders).toMatchObject([
    {
      algoId: order.algoId,
      orderStatus: 'FILLED',
      executedQty: '0.010',
      origQty: '0.010',
      feeAsset: 'USDT',
      subId: 1,
      side: 'BUY',
      symbol: 'BTCUSDT',
      timeInForce: 'IMMEDIATE_OR_CANCEL',
    },
  ]);
  expect(Number(subs.subOrders[0].feeAmt)).toBeLessThan(0);
  const trades = await exchange.signed(keys, 'GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT' }, { timestamp: clock.now() });
  expect(trades.body.map(({ orderId }: { orderId: number }) => orderId)).toContain(subs.subOrders[0].orderId);
  const gone = await ask('DELETE', '/order', { algoId: order.algoId });
  expect(gone.body).toEqual({ algoId: order.algoId, ...OK });
  expect(await open()).toEqual({ total: 0, orders: [] });
  const past = { ...order, algoStatus: 'CANCELLED', endTime: expect.any(Number) };
  expect((await ask('GET', '/historicalOrders')).body).toMatchObject({ total: 1, orders: [past] });
  for (const [params, found] of [
    [{ symbol: 'BTCUSDT', side: 'BUY', page: 1, pageSize: 1 }, 1],
    [{ symbol: 'ETHUSDT' }, 0],
    [{ side: 'SELL' }, 0],
    [{ startTime: order.bookTime, endTime: order.bookTime }, 1],
    [{ startTime: order.bookTime + 1 }, 0],
    [{ endTime: order.bookTime - 1 }, 0],
  ] as const)
    expect((await ask('GET', '/historicalOrders', params)).body.total, JSON.stringify(params)).toBe(found);
});

test('the same signed request again is the same TWAP, its name another’s no more; it is cancelled by its name too', async () => {
  const first = await ask('POST', '/newOrderTwap', { ...requested, clientAlgoId: 'mine', limitPrice: '1' });
  const again = await Promise.all(Array.from({ length: 4 }, () => first.again()));
  for (const { body } of again) expect(body).toEqual({ clientAlgoId: 'mine', ...OK });
  expect((await open()).total).toBe(1);
  clock.skip(1);
  expect((await ask('POST', '/newOrderTwap', { ...requested, clientAlgoId: 'mine' })).body.code).toBe(-20132);
  const gone = await ask('DELETE', '/order', { clientAlgoId: 'mine' });
  expect(gone.body).toMatchObject(OK);
  expect((await ask('DELETE', '/order', { clientAlgoId: 'mine' })).body.code).toBe(-20124);
});

test.each([
  [{ duration: 299 }, -20130],
  [{ duration: 'soon' }, -1102],
  [{ quantity: '0.002' }, -20195],
  [{ quantity: '0.0001' }, -1111],
  [{ symbol: 'NOSUCH' }, -1121],
  [{ side: 'UP' }, -1117],
  [{ positionSide: 'LONG' }, -4061],
  [{ side: 'SELL', reduceOnly: 'true', quantity: '900' }, -2024],
])('%o is refused as %i', async (more, code) => {
  const { status, body } = await ask('POST', '/newOrderTwap', { ...requested, ...more } as Record<string, string | number>);
  expect([status, body.code], JSON.stringify(body)).toEqual([400, code]);
});

test('another member’s is unknown; a key that may only read places and cancels none; a wrong signature neither', async () => {
  await ask('POST', '/newOrderTwap', { ...requested, limitPrice: '1' });
  const [{ algoId }] = (await open()).orders;
  const other = await exchange.keys('demo2');
  expect((await ask('DELETE', '/order', { algoId }, other)).body.code).toBe(-20124);
  expect((await ask('GET', '/subOrders', { algoId }, other)).body.code).toBe(-20124);
  expect((await ask('GET', '/openOrders', {}, other)).body.total).toBe(0);
  const reading = await exchange.keys('demo1', { scope: 'READ' });
  expect((await ask('DELETE', '/order', { algoId }, reading)).body.code).toBe(-2015);
  expect((await ask('POST', '/newOrderTwap', requested, reading)).body.code).toBe(-2015);
  expect((await ask('GET', '/openOrders', {}, reading)).body.total).toBe(1);
  const forged = await exchange.signed(keys, 'DELETE', `${ROOT}/order`, { algoId }, { timestamp: clock.now(), signature: '0'.repeat(64) });
  expect(forged.body.code).toBe(-1022);
  expect((await open()).total).toBe(1);
  await ask('DELETE', '/order', { algoId });
});

test('names of slices are nobody’s to use', async () => {
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01', newClientOrderId: 'twap-1-1' };
  const { body } = await exchange.signed(keys, 'POST', '/fapi/v1/order', order, { timestamp: clock.now() });
  expect(body.code).toBe(-4015);
});

test('calls that cancel a symbol’s orders, now or when the bot falls silent, leave TWAPs: they are the venue’s algo orders', async () => {
  await ask('POST', '/newOrderTwap', { ...requested, limitPrice: '1' });
  const signed = (method: string, path: string, params: Record<string, string | number>) =>
    exchange.signed(keys, method, path, { symbol: 'BTCUSDT', ...params }, { timestamp: clock.now() });
  const resting = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price: '50000' };
  const orders = async () => (await signed('GET', '/fapi/v1/openOrders', {})).body.length;
  expect((await signed('POST', '/fapi/v1/order', resting)).status).toBe(200);
  expect((await signed('DELETE', '/fapi/v1/allOpenOrders', {})).status).toBe(200);
  expect([await orders(), (await open()).total]).toEqual([0, 1]);
  expect((await signed('POST', '/fapi/v1/order', resting)).status).toBe(200);
  expect((await signed('POST', '/fapi/v1/countdownCancelAll', { countdownTime: 1000 })).status).toBe(200);
  clock.skip(2_000);
  await expect.poll(orders).toBe(0);
  const [{ algoId }] = (await open()).orders;
  expect((await ask('DELETE', '/order', { algoId })).body).toMatchObject(OK);
});
