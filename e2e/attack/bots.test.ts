// Bots that should not be let in: wrong, stale and replayed signatures, keys of others and of other sites, and floods.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { siteBits } from '@maru/kit/contract/site-config.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotsExchange, eventually, type Keys, startBots } from '../../apps/server/testing/bots.ts';
import { httpExchange } from '../../apps/server/testing/http-exchange.ts';
import { openSignUp } from '../../apps/server/testing/open-sign-up.ts';
import { stoppableClock } from '../../apps/server/testing/stoppable-clock.ts';
import { floodTests } from './bot-floods.ts';
import { listen } from './bot-sockets.ts';
import { wireTests } from './bot-wire.ts';

const ORDER = '/fapi/v1/order';
const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
const HANOK = 'hanok.localhost';
const wanted = { label: 'x', scope: 'READ', password: 'demo1234' };
const clock = stoppableClock();
let exchange: BotsExchange;
let keys: Keys;

beforeAll(async () => {
  exchange = await startBots({ MARU_CALL_RATE: '40:10000', MARU_ORDER_RATE: '20:10000', MARU_TRUSTED_PROXIES: '10.255.255.1' }, clock);
  keys = await exchange.keys('demo1');
});
afterAll(() => exchange?.stop());

const held = async (of = keys) => {
  const { body } = await exchange.signed(of, 'GET', '/fapi/v3/positionRisk', { symbol: 'BTCUSDT' });
  return body[0]?.positionAmt ?? '0';
};
const refused = (answer: { status: number; body: { code?: unknown } }) => [answer.status, answer.body.code];

test('a wrong signature, or none, places nothing', async () => {
  const before = await held();
  expect(refused(await exchange.signed(keys, 'POST', ORDER, market, { signature: 'f'.repeat(64) }))).toEqual([400, -1022]);
  expect(refused(await exchange.signed(keys, 'POST', ORDER, market, { signature: 'short' }))).toEqual([400, -1022]);
  expect(refused(await exchange.signed({ ...keys, secret: 'another' }, 'POST', ORDER, market))).toEqual([400, -1022]);
  expect(refused(await exchange.signed(keys, 'POST', ORDER, market, { signature: '' }))).toEqual([400, -1102]);
  expect(await held()).toBe(before);
});

test('what was signed is what counts: more, less or twice of a parameter is refused', async () => {
  const timestamp = Date.now();
  const text = new URLSearchParams({ ...market, timestamp: String(timestamp) }).toString();
  const signature = createHmac('sha256', keys.secret).update(text).digest('hex');
  const send = (query: string) => exchange.call('POST', `${ORDER}?${query}`, undefined, { 'x-mbx-apikey': keys.apiKey });
  expect((await send(`${text.replace('0.01', '1.00')}&signature=${signature}`)).body.code).toBe(-1022);
  expect((await send(`${text}&reduceOnly=true&signature=${signature}`)).body.code).toBe(-1022);
  expect((await send(`${text}&quantity=1&signature=${signature}`)).body.code).toBe(-1101);
  expect((await send(`${text}&signature=${signature}&signature=${signature}`)).body.code).toBe(-1101);
});

