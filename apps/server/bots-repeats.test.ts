// The same signed request again, byte for byte: one effect and one answer, whatever has changed meanwhile.
import { createHmac } from 'node:crypto';
import type { MemberAsk } from '@maru/bots/server/fapi-endpoint.ts';
import { Params } from '@maru/bots/server/fapi-params.ts';
import { openOrderTerms } from '@maru/bots/server/order-terms.ts';
import { placeWith } from '@maru/bots/server/order-request.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotsExchange, eventually, type Keys, startBots } from './testing/bots.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const symbol = 'BTCUSDT';
const ORDER = '/fapi/v1/order';
const BATCH = '/fapi/v1/batchOrders';
const ALGO = '/fapi/v1/algoOrder';
const SECOND = 1000;
/** The venue's number for a maker's order that would take. */
const WOULD_TAKE = -5022;
const clock = stoppableClock();
let exchange: BotsExchange;
let keys: Keys;

beforeAll(async () => {
  exchange = await startBots({}, clock);
  keys = await exchange.keys('demo1');
});
afterAll(() => exchange?.stop());

async function priceAt(percent: number): Promise<string> {
  const { body } = await exchange.call('GET', `/fapi/v1/ticker/price?symbol=${symbol}`);
  return (Number((body as unknown as { price: string }).price) * (1 + percent / 100)).toFixed(1);
}
const resting = async (more: object = {}) => ({
  symbol,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: await priceAt(-2),
  ...more,
});
const ask = (method: string, path: string, params = {}) => exchange.signed(keys, method, path, params, { timestamp: clock.now() });
const open = async () => (await ask('GET', '/fapi/v1/openOrders', { symbol })).body as object[];

test('of an order that its own client id names: while it rests, and when it has gone', async () => {
  const requested = await resting({ newClientOrderId: 'twice' });
  const first = await ask('POST', ORDER, requested);
  expect(first.body).toMatchObject({ status: 'NEW', clientOrderId: 'twice' });
  const again = await Promise.all(Array.from({ length: 5 }, () => first.again()));
  for (const { body } of again) expect(body).toEqual(first.body);
  clock.skip(1);
  // Another request of that name is another order.
  expect((await ask('POST', ORDER, requested)).body.code).toBe(-4116);
  const gone = await ask('DELETE', ORDER, { symbol, origClientOrderId: 'twice' });
  expect(gone.body.status).toBe('CANCELED');
  expect((await gone.again()).body).toEqual(gone.body);
  clock.skip(1);
  expect((await ask('DELETE', ORDER, { symbol, origClientOrderId: 'twice' })).body.code).toBe(-2011);
  expect((await first.again()).body).toEqual(first.body);
  expect(await open()).toEqual([]);
});

/** The signature as a client may write it too: the same bytes in other digits. */
const inCapitals = (params: Record<string, string>, timestamp: number) =>
  createHmac('sha256', keys.secret)
    .update(new URLSearchParams({ ...params, timestamp: String(timestamp) }).toString())
    .digest('hex')
    .toUpperCase();

test('however its signature is written: an order without a name, and several', async () => {
  const single = await resting({ price: await priceAt(-3) });
  const timestamp = clock.now();
  const first = await exchange.signed(keys, 'POST', ORDER, single, { timestamp });
  expect(first.body.status).toBe('NEW');
  const again = await exchange.signed(keys, 'POST', ORDER, single, { timestamp, signature: inCapitals(single, timestamp) });
  expect(again.body).toEqual(first.body);
  const many = { batchOrders: JSON.stringify([await resting(), await resting({ newClientOrderId: 'of-many' })]) };
  const placed = await exchange.signed(keys, 'POST', BATCH, many, { timestamp });
  expect(placed.body).toMatchObject([{ status: 'NEW' }, { status: 'NEW', clientOrderId: 'of-many' }]);
  expect((await placed.again()).body).toEqual(placed.body);
  const signature = inCapitals(many, timestamp);
  expect((await exchange.signed(keys, 'POST', BATCH, many, { timestamp, signature })).body).toEqual(placed.body);
  expect(await open()).toHaveLength(3);
  await ask('DELETE', '/fapi/v1/allOpenOrders', { symbol });
});

