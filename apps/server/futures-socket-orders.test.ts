// Many orders at once against the real engine: over a member's own socket (one effect a key over both entry points, restrictions alike), in batches.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommandKind, CommandWord, recordLength } from '@maru/engine/wire/command.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { connectStomp, until } from '@maru/kit/server/testing/stomp.ts';
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const PLACE = '/api/futures/order';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '58000' };
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '60000.00');
  await exchange.setMark(BTC, '60000.00', HANOK);
  [alice, bob] = [await exchange.member('alice'), await exchange.member('bobby')];
});
afterAll(async () => {
  for (const end of ends) await end();
  await exchange.stop();
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
type Told = { status: number; body: any };

async function socketOf({ token }: TestMember) {
  const client = await connectStomp(exchange.port, { token, upgrade: { host: `localhost:${exchange.port}` } });
  ends.push(() => client.end());
  const replies = client.subscribe('/user/queue/reply');
  await client.settle();
  let count = 0;
  return {
    ...client,
    async call(path: string, body: object, headers: Record<string, string> = {}): Promise<Told> {
      const id = `c${++count}`;
      client.client.publish({ destination: path, body: JSON.stringify(body), headers: { 'correlation-id': id, ...headers } });
      const found = () => replies.find(({ headers: told }) => told['correlation-id'] === id);
      await until(() => found() !== undefined);
      return { status: Number(found()?.headers.status), body: found()?.body };
    },
  };
}

/** Each refusal stands at a sequence of its own. */
const refusal = ({ status, body }: Told) => [status, { ...body, data: { ...body.data, sequence: 0 } }];
const openCount = async (m: TestMember) => (await m.get('/api/futures/history/open_order')).body.data.length;

it('places, amends and cancels, and answers as HTTP does', async () => {
  const socket = await socketOf(alice);
  const placed = await socket.call(PLACE, limit);
  expect(placed).toMatchObject({
    status: 200,
    body: { status: 'success', data: { order: { status: 'NEW', price: '58000.00' }, fills: [] } },
  });
  const { id } = placed.body.data.order;
  expect(await socket.call('/api/futures/order/amend', { id, price: '58001' })).toMatchObject({
    body: { data: { order: { id, price: '58001.00' } }, sequence: placed.body.sequence + 1 },
  });
  expect((await socket.call('/api/futures/order/cancel', { id })).body.data.order).toMatchObject({ id, status: 'CANCELED' });
  const [over, byHttp] = [
    await socket.call('/api/futures/order/cancel', { id: 999_999 }),
    await alice.post('/api/futures/order/cancel', { id: 999_999 }),
  ];
  expect(refusal(over)).toEqual(refusal(byHttp));
});

it('a hundred sent without waiting are a hundred orders, in the order sent', async () => {
  const socket = await socketOf(alice);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => socket.call(PLACE, { ...limit, quantity: '0.003', price: String(57_000 + i) })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const sequences = answers.map(({ body }) => body.sequence as number);
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  const ids = answers.map(({ body }) => body.data.order.id as number);
  const cancelled = await Promise.all(ids.map((id) => socket.call('/api/futures/order/cancel', { id })));
  expect(cancelled.map(({ body }) => body.data.order.status)).toEqual(Array(100).fill('CANCELED'));
});

it('the same key over both entry points at once is one order and one answer; another body under it is refused', async () => {
  const socket = await socketOf(bob);
  const key = { 'idempotency-key': 'both-1' };
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => socket.call(PLACE, limit, key)),
    ...Array.from({ length: 10 }, () => bob.post(PLACE, limit, key)),
  ]);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0].body]);
  expect(await openCount(bob)).toBe(1);
  expect(await socket.call(PLACE, { ...limit, quantity: '0.011' }, key)).toMatchObject({ status: 409, body: { code: 'REQUEST_REUSED' } });
  const named = { ...limit, price: '57000', clientOrderId: 'mine' };
  const first = await bob.post(PLACE, named);
  expect((await socket.call(PLACE, named)).body).toEqual(first.body);
  expect(await openCount(bob)).toBe(2);
});

