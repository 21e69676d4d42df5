// Areas RSK and ATZ as far as orders reach them: racing a liquidation, passing a limit, ordering as nobody.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Floor, type FloorMember, openFloor } from '../../apps/server/testing/floor.ts';
import { attack, expectStatus } from './cases.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const market = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
const ROUNDS = 40;
let floor: Floor;

beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.stop());

const ladder = (bid = '49999.00', ask = '50001.00') => floor.setLadder(BTC, [[bid, '50']], [[ask, '50']]);
const positions = async (m: FloorMember) => (await m.get('/api/futures/history/open_position')).body.data as { quantity: string }[];

/** The fall first, the close first, or both at once: the one that comes later finds nothing left to do. */
async function race<T>(round: number, close: () => Promise<T>, fall: () => Promise<void>): Promise<T> {
  if (round % 3 === 0) return fall().then(close);
  if (round % 3 === 1) return close().then((closed) => fall().then(() => closed));
  const [closed] = await Promise.all([close(), sleep((round % 8) ** 2).then(fall)]);
  return closed;
}

attack('RSK-02', async (attacked) => {
  const u1 = await floor.member('racer', '1000');
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 100 });
  await u1.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
  const ends: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await floor.setMark(BTC, '50000.00');
    await ladder();
    expect((await u1.post(ORDER, market)).body.data.order.status).toBe('FILLED');
    await ladder('49600.00', '49601.00');
    const close = () => u1.post(ORDER, { ...market, side: 'SELL', reduceOnly: true });
    const fall = () => floor.setMark(BTC, '49600.00');
    const closed = await race(round, close, fall);
    expectStatus(attacked, closed.status);
    ends.push(closed.status === 200 ? 'CLOSED' : String(closed.body.code));
    expect(await positions(u1)).toEqual([]);
  }
  expect(new Set(ends)).toEqual(new Set(['CLOSED', 'REDUCE_ONLY_REJECTED']));
  await floor.projected();
  const history = (await u1.get('/api/futures/list', { type: 'position', size: 100 })).body.data;
  expect(history.totalElements).toBe(ROUNDS);
  const liquidated = history.content.filter((p: { end: string }) => p.end === 'LIQUIDATED').length;
  expect(liquidated).toBe(ends.filter((end) => end !== 'CLOSED').length);
});

attack('RSK-11', async (attacked) => {
  await floor.setMark(BTC, '50000.00');
  const u1 = await floor.member('whale', '1000000');
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 125 });
  await ladder();
  // The bracket of 125x ends at 50,000 USDT.
  const answer = await u1.post(ORDER, { ...market, quantity: '1.001' });
  expectStatus(attacked, answer.status);
  expect([answer.body.code, answer.body.data.limit]).toEqual(['NOTIONAL_ABOVE_BRACKET', '50000.000000']);
  expect(await positions(u1)).toEqual([]);
  await ladder();
  expect((await u1.post(ORDER, { ...market, quantity: '0.999' })).status).toBe(200);
});

attack('ATZ-16', async (attacked) => {
  await ladder();
  const answer = await floor.guest().post(ORDER, market);
  expectStatus(attacked, answer.status);
  expect(answer.body.code).toBe('LOGIN_REQUIRED');
  const member = await floor.member('somebody');
  await ladder();
  expect((await member.post(ORDER, market)).status).toBe(200);
});