test('of several: what was signed once is not another request of several too, order by order', async () => {
  const price = await priceAt(-3);
  const { orderId } = (await ask('POST', ORDER, await resting())).body;
  const timestamp = clock.now();
  const both = { batchOrders: JSON.stringify([await resting({ orderId, price }), await resting({ orderId, price })]) };
  const first = await exchange.signed(keys, 'POST', BATCH, both, { timestamp });
  expect(first.body).toMatchObject([{ status: 'NEW' }, { status: 'NEW' }]);
  const before = await open();
  const changed = await exchange.signed(keys, 'PUT', BATCH, both, { timestamp });
  expect(changed.body).toMatchObject([{ code: -4116 }, { code: -4116 }]);
  expect(await open()).toEqual(before);
  await ask('DELETE', '/fapi/v1/allOpenOrders', { symbol });
});

test('twenty at once are one order', async () => {
  const requested = await resting({ newClientOrderId: 'once' });
  const prepared = await ask('POST', ORDER, { ...requested, quantity: '0' });
  expect(prepared.body.code).toBe(-4003);
  const timestamp = clock.now();
  const send = () => exchange.signed(keys, 'POST', ORDER, requested, { timestamp });
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0].body.status).toBe('NEW');
  expect(await open()).toHaveLength(1);
  await ask('DELETE', '/fapi/v1/allOpenOrders', { symbol });
});

test('of a change that its order’s client id names, though the order is filled since', async () => {
  const { orderId } = (await ask('POST', ORDER, await resting({ newClientOrderId: 'changed' }))).body;
  const change = { symbol, origClientOrderId: 'changed', side: 'BUY', quantity: '0.01', price: await priceAt(1) };
  const first = await ask('PUT', ORDER, change);
  expect(first.body).toMatchObject({ orderId, status: 'FILLED' });
  expect((await first.again()).body).toEqual(first.body);
  clock.skip(1);
  expect((await ask('PUT', ORDER, change)).body.code).toBe(-2013);
  await ask('POST', ORDER, { symbol, side: 'SELL', type: 'MARKET', quantity: '0.01', reduceOnly: 'true' });
});

test('of a date that was far enough ahead when it was asked for', async () => {
  const goodTillDate = clock.now() + 600_000 + SECOND;
  const first = await ask('POST', ORDER, await resting({ timeInForce: 'GTD', goodTillDate }));
  expect(first.body.status).toBe('NEW');
  clock.skip(2 * SECOND);
  expect((await first.again()).body).toEqual(first.body);
  expect((await ask('POST', ORDER, await resting({ timeInForce: 'GTD', goodTillDate }))).body.code).toBe(-5040);
  await ask('DELETE', ORDER, { symbol, orderId: first.body.orderId });
});

test('of a matched price, though the book is too thin for it by now', async () => {
  const { context } = exchange.server;
  const { rows } = await context.pool.query(
    "SELECT id, account_no AS account FROM account_member WHERE site_id = 1 AND username = 'demo1'",
  );
  const { id: member, account } = rows[0] as { id: number; account: number };
  const site = context.sites.byId(1) as SiteConfig;
  const terms = await openOrderTerms(context, 1_000_000);
  const session = { site: 1, member: Number(member), account: Number(account), username: 'demo1', role: 'member' as const, family: 'thin' };
  const body = { futuresOptionId: 1, side: 'BUY' as const, positionSide: 'BOTH', type: 'LIMIT', quantity: '0.01', clientOrderId: 'thin' };
  const price = await priceAt(-2);
  const askOf = (bids: string[][]) =>
    ({
      context,
      site,
      session,
      service: { terms, books: { picture: async () => ({ bids, asks: [] }) } },
      params: new Params(new Map([['symbol', symbol]])),
      requestName: () => 'thin book',
      call: (route: never, input: object) =>
        context.services.use(innerCalls).run(route, { site, session, ip: '', requestId: 'thin', requestKey: 'thin book', ...input }),
    }) as never as MemberAsk;
  const place = (bids: string[][]) => placeWith(askOf(bids), body, { priceMatch: 'QUEUE', goodTill: undefined }, 'newClientOrderId');
  const first = await place([[price, '1']]);
  expect(first).toMatchObject({ status: 'NEW', terms: { priceMatch: 'QUEUE' } });
  expect(await place([])).toEqual(first);
  await ask('DELETE', ORDER, { symbol, orderId: first.id });
  terms.close();
});