it('ids are requests: another member’s order is unknown, and a site’s number in the body changes nothing', async () => {
  const { id } = (await bob.post(PLACE, { ...limit, price: '56000' })).body.data.order;
  const before = await openCount(bob);
  const socket = await socketOf(alice);
  expect(await socket.call('/api/futures/order/cancel', { id })).toMatchObject({ body: { code: 'ORDER_UNKNOWN' } });
  expect(await socket.call('/api/futures/order/amend', { id, price: '56001' })).toMatchObject({ body: { code: 'ORDER_UNKNOWN' } });
  expect(await socket.call(PLACE, { ...limit, siteInfoId: HANOK })).toMatchObject({ status: 200 });
  expect(await openCount(bob)).toBe(before);
  expect(await openCount(alice)).toBe(1);
});

it('a halted symbol is refused over the socket as over HTTP', async () => {
  const socket = await socketOf(alice);
  await exchange.setSwitch(BTC, 1);
  const [over, byHttp] = [await socket.call(PLACE, limit), await alice.post(PLACE, limit)];
  expect(over.status).toBeGreaterThanOrEqual(400);
  expect(refusal(over)).toEqual(refusal(byHttp));
  await exchange.setSwitch(BTC, 0);
});

it('whoever logs out places nothing more', async () => {
  const carol = await exchange.member('carol');
  const socket = await socketOf(carol);
  expect((await socket.call(PLACE, limit)).status).toBe(200);
  await carol.post('/api/logout', {});
  socket.client.publish({ destination: PLACE, body: JSON.stringify(limit), headers: { 'correlation-id': 'late' } });
  expect(await socket.closed).toBe(4001);
  const again = await exchange.as(carol, 'member').get('/api/futures/history/open_order');
  expect(again.body.data ?? [1]).toHaveLength(1);
});

/** Of the placements among journaled commands, in ticks. */
function placedPrices(commands: Float64Array): number[] {
  const prices: number[] = [];
  for (let at = 0; at < commands.length; at += recordLength(commands, at))
    if (commands[at] === CommandKind.PlaceOrder) prices.push(commands[at + CommandWord.PlaceOrder.price]);
  return prices;
}

it('a batch of twenty goes to the engine in one flush and in its order, with names of its own or without; each has its own answer', async () => {
  const dora = await exchange.member('dora');
  const flushes: number[][] = [];
  exchange.server.engines.onBatch(({ commands }) => flushes.push(placedPrices(commands)));
  const orders = Array.from({ length: 20 }, (_, i) => ({
    ...limit,
    price: String(i === 7 ? 1 : 58_000 + i),
    ...(i % 3 === 1 && { clientOrderId: `of-batch-${i}` }),
  }));
  const { body } = await dora.post('/api/futures/order/batch', { orders });
  const results = body.data.results as { order: { price: string } | null; code: string | null }[];
  expect(results.map(({ order }) => order?.price)).toEqual(orders.map(({ price }, i) => (i === 7 ? undefined : `${price}.00`)));
  expect(results[7].code).toBe('NOTIONAL_TOO_SMALL');
  expect(flushes.filter((prices) => prices.length > 0)).toEqual([orders.map(({ price }) => Number(price) * 100)]);
});

it('where the queue is full in the middle of a batch, what was placed is told beside what was not; where nothing was, nothing is', async () => {
  const erin = await exchange.member('erin1');
  const { engine } = exchange.server.context;
  const submit = engine.submit.bind(engine);
  /** Of those that follow, which find no place. */
  const isFull = (...full: boolean[]) => {
    engine.submit = (site, record) => (full.shift() === true ? Promise.reject(new EngineBusy('full')) : submit(site, record));
  };
  const orders = [0, 1, 2].map((i) => ({ ...limit, price: String(56_000 + i) }));
  try {
    isFull(false, true, false);
    const { status, body } = await erin.post('/api/futures/order/batch', { orders });
    const results = body.data.results as { order: { price: string } | null; code: string | null; message: string | null }[];
    expect([status, results.map(({ order, code }) => order?.price ?? code)]).toEqual([200, ['56000.00', 'OVERLOADED', '56002.00']]);
    expect(results[1].message).not.toBe('OVERLOADED');
    expect(await openCount(erin)).toBe(2);
    isFull(true, true, true);
    expect(await erin.post('/api/futures/order/batch', { orders })).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } });
    expect(await openCount(erin)).toBe(2);
  } finally {
    engine.submit = submit;
  }
});

