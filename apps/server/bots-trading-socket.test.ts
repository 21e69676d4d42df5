// Logging on to the trading socket: an Ed25519 key shows itself once (as the `binance` package does of its own), HMAC keys sign each request.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { WebsocketAPIClient } from 'binance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listened } from '../../e2e/attack/bot-sockets.ts';
import { type BotsExchange, eventually, type Keys, startBots } from './testing/bots.ts';

const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' } as const;
const quiet = { trace() {}, info() {}, error() {} };
let exchange: BotsExchange;
let hmac: Keys;
let own: { privateKey: KeyObject; pem: string; keys: Keys };
const clients: WebsocketAPIClient[] = [];

async function ed25519(username: string, options: Record<string, unknown> = {}): Promise<typeof own> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keys = await exchange.keys(username, { publicKey: publicKey.export({ format: 'pem', type: 'spki' }), ...options });
  return { privateKey, pem: String(privateKey.export({ format: 'pem', type: 'pkcs8' })), keys };
}

beforeAll(async () => {
  exchange = await startBots();
  hmac = await exchange.keys('demo1');
  own = await ed25519('demo2');
});
afterAll(async () => {
  for (const client of clients) client.disconnectAll();
  await exchange?.stop();
});

function apiClient(api_key: string, api_secret: string): WebsocketAPIClient {
  const options = { api_key, api_secret, beautify: false, wsUrl: `ws://127.0.0.1:${exchange.port}`, attachEventListeners: false };
  const client = new WebsocketAPIClient(options, quiet);
  clients.push(client);
  return client;
}

const textOf = (params: Record<string, string>) =>
  Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
/** As the venue signs them: by name, the key among them. */
function signed(by: Keys | typeof own, params: Record<string, string> = {}): Record<string, string> {
  const apiKey = 'keys' in by ? by.keys.apiKey : by.apiKey;
  const all = { timestamp: String(Date.now()), ...params, apiKey };
  const signature =
    'keys' in by
      ? sign(null, Buffer.from(textOf(all)), by.privateKey).toString('base64')
      : createHmac('sha256', by.secret).update(textOf(all)).digest('hex');
  return { ...all, signature };
}
let id = 0;
async function ask(socket: Listened, method: string, params: Record<string, unknown> = {}, as = ++id) {
  const before = socket.events.length;
  socket.ws.send(JSON.stringify({ id: as, method, params }));
  const answers = () => socket.events.slice(before).filter((event) => event.id === as);
  return (await eventually(answers, (list) => list.length > 0))[0];
}
const open = () => listen(exchange.port, '/ws-fapi/v1');
const now = () => ({ timestamp: String(Date.now()) });

describe('`binance`, which knows the kind of its key', () => {
  test.each(['Ed25519', 'HMAC'])('%s: orders placed, changed, found and cancelled, the account read', async (kind) => {
    const client = kind === 'HMAC' ? apiClient(hmac.apiKey, hmac.secret) : apiClient(own.keys.apiKey, own.pem);
    const { result } = await client.getFuturesSymbolPriceTicker({ symbol: 'BTCUSDT' });
    const { price } = result as { price: string };
    const limit = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' } as const;
    const wanted = { ...limit, price: (Number(price) * 0.98).toFixed(1), timestamp: Date.now() };
    const placed = (await client.submitNewFuturesOrder('usdm', wanted as never)).result as { orderId: number };
    expect(placed).toMatchObject({ symbol: 'BTCUSDT', status: 'NEW' });
    const named = { symbol: 'BTCUSDT', orderId: placed.orderId, timestamp: Date.now() };
    const changed = { ...named, side: 'BUY', quantity: '0.02', price: wanted.price } as never;
    expect((await client.modifyFuturesOrder('usdm', changed)).result).toMatchObject({ origQty: '0.020' });
    expect((await client.getFuturesOrderStatus('usdm', named)).result).toMatchObject({ orderId: placed.orderId, status: 'NEW' });
    expect((await client.cancelFuturesOrder('usdm', named)).result).toMatchObject({ status: 'CANCELED' });
    expect((await client.getFuturesAccountBalanceV2({ timestamp: Date.now() })).result).toMatchObject([{ asset: 'USDT' }]);
    expect((await client.getFuturesAccountStatusV2({ timestamp: Date.now() })).result).toMatchObject({ canTrade: true });
    expect((await client.getFuturesPositionV2({ timestamp: Date.now() })).result).toEqual([]);
  });
});

