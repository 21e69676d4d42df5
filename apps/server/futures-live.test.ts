// Live account events over a real STOMP client: the specification's names, in order, only to their member, and what was missed on return.
import { connectStomp, type Heard, type TestClient, until } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';
import { toldEvents } from './testing/told-events.ts';

const BTC = 'BINANCE:BTCUSDT';
const PLACE = '/api/futures/order';
const FUTURES = '/user/queue/futures';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '58000' };
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;
let socket: TestClient;
let serial = 0;

beforeAll(async () => {
  exchange = await openTestExchange();
});
afterAll(() => exchange.stop());
beforeEach(async () => {
  serial++;
  await exchange.setMark(BTC, '60000.00');
  for (const member of [alice, bob]) await member?.post('/api/futures/order/cancel_all', {});
  alice = await exchange.member(`alice${serial}`);
  bob = await exchange.member(`bobby${serial}`);
  socket = await connectStomp(exchange.port, { token: alice.token });
});
afterEach(() => socket.end());

const ladder = () =>
  exchange.setLadder(
    BTC,
    [['59999.00', '5']],
    [
      ['60001.00', '0.004'],
      ['60002.00', '5'],
    ],
  );
/** What these tests read of a message; each test asserts the rest as a whole. */
interface Told {
  type: string;
  eventId: string;
  sequence: number;
  order: { id: number };
  futuresPositionId: number;
  position?: { liquidationPrice: string };
  fill: unknown;
  closed: unknown;
  orderMargin: string;
  markPnl: string;
  pnl: string;
}
const { told, types, body, listen } = toldEvents<Told>(() => socket);