test('query and body together are what is signed, and of a name in both the query’s counts', async () => {
  const send = (query: string, body: string) => {
    const signature = createHmac('sha256', keys.secret)
      .update(query + body)
      .digest('hex');
    const headers = { 'x-mbx-apikey': keys.apiKey, 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' };
    return httpExchange(exchange.port, 'POST', `${ORDER}/test?${query}`, `${body}&signature=${signature}`, headers);
  };
  const head = 'symbol=BTCUSDT&side=BUY&type=MARKET';
  expect((await send(head, `quantity=0.01&timestamp=${Date.now()}`)).status).toBe(200);
  expect((await send(`${head}&quantity=0.01`, `quantity=bad&timestamp=${Date.now()}`)).status).toBe(200);
  expect((await send(`${head}&quantity=bad`, `quantity=0.01&timestamp=${Date.now()}`)).body.code).toBe(-1102);
  expect((await send(head, `quantity=0.01&quantity=0.02&timestamp=${Date.now()}`)).body.code).toBe(-1101);
});

test('parameters count in any order and the signature in any place; what is signed under another spelling is not', async () => {
  const sign = (text: string) => createHmac('sha256', keys.secret).update(text).digest('hex');
  const send = (query: string) => exchange.call('POST', `${ORDER}/test?${query}`, undefined, { 'x-mbx-apikey': keys.apiKey });
  const head = 'quantity=0.01&type=MARKET';
  const tail = () => `timestamp=${Date.now()}&side=BUY&symbol=btcusdt`;
  const end = tail();
  expect((await send(`${head}&signature=${sign(`${head}&${end}`)}&${end}`)).status).toBe(200);
  expect((await send(`signature=${sign(`${head}&${end}`)}&${head}&${end}`)).status).toBe(200);
  // Another order than was signed, an escape that decodes to the same, a hidden second name for the signature.
  expect((await send(`${end}&${head}&signature=${sign(`${head}&${end}`)}`)).body.code).toBe(-1022);
  expect((await send(`${head}&${end.replace('BUY', '%42UY')}&signature=${sign(`${head}&${end}`)}`)).body.code).toBe(-1022);
  expect((await send(`${head}&${end}&%73ignature=${sign(`${head}&${end}`)}`)).body.code).toBe(-1022);
  expect((await send(`${head}&${end}&Signature=${sign(`${head}&${end}`)}`)).body.code).toBe(-1102);
  const korean = `${head}&newClientOrderId=${encodeURIComponent('주문')}&${tail()}`;
  expect((await send(`${korean}&signature=${sign(korean)}`)).body.code).toBe(-1100);
});

test('a request of another moment is refused: stale, ahead, or with a window without end', async () => {
  const at = (ms: number, recvWindow?: number) =>
    exchange.signed(
      keys,
      'GET',
      '/fapi/v2/balance',
      {},
      { timestamp: Date.now() + ms, ...(recvWindow === undefined ? {} : { recvWindow }) },
    );
  expect(refused(await at(-6000))).toEqual([400, -1021]);
  expect(refused(await at(-600, 500))).toEqual([400, -1021]);
  expect(refused(await at(5000))).toEqual([400, -1021]);
  expect(refused(await at(0, 60_001))).toEqual([400, -1131]);
  expect((await at(-6000, 10_000)).status).toBe(200);
  // In microseconds the same moments count.
  const micros = (ms: number) => exchange.signed(keys, 'GET', '/fapi/v2/balance', {}, { timestamp: (Date.now() + ms) * 1000 });
  expect((await micros(0)).status).toBe(200);
  expect([refused(await micros(-6000)), refused(await micros(5000))]).toEqual([
    [400, -1021],
    [400, -1021],
  ]);
});

test('an order replayed byte for byte gets its first answer, however often and at once', async () => {
  const before = Number(await held());
  const first = await exchange.signed(keys, 'POST', ORDER, market);
  const again = await Promise.all(Array.from({ length: 20 }, () => first.again()));
  for (const answer of again) expect(answer.body.orderId).toBe(first.body.orderId);
  expect(Number(await held())).toBeCloseTo(before + 0.01);
  await exchange.signed(keys, 'POST', ORDER, { ...market, side: 'SELL', reduceOnly: 'true' });
});

test('margin that is moved by a request is moved once, however often it is replayed', async () => {
  const eth = { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' };
  await exchange.signed(keys, 'POST', '/fapi/v1/marginType', { symbol: 'ETHUSDT', marginType: 'ISOLATED' });
  await exchange.signed(keys, 'POST', ORDER, eth);
  const wallet = async () =>
    Number((await exchange.signed(keys, 'GET', '/fapi/v3/positionRisk', { symbol: 'ETHUSDT' })).body[0].isolatedWallet);
  const before = await wallet();
  const moved = await exchange.signed(keys, 'POST', '/fapi/v1/positionMargin', { symbol: 'ETHUSDT', amount: '5', type: 1 });
  expect(moved.status).toBe(200);
  await Promise.all(Array.from({ length: 5 }, () => moved.again()));
  expect(await wallet()).toBeCloseTo(before + 5);
  await exchange.signed(keys, 'POST', ORDER, { ...eth, side: 'SELL', reduceOnly: 'true' });
});

test('keys: no key, a malformed one, one that never was', async () => {
  const ask = (apiKey: string) => exchange.signed({ ...keys, apiKey }, 'GET', '/fapi/v2/balance');
  expect(refused(await ask(''))).toEqual([401, -2014]);
  expect(refused(await ask('x'))).toEqual([401, -2014]);
  expect(refused(await ask("a' OR '1'='1"))).toEqual([401, -2014]);
  expect(refused(await ask('a'.repeat(64)))).toEqual([401, -2015]);
});

test('a key of one site does not exist at another, nor does its listen key', async () => {
  const other = await exchange.keys('demo1', {}, HANOK);
  expect(refused(await exchange.signed(other, 'GET', '/fapi/v2/balance'))).toEqual([401, -2015]);
  expect((await exchange.signed(other, 'GET', '/fapi/v2/balance', {}, { host: HANOK })).status).toBe(200);
  expect(refused(await exchange.signed(keys, 'GET', '/fapi/v2/balance', {}, { host: HANOK }))).toEqual([401, -2015]);
  // However the host is written, it names its site.
  expect((await exchange.signed(other, 'GET', '/fapi/v2/balance', {}, { host: 'HANOK.localhost' })).status).toBe(200);
  expect(refused(await exchange.signed(keys, 'GET', '/fapi/v2/balance', {}, { host: 'Hanok.LocalHost:80' }))).toEqual([401, -2015]);
  const { listenKey } = (await exchange.signed(other, 'POST', '/fapi/v1/listenKey', {}, { host: HANOK })).body;
  expect(await closing(`/ws/${listenKey}`)).toBe(1008);
  const revoke = await exchange.call('POST', '/api/user/api_key/revoke', { id: other.id }, await exchange.login('demo1'));
  expect(revoke.status).toBe(404);
});

test('a listen key is its owner’s: another member’s key can neither prolong nor end it, and a guessed one opens nothing', async () => {
  const other = await exchange.keys('demo2');
  const { listenKey } = (await exchange.signed(keys, 'POST', '/fapi/v1/listenKey')).body;
  for (const method of ['PUT', 'DELETE'])
    expect(refused(await exchange.signed(other, method, '/fapi/v1/listenKey', { listenKey }))).toEqual([400, -1125]);
  const { events, ws } = await listen(exchange.port, `/ws/${listenKey}`);
  expect((await exchange.signed(other, 'POST', '/fapi/v1/listenKey')).body.listenKey).not.toBe(listenKey);
  // What the other member does is not heard on this stream.
  await exchange.signed(other, 'POST', ORDER, market);
  await exchange.signed(other, 'POST', ORDER, { ...market, side: 'SELL', reduceOnly: 'true' });
  expect(await closing(`/ws/${listenKey.slice(0, -1)}${listenKey.endsWith('A') ? 'B' : 'A'}`)).toBe(1008);
  const before = events.length;
  await exchange.signed(keys, 'POST', ORDER, market);
  await eventually(
    () => events.slice(before),
    (list) => list.some((event) => event.e === 'ORDER_TRADE_UPDATE'),
  );
  expect(events.slice(0, before)).toEqual([]);
  await exchange.signed(keys, 'POST', ORDER, { ...market, side: 'SELL', reduceOnly: 'true' });
  await exchange.signed(keys, 'DELETE', '/fapi/v1/listenKey');
  expect(await new Promise((resolve) => ws.on('close', resolve))).toBeDefined();
});

test('the history of one member is not told to another: orders, forced orders, margin, amendments', async () => {
  const other = await exchange.keys('demo2');
  const { orderId } = (await exchange.signed(keys, 'POST', ORDER, market)).body;
  await exchange.signed(keys, 'POST', ORDER, { ...market, side: 'SELL', reduceOnly: 'true' });
  const ask = (path: string, params = {}) => exchange.signed(other, 'GET', path, { symbol: 'BTCUSDT', ...params });
  expect(refused(await ask(ORDER, { orderId }))).toEqual([400, -2013]);
  expect(refused(await ask('/fapi/v1/orderAmendment', { orderId }))).toEqual([400, -2013]);
  expect((await ask('/fapi/v1/forceOrders')).body).toEqual([]);
  expect((await ask('/fapi/v1/positionMargin/history')).body).toEqual([]);
});

test('a key does what its scope says, from where its list says', async () => {
  const reader = await exchange.keys('demo1', { scope: 'READ' });
  expect((await exchange.signed(reader, 'GET', '/fapi/v2/balance')).status).toBe(200);
  for (const [method, path, params] of [
    ['POST', ORDER, market],
    ['DELETE', '/fapi/v1/allOpenOrders', { symbol: 'BTCUSDT' }],
    ['POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 3 }],
    ['POST', '/fapi/v1/algoOrder', { ...market, algoType: 'CONDITIONAL' }],
  ] as const) {
    expect(refused(await exchange.signed(reader, method, path, params))).toEqual([401, -2015]);
  }
  const elsewhere = await exchange.keys('demo1', { addresses: ['203.0.113.7', '198.51.100.0/24'] });
  expect(refused(await exchange.signed(elsewhere, 'GET', '/fapi/v2/balance'))).toEqual([401, -2015]);
  const here = await exchange.keys('demo1', { addresses: ['127.0.0.0/8'] });
  expect((await exchange.signed(here, 'GET', '/fapi/v2/balance')).status).toBe(200);
  const headers = await exchange.login('demo1');
  const bad = await exchange.call('POST', '/api/user/api_key/create', { ...wanted, addresses: ['10.0.0.0/99'] }, headers);
  expect(bad.body).toMatchObject({ code: 'ADDRESS_MALFORMED', data: { field: 'addresses' } });
});

test('the trading socket asks its site as it is now, not as it was when the socket opened', async () => {
  const { sites } = exchange.server.context;
  const { ws, events } = await listen(exchange.port, '/ws-fapi/v1');
  const place = async (id: number) => {
    const params = Object.entries({ ...market, apiKey: keys.apiKey, timestamp: String(Date.now()) }).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = params.map(([name, value]) => `${name}=${value}`).join('&');
    const signature = createHmac('sha256', keys.secret).update(text).digest('hex');
    ws.send(JSON.stringify({ id, method: 'order.place', params: { ...Object.fromEntries(params), signature } }));
    await eventually(
      () => events,
      (list) => list.some((event) => event.id === id),
    );
    return events.find((event) => event.id === id);
  };
  expect(await place(1)).toMatchObject({ status: 200, result: { symbol: 'BTCUSDT' } });
  const before = sites.all();
  sites.replace(before.map((site) => (site.id === 1 ? { ...site, type: site.type & ~siteBits.futures } : site)));
  expect(await place(2).finally(() => sites.replace(before))).toMatchObject({ status: 403, error: { code: -4088 } });
  await exchange.signed(keys, 'POST', ORDER, { ...market, side: 'SELL', reduceOnly: 'true' });
  ws.close();
});

test('at rest there is neither key nor secret; the list shows neither', async () => {
  const { rows } = await exchange.server.context.pool.query(
    'SELECT row_to_json(k)::text AS text, material FROM bots_api_key k WHERE id = $1',
    [keys.id],
  );
  expect(rows[0].text).not.toContain(keys.apiKey);
  expect(rows[0].text + rows[0].material.toString('latin1')).not.toContain(keys.secret);
  const list = await exchange.call('GET', '/api/user/api_key', undefined, await exchange.login('demo1'));
  const text = JSON.stringify(list.body);
  expect(text).not.toContain(keys.apiKey);
  expect(text).not.toContain(keys.secret);
  expect(list.body.data.find((key: { id: number }) => key.id === keys.id)).toMatchObject({ lastUsedFrom: '127.0.0.1', kind: 'HMAC' });
});

test('a revoked key stops at once, and its stream ends', async () => {
  const short = await exchange.keys('demo1');
  const { listenKey } = (await exchange.signed(short, 'POST', '/fapi/v1/listenKey')).body;
  const { events, closed } = await listen(exchange.port, `/private/ws?listenKey=${listenKey}`);
  await exchange.call('POST', '/api/user/api_key/revoke', { id: short.id }, await exchange.login('demo1'));
  expect(refused(await exchange.signed(short, 'GET', '/fapi/v2/balance'))).toEqual([401, -2015]);
  await closed;
  expect(events.at(-1)).toMatchObject({ e: 'listenKeyExpired', listenKey });
});

test.each([
  ['denied', "status = 'DENY'", "status = 'ACTIVE'"],
  ['put back to waiting', "status = 'WAIT'", "status = 'ACTIVE'"],
  ['locked', 'locked_at = now()', 'locked_at = NULL'],
  ['excluded at its own request', "excluded_until = now() + interval '1 day'", 'excluded_until = NULL'],
])('keys and streams of a member that is %s end at once, and keys work again when it is let in', async (_name, shut, open) => {
  const { context } = exchange.server;
  const out = await exchange.keys('demo2', {}, HANOK);
  const ask = () => exchange.signed(out, 'GET', '/fapi/v2/balance', {}, { host: HANOK });
  const { listenKey } = (await exchange.signed(out, 'POST', '/fapi/v1/listenKey', {}, { host: HANOK })).body;
  const { closed } = await listen(exchange.port, `/private/ws?listenKey=${listenKey}`, HANOK);
  const { rows } = await context.pool.query("SELECT id, site_id FROM account_member WHERE site_id = 2 AND username = 'demo2'");
  const change = async (set: string) => {
    await context.pool.query(`UPDATE account_member SET ${set} WHERE id = $1`, [rows[0].id]);
    context.sessions.endMember(rows[0].site_id, Number(rows[0].id));
  };
  await change(shut);
  expect(refused(await ask())).toEqual([401, -2015]);
  await closed;
  await change(open);
  expect((await ask()).status).toBe(200);
  await exchange.call('POST', '/api/user/api_key/revoke', { id: out.id }, await exchange.login('demo2', HANOK));
});

test('a key is made by whoever knows the password: not by a stolen login, and guessing is locked like at the login page', async () => {
  const headers = await exchange.login('demo2');
  const listed = async () => (await exchange.call('GET', '/api/user/api_key', undefined, headers)).body.data;
  const before = await listed();
  const make = (password: unknown) => exchange.call('POST', '/api/user/api_key/create', { ...wanted, password }, headers);
  expect(refused(await make(undefined))).toEqual([400, 'REQUIRED_FIELD']);
  const guesses = [];
  for (let i = 0; i < 7; i++) guesses.push(await make(`guess${i}`));
  expect(guesses[0].body).toMatchObject({ code: 'PASSWORD_WRONG', data: { field: 'password' } });
  expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429, 429]);
  // Locked: the right one does not help either, and nothing was made.
  expect((await make('demo1234')).status).toBe(429);
  expect(await listed()).toEqual(before);
});

test('thirty keys a member, also when forty are asked for at once', async () => {
  // Of its own: an account that many share never runs out.
  await openSignUp(exchange.server.context);
  const who = { username: 'manykeys', password: 'plank-of-oak-42' };
  const form = { ...who, name: 'Kim', nick: 'n_manykeys', phone: '010-5555-0001', email: 'manykeys@example.com' };
  expect((await exchange.call('POST', '/api/player', form, { host: HANOK })).status).toBe(200);
  const { body } = await exchange.call('POST', '/api/login', who, { host: HANOK });
  const headers = { authorization: `Bearer ${body.data.accessToken}`, host: HANOK };
  const make = () => exchange.call('POST', '/api/user/api_key/create', { ...wanted, password: who.password }, headers);
  const answers = await Promise.all(Array.from({ length: 40 }, make));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'TOO_MANY_API_KEYS' });
});

