// Request keys over HTTP: the first answer again, also after a crash; another body refused; a refusal leaves the key free.
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const PLACE = '/api/futures/order';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '58000' };
const market = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '60000.00');
  alice = await exchange.member('alice');
  bob = await exchange.member('bobby');
});
afterAll(() => exchange.stop());

const openCount = async (m: TestMember) => (await m.get('/api/futures/history/open_order')).body.data.length;

/** Also which views the engine was asked for. */
async function asking<T>(work: () => Promise<T>): Promise<{ answer: T; asked: string[] }> {
  const query = vi.spyOn(exchange.server.context.engine, 'query');
  try {
    return { answer: await work(), asked: query.mock.calls.map(([, view]) => view) };
  } finally {
    query.mockRestore();
  }
}

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
    const other = await alice.post(PLACE, { ...limit, price: '58001', clientOrderId: 'x-2' }, { 'idempotency-key': 'k-2' });
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
    await exchange.setLadder(
      BTC,
      [['59999.00', '5']],
      [
        ['60001.00', '0.004'],
        ['60002.00', '5'],
      ],
    );
    const first = await alice.post(PLACE, { ...market, clientOrderId: 'm-1' });
    expect(first.body.data.fills).toHaveLength(2);
    await exchange.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]);
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

  it('an open order’s clientOrderId is its own, whatever keys come with it, one after the other or at once, until it is closed', async () => {
    const order = { ...limit, price: '57800', clientOrderId: 'own-1' };
    const headers = (key: string) => ({ 'idempotency-key': key });
    const before = await openCount(alice);
    const many = await Promise.all(Array.from({ length: 12 }, (_, i) => alice.post(PLACE, order, headers(`own-${i}`))));
    const placed = many.filter(({ status }) => status === 200);
    expect(placed).toHaveLength(1);
    const refused = many.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.code, refused?.body.data.field]).toEqual([409, 'CLIENT_ORDER_ID_TAKEN', 'clientOrderId']);
    expect(await openCount(alice)).toBe(before + 1);
    // Without a key, of another type, in a batch, at another member.
    expect((await alice.post(PLACE, { ...order, price: '57801' })).body.code).toBe('CLIENT_ORDER_ID_TAKEN');
    const conditional = { futuresOptionId: 1, side: 'SELL', positionSide: 'BOTH', type: 'STOPLOSS', stopPrice: '50000', quantity: '0.1' };
    expect((await alice.post(PLACE, { ...conditional, clientOrderId: 'own-1' })).body.code).toBe('CLIENT_ORDER_ID_TAKEN');
    const two = { ...order, clientOrderId: 'own-2' };
    const batch = (await alice.post('/api/futures/order/batch', { orders: [order, two, two] }, headers('batch'))).body.data;
    const codes = (batch.results as { code: string | null }[]).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['CLIENT_ORDER_ID_TAKEN', 'CLIENT_ORDER_ID_TAKEN', null]);
    const carol = await exchange.member('carol');
    expect((await carol.post(PLACE, order, headers('own-c'))).status).toBe(200);
    // Its own request again is answered as before.
    const at = many.indexOf(placed[0]);
    expect((await alice.post(PLACE, order, headers(`own-${at}`))).body).toEqual(placed[0].body);
    expect((await alice.post('/api/futures/order/cancel', { id: placed[0].body.data.order.id })).status).toBe(200);
    expect((await alice.post(PLACE, order, headers('own-after'))).status).toBe(200);
  });

  it('a batch of named orders asks the engine once for what it knows of the key and once for what is open, its repeat once more', async () => {
    const orders = Array.from({ length: 12 }, (_, i) => ({ ...limit, price: `${57_700 + i}`, clientOrderId: `many-${i}` }));
    const key = { 'idempotency-key': 'many' };
    const erin = await exchange.member('erin');
    const place = () => erin.post('/api/futures/order/batch', { orders }, key);
    const first = await asking(place);
    expect(first.answer.body.data.results.map(({ code }: { code: null }) => code)).toEqual(orders.map(() => null));
    expect(first.asked).toEqual(['firstOfRequest', 'openOrders']);
    const again = await asking(place);
    expect(again.answer.body).toEqual(first.answer.body);
    expect(again.asked).toEqual(['firstOfRequest', 'openOrders', 'requests']);
    const other = await asking(() => erin.post('/api/futures/order/batch', { orders }));
    expect(other.answer.body.data.results.map(({ code }: { code: string }) => code)).toEqual(orders.map(() => 'CLIENT_ORDER_ID_TAKEN'));
    expect(other.asked).toEqual(['openOrders', 'requests']);
  });

  it('survives a crash: the retried order is the first one, and its key still refuses another body', async () => {
    const first = await alice.post(PLACE, { ...limit, price: '57900', clientOrderId: 'o-9' });
    const before = await openCount(alice);
    await exchange.crash();
    const again = await alice.post(PLACE, { ...limit, price: '57900', clientOrderId: 'o-9' });
    expect(again.body).toEqual(first.body);
    expect(await openCount(alice)).toBe(before);
    expect((await alice.post(PLACE, { ...limit, price: '57901', clientOrderId: 'o-9' })).body.code).toBe('REQUEST_REUSED');
  });
});

