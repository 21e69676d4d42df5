// Area ORD: orders that should not be, each refused for its own reason, with one that should be beside it.
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestExchange, type TestMember, HANOK, openTestExchange } from '../../apps/server/testing/test-exchange.ts';
import { attack, expectStatus } from './cases.ts';
import { MarketChain } from './market-chain.ts';

const BTC = 'BINANCE:BTCUSDT';
const EURUSD = 'PYTH:EURUSD';
const ORDER = '/api/futures/order';
const LEVERAGE = '/api/futures/order/leverage';
const market = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
const limit = { ...market, type: 'LIMIT', price: '50000' };
let exchange: TestExchange;
let u1: TestMember;
let u2: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '50000.00');
  await exchange.setMark(EURUSD, '1.10000');
});
afterAll(() => exchange.stop());

let serial = 0;
async function newcomers(usdt = '10000'): Promise<void> {
  serial++;
  u1 = await exchange.member(`user1-${serial}`, usdt);
  u2 = await exchange.member(`user2-${serial}`, usdt);
}
const ladder = () => exchange.setLadder(BTC, [['49999.00', '50']], [['50001.00', '50']]);
const positions = async (m: TestMember) =>
  (await m.get('/api/futures/history/open_position')).body.data as { quantity: string; leverage: number }[];
const orders = async (m: TestMember) => (await m.get('/api/futures/history/open_order')).body.data as unknown[];

attack('ORD-01', async (attacked) => {
  await newcomers();
  await u1.post(LEVERAGE, { futuresOptionId: 1, leverage: 5 });
  await ladder();
  const answers = await Promise.all(Array.from({ length: 20 }, () => u1.post(ORDER, { ...market, clientOrderId: 'o-1' })));
  for (const answer of answers) {
    expectStatus(attacked, answer.status);
    expect(answer.body).toEqual(answers[0].body);
  }
  expect((await positions(u1)).map((p) => p.quantity)).toEqual(['0.010']);
  await ladder();
  await u1.post(ORDER, { ...market, clientOrderId: 'o-2' });
  expect((await positions(u1)).map((p) => p.quantity)).toEqual(['0.020']);
});

attack('ORD-02', async (attacked) => {
  // Site B lists one symbol less than site A from its next start.
  await exchange.server.context.pool.query(
    `UPDATE site_site SET config = jsonb_set(config, '{symbols}', (config->'symbols') - 29) WHERE id = $1`,
    [HANOK],
  );
  await exchange.restart();
  const hana = await exchange.member('hana', '10000', HANOK);
  const answer = await hana.post(ORDER, { ...market, futuresOptionId: 30, quantity: '1' });
  expectStatus(attacked, answer.status);
  expect([answer.body.code, answer.body.data.field]).toEqual(['SYMBOL_UNKNOWN', 'futuresOptionId']);
  expect(await positions(hana)).toEqual([]);
  await exchange.setMark(BTC, '50000.00', HANOK);
  expect((await hana.post(ORDER, limit)).status).toBe(200);
});

attack('ORD-03', async (attacked) => {
  await newcomers();
  expect((await u1.post(LEVERAGE, { futuresOptionId: 1, leverage: 5 })).status).toBe(200);
  await ladder();
  await u1.post(ORDER, market);
  const answer = await u1.post(LEVERAGE, { futuresOptionId: 1, leverage: 50 });
  expectStatus(attacked, answer.status);
  expect(answer.body.code).toBe('LEVERAGE_LOCKED_BY_POSITION');
  expect((await positions(u1))[0].leverage).toBe(5);
});

attack('ORD-04', async (attacked) => {
  await newcomers();
  const [offTick, farOut] = attacked.input as object[];
  const first = await u1.post(ORDER, { ...offTick, futuresOptionId: 1 });
  const second = await u1.post(ORDER, { ...farOut, futuresOptionId: 1 });
  for (const answer of [first, second]) expectStatus(attacked, answer.status);
  expect([first.body.code, second.body.code]).toEqual(['BAD_PRECISION', 'PRICE_BELOW_BAND']);
  expect(await orders(u1)).toEqual([]);
  expect((await u1.post(ORDER, { ...limit, side: 'SELL', price: '50500.01' })).status).toBe(200);
});

attack('ORD-06', async (attacked) => {
  await newcomers();
  await ladder();
  const answers = await Promise.all((attacked.input as object[]).map((input) => u1.post(ORDER, { ...input, futuresOptionId: 1 })));
  for (const answer of answers) expectStatus(attacked, answer.status);
  expect(answers.map(({ body }) => [body.code, body.data.field])).toEqual([
    ['QUANTITY_NOT_POSITIVE', 'quantity'],
    ['INVALID_FIELD', 'quantity'],
  ]);
  expect(await positions(u1)).toEqual([]);
  await ladder();
  expect((await u1.post(ORDER, market)).status).toBe(200);
});

attack('ORD-07', async (attacked) => {
  await newcomers('100000');
  await ladder();
  await u1.post(ORDER, { ...market, quantity: '1' });
  await ladder();
  const answer = await u1.post(ORDER, { ...market, side: 'SELL', reduceOnly: true, quantity: '5' });
  expectStatus(attacked, answer.status);
  // Clipped to the position: it never flips.
  expect(answer.body.data.order).toMatchObject({ filledQuantity: '1.000', status: 'CANCELED', endReason: 'REDUCE_ONLY' });
  expect(await positions(u1)).toEqual([]);
  await ladder();
  expect((await u1.post(ORDER, { ...market, side: 'SELL', reduceOnly: true, quantity: '1' })).body.code).toBe('REDUCE_ONLY_REJECTED');
});