describe('/user/queue/futures', () => {
  it('a resting order: ORDER_SUCCESS, ORDER_UPDATE on amendment, ORDER_CANCEL', async () => {
    const heard = await listen(FUTURES);
    const placed = await alice.post(PLACE, { ...limit, clientOrderId: 'live-1' });
    const { id } = placed.body.data.order;
    const amended = await alice.post('/api/futures/order/amend', { id, price: '58100' });
    const canceled = await alice.post('/api/futures/order/cancel', { id });
    await until(() => heard.length >= 3);
    expect(types(heard)).toEqual(['ORDER_SUCCESS', 'ORDER_UPDATE', 'ORDER_CANCEL']);
    expect(heard.map((m) => told(m).order)).toEqual([placed, amended, canceled].map((answer) => answer.body.data.order));
    expect(heard.map((m) => told(m).sequence)).toEqual([placed, amended, canceled].map((answer) => answer.body.sequence));
    for (const message of heard) expect(message.headers['event-id']).toBe(told(message).eventId);
  });

  it('a market order: success, update with its first fill, filled with its last, position opened', async () => {
    const heard = await listen(FUTURES);
    await ladder();
    const { body: answer } = await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined });
    await until(() => types(heard).includes('POSITION_OPEN'));
    expect(types(heard)).toEqual(['ORDER_SUCCESS', 'ORDER_UPDATE', 'ORDER_FILLED', 'POSITION_OPEN']);
    expect(body(heard, 'ORDER_UPDATE').fill).toEqual(answer.data.fills[0]);
    expect(body(heard, 'ORDER_FILLED')).toMatchObject({ order: answer.data.order, fill: answer.data.fills[1] });
    const [position] = (await alice.get('/api/futures/history/open_position')).body.data;
    expect(body(heard, 'POSITION_OPEN')).toMatchObject({ futuresPositionId: position.futuresPositionId, position });
  });

  it('a maker hears its fills though someone else acted; that someone hears nothing of it here', async () => {
    const heard = await listen(FUTURES);
    const { id } = (await alice.post(PLACE, { ...limit, side: 'SELL', price: '60000' })).body.data.order;
    await bob.post(PLACE, { ...limit, price: '60000', quantity: '0.004' });
    // A position that changes twice within one read is told once.
    await until(() => types(heard).includes('POSITION_OPEN'));
    await bob.post(PLACE, { ...limit, price: '60000', quantity: '0.006' });
    await until(() => types(heard).includes('ORDER_FILLED'));
    await until(() => types(heard).includes('POSITION_UPDATE'));
    expect(types(heard)).toEqual(['ORDER_SUCCESS', 'ORDER_UPDATE', 'POSITION_OPEN', 'ORDER_FILLED', 'POSITION_UPDATE']);
    expect(body(heard, 'ORDER_FILLED').order).toMatchObject({ id, status: 'FILLED', filledQuantity: '0.010' });
    expect(new Set(heard.map((m) => told(m).order?.id ?? id))).toEqual(new Set([id]));
  });

  it('closing: POSITION_CLOSE and POSITION_FINISH_HISTORY carry entry, exit and signed return', async () => {
    const heard = await listen(FUTURES);
    await ladder();
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined });
    await until(() => types(heard).includes('POSITION_OPEN'));
    heard.length = 0;
    await ladder();
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined, side: 'SELL', reduceOnly: true });
    await until(() => types(heard).includes('POSITION_FINISH_HISTORY'));
    expect(types(heard)).toEqual(['ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_CLOSE', 'POSITION_FINISH_HISTORY']);
    expect(body(heard, 'POSITION_FINISH_HISTORY').closed).toMatchObject({
      stock: 'BTC',
      tradeType: 'LONG',
      leverage: 20,
      startPrice: '60001.60',
      closePrice: '59999.00',
      roe: '-0.09',
      end: 'CLOSED',
    });
  });

  it('LEVERAGE_UPDATE names the symbol and the new leverage', async () => {
    const heard = await listen(FUTURES);
    await alice.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 33 });
    await until(() => heard.length > 0);
    expect(heard[0].body).toMatchObject({ type: 'LEVERAGE_UPDATE', futuresOptionId: 1, leverage: 33 });
  });

  it('margin added to an isolated position moves its liquidation price, told by its own name (rules 5.6)', async () => {
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    await ladder();
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined });
    const [{ futuresPositionId }] = (await alice.get('/api/futures/history/open_position')).body.data;
    const heard = await listen(FUTURES);
    const { body: answer } = await alice.post('/api/futures/order/margin', { futuresPositionId, amount: '15', type: 1 });
    const { liquidationPrice } = answer.data.position;
    // How it was opened may still be on its way when this begins to listen.
    const moved = () => heard.map(told).filter((m) => m.position?.liquidationPrice === liquidationPrice);
    await expect.poll(() => moved().map((m) => m.type)).toEqual(['POSITION_UPDATE', 'POSITION_UPDATE_LIQUIDPRICE']);
    expect(moved().map((m) => m.futuresPositionId)).toEqual([futuresPositionId, futuresPositionId]);
  });

  it('a falling mark warns, then liquidates (rules 9.7, 9.3)', async () => {
    await alice.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 100 });
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    const heard = await listen(FUTURES);
    await ladder();
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined });
    await until(() => types(heard).includes('POSITION_OPEN'));
    heard.length = 0;
    await exchange.setMark(BTC, '59690.00');
    await until(() => types(heard).includes('POSITION_WARN'));
    await exchange.setLadder(BTC, [['59600.00', '5']], [['59610.00', '5']]);
    await exchange.setMark(BTC, '59600.00');
    await until(() => types(heard).includes('POSITION_LIQUID'));
    expect(body(heard, 'POSITION_LIQUID').closed).toMatchObject({ tradeType: 'LONG', end: 'LIQUIDATED', leverage: 100 });
    expect(types(heard).filter((type) => type.startsWith('ORDER'))).toEqual([]);
    expect((await alice.get('/api/futures/history/open_position')).body.data).toEqual([]);
    await exchange.projected();
    const [closed] = (await alice.get('/api/futures/list')).body.data.content;
    expect(closed).toMatchObject({ side: 'SELL', status: 'FILLED', quantity: '0.010' });
    const [fill] = (await alice.get('/api/futures/list', { type: 'trade' })).body.data.content;
    expect(fill).toMatchObject({ role: 'LIQUIDATION', orderId: closed.id, fee: '0.000000' });
  });
});