describe('many orders by one request under a key (I9, 13.38)', () => {
  const BATCH = '/api/futures/order/batch';
  const CANCEL = '/api/futures/order/cancel_some';
  const SCALE = '/api/futures/order/scale';
  const key = (text: string) => ({ 'idempotency-key': text });
  const at = (...prices: number[]) => ({ orders: prices.map((price) => ({ ...limit, price: `${price}` })) });
  const reused = { status: 409, body: { code: 'REQUEST_REUSED' } };
  const scale = {
    futuresOptionId: 1,
    side: 'BUY',
    positionSide: 'BOTH',
    quantity: '0.010',
    fromPrice: '57000',
    toPrice: '57001',
    count: 2,
  };

  it('a batch with one order more, less or another is refused as a whole and places nothing; its own body is answered as before', async () => {
    const gina = await exchange.member('ginaaa');
    const first = await gina.post(BATCH, at(57_000, 57_001), key('b-1'));
    expect(await openCount(gina)).toBe(2);
    for (const other of [at(57_000, 57_001, 57_002), at(57_000), at(57_001, 57_000), at(57_000, 57_003), at(57_004)])
      expect(await gina.post(BATCH, other, key('b-1'))).toMatchObject(reused);
    expect((await gina.post(BATCH, at(57_000, 57_001), key('b-1'))).body).toEqual(first.body);
    expect(await openCount(gina)).toBe(2);
  });

  it('what was refused in it is told again, though it would be taken by now', async () => {
    const hana = await exchange.member('hanaaa');
    const big = { ...limit, quantity: '90', price: '57000' };
    const orders = [big, limit, { ...limit, price: '57001', takeProfit: '70000' }];
    const first = await hana.post(BATCH, { orders }, key('b-2'));
    expect(first.body.data.results.map((r: { code: string | null }) => r.code)).toEqual(['INSUFFICIENT_MARGIN', null, null]);
    await exchange.fund(hana, '10000000');
    await exchange.projected();
    await exchange.crash();
    expect((await hana.post(BATCH, { orders }, key('b-2'))).body).toEqual(first.body);
    expect(await openCount(hana)).toBe(2);
    // Where nothing at all was taken the key is free, as after any refusal.
    expect((await hana.post(BATCH, { orders: [{ ...big, quantity: '9000' }] }, key('b-3'))).body.data.results[0].code).not.toBeNull();
    expect((await hana.post(BATCH, at(57_005), key('b-3'))).body.data.results[0].code).toBeNull();
  });

  it('a ladder, cancels and a setting of all symbols are bound alike; so is the key itself, whatever call it came with', async () => {
    const ivan = await exchange.member('ivanaa');
    const ladder = await ivan.post(SCALE, scale, key('s-1'));
    expect(await ivan.post(SCALE, { ...scale, count: 3 }, key('s-1'))).toMatchObject(reused);
    expect((await ivan.post(SCALE, scale, key('s-1'))).body).toEqual(ladder.body);
    expect(await ivan.post(BATCH, at(57_000), key('s-1'))).toMatchObject(reused);
    expect(await ivan.post(PLACE, limit, key('s-1'))).toMatchObject(reused);
    const [one, two] = ladder.body.data.results.map((r: { order: { id: number } }) => r.order.id);
    const cancelled = await ivan.post(CANCEL, { ids: [987_654_321, one] }, key('c-1'));
    await exchange.projected();
    for (const ids of [[two], [two, one], [987_654_321, one, two]])
      expect(await ivan.post(CANCEL, { ids }, key('c-1'))).toMatchObject(reused);
    expect((await ivan.post(CANCEL, { ids: [987_654_321, one] }, key('c-1'))).body).toEqual(cancelled.body);
    expect(await openCount(ivan)).toBe(1);
    await ivan.post(PLACE, limit, key('p-1'));
    expect(await ivan.post(BATCH, at(57_000), key('p-1'))).toMatchObject(reused);
    const TYPE = '/api/futures/order/margin_type';
    const set = await ivan.post(TYPE, { marginType: 'ISOLATED' }, key('t-1'));
    expect(await ivan.post(TYPE, { marginType: 'CROSSED' }, key('t-1'))).toMatchObject(reused);
    expect((await ivan.post(TYPE, { marginType: 'ISOLATED' }, key('t-1'))).body).toEqual(set.body);
  });

  it('of two bodies at once one is placed; the same body at once is placed once and answered alike', async () => {
    const juno = await exchange.member('junoaa');
    const bodies = Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? at(57_000, 57_001) : at(57_000, 57_001, 57_002)));
    const answers = await Promise.all(bodies.map((body) => juno.post(BATCH, body, key('race'))));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(8);
    for (const answer of taken) expect(answer.body).toEqual(taken[0].body);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(reused);
    expect(await openCount(juno)).toBe(taken[0].body.data.results.length);
  });

  it('killed between acceptance and answer: the repeat gets the answer, another body none', async () => {
    const kira = await exchange.member('kiraaa');
    const { pool } = exchange.server.context;
    const query = pool.query.bind(pool);
    const orders = [{ ...limit, quantity: '9000' }, limit, { ...limit, price: '57001' }];
    // The answer cannot be kept: whoever asked is told of a fault, and the orders stand.
    vi.spyOn(pool, 'query').mockImplementation(((asked: { name?: string }, ...more: never[]) =>
      asked.name === 'futures-answer' ? Promise.reject(new Error('killed')) : query(asked as never, ...more)) as never);
    const lost = await kira.post(BATCH, { orders }, key('lost')).finally(() => vi.restoreAllMocks());
    expect(lost.status).toBe(500);
    await exchange.projected();
    await exchange.crash();
    expect(await kira.post(BATCH, { orders: [...orders, { ...limit, price: '57002' }] }, key('lost'))).toMatchObject(reused);
    const again = await kira.post(BATCH, { orders }, key('lost'));
    expect(again.body.data.results.map((r: { order: object | null }) => r.order !== null)).toEqual([false, true, true]);
    expect((await kira.post(BATCH, { orders }, key('lost'))).body).toEqual(again.body);
    expect(await openCount(kira)).toBe(2);
  });
});