test('an Ed25519 key signs without a secret on our side; another key’s signature does not', async () => {
  const own = generateKeyPairSync('ed25519');
  const foreign = generateKeyPairSync('ed25519');
  const made = await exchange.keys('demo1', { publicKey: own.publicKey.export({ format: 'pem', type: 'spki' }) });
  expect(made.secret).toBeNull();
  const ask = (privateKey: typeof own.privateKey) => {
    const text = `timestamp=${Date.now()}`;
    const signature = encodeURIComponent(sign(null, Buffer.from(text), privateKey).toString('base64'));
    return exchange.call('GET', `/fapi/v3/account?${text}&signature=${signature}`, undefined, { 'x-mbx-apikey': made.apiKey });
  };
  expect((await ask(own.privateKey)).status).toBe(200);
  expect((await ask(foreign.privateKey)).body.code).toBe(-1022);
  const headers = await exchange.login('demo1');
  const secret = own.privateKey.export({ format: 'pem', type: 'pkcs8' });
  const wrong = await exchange.call('POST', '/api/user/api_key/create', { ...wanted, publicKey: secret }, headers);
  expect(wrong.body.code).toBe('PUBLIC_KEY_MALFORMED');
});

test.each([
  ['an exponent', { ...market, quantity: '1e3' }, -1102],
  ['no number', { ...market, quantity: 'NaN' }, -1102],
  ['a negative', { ...market, quantity: '-1' }, -1102],
  ['too fine a quantity', { ...market, quantity: '0.00000001' }, -1111],
  ['nothing', { ...market, quantity: '0' }, -4003],
  ['too much', { ...market, quantity: '99999999999999999999' }, -4005],
  ['no symbol', { ...market, symbol: 'NOPE' }, -1121],
  ['a symbol of the prototype', { ...market, symbol: '__proto__' }, -1121],
  ['no side', { ...market, side: 'LONG' }, -1117],
  ['no type', { ...market, type: 'ICEBERG' }, -1116],
  ['a limit without price', { ...market, type: 'LIMIT', timeInForce: 'GTC' }, -1102],
  ['a client id of another alphabet', { ...market, newClientOrderId: '주문' }, -1100],
  ['a client id of our own kind', { ...market, newClientOrderId: 'web_5' }, -4015],
])('an order with %s is refused in Binance’s words', async (_name, params, code) => {
  expect(refused(await exchange.signed(keys, 'POST', ORDER, params))).toEqual([400, code]);
  expect(refused(await exchange.signed(keys, 'POST', ORDER, params, { asBody: true }))).toEqual([400, code]);
});

test('unknown paths and methods answer in the same shape', async () => {
  for (const path of [
    '/fapi/v1/nothing',
    '/fapi/v1/ping/',
    '/futures/data/delivery-price',
    '/dapi/v1/ping',
    '/papi/v1/ping',
    '/eapi/v1/ping',
  ])
    expect(refused(await exchange.call('GET', path)), path).toEqual([404, -5000]);
  expect(refused(await exchange.call('PUT', '/fapi/v1/ping'))).toEqual([405, -1000]);
  expect(refused(await exchange.call('POST', ORDER, { quantity: 1 }))).toEqual([401, -2014]);
});

wireTests(
  () => exchange,
  () => keys,
  clock,
);

floodTests(
  () => exchange,
  () => keys,
  clock,
);

const closing = async (path: string) => (await listen(exchange.port, path)).closed;