describe('/user/queue/cross and /user/queue/point', () => {
  it('tell the account at once and after every change', async () => {
    const cross = await listen('/user/queue/cross');
    const point = await listen('/user/queue/point');
    await until(() => cross.length >= 1 && point.length >= 1);
    expect(cross[0].body).toMatchObject({ playerPoint: '10000.000000', orderMargin: '0.000000' });
    await alice.post(PLACE, limit);
    await until(() => told(cross.at(-1) as Heard).orderMargin !== '0.000000');
    expect(cross.at(-1)?.body).toEqual((await alice.get('/api/futures/futures_cross')).body.data);
    expect(told(cross.at(-1) as Heard).orderMargin).toBe('29.232000');
  });

  it('follow the mark while a position is open', async () => {
    await ladder();
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined });
    const cross = await listen('/user/queue/cross');
    await until(() => cross.length >= 1);
    await exchange.setMark(BTC, '60100.00');
    await until(() => cross.some((m) => told(m).markPnl === '0.984000'));
  });

  it('the futures wallet follows the mark as well, for a client that listens to nothing else; nobody else is told', async () => {
    const others = await connectStomp(exchange.port, { token: bob.token });
    const idle = others.subscribe('/user/queue/point');
    const point = await listen('/user/queue/point');
    await ladder();
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined });
    await until(() => point.some((m) => told(m).pnl === '-0.016000'));
    await others.settle();
    const before = idle.length;
    for (const [mark, pnl] of [
      ['60100.00', '0.984000'],
      ['60050.00', '0.484000'],
    ]) {
      await exchange.setMark(BTC, mark);
      await until(() => point.some((m) => told(m).type === 'FUTURES' && told(m).pnl === pnl));
    }
    const wallet = (await alice.get('/api/wallet/my')).body.data.FUTURES;
    await until(() => JSON.stringify(point.filter((m) => told(m).type === 'FUTURES').at(-1)?.body) === JSON.stringify(wallet));
    // A mark that comes again as it was tells nothing new.
    const count = point.length;
    await exchange.setMark(BTC, '60050.00');
    await exchange.setMark(BTC, '60050.00');
    await socket.settle();
    expect(point.length).toBe(count);
    expect(idle.length).toBe(before);
    await others.end();
  });
});

