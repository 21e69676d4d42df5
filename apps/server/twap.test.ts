// TWAP orders over real HTTP, engine, PostgreSQL and STOMP: their slices, limits, catching up, ends, refusals, and what bounds them.
import { SwitchBit } from '@maru/engine/wire/command.ts';
import type { Order, Position } from '@maru/futures/contract.ts';
import type { TwapEvent } from '@maru/futures/twap-contract.ts';
import { connectStomp, until } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestMember } from './testing/test-exchange.ts';
import { BTC, openTwapExchange, SLICE_MS, TWAP, type TwapExchange, requested } from './testing/twap-exchange.ts';

const ORDER = '/api/futures/order';
let twaps: TwapExchange;
let serial = 0;

beforeAll(async () => {
  twaps = await openTwapExchange();
});
afterAll(() => twaps?.exchange.stop());

const newMember = (usdt = '20000') => twaps.exchange.member(`slicer${++serial}`, usdt);
const ordersOf = async (member: TestMember) => {
  await twaps.exchange.projected();
  return (await member.get('/api/futures/list', { type: 'order', size: 100 })).body.data.content as Order[];
};
const positionsOf = async (member: TestMember) => (await member.get('/api/futures/history/open_position')).body.data as Position[];
/** Once its first slice is through. */
async function begun(member: TestMember, body: object = {}): Promise<number> {
  const { id } = await twaps.place(member, body);
  await expect.poll(async () => (await twaps.slices(member, id)).map(({ status }) => status)).toEqual(['SENT']);
  return id;
}

describe('a TWAP over its time', () => {
  it('one slice each thirty seconds, ordinary orders of the member, told live, filled to the last lot, and one message', async () => {
    const alice = await newMember();
    const socket = await connectStomp(twaps.exchange.port, { token: alice.token });
    const heard = socket.subscribe('/user/queue/twap');
    await socket.settle();
    const placed = await twaps.place(alice, { quantity: '0.105', clientTwapId: 'my-twap' });
    expect(placed).toMatchObject({
      symbol: BTC,
      clientTwapId: 'my-twap',
      quantity: '0.105',
      duration: 300,
      slices: 10,
      sliceNo: 0,
      status: 'RUNNING',
      limitPrice: null,
      filledQuantity: '0.000',
      averagePrice: '0',
      reason: null,
      endReason: null,
      endedAt: null,
    });
    expect(Date.parse(placed.endsAt) - Date.parse(placed.startedAt)).toBe(300_000);
    const { id } = placed;
    await expect.poll(async () => (await twaps.slices(alice, id)).map(({ status }) => status)).toEqual(['SENT']);
    expect(await twaps.running(alice)).toMatchObject([{ id, sliceNo: 1, filledQuantity: '0.010', averagePrice: '60001.00' }]);
    const after = await twaps.slice(alice, id, 9);
    expect(after).toMatchObject({ status: 'DONE', endReason: 'FILLED', filledQuantity: '0.105', averagePrice: '60001.00', nextAt: null });
    expect(await twaps.running(alice)).toEqual([]);
    expect(await twaps.ended(alice)).toEqual([after]);
    const slices = await twaps.slices(alice, id);
    expect(slices.map(({ no, quantity }) => [no, quantity])).toEqual(
      Array.from({ length: 10 }, (_, i) => [10 - i, i % 2 === 0 ? '0.011' : '0.010']),
    );
    const orders = await ordersOf(alice);
    expect(orders.map(({ clientOrderId }) => clientOrderId)).toEqual(Array.from({ length: 10 }, (_, i) => `twap-${id}-${10 - i}`));
    expect(orders.map((order) => order.id)).toEqual(slices.map(({ orderId }) => orderId));
    expect(new Set(orders.map(({ type }) => type))).toEqual(new Set(['MARKET']));
    expect(await positionsOf(alice)).toMatchObject([{ quantity: '0.105' }]);
    expect(await twaps.messages(alice)).toMatchObject([
      { title: 'BTCUSDT TWAP 모두 체결됐어요', content: '0.105 / 0.105 BTC 체결, 평균 60,001.00', link: '/future/BTCUSDT' },
    ]);
    await until(() => heard.length === 12);
    const told = heard.map(({ body }) => body as TwapEvent);
    expect(told.map(({ type }) => type)).toEqual(['TWAP_START', ...Array.from({ length: 10 }, () => 'TWAP_SLICE'), 'TWAP_END']);
    expect(told.at(-1)?.twap).toEqual(after);
    await socket.end();
  });

  it('fees and profit of its slices are those of its orders', async () => {
    const alice = await newMember();
    await alice.post(ORDER, { ...requested, duration: undefined, type: 'MARKET' });
    await twaps.mark(61_000);
    const id = await begun(alice, { side: 'SELL', reduceOnly: true });
    await twaps.slice(alice, id, 9);
    await twaps.mark(60_000);
    await twaps.exchange.projected();
    const trades = (await alice.get('/api/futures/list', { type: 'trade', side: 'SELL', size: 100 })).body.data.content;
    const sum = (key: 'fee' | 'realizedPnl') => trades.reduce((all: number, fill: Record<string, string>) => all + Number(fill[key]), 0);
    const [twap] = await twaps.ended(alice);
    expect(twap).toMatchObject({ side: 'SELL', reduceOnly: true, endReason: 'FILLED', averagePrice: '60999.00' });
    expect(Number(twap.fee)).toBeCloseTo(sum('fee'), 6);
    expect(Number(twap.realizedPnl)).toBeCloseTo(sum('realizedPnl'), 6);
    expect(Number(twap.realizedPnl)).toBeGreaterThan(90);
  });

  it('randomised slices differ and still end at the whole', async () => {
    const alice = await newMember('100000');
    const id = await begun(alice, { quantity: '1.000', randomize: true });
    const after = await twaps.slice(alice, id, 9);
    expect(after).toMatchObject({ endReason: 'FILLED', filledQuantity: '1.000' });
    expect(new Set((await twaps.slices(alice, id)).map(({ quantity }) => quantity)).size).toBeGreaterThan(5);
  });

  it('time over: what the member’s limit left out is told and not ordered', async () => {
    const alice = await newMember();
    const id = await begun(alice);
    await twaps.slice(alice, id, 2);
    await twaps.exchange.setSwitch(BTC, SwitchBit.Halt);
    const late = await twaps.slice(alice, id, 7);
    expect(late).toMatchObject({ status: 'RUNNING', sliceNo: 10, reason: 'TRADING_HALTED', nextAt: null });
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => twaps.ended(alice)).toMatchObject([{ status: 'DONE', endReason: 'TIME_OVER', filledQuantity: '0.030' }]);
    await twaps.exchange.setSwitch(BTC, 0);
    expect(await twaps.messages(alice)).toMatchObject([
      { title: 'BTCUSDT TWAP 시간이 끝났어요', content: '0.03 / 0.1 BTC 체결, 평균 60,001.00' },
    ]);
  });
});