test('of a matched price, though the book has moved; and of a change to one, over a restart', async () => {
  const order = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTX', quantity: '0.01', priceMatch: 'QUEUE_20' };
  // On a busy machine the market may have come to the price when the order does, and refuse it: a bot asks again.
  const rests = async (send: () => ReturnType<typeof ask>) => {
    for (;;) {
      const answer = await send();
      if (answer.body.code !== WOULD_TAKE) return answer;
      clock.skip(1);
    }
  };
  const placed = await rests(() => ask('POST', ORDER, order));
  expect(placed.body).toMatchObject({ status: 'NEW', priceMatch: 'QUEUE_20' });
  const book = async () =>
    (await exchange.call('GET', `/fapi/v1/depth?symbol=${symbol}&limit=20`)).body as unknown as { lastUpdateId: number; bids: string[][] };
  const hasMoved = (price: string) => eventually(book, ({ bids }) => bids[19] !== undefined && bids[19][0] !== price);
  await hasMoved(placed.body.price);
  expect((await placed.again()).body).toEqual(placed.body);

  const { orderId } = placed.body;
  let timestamp = 0;
  const change = () =>
    exchange.signed(keys, 'PUT', ORDER, { symbol, orderId, side: 'BUY', quantity: '0.02', priceMatch: 'QUEUE_10' }, { timestamp });
  const first = await rests(() => {
    timestamp = clock.now();
    return change();
  });
  expect(first.body).toMatchObject({ orderId, origQty: '0.020' });
  await exchange.server.restart({ crash: true });
  await hasMoved(first.body.price);
  // Within its window still, however long the restart took.
  clock.skip(timestamp - clock.now());
  expect((await change()).body).toEqual(first.body);
  await ask('DELETE', ORDER, { symbol, orderId });
});

test('of a conditional order’s cancel', async () => {
  const stop = { algoType: 'CONDITIONAL', symbol, side: 'BUY', type: 'STOP_MARKET', quantity: '0.01', triggerPrice: await priceAt(5) };
  const placed = await ask('POST', ALGO, { ...stop, clientAlgoId: 'stop' });
  expect((await placed.again()).body).toEqual(placed.body);
  const gone = await ask('DELETE', ALGO, { clientAlgoId: 'stop' });
  expect(gone.body.code).toBe('200');
  expect((await gone.again()).body).toEqual(gone.body);
  clock.skip(1);
  expect((await ask('DELETE', ALGO, { clientAlgoId: 'stop' })).body.code).toBe(-2011);
});

test('of a cancel by client id, though a newer order has that name by now', async () => {
  const requested = await resting({ newClientOrderId: 'named' });
  const { orderId } = (await ask('POST', ORDER, requested)).body;
  const gone = await ask('DELETE', ORDER, { symbol, origClientOrderId: 'named' });
  expect(gone.body).toMatchObject({ orderId, status: 'CANCELED' });
  clock.skip(1);
  const newer = (await ask('POST', ORDER, requested)).body.orderId;
  expect((await gone.again()).body).toEqual(gone.body);
  expect(await open()).toMatchObject([{ orderId: newer }]);
  await ask('DELETE', ORDER, { symbol, orderId: newer });
});

test('of a cancel of all: what came later stays, whether conditional orders wait or not', async () => {
  const all = '/fapi/v1/allOpenOrders';
  const allAlgo = '/fapi/v1/algoOpenOrders';
  const stop = async () =>
    (
      await ask('POST', ALGO, {
        algoType: 'CONDITIONAL',
        symbol,
        side: 'BUY',
        type: 'STOP_MARKET',
        quantity: '0.01',
        triggerPrice: await priceAt(5),
      })
    ).body.algoId as number;
  const plain = async () => (await ask('POST', ORDER, await resting({ newClientOrderId: `plain-${clock.now()}` }))).body.orderId as number;
  const waiting = async () =>
    ((await ask('GET', '/fapi/v1/openAlgoOrders', { symbol })).body as { algoId: number }[]).map(({ algoId }) => algoId);
  await plain();
  const alone = await ask('DELETE', all, { symbol });
  expect([alone.body.code, await open()]).toEqual([200, []]);
  clock.skip(1);
  const [later, first] = [await plain(), await stop()];
  expect((await alone.again()).body.code).toBe(200);
  expect(await open()).toMatchObject([{ orderId: later }]);
  const beside = await ask('DELETE', all, { symbol });
  expect([beside.body.code, await open(), await waiting()]).toEqual([200, [], [first]]);
  const algos = await ask('DELETE', allAlgo, { symbol });
  expect([algos.body.code, await waiting()]).toEqual([200, []]);
  clock.skip(1);
  // None waits any more, then one does again.
  const last = await plain();
  await beside.again();
  const second = await stop();
  await beside.again();
  await algos.again();
  expect([await open(), await waiting()]).toMatchObject([[{ orderId: last }], [second]]);
  await ask('DELETE', all, { symbol });
  await ask('DELETE', allAlgo, { symbol });
  expect([await open(), await waiting()]).toEqual([[], []]);
});
