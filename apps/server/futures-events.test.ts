// Section 4 of the specification over a real STOMP client: every futures event by its exact name, when it is sent, what it carries, to its member alone.
import { connectStomp, type Heard, type TestClient, until } from '@maru/kit/server/testing/stomp.ts';
import { futuresEvent, type FuturesEvent, futuresToasts } from '@maru/futures/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const QUEUES = ['futures', 'cross', 'point'] as const;
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '58000' };
const market = { ...limit, type: 'MARKET', price: undefined };
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;
let hana: TestMember;
const sockets: TestClient[] = [];
let heard: Heard[];
const elsewhere: Heard[][] = [];

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '60000.00');
  alice = await exchange.member('alice');
  bob = await exchange.member('bobby');
  // The same account number on another site.
  hana = await exchange.member('hana', '10000', HANOK);
  heard = (await listen(alice))[0];
  for (const other of [bob, hana]) elsewhere.push(...(await listen(other)));
});
afterAll(async () => {
  for (const socket of sockets) await socket.end();
  await exchange.stop();
});

async function listen(member: TestMember): Promise<Heard[][]> {
  const socket = await connectStomp(exchange.port, {
    token: member.token,
    upgrade: member.site === HANOK ? { host: 'hanok.localhost' } : {},
  });
  sockets.push(socket);
  const queues = QUEUES.map((queue) => socket.subscribe(`/user/queue/${queue}`));
  await socket.settle();
  return queues;
}
const told = () => heard.map((message) => message.body as FuturesEvent);
const ladder = (bid = '59999.00', ask = '60001.00') => exchange.setLadder(BTC, [[bid, '5']], [[ask, '5']]);
/** What was told since the last call, once `last` came. */
async function next(last: FuturesEvent['type']): Promise<FuturesEvent[]> {
  await until(() => told().some((event) => event.type === last));
  const events = told();
  heard.length = 0;
  return events;
}
const types = (events: FuturesEvent[]) => events.map((event) => event.type);