describe('what a slice may pay', () => {
  it('with a limit price: IOC at no worse, and none while the mark is beyond; then it catches up, three slices at a time', async () => {
    const alice = await newMember();
    const id = await begun(alice, { limitPrice: '60500.5' });
    await twaps.mark(60_600);
    const beyond = await twaps.slice(alice, id, 5);
    expect(beyond).toMatchObject({ sliceNo: 6, reason: 'BEYOND_LIMIT', filledQuantity: '0.010', limitPrice: '60500.50' });
    expect(await twaps.slices(alice, id)).toHaveLength(1);
    await twaps.mark(60_100);
    expect(await twaps.slice(alice, id)).toMatchObject({ reason: null, filledQuantity: '0.040' });
    expect((await ordersOf(alice))[0]).toMatchObject({ type: 'LIMIT', timeInForce: 'IOC', price: '60500.50', quantity: '0.030' });
    expect(await twaps.slice(alice, id)).toMatchObject({ filledQuantity: '0.070' });
    expect(await twaps.slice(alice, id)).toMatchObject({ filledQuantity: '0.090' });
    await twaps.mark(60_000);
    expect(await twaps.slice(alice, id)).toMatchObject({ filledQuantity: '0.100', endReason: 'FILLED' });
  });

  it('a generous limit is drawn in to three percent of the mark', async () => {
    const alice = await newMember();
    await begun(alice, { limitPrice: '90000' });
    expect((await ordersOf(alice))[0]).toMatchObject({ type: 'LIMIT', price: '61800.00' });
    const bob = await newMember();
    await begun(bob, { side: 'SELL', limitPrice: '100.01' });
    expect((await ordersOf(bob))[0]).toMatchObject({ side: 'SELL', price: '58200.00' });
  });

  it('selling: none below the member’s limit', async () => {
    const alice = await newMember();
    const { id } = await twaps.place(alice, { side: 'SELL', limitPrice: '60000.01' });
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 1, reason: 'BEYOND_LIMIT' });
    await alice.post(`${TWAP}/cancel_all`, {});
  });
});