describe('several orders cancelled by one request (13.38)', () => {
  const CANCEL = '/api/futures/order/cancel_some';
  const rest = async (m: TestMember, price: string) => {
    const { body } = await m.post(PLACE, { ...limit, price });
    if (body.code !== undefined) throw new Error(JSON.stringify(body));
    return body.data.order.id as number;
  };

  it('answers for each in the order asked: what is gone or somebody else’s is named and the others are cancelled', async () => {
    const dora = await exchange.member('dora');
    const [one, two, foreign] = [await rest(alice, '57001'), await rest(alice, '57002'), await rest(dora, '57003')];
    const before = await openCount(alice);
    const { status, body } = await alice.post(CANCEL, { ids: [one, 987_654_321, foreign, two, one] });
    expect(status).toBe(200);
    expect(body.data.results).toMatchObject([
      { id: one, order: { status: 'CANCELED' }, code: null },
      { id: 987_654_321, order: null, code: 'ORDER_UNKNOWN', message: expect.any(String) },
      { id: foreign, order: null, code: 'ORDER_UNKNOWN' },
      { id: two, order: { status: 'CANCELED' }, code: null },
    ]);
    expect(await openCount(alice)).toBe(before - 2);
    expect(await openCount(dora)).toBe(1);
  });

  it('the same request again gets its first answers, also after a crash, and cancels nothing that came later', async () => {
    const ids = [await rest(alice, '57004'), await rest(alice, '57005')];
    const key = { 'idempotency-key': 'cancel-these' };
    const first = await alice.post(CANCEL, { ids }, key);
    const later = await rest(alice, '57006');
    expect((await alice.post(CANCEL, { ids }, key)).body.data.results.map((r: { code: string | null }) => r.code)).toEqual([null, null]);
    await exchange.projected();
    await exchange.crash();
    const again = await alice.post(CANCEL, { ids }, key);
    expect(again.body.data.results.map((r: { id: number; order: { status: string } }) => [r.id, r.order.status])).toEqual(
      first.body.data.results.map((r: { id: number; order: { status: string } }) => [r.id, r.order.status]),
    );
    expect((await alice.get('/api/futures/history/open_order')).body.data.map((order: { id: number }) => order.id)).toContain(later);
  });

  it('ids that are none of the member’s open orders write nothing into the journal', async () => {
    const own = await rest(alice, '57007');
    const seq = () => exchange.server.engines.status().find(({ site }) => site === alice.site)?.seq ?? 0;
    const before = seq();
    const ids = Array.from({ length: 199 }, (_, i) => 987_000_000 + i);
    for (const key of ['flood-1', 'flood-2', undefined]) {
      const send = () => alice.post(CANCEL, { ids }, key === undefined ? {} : { 'idempotency-key': key });
      const { answer, asked } = await asking(send);
      expect(asked).toEqual(key === undefined ? ['openOrders'] : ['firstOfRequest', 'openOrders']);
      const { body } = answer;
      expect(body.data.results.map(({ code }: { code: string }) => code)).toEqual(ids.map(() => 'ORDER_UNKNOWN'));
    }
    expect((await alice.post(CANCEL, { ids: [...ids, own] })).body.data.results.at(-1)).toMatchObject({ id: own, code: null });
    expect(seq()).toBe(before + 1);
  });

  it('where the queue is full in the midst, what was cancelled is told beside what was not', async () => {
    const ids = [await rest(alice, '57008'), await rest(alice, '57009')];
    const { engine } = exchange.server.context;
    const submit = engine.submit.bind(engine);
    let sent = 0;
    engine.submit = (site, record) => (++sent === 2 ? Promise.reject(new EngineBusy('full')) : submit(site, record));
    try {
      const { status, body } = await alice.post(CANCEL, { ids });
      expect([status, body.data.results.map((r: { code: string | null }) => r.code)]).toEqual([200, [null, 'OVERLOADED']]);
    } finally {
      engine.submit = submit;
    }
  });

  it('takes 1 to 200 ids', async () => {
    expect((await alice.post(CANCEL, { ids: [] })).body.code).toBe('INVALID_FIELD');
    expect((await alice.post(CANCEL, { ids: Array.from({ length: 201 }, (_, i) => i + 1) })).body.code).toBe('INVALID_FIELD');
  });
});