attack('ORD-08', async (attacked) => {
  await newcomers();
  await ladder();
  await u1.post(ORDER, market);
  const [{ futuresPositionId }] = (await u1.get('/api/futures/history/open_position')).body.data;
  const answer = await u2.post('/api/futures/order/tpsl', { ...(attacked.input as object), futuresPositionId });
  expectStatus(attacked, answer.status);
  expect([answer.body.code, answer.body.data.field]).toEqual(['POSITION_UNKNOWN', 'futuresPositionId']);
  expect(await orders(u1)).toEqual([]);
  const own = await u1.post('/api/futures/order/tpsl', { ...(attacked.input as object), futuresPositionId });
  expect([own.status, own.body.data.takeProfit.stopPrice, own.body.data.stopLoss.stopPrice]).toEqual([200, '60000.00', '40000.00']);
});

attack('ORD-09', async (attacked) => {
  await newcomers();
  await ladder();
  const filled = (await u1.post(ORDER, market)).body.data.order;
  const before = (await u1.get('/api/futures/futures_cross')).body.data;
  const answer = await u1.post('/api/futures/order/cancel', { id: filled.id });
  expectStatus(attacked, answer.status);
  expect(answer.body.code).toBe('ORDER_UNKNOWN');
  expect({ ...(await u1.get('/api/futures/futures_cross')).body.data, sequence: 0 }).toEqual({ ...before, sequence: 0 });
  const open = (await u1.post(ORDER, { ...limit, price: '49000' })).body.data.order;
  expect((await u1.post('/api/futures/order/cancel', { id: open.id })).status).toBe(200);
});

attack('ORD-10', async (attacked) => {
  await newcomers();
  const order = { ...limit, futuresOptionId: 27, price: '1.10000', quantity: '100.00' };
  // Saturday noon in Seoul, then Monday at ten: the market's own hours, all the way to the engine.
  const chain = new MarketChain(exchange, EURUSD, Date.parse('2026-11-21T12:00:00+09:00'));
  await chain.hub.start();
  chain.pass(2000, () => chain.news(110_000));
  await chain.tell();
  for (const body of [order, { ...order, type: 'MARKET', price: undefined }]) {
    const answer = await u1.post(ORDER, body);
    expectStatus(attacked, answer.status);
    expect(answer.body.code).toBe('MARKET_CLOSED');
  }
  expect(await orders(u1)).toEqual([]);
  chain.now = Date.parse('2026-11-23T10:00:00+09:00');
  chain.pass(2000, () => chain.news(110_000));
  await chain.tell();
  expect((await u1.post(ORDER, order)).status).toBe(200);
});

attack('ORD-11', async (attacked) => {
  await newcomers();
  await u1.post(LEVERAGE, { futuresOptionId: 1, leverage: 10 });
  await ladder();
  const { quantity } = (await u1.get('/api/futures/order/qty_per', { futuresOptionId: 1, side: 'BUY' })).body.data;
  const oneMore = (Math.round(Number(quantity) * 1000 + 1) / 1000).toFixed(3);
  await ladder();
  const answer = await u1.post(ORDER, { ...market, quantity: oneMore });
  expectStatus(attacked, answer.status);
  expect([answer.body.code, answer.body.data.field]).toEqual(['INSUFFICIENT_MARGIN', 'quantity']);
  expect(await positions(u1)).toEqual([]);
  await ladder();
  expect((await u1.post(ORDER, { ...market, quantity })).body.data.order.status).toBe('FILLED');
});

attack('ORD-12', async (attacked) => {
  await newcomers();
  for (const input of attacked.input as object[]) {
    const answer = await u1.post(LEVERAGE, { ...input, futuresOptionId: 1 });
    expectStatus(attacked, answer.status);
    expect([answer.body.code, answer.body.data.field]).toEqual(['INVALID_FIELD', 'leverage']);
  }
  const tooHigh = await u1.post(LEVERAGE, { futuresOptionId: 1, leverage: 126 });
  expect([tooHigh.status, tooHigh.body.code]).toEqual([400, 'INVALID_LEVERAGE']);
  expect((await u1.get('/api/futures/last_leverage', { futuresOptionId: 1 })).body.data.leverage).toBe(20);
  expect((await u1.post(LEVERAGE, { futuresOptionId: 1, leverage: 125 })).status).toBe(200);
});

attack('ORD-15', async (attacked) => {
  await newcomers();
  const { id } = (await u1.post(ORDER, { ...limit, price: '49000' })).body.data.order;
  const answer = await u2.post('/api/futures/order/cancel', { id });
  expectStatus(attacked, answer.status);
  expect(answer.body.code).toBe('ORDER_UNKNOWN');
  expect(await orders(u1)).toHaveLength(1);
  expect((await u1.post('/api/futures/order/cancel', { id })).status).toBe(200);
});

attack('ORD-21', async (attacked) => {
  await newcomers();
  const answer = await u1.post('/api/futures/order/cancel_all', {});
  expectStatus(attacked, answer.status);
  expect(answer.body.data).toEqual({ canceled: 0 });
});