describe('closing', () => {
  it('a reducing one ends with its position, and does not touch the next', async () => {
    const alice = await newMember();
    await alice.post(ORDER, { ...requested, duration: undefined, type: 'MARKET' });
    const id = await begun(alice, { side: 'SELL', reduceOnly: true });
    await alice.post('/api/futures/order/close_all', {});
    await alice.post(ORDER, { ...requested, duration: undefined, type: 'MARKET', quantity: '0.050' });
    expect(await twaps.slice(alice, id)).toMatchObject({ status: 'STOPPED', endReason: 'POSITION_CLOSED', filledQuantity: '0.010' });
    expect(await positionsOf(alice)).toMatchObject([{ quantity: '0.050' }]);
    expect((await twaps.messages(alice))[0].title).toBe('BTCUSDT TWAP 포지션이 없어져 끝났어요');
  });

  it('what a smaller position cannot give is not asked of it', async () => {
    const alice = await newMember();
    await alice.post(ORDER, { ...requested, duration: undefined, type: 'MARKET' });
    const id = await begun(alice, { side: 'SELL', reduceOnly: true });
    await alice.post(ORDER, { ...requested, duration: undefined, type: 'MARKET', side: 'SELL', quantity: '0.085', reduceOnly: true });
    const after = await twaps.slice(alice, id, 2);
    expect(after).toMatchObject({ endReason: 'POSITION_CLOSED', filledQuantity: '0.015' });
  });

  it('in hedge mode each side is its own: selling a long closes it, selling a short opens one', async () => {
    const alice = await newMember();
    await alice.post('/api/futures/order/position_mode', { mode: 'HEDGE' });
    await alice.post(ORDER, { ...requested, duration: undefined, positionSide: 'LONG', type: 'MARKET' });
    const closing = await begun(alice, { side: 'SELL', positionSide: 'LONG' });
    const opening = await begun(alice, { side: 'SELL', positionSide: 'SHORT', quantity: '0.050' });
    const sizes = (await positionsOf(alice)).map(({ positionSide, quantity }) => [positionSide, quantity]);
    expect(sizes.toSorted()).toEqual([
      ['LONG', '0.090'],
      ['SHORT', '0.005'],
    ]);
    expect(await twaps.slice(alice, closing, 9)).toMatchObject({ endReason: 'FILLED', filledQuantity: '0.100' });
    expect(await twaps.one(alice, opening)).toMatchObject({ endReason: 'FILLED', filledQuantity: '0.050' });
  });
});

describe('cancelling', () => {
  it('what filled stays, nothing follows, the same request again is answered alike; cancel-all of orders leaves it', async () => {
    const alice = await newMember();
    const id = await begun(alice);
    await alice.post('/api/futures/order/cancel_all', {});
    expect(await twaps.running(alice)).toMatchObject([{ id }]);
    const canceled = (await alice.post(`${TWAP}/cancel`, { id })).body.data;
    expect(canceled).toMatchObject({ id, status: 'CANCELED', endReason: 'CANCELED_BY_MEMBER', filledQuantity: '0.010' });
    expect((await alice.post(`${TWAP}/cancel`, { id })).body.data).toEqual(canceled);
    twaps.time.skip(SLICE_MS);
    const other = await begun(alice, { side: 'SELL' });
    expect(await twaps.slices(alice, id)).toHaveLength(1);
    const more = await begun(alice);
    expect((await alice.post(`${TWAP}/cancel_all`, { futuresOptionId: 2 })).body.data).toEqual({ canceled: 0 });
    expect((await alice.post(`${TWAP}/cancel_all`, {})).body.data).toEqual({ canceled: 2 });
    expect((await twaps.ended(alice)).map((twap) => twap.id)).toEqual([more, other, id]);
    // Nobody is told of what it did itself.
    expect(await twaps.messages(alice)).toEqual([]);
  });

  it('another member’s is unknown, to look at and to cancel; one that has ended otherwise too', async () => {
    const [alice, bob] = [await newMember(), await newMember()];
    const id = await begun(alice);
    expect((await bob.post(`${TWAP}/cancel`, { id })).body).toMatchObject({ code: 'TWAP_UNKNOWN', data: { field: 'id' } });
    expect((await bob.get(`${TWAP}/slices`, { id })).body.code).toBe('TWAP_UNKNOWN');
    expect((await bob.post(`${TWAP}/cancel_all`, {})).body.data).toEqual({ canceled: 0 });
    await twaps.slice(alice, id, 9);
    expect((await alice.post(`${TWAP}/cancel`, { id })).body.code).toBe('TWAP_UNKNOWN');
  });
});