describe('session.logon, session.status, session.logout', () => {
  test('logged on, a request needs neither key nor signature; logged out, or never on, it does', async () => {
    const socket = await open();
    const nobody = { result: { apiKey: null, authorizedSince: null, returnRateLimits: false } };
    expect(await ask(socket, 'session.status')).toMatchObject({ status: 200, ...nobody });
    expect(await ask(socket, 'v2/account.balance', now())).toMatchObject({ status: 401, error: { code: -2014 } });
    const on = await ask(socket, 'session.logon', signed(own));
    expect(on).toMatchObject({ status: 200, result: { apiKey: own.keys.apiKey }, rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT' }] });
    expect(on.result.authorizedSince).toBeGreaterThanOrEqual(on.result.connectedSince);
    expect(await ask(socket, 'session.status')).toMatchObject({ result: { apiKey: own.keys.apiKey } });
    expect(await ask(socket, 'v2/account.balance', now())).toMatchObject({ status: 200, result: [{ asset: 'USDT' }] });
    // What brings its own key and signature is asked for them, and is that key's.
    expect((await ask(socket, 'userDataStream.start', { apiKey: hmac.apiKey })).status).toBe(200);
    expect(await ask(socket, 'v2/account.balance', { ...signed(hmac), signature: 'f'.repeat(64) })).toMatchObject({
      error: { code: -1022 },
    });
    expect(await ask(socket, 'session.logout')).toMatchObject({ status: 200, ...nobody });
    expect(await ask(socket, 'v2/account.balance', now())).toMatchObject({ error: { code: -2014 } });
    socket.ws.close();
  });

  test('who asks at once, not waiting for the answer, is already logged on; another socket is not', async () => {
    const [socket, other] = [await open(), await open()];
    socket.ws.send(JSON.stringify({ id: 1, method: 'session.logon', params: signed(own) }));
    socket.ws.send(JSON.stringify({ id: 2, method: 'v2/account.balance', params: now() }));
    await eventually(
      () => socket.events.length,
      (count) => count === 2,
    );
    expect(socket.events.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ask(other, 'v2/account.balance', now())).toMatchObject({ error: { code: -2014 } });
    for (const { ws } of [socket, other]) ws.close();
  });

  test('requests need not wait: twenty orders and their cancels sent at once are each answered under their id', async () => {
    const socket = await open();
    await ask(socket, 'session.logon', signed(own));
    const { result } = await ask(socket, 'ticker.price', { symbol: 'BTCUSDT' });
    const price = (Number(result.price) * 0.97).toFixed(1);
    const all = async (method: string, list: readonly Record<string, unknown>[]) => {
      const ids = list.map((params, i) => {
        const as = `${method} ${i}`;
        socket.ws.send(JSON.stringify({ id: as, method, params: { symbol: 'BTCUSDT', ...now(), ...params } }));
        return as;
      });
      const answerOf = (as: string) => socket.events.find((event) => event.id === as);
      await eventually(
        () => ids.every((as) => answerOf(as) !== undefined),
        (isWhole) => isWhole,
      );
      return ids.map((as) => answerOf(as)?.result as { orderId: number; status: string; origQty: string });
    };
    const limit = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price };
    const quantities = Array.from({ length: 20 }, (_, i) => (0.01 + i * 0.001).toFixed(3));
    const placed = await all(
      'order.place',
      quantities.map((quantity) => ({ ...limit, quantity })),
    );
    expect(placed.map(({ origQty }) => origQty)).toEqual(quantities);
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(20);
    const gone = await all(
      'order.cancel',
      placed.map(({ orderId }) => ({ orderId })),
    );
    expect(gone.map(({ status }) => status)).toEqual(Array(20).fill('CANCELED'));
    socket.ws.close();
  });

  test('HMAC keys do not log on; nor does a wrong, stale or foreign signature', async () => {
    const socket = await open();
    const refused = async (params: Record<string, unknown>) => (await ask(socket, 'session.logon', params)).error?.code;
    expect(await refused(signed(hmac))).toBe(-4056);
    expect(await refused({ ...signed(hmac), signature: 'f'.repeat(64) })).toBe(-1022);
    expect(await refused({ ...signed(own), signature: signed(await ed25519('demo1')).signature })).toBe(-1022);
    expect(await refused(signed(own, { timestamp: String(Date.now() - 6000) }))).toBe(-1021);
    expect(await refused({ apiKey: own.keys.apiKey, ...now() })).toBe(-1102);
    expect(await refused({})).toBe(-2014);
    expect((await ask(socket, 'session.status')).result.apiKey).toBeNull();
    socket.ws.close();
  });

  test('a moment still counts: what is stale, ahead or has none is refused', async () => {
    const socket = await open();
    await ask(socket, 'session.logon', signed(own));
    const at = async (params: Record<string, string>) => (await ask(socket, 'v2/account.balance', params)).error?.code;
    expect(await at({})).toBe(-1102);
    expect(await at({ timestamp: String(Date.now() - 6000) })).toBe(-1021);
    expect(await at({ timestamp: String(Date.now() + 5000) })).toBe(-1021);
    expect(await at({ timestamp: String(Date.now() - 600), recvWindow: '500' })).toBe(-1021);
    expect(await at({ ...now(), recvWindow: '60001' })).toBe(-1131);
    expect(await at({ timestamp: String(Date.now() - 6000), recvWindow: '10000' })).toBeUndefined();
    socket.ws.close();
  });

  test('the very same request sent again has its first answer; the same request under another id is another', async () => {
    const socket = await open();
    await ask(socket, 'session.logon', signed(own));
    const params = { ...market, ...now() };
    const first = await ask(socket, 'order.place', params, 901);
    const again = await ask(socket, 'order.place', params, 901);
    const other = await ask(socket, 'order.place', params, 902);
    expect(first.status).toBe(200);
    expect(again.result.orderId).toBe(first.result.orderId);
    expect(other.result.orderId).not.toBe(first.result.orderId);
    expect((await ask(socket, 'v2/account.position', { symbol: 'BTCUSDT', ...now() })).result[0].positionAmt).toBe('0.020');
    await ask(socket, 'order.place', { ...market, side: 'SELL', quantity: '0.02', reduceOnly: 'true', ...now() });
    socket.ws.close();
  });

  test('scope and revocation reach a socket that is logged on', async () => {
    const reader = await ed25519('demo2', { scope: 'READ' });
    const socket = await open();
    await ask(socket, 'session.logon', signed(reader));
    expect(await ask(socket, 'order.place', { ...market, ...now() })).toMatchObject({ status: 401, error: { code: -2015 } });
    expect((await ask(socket, 'v2/account.balance', now())).status).toBe(200);
    await exchange.call('POST', '/api/user/api_key/revoke', { id: reader.keys.id }, await exchange.login('demo2'));
    expect(await ask(socket, 'v2/account.balance', now())).toMatchObject({ status: 401, error: { code: -2015 } });
    expect((await ask(socket, 'session.status')).result.apiKey).toBeNull();
    socket.ws.close();
  });

  test('what is no method says so in the venue’s words', async () => {
    const socket = await open();
    for (const method of ['nothing', '__proto__', 'constructor', 'session.', 'v1/login'])
      expect(await ask(socket, method)).toMatchObject({ status: 404, error: { code: -5000, msg: `Method ${method} is invalid` } });
    socket.ws.close();
  });
});