describe('on return', () => {
  it('what was missed while offline arrives once, in order', async () => {
    const before = await listen(FUTURES);
    const first = await alice.post(PLACE, limit);
    await until(() => before.length === 1);
    const seen = told(before[0]).eventId;
    await socket.end();
    const { id } = first.body.data.order;
    await alice.post('/api/futures/order/cancel', { id });
    await alice.post(PLACE, { ...limit, price: '58001' });
    socket = await connectStomp(exchange.port, { token: alice.token });
    const heard = socket.subscribe(FUTURES, { 'last-event-id': seen });
    await until(() => heard.length >= 2);
    expect(types(heard)).toEqual(['ORDER_CANCEL', 'ORDER_SUCCESS']);
    await alice.post('/api/futures/order/cancel_all', {});
    await until(() => heard.length === 3);
    expect(types(heard)[2]).toBe('ORDER_CANCEL');
  });

  it('after a crash of the server what was missed arrives as it was told then, once, in order, and goes on', async () => {
    const witness = await connectStomp(exchange.port, { token: alice.token });
    const live = witness.subscribe(FUTURES);
    const own = await listen(FUTURES);
    const resting = await alice.post(PLACE, { ...limit, clientOrderId: 'rest-1' });
    await alice.post(PLACE, { ...limit, price: '57000' });
    await until(() => own.length === 2);
    const seen = told(own[1]).eventId;
    await socket.end();
    await ladder();
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined, clientOrderId: 'gone-1' });
    await exchange.setLadder(BTC, [['57999.00', '5']], [['58000.00', '5']]);
    await alice.post('/api/futures/order/cancel_all', {});
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined, side: 'SELL', quantity: '0.020' });
    await until(() => types(live).includes('POSITION_FINISH_HISTORY'));
    await witness.settle();
    await exchange.crash();
    socket = await connectStomp(exchange.port, { token: alice.token });
    const heard = socket.subscribe(FUTURES, { 'last-event-id': seen });
    const resumable = live.map(told).filter((m) => !['POSITION_UPDATE_LIQUIDPRICE'].includes(m.type));
    const missed = resumable.slice(resumable.findIndex((m) => m.eventId === seen) + 1);
    // Told as they happened: an order that was open before is known in full, and where a position stood between is not told again.
    const lasting = (m: Told) => !['POSITION_OPEN', 'POSITION_UPDATE'].includes(m.type);
    await until(() => heard.length >= missed.filter(lasting).length);
    expect(heard.map(told).filter(lasting)).toEqual(missed.filter(lasting));
    const filled = heard.map((m) => told(m).order).find((o) => o?.id === resting.body.data.order.id);
    expect(filled).toMatchObject({ clientOrderId: 'rest-1' });
    const before = heard.length;
    await alice.post(PLACE, { ...limit, price: '56000' });
    await until(() => heard.length > before);
    expect(types(heard).slice(before)).toEqual(['ORDER_SUCCESS']);
    await witness.end();
  });

  it('exits that an order was given meanwhile, and a stop that fired, are told of the orders that they were', async () => {
    const witness = await connectStomp(exchange.port, { token: alice.token });
    const live = witness.subscribe(FUTURES);
    const own = await listen(FUTURES);
    const { id } = (await alice.post(PLACE, limit)).body.data.order;
    const stop = { ...limit, type: 'STOPLOSS', stopPrice: '60500', workingType: 'MARK_PRICE', clientOrderId: 'stop-1' };
    expect((await alice.post(PLACE, stop)).status).toBe(200);
    await until(() => own.length === 2);
    const seen = told(own[1]).eventId;
    await socket.end();
    expect((await alice.post('/api/futures/order/amend', { id, takeProfit: '65000' })).status).toBe(200);
    await exchange.setMark(BTC, '60600.00');
    await until(() => live.length === 4);
    await exchange.restart();
    socket = await connectStomp(exchange.port, { token: alice.token });
    const heard = socket.subscribe(FUTURES, { 'last-event-id': seen });
    await until(() => heard.length >= 1);
    await socket.settle();
    expect(types(heard)).toEqual(['ORDER_UPDATE', 'ORDER_UPDATE']);
    expect(heard.map(told)).toEqual(live.map(told).slice(2));
    await witness.end();
  });

  it('a page that saw no event yet names the sequence of what it fetched', async () => {
    const cross = (await alice.get('/api/futures/futures_cross')).body.data as { sequence: number };
    await socket.end();
    await alice.post(PLACE, limit);
    await exchange.restart();
    socket = await connectStomp(exchange.port, { token: alice.token });
    const heard = socket.subscribe(FUTURES, { 'last-event-id': String(cross.sequence) });
    await until(() => heard.length >= 1);
    expect(types(heard)).toEqual(['ORDER_SUCCESS']);
  });

  it('who asks again and again is told to fetch anew, and nobody gets the events of another', async () => {
    await alice.post(PLACE, limit);
    await exchange.restart();
    await socket.end();
    socket = await connectStomp(exchange.port, { token: bob.token });
    const heard = Array.from({ length: 12 }, () => socket.subscribe(FUTURES, { 'last-event-id': '1-0' }));
    await until(() => heard.some((messages) => messages.some((m) => told(m).type === 'SNAPSHOT_NEEDED')));
    expect(new Set(heard.flatMap(types))).toEqual(new Set(['SNAPSHOT_NEEDED']));
  });

  it('a guest has no queue: the socket ends with an ERROR', async () => {
    const guest = await connectStomp(exchange.port);
    const refused = new Promise<string>((done) => {
      guest.client.onStompError = (frame) => done(frame.headers.message);
    });
    guest.client.subscribe(FUTURES, () => {});
    expect(await refused).toContain('LOGIN_REQUIRED');
    await guest.end();
  });
});