describe('placing', () => {
  it('the same request once, another under its key refused, a name taken for good', async () => {
    const alice = await newMember();
    const key = { 'idempotency-key': 'twap-1' };
    const [first, second] = await Promise.all([twaps.place(alice, {}, key), twaps.place(alice, {}, key)]);
    expect(second.id).toBe(first.id);
    expect((await twaps.place(alice, {}, key)).id).toBe(first.id);
    const reused = await alice.post(`${TWAP}/place`, { ...requested, quantity: '0.2' }, key);
    expect([reused.status, reused.body.code]).toEqual([409, 'REQUEST_REUSED']);
    await twaps.place(alice, { clientTwapId: 'mine' });
    await alice.post(`${TWAP}/cancel_all`, {});
    expect(await twaps.refused(alice, { clientTwapId: 'mine' })).toEqual([409, 'TWAP_NAME_TAKEN', 'clientTwapId']);
    expect(await twaps.running(alice)).toEqual([]);
  });

  it.each([
    [{ duration: 299 }, 400, 'TWAP_DURATION', 'duration'],
    [{ duration: 86_401 }, 400, 'TWAP_DURATION', 'duration'],
    [{ duration: 300.5 }, 400, 'INVALID_FIELD', 'duration'],
    [{ quantity: '0' }, 400, 'QUANTITY_NOT_POSITIVE', 'quantity'],
    [{ quantity: '0.0001' }, 400, 'BAD_PRECISION', 'quantity'],
    [{ quantity: '0.002' }, 422, 'TWAP_TOO_SMALL', 'quantity'],
    [{ quantity: '999999' }, 400, 'QUANTITY_TOO_LARGE', 'quantity'],
    [{ limitPrice: '0' }, 400, 'PRICE_NOT_POSITIVE', 'limitPrice'],
    [{ limitPrice: '60000.001' }, 400, 'BAD_PRECISION', 'limitPrice'],
    [{ positionSide: 'LONG' }, 422, 'POSITION_SIDE_MISMATCH', 'positionSide'],
    [{ reduceOnly: true }, 422, 'REDUCE_ONLY_REJECTED', 'reduceOnly'],
    [{ futuresOptionId: 999 }, 404, 'SYMBOL_UNKNOWN', 'futuresOptionId'],
    [{ futuresOptionId: 2 }, 409, 'NO_MARK_PRICE', 'futuresOptionId'],
    [{ clientTwapId: 'a b' }, 400, 'INVALID_FIELD', 'clientTwapId'],
  ])('%o is refused: %i %s', async (body, status, code, field) => {
    carol ??= await newMember();
    expect(await twaps.refused(carol, body)).toEqual([status, code, field]);
    expect(await twaps.running(carol)).toEqual([]);
  });
  let carol: TestMember | undefined;

  it('a reducing one is no larger than its position, and has no reduce-only in hedge mode', async () => {
    const alice = await newMember();
    await alice.post(ORDER, { ...requested, duration: undefined, type: 'MARKET' });
    const body = { side: 'SELL', reduceOnly: true, quantity: '0.101' };
    expect(await twaps.refused(alice, body)).toEqual([422, 'POSITION_NOT_SUFFICIENT', 'quantity']);
    expect(await twaps.refused(alice, { ...body, side: 'BUY' })).toEqual([422, 'REDUCE_ONLY_REJECTED', 'reduceOnly']);
    const bob = await newMember();
    await bob.post('/api/futures/order/position_mode', { mode: 'HEDGE' });
    expect(await twaps.refused(bob, { ...body, positionSide: 'LONG' })).toEqual([422, 'REDUCE_ONLY_CONFLICT', 'reduceOnly']);
    expect(await twaps.refused(bob, {})).toEqual([422, 'POSITION_SIDE_MISMATCH', 'positionSide']);
  });

  it('thirty may run, asked for one by one or all at once', async () => {
    const alice = await newMember('1000000');
    const asked = await Promise.all(
      Array.from({ length: 34 }, () => alice.post(`${TWAP}/place`, { ...requested, quantity: '0.020', limitPrice: '100' })),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = asked.filter(({ status }) => status !== 200).map(({ body }) => [body.code, body.message]);
    expect(refused[0]).toEqual(['TWAP_LIMIT_REACHED', '진행 중인 TWAP은 30개까지예요. 하나를 취소한 뒤 다시 시도해 주세요.']);
    expect((await alice.post(`${TWAP}/cancel_all`, {})).body.data).toEqual({ canceled: 30 });
  });

  it('names of slices are nobody’s to use, by whichever way', async () => {
    const alice = await newMember();
    const order = { ...requested, duration: undefined, type: 'MARKET', clientOrderId: 'twap-1-1' };
    const one = await alice.post(ORDER, order, { 'accept-language': 'en' });
    expect([one.status, one.body.code, one.body.data.field]).toEqual([400, 'CLIENT_ORDER_ID_RESERVED', 'clientOrderId']);
    const batch = await alice.post('/api/futures/order/batch', { orders: [order] });
    expect(batch.body.data.results[0]).toMatchObject({ code: 'CLIENT_ORDER_ID_RESERVED', order: null });
    expect(batch.body.data.results[0].message).toMatch(/twap-으로 시작하는/);
  });
});
