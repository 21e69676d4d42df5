// Area NUM: amounts that are no plain decimals. The same strict rule holds on every money field, and a legal step passes beside it.
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from '../../apps/server/testing/test-exchange.ts';
import { attack, expectStatus } from './cases.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const MARGIN = '/api/futures/order/margin';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', price: '50000', quantity: '0.010' };
let exchange: TestExchange;
let u1: TestMember;
let futuresPositionId = 0;

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '50000.00');
  u1 = await exchange.member('user1');
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 10 });
  await u1.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
  await exchange.setLadder(BTC, [['49999.00', '5']], [['50001.00', '5']]);
  await u1.post(ORDER, { ...limit, type: 'MARKET', price: undefined });
  futuresPositionId = (await u1.get('/api/futures/history/open_position')).body.data[0].futuresPositionId;
});
afterAll(() => exchange.stop());

/** Everything of the member that money could move. */
async function standing(): Promise<unknown> {
  const paths = ['/api/futures/futures_cross', '/api/futures/history/open_order', '/api/futures/history/open_position', '/api/wallet/my'];
  return (await Promise.all(paths.map((path) => u1.get(path)))).map(({ body }) => ({
    ...body,
    sequence: 0,
    data: { ...body.data, sequence: 0 },
  }));
}

/** Each body is refused with the case's status, this code and field, and nothing changed. */
async function refused(
  attacked: Parameters<typeof expectStatus>[0],
  path: string,
  bodies: object[],
  code: string,
  field: string,
): Promise<void> {
  const before = await standing();
  for (const body of bodies) {
    const answer = await u1.post(path, body);
    expectStatus(attacked, answer.status);
    expect([answer.body.code, answer.body.data.field]).toEqual([code, field]);
  }
  expect(await standing()).toEqual(before);
}
const margin = (amount: unknown) => ({ futuresPositionId, amount, type: 1 });
const moved = async () => expect((await u1.post(MARGIN, margin('1.5'))).status).toBe(200);

attack('NUM-01', async (attacked) => {
  await refused(attacked, ORDER, [{ ...(attacked.input as object), futuresOptionId: 1 }], 'INVALID_FIELD', 'quantity');
  await refused(attacked, ORDER, [{ ...limit, price: '5e4' }], 'INVALID_FIELD', 'price');
  expect((await u1.post(ORDER, { ...limit, price: '49000' })).status).toBe(200);
});

// Staking comes later; a boolean is no amount where amounts are taken today.
attack('NUM-02', async (attacked) => {
  await refused(attacked, MARGIN, [margin(true), margin(false)], 'INVALID_FIELD', 'amount');
  await moved();
});

attack('NUM-06', async (attacked) => {
  await refused(attacked, MARGIN, [' 100\n', '100 ', '\t1', '1\n'].map(margin), 'INVALID_FIELD', 'amount');
  await moved();
});

attack('NUM-07', async (attacked) => {
  await refused(attacked, MARGIN, [margin(-100), margin('-100'), margin('-0')], 'INVALID_FIELD', 'amount');
  await moved();
});

attack('NUM-10', async (attacked) => {
  await refused(attacked, MARGIN, [margin('0'), margin('0.000000')], 'AMOUNT_NOT_POSITIVE', 'amount');
  await refused(attacked, MARGIN, [margin(0)], 'INVALID_FIELD', 'amount');
  const transfer = { from: 'FUTURES', to: 'BINARY' };
  await refused(attacked, '/api/dnw/transfer', [{ ...transfer, point: '0' }], 'AMOUNT_NOT_POSITIVE', 'point');
  await refused(attacked, '/api/dnw/transfer', [{ ...transfer, point: 0 }], 'INVALID_FIELD', 'point');
  await moved();
});

attack('NUM-12', async (attacked) => {
  await refused(attacked, MARGIN, ['NaN', 'Infinity', null].map(margin), 'INVALID_FIELD', 'amount');
  await moved();
});

attack('NUM-13', async (attacked) => {
  await exchange.setLadder(BTC, [['49999.00', '5']], [['50001.00', '5']]);
  await refused(attacked, ORDER, [{ ...(attacked.input as object), futuresOptionId: 1 }], 'BAD_PRECISION', 'quantity');
});

attack('NUM-14', async (attacked) => {
  await refused(attacked, MARGIN, ['1,000', '1 000', '1_000', '1.000,5', '１００'].map(margin), 'INVALID_FIELD', 'amount');
  await moved();
});

attack('NUM-15', async (attacked) => {
  const { body, status } = await u1.post(ORDER, { ...limit, price: '50000.01', quantity: '0.002' });
  expectStatus(attacked, status);
  expect(body.data.order).toMatchObject({ status: 'NEW', price: '50000.01', quantity: '0.002' });
  const more = await u1.post('/api/futures/order/amend', { id: body.data.order.id, quantity: '0.003' });
  expect(more.body.data.order.quantity).toBe('0.003');
});
