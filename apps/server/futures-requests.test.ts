// Request keys over HTTP: the first answer again, also after a crash; another body refused; a refusal leaves the key free.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Floor, type FloorMember, openFloor } from './testing/floor.ts';

const BTC = 'BINANCE:BTCUSDT';
const PLACE = '/api/futures/order';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '58000' };
const market = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
let floor: Floor;
let alice: FloorMember;
let bob: FloorMember;

beforeAll(async () => {
  floor = await openFloor();
  await floor.setMark(BTC, '60000.00');
  alice = await floor.member('alice');
  bob = await floor.member('bobby');
});
afterAll(() => floor.stop());

const openCount = async (m: FloorMember) => (await m.get('/api/futures/history/open_order')).body.data.length;

describe('Idempotency-Key and clientOrderId (I9)', () => {
  it('twenty at once with one client order id make one order and twenty equal answers', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => alice.post(PLACE, { ...limit, clientOrderId: 'o-1' })));
    expect(answers.map((a) => a.status)).toEqual(Array(20).fill(200));
    for (const { body } of answers) expect(body).toEqual(answers[0].body);
    expect(await openCount(alice)).toBe(1);
  });

  it('a header works the same and wins over the client order id', async () => {
    const first = await alice.post(PLACE, { ...limit, price: '58001', clientOrderId: 'x' }, { 'idempotency-key': 'k-1' });
    const again = await alice.post(PLACE, { ...limit, price: '58001', clientOrderId: 'x' }, { 'idempotency-key': 'k-1' });
    expect(again.body).toEqual(first.body);
    const other = await alice.post(PLACE, { ...limit, price: '58001', clientOrderId: 'x' }, { 'idempotency-key': 'k-2' });
    expect(other.body.data.order.id).not.toBe(first.body.data.order.id);
  });

  it('another body under the same key is refused, naming the key', async () => {
    const { status, body } = await alice.post(PLACE, { ...limit, quantity: '0.011', clientOrderId: 'o-1' });
    expect([status, body.code]).toEqual([409, 'REQUEST_REUSED']);
  });

  it('the same key of another member is another request', async () => {
    const { body } = await bob.post(PLACE, { ...limit, clientOrderId: 'o-1' });
    expect(body.data.order.status).toBe('NEW');
  });

  it('a refused request leaves its key free', async () => {
    expect((await alice.post(PLACE, { ...limit, quantity: '500', clientOrderId: 'free-1' })).body.code).toBe('INSUFFICIENT_MARGIN');
    expect((await alice.post(PLACE, { ...limit, clientOrderId: 'free-1' })).status).toBe(200);
  });

  it('answers a filled order with its fills as they were, after more has happened to the position', async () => {
    await floor.setLadder(
      BTC,
      [['59999.00', '5']],
      [
        ['60001.00', '0.004'],
        ['60002.00', '5'],
      ],
    );
    const first = await alice.post(PLACE, { ...market, clientOrderId: 'm-1' });
    expect(first.body.data.fills).toHaveLength(2);
    await floor.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]);
    await alice.post(PLACE, { ...market, side: 'SELL' });
    expect((await alice.post(PLACE, { ...market, clientOrderId: 'm-1' })).body).toEqual(first.body);
  });

  it('an order that was open when first answered is told as it was then, though it was cancelled since', async () => {
    const first = await alice.post(PLACE, { ...limit, price: '58002', clientOrderId: 'gone-1' });
    await alice.post('/api/futures/order/cancel', { id: first.body.data.order.id });
    expect((await alice.post(PLACE, { ...limit, price: '58002', clientOrderId: 'gone-1' })).body).toEqual(first.body);
  });

  it('cancels, amendments, settings and cancel-alls are answered again too', async () => {
    const key = { 'idempotency-key': 'again' };
    const id = (await bob.post(PLACE, { ...limit, price: '58003' })).body.data.order.id;
    const calls: [string, object][] = [
      ['/api/futures/order/amend', { id, price: '58004' }],
      ['/api/futures/order/cancel', { id }],
      ['/api/futures/order/leverage', { futuresOptionId: 2, leverage: 7 }],
      ['/api/futures/order/margin_type', { futuresOptionId: 2, marginType: 'ISOLATED' }],
      ['/api/futures/order/cancel_all', {}],
      ['/api/futures/order/position_mode', { mode: 'HEDGE' }],
    ];
    for (const [path, body] of calls) {
      const headers = { 'idempotency-key': `${key['idempotency-key']}${path}` };
      const first = await bob.post(path, body, headers);
      expect([path, first.status]).toEqual([path, 200]);
      expect((await bob.post(path, body, headers)).body).toEqual(first.body);
    }
  });

  it('survives a crash: the retried order is the first one, and its key still refuses another body', async () => {
    const first = await alice.post(PLACE, { ...limit, price: '57900', clientOrderId: 'o-9' });
    const before = await openCount(alice);
    await floor.crash();
    const again = await alice.post(PLACE, { ...limit, price: '57900', clientOrderId: 'o-9' });
    expect(again.body).toEqual(first.body);
    expect(await openCount(alice)).toBe(before);
    expect((await alice.post(PLACE, { ...limit, price: '57901', clientOrderId: 'o-9' })).body.code).toBe('REQUEST_REUSED');
  });
});
