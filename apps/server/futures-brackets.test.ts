// TP/SL of an entry over HTTP and STOMP: limit exits, changed and removed while it is open; and first answers told again exactly, whatever
// happened since, also after a crash.
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import type { FuturesEvent } from '@maru/futures/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const ETH = 'BINANCE:ETHUSDT';
const ORDER = '/api/futures/order';
const AMEND = '/api/futures/order/amend';
const entry = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '59000' };
const pair = { takeProfit: '61000', stopLoss: '58000', isMarkSl: true, isPartialTpsl: true };
let exchange: TestExchange;
let alice: TestMember;
let serial = 0;

beforeAll(async () => {
  exchange = await openTestExchange();
});
afterAll(() => exchange.stop());
beforeEach(async () => {
  alice = await exchange.member(`brackets${++serial}`);
  await market();
});

/** Depth counts for half a second. */
const ladders = async () => {
  await exchange.setLadder(BTC, [['59999.00', '50']], [['60001.00', '50']]);
  await exchange.setLadder(ETH, [['2999.00', '50']], [['3001.00', '50']]);
};

/** The gate of the triggers opens with two prices alike. */
async function market(): Promise<void> {
  await ladders();
  for (const [symbol, price] of [
    [BTC, 60_000],
    [ETH, 3_000],
  ] as const) {
    for (let k = 0; k < 2; k++) await exchange.setMark(symbol, price.toFixed(2));
  }
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
const open = async () => (await alice.get('/api/futures/history/open_order')).body.data;

describe('limit exits', () => {
  it('are armed with their price by the entry’s fill, and rest at it once they fired', async () => {
    const requested = { ...entry, ...pair, type: 'MARKET', price: undefined, takeProfitLimit: '61100' };
    await ladders();
    const { data, sequence } = (await alice.post(ORDER, requested)).body;
    const { order } = data;
    expect(order).toMatchObject({ takeProfit: '61000.00', takeProfitLimit: '61100.00', stopLossLimit: '0', isPartialTpsl: true });
    const { armed } = (await alice.get(`/api/futures/tpsl?orderId=${order.id}&after=${sequence}`)).body.data;
    expect(armed.map((o: typeof order) => [o.type, o.stopPrice, o.price, o.quantity]).sort()).toEqual([
      ['STOPLOSS', '58000.00', '0.00', '0.010'],
      ['TAKEPROFIT', '61000.00', '61100.00', '0.010'],
    ]);
  });

  it('are refused for the whole position, without their leg, and outside the band of their stop', async () => {
    expect(await refused(ORDER, { ...entry, ...pair, isPartialTpsl: false, takeProfitLimit: '61100' })).toEqual([
      400,
      'PARAM_NOT_REQUIRED',
      'takeProfitLimit',
    ]);
    expect(await refused(ORDER, { ...entry, takeProfitLimit: '61100' })).toEqual([400, 'PARAM_NOT_REQUIRED', 'takeProfitLimit']);
    expect((await refused(ORDER, { ...entry, ...pair, takeProfitLimit: '50000' }))[1]).toBe('PRICE_BELOW_BAND');
  });
});

describe('TP/SL of a resting entry (POST order/amend)', () => {
  it('are changed, added and removed; told live, in the open orders and in the history', async () => {
    const socket = await connectStomp(exchange.port, { token: alice.token });
    const heard = socket.subscribe('/user/queue/futures');
    await socket.settle();
    const { order } = await ok(ORDER, entry);
    expect(order).not.toHaveProperty('takeProfit');
    const added = (await ok(AMEND, { id: order.id, ...pair })).order;
    expect(added).toMatchObject({ takeProfit: '61000.00', stopLoss: '58000.00', isMarkTp: false, isMarkSl: true, isPartialTpsl: true });
    const moved = (await ok(AMEND, { id: order.id, takeProfit: '62000', takeProfitLimit: '62100', price: '59100' })).order;
    expect(moved).toMatchObject({ price: '59100.00', takeProfit: '62000.00', takeProfitLimit: '62100.00', stopLoss: '58000.00' });
    const less = (await ok(AMEND, { id: order.id, takeProfit: null })).order;
    expect(less).toMatchObject({ takeProfit: '0', stopLoss: '58000.00' });
    expect(less).not.toHaveProperty('takeProfitLimit');
    expect(await open()).toEqual([less]);
    expect(await refused(AMEND, { id: order.id, stopLoss: '58000' })).toEqual([422, 'ORDER_UNCHANGED', 'price']);
    expect((await refused(AMEND, { id: order.id, stopLoss: '59100' }))[1]).toBe('STOP_LOSS_WRONG_SIDE');
    expect((await ok(AMEND, { id: order.id, stopLoss: null })).order).not.toHaveProperty('stopLoss');
    await ok(`${ORDER}/cancel`, { id: order.id });
    await exchange.projected();
    const { content } = (await alice.get('/api/futures/list', {})).body.data;
    expect(content[0]).not.toHaveProperty('stopLoss');
    const told = () => heard.map((m) => m.body as FuturesEvent);
    await expect.poll(() => told().map((m) => m.type)).toContain('ORDER_CANCEL');
    const updates = told().filter((m) => m.type === 'ORDER_UPDATE');
    expect(updates.map((m) => m.order?.takeProfit)).toContain('62000.00');
    expect(updates.at(-1)?.order).not.toHaveProperty('stopLoss');
    await socket.end();
  });

  it('a waiting entry has them changed too, and its order of TP/SL is told as its fill armed them', async () => {
    const { order } = await ok(ORDER, { ...entry, type: 'STOPLOSS', price: undefined, stopPrice: '60500', takeProfit: '62000' });
    const changed = (await ok(AMEND, { id: order.id, takeProfit: '63000', stopLoss: '59000' })).order;
    expect(changed).toMatchObject({ isWaiting: true, stopPrice: '60500.00', takeProfit: '63000.00', stopLoss: '59000.00' });
    expect((await alice.get(`/api/futures/tpsl?orderId=${order.id}`)).body.data).toMatchObject({
      takeProfit: '63000.00',
      stopLoss: '59000.00',
    });
  });
});

describe('the first answer again', () => {
  const key = (name: string) => ({ 'idempotency-key': `${name}-${serial}` });
  const buy = (futuresOptionId: number, quantity: string) => ({ ...entry, futuresOptionId, type: 'MARKET', price: undefined, quantity });

  it('of an order whose TP/SL were changed, added or removed since', async () => {
    const plain = { ...entry, clientOrderId: `plain-${serial}` };
    const bracket = { ...entry, ...pair, clientOrderId: `bracket-${serial}` };
    const first = await alice.post(ORDER, plain);
    const second = await alice.post(ORDER, bracket);
    const change = { id: first.body.data.order.id, ...pair };
    const changed = await alice.post(AMEND, change, key('change'));
    await ok(AMEND, { id: second.body.data.order.id, takeProfit: null, stopLoss: '57000' });
    await ok(AMEND, { id: first.body.data.order.id, takeProfit: '65000' });
    expect((await alice.post(ORDER, plain)).body).toEqual(first.body);
    expect((await alice.post(ORDER, bracket)).body).toEqual(second.body);
    expect((await alice.post(AMEND, change, key('change'))).body).toEqual(changed.body);
  });

  it('of a reversal, TP/SL, margin and close-all, with the position gone and after a crash', async () => {
    await ok(`${ORDER}/margin_type`, { futuresOptionId: 2, marginType: 'ISOLATED' });
    await ladders();
    await ok(ORDER, buy(2, '1'));
    const [position] = (await alice.get('/api/futures/history/open_position')).body.data;
    const { futuresPositionId } = position;
    const calls: [string, object][] = [
      [`${ORDER}/tpsl`, { futuresPositionId, takeProfit: '3500', stopLoss: '2500' }],
      [`${ORDER}/margin`, { futuresPositionId, type: 1, amount: '5' }],
      [`${ORDER}/reverse`, { futuresPositionId }],
      [`${ORDER}/close_all`, {}],
    ];
    const first = [];
    for (const [path, body] of calls) {
      await ladders();
      const answer = await alice.post(path, body, key(path));
      expect([path, answer.status]).toEqual([path, 200]);
      first.push(answer.body);
    }
    await exchange.setMark(ETH, '2950.00');
    const again = async () => Promise.all(calls.map(async ([path, body]) => (await alice.post(path, body, key(path))).body));
    expect(await again()).toEqual(first);
    await exchange.crash();
    expect(await again()).toEqual(first);
    const other = await alice.post(`${ORDER}/reverse`, { futuresPositionId, slippageLimit: '0.01' }, key(`${ORDER}/reverse`));
    expect(other.body.code).toBe('REQUEST_REUSED');
    expect(await refused(`${ORDER}/tpsl`, { futuresPositionId, takeProfit: '3600' })).toEqual([
      404,
      'POSITION_UNKNOWN',
      'futuresPositionId',
    ]);
  });
});