describe('specification section 4, live futures events', () => {
  it('LEVERAGE_UPDATE: option, leverage and the market of origin', async () => {
    await alice.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 100 });
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    expect(await next('LEVERAGE_UPDATE')).toMatchObject([
      { type: 'LEVERAGE_UPDATE', futuresOptionId: 1, leverage: 100, marketType: 'FUTURES' },
    ]);
  });

  it('ORDER_SUCCESS on NEW, ORDER_UPDATE on amendment, ORDER_CANCEL on CANCELED', async () => {
    const { id } = (await alice.post(ORDER, limit)).body.data.order;
    await alice.post('/api/futures/order/amend', { id, price: '58100' });
    await alice.post('/api/futures/order/cancel', { id });
    const events = await next('ORDER_CANCEL');
    expect(events.map((e) => [e.type, e.order?.id, e.order?.status, e.marketType, e.futuresOptionId])).toEqual([
      ['ORDER_SUCCESS', id, 'NEW', 'FUTURES', 1],
      ['ORDER_UPDATE', id, 'NEW', 'FUTURES', 1],
      ['ORDER_CANCEL', id, 'CANCELED', 'FUTURES', 1],
    ]);
  });

  it('ORDER_CANCEL on EXPIRED too', async () => {
    await alice.post(ORDER, { ...limit, timeInForce: 'IOC' });
    expect((await next('ORDER_CANCEL')).map((e) => [e.type, e.order?.status])).toEqual([
      ['ORDER_SUCCESS', 'NEW'],
      ['ORDER_CANCEL', 'EXPIRED'],
    ]);
  });

  it('ORDER_FILLED on FILLED with its position, POSITION_OPEN, then POSITION_UPDATE as it grows', async () => {
    await ladder();
    await alice.post(ORDER, market);
    const opened = await next('POSITION_OPEN');
    expect(types(opened)).toEqual(['ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_OPEN']);
    expect(opened[1].futuresPositionId).toBe(opened[2].futuresPositionId);
    expect(opened[2].position).toMatchObject({ quantity: '0.010', entryPrice: '60001.00', marginType: 'ISOLATED' });
    await ladder();
    await alice.post(ORDER, market);
    const grown = await next('POSITION_UPDATE');
    expect(types(grown)).toEqual(['ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_UPDATE']);
    expect(grown[2]).toMatchObject({ futuresPositionId: opened[2].futuresPositionId, position: { quantity: '0.020' } });
  });

  it('POSITION_CLOSE with POSITION_FINISH_HISTORY: stock, tradeType, leverage, roe, startPrice, closePrice', async () => {
    await ladder();
    await alice.post(ORDER, { ...market, side: 'SELL', quantity: '0.020', reduceOnly: true });
    const events = await next('POSITION_FINISH_HISTORY');
    expect(types(events)).toEqual(['ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_CLOSE', 'POSITION_FINISH_HISTORY']);
    expect(events[3].closed).toMatchObject({
      stock: 'BTC',
      tradeType: 'LONG',
      leverage: 100,
      roe: '-0.33',
      startPrice: '60001.00',
      closePrice: '59999.00',
    });
    expect(events[3].closed).toEqual(events[2].closed);
  });

  it('POSITION_UPDATE_LIQUIDPRICE when it moved without the position changing', async () => {
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'CROSSED' });
    await alice.post('/api/futures/order/leverage', { futuresOptionId: 2, leverage: 10 });
    await exchange.setMark('BINANCE:ETHUSDT', '3000.00');
    await ladder();
    await alice.post(ORDER, { ...market, quantity: '0.500' });
    await exchange.setLadder('BINANCE:ETHUSDT', [['2999.00', '50']], [['3001.00', '50']]);
    await alice.post(ORDER, { ...market, futuresOptionId: 2, quantity: '5.000' });
    await until(() => told().filter((e) => e.type === 'POSITION_OPEN').length === 2);
    heard.length = 0;
    // Ether falls: what backs the bitcoin position shrinks.
    await exchange.setMark('BINANCE:ETHUSDT', '2900.00');
    const moved = await next('POSITION_UPDATE_LIQUIDPRICE');
    const [bitcoin] = (await alice.get('/api/futures/history/open_position', { futuresOptionId: 1 })).body.data;
    expect(moved.find((e) => e.futuresOptionId === 1)).toMatchObject({
      futuresPositionId: bitcoin.futuresPositionId,
      position: { liquidationPrice: bitcoin.liquidationPrice },
    });
    for (const [option, quantity] of [
      [1, '0.500'],
      [2, '5.000'],
    ] as const) {
      await ladder();
      await exchange.setLadder('BINANCE:ETHUSDT', [['2899.00', '50']], [['2901.00', '50']]);
      await alice.post(ORDER, { ...market, futuresOptionId: option, side: 'SELL', quantity, reduceOnly: true });
    }
    await until(() => told().filter((e) => e.type === 'POSITION_FINISH_HISTORY').length === 2);
    heard.length = 0;
  });

  it('POSITION_WARN near liquidation, then POSITION_LIQUID; the engine’s own orders stay silent (rules 9.7, 9.3)', async () => {
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    await ladder();
    await alice.post(ORDER, market);
    const [{ futuresPositionId }] = (await alice.get('/api/futures/history/open_position')).body.data;
    await next('POSITION_OPEN');
    await exchange.setMark(BTC, '59690.00');
    await exchange.setMark(BTC, '59689.00');
    // Of a position that is gone by the time it would be warned of, only its end is told.
    await until(() => types(told()).includes('POSITION_WARN'));
    await ladder('59600.00', '59610.00');
    await exchange.setMark(BTC, '59600.00');
    const events = (await next('POSITION_LIQUID')).filter((e) => e.type !== 'POSITION_UPDATE_LIQUIDPRICE');
    expect(events.map((e) => [e.type, e.futuresPositionId, e.futuresOptionId])).toEqual([
      ['POSITION_WARN', futuresPositionId, 1],
      ['POSITION_LIQUID', futuresPositionId, 1],
    ]);
    expect(events[1].closed).toMatchObject({ stock: 'BTC', end: 'LIQUIDATED', leverage: 100 });
  });

  it('nobody else hears any of it: another member, the same account number on another site', () => {
    expect(alice.account).toBe(hana.account);
    // Their own account at the beginning, and nothing after.
    expect(elsewhere.map((queue) => queue.length)).toEqual([0, 1, expect.any(Number), 0, 1, expect.any(Number)]);
    const points = [...elsewhere[2], ...elsewhere[5]].map(({ body }) => body as { type: string; point: string });
    expect(points.filter(({ type }) => type === 'FUTURES').map(({ point }) => point)).toEqual(['10000.000000', '10000.000000']);
  });

  it('the six toast texts belong to events that are told', () => {
    expect(Object.entries(futuresToasts).map(([type, { ko }]) => [type, ko])).toEqual([
      ['ORDER_SUCCESS', '주문 완료'],
      ['ORDER_CANCEL', '주문 취소'],
      ['ORDER_FILLED', '주문 체결완료'],
      ['POSITION_WARN', '청산위험'],
      ['POSITION_LIQUID', '청산'],
      ['LEVERAGE_UPDATE', '레버리지 변경'],
    ]);
    const known: readonly string[] = futuresEvent.shape.type.def.entries ? Object.values(futuresEvent.shape.type.def.entries) : [];
    for (const type of Object.keys(futuresToasts)) expect(known).toContain(type);
    expect(known).not.toContain('pulp');
  });
});