it('of two of one batch with one name the first is placed, and no repeat of the request places the other, whatever became of the first', async () => {
  const fay = await exchange.member('fayfay');
  await exchange.setLadder(BTC, [['59990.00', '9.000']], [['60010.00', '9.000']]);
  // The second closes: it is ready without being held to any limit of leverage.
  const orders = [
    { ...limit, clientOrderId: 'twin' },
    { ...limit, side: 'SELL', price: '61000', clientOrderId: 'twin', reduceOnly: true },
    { ...limit, type: 'MARKET', price: undefined },
  ];
  const send = (m: { post: TestMember['post'] }, key: string) => m.post('/api/futures/order/batch', { orders }, { 'idempotency-key': key });
  const codes = ({ body }: Awaited<ReturnType<typeof send>>) => body.data.results.map(({ code }: { code: string | null }) => code);
  const first = await send(fay, 'twins');
  expect(codes(first)).toEqual([null, 'CLIENT_ORDER_ID_TAKEN', null]);
  const { id } = first.body.data.results[0].order;
  expect((await fay.post('/api/futures/order/cancel', { id })).status).toBe(200);
  await exchange.projected();
  // The name is free by now, and something stands that the second could close.
  for (let i = 0; i < 3; i++) {
    const again = await send(fay, 'twins');
    expect(again.body.data.results.map((one: { order: object | null }) => one.order)).toEqual(
      first.body.data.results.map((one: { order: object | null }) => one.order),
    );
  }
  expect(await openCount(fay)).toBe(0);
});

const reason = '전화로 본인 확인함';
const treat = async (act: string, who: TestMember, more: object = {}) =>
  (await exchange.operator()).post(act, { playerId: who.member, reason, ...more });

it.each<[string, string, (who: TestMember) => Promise<{ status: number }>]>([
  ['its operators block it', 'shutby', (who) => treat('/api/admin/member/status', who, { status: 'DENY' })],
  ['its logins are ended', 'ended1', (who) => treat('/api/admin/member/end_logins', who)],
  ['it locks itself', 'locked', (who) => who.post('/api/user/lock')],
  ['it shuts itself out', 'outside', (who) => who.post('/api/user/exclude', { days: 7, password: 'a-long-passphrase' })],
])('nothing is placed over a socket once %s, in the midst of a flood', async (_why, username, shut) => {
  const who = await exchange.member(username);
  const socket = await socketOf(who);
  const sent = { count: 0, isOver: false };
  const send = (price: number) =>
    socket.client.publish({
      destination: PLACE,
      body: JSON.stringify({ ...limit, quantity: '0.003', price: String(price) }),
      headers: { 'correlation-id': `f${++sent.count}` },
    });
  const flood = (async () => {
    while (!sent.isOver && sent.count < 100 && socket.client.connected) {
      send(57_500);
      await new Promise((next) => setImmediate(next));
    }
  })();
  expect((await shut(who)).status).toBe(200);
  sent.isOver = true;
  // Where its end has come to the client by now, there is nothing to send on.
  for (let i = 0; i < 5 && socket.client.connected; i++) send(57_600);
  await flood;
  expect(await socket.closed).toBe(4001);
  await expect(connectStomp(exchange.port, { token: who.token, upgrade: { host: `localhost:${exchange.port}` } })).rejects.toThrow('TOKEN');
  expect((await who.post(PLACE, limit)).status).toBe(401);
  // Behind whatever was on its way.
  await exchange.fund(who, '1');
  const { orders } = await exchange.server.engines.query<{ orders: { price: number }[] }>(MARU, 'openOrders', who.account, -1);
  expect(orders.filter(({ price }) => price === 5_760_000)).toEqual([]);
});

it('whom operators keep from opening closes over an open socket, in a batch too, and opens nothing', async () => {
  const gil = await exchange.member('gilgil');
  await exchange.setLadder(BTC, [['59990.00', '9.000']], [['60010.00', '9.000']]);
  const socket = await socketOf(gil);
  const market = { futuresOptionId: 1, positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
  expect((await socket.call(PLACE, { ...market, side: 'BUY' })).status).toBe(200);
  expect((await treat('/api/admin/futures/account_flags', gil, { reduceOnly: true })).status).toBe(200);
  const buy = { ...market, side: 'BUY' };
  const sell = { ...market, side: 'SELL', reduceOnly: true, quantity: '0.004' };
  const { body } = await socket.call('/api/futures/order/batch', { orders: [buy, sell, { ...buy, reduceOnly: true }] });
  const results = body.data.results as { order: { status: string } | null }[];
  expect(results.map(({ order }) => order?.status)).toEqual([undefined, 'FILLED', undefined]);
  const { data } = (await gil.get('/api/futures/history/open_position')).body;
  expect(data.map(({ quantity }: { quantity: string }) => Number(quantity))).toEqual([0.006]);
});
