// Requests bent out of shape: batches without end, escapes, parameters in two places, and the same over the trading socket.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type BotsExchange, eventually, type Keys } from '../../apps/server/testing/bots.ts';
import { httpExchange } from '../../apps/server/testing/http-exchange.ts';
import type { StoppableClock } from '../../apps/server/testing/stoppable-clock.ts';
import { listen, type Listened } from './bot-sockets.ts';

const ORDER = '/fapi/v1/order';
const BATCH = '/fapi/v1/batchOrders';
const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
const HANOK = 'hanok.localhost';

/** Tests against the caller's server; the clock is the server's. */
export function wireTests(exchange: () => BotsExchange, keys: () => Keys, clock: StoppableClock): void {
  const hmac = (text: string) => createHmac('sha256', keys().secret).update(text).digest('hex');
  const send = (method: string, path: string, query: string, body?: string, type = 'application/x-www-form-urlencoded') =>
    httpExchange(exchange().port, method, `${path}?${query}`, body, {
      'x-mbx-apikey': keys().apiKey,
      'content-type': type,
      host: 'localhost',
    });
  /** Signed as sent, to the letter. */
  const raw = (path: string, query: string, method = 'POST') => {
    const whole = `${query}&timestamp=${Date.now()}`;
    return send(method, path, `${whole}&signature=${hmac(whole)}`);
  };
  const held = async () =>
    (await exchange().signed(keys(), 'GET', '/fapi/v3/positionRisk', { symbol: 'BTCUSDT' })).body[0]?.positionAmt ?? '0';

  test('a batch is twenty orders: more, none or no list place nothing', async () => {
    const before = await held();
    const batch = async (batchOrders: string) => {
      const { status, body } = await exchange().signed(keys(), 'POST', BATCH, { batchOrders }, { asBody: true });
      return Array.isArray(body) ? body.map(({ code }) => code) : [status, body.code];
    };
    const many = (count: number) => JSON.stringify(Array.from({ length: count }, () => market));
    expect(await batch(many(21))).toEqual([400, -4082]);
    expect(await batch(many(100))).toEqual([400, -4082]);
    expect(await batch(many(600))).toEqual([413, -1101]);
    expect(await batch('[]')).toEqual([400, -4082]);
    expect(await batch('{}')).toEqual([400, -1102]);
    expect(await batch('[null]')).toEqual([400, -4083]);
    expect(await batch(`${'['.repeat(2000)}${']'.repeat(2000)}`)).toEqual([-1102]);
    // Each is judged alone: an empty one, one with an object for a figure, one that names its prototype.
    const strange = `[{}, {"symbol":"BTCUSDT","side":"BUY","type":"MARKET","quantity":{"a":1}}, {"__proto__":{"symbol":"BTCUSDT"}}]`;
    expect(await batch(strange)).toEqual([-1102, -1102, -1102]);
    expect(await held()).toBe(before);
  });

  test('a body without end is refused, and so are parameters without number', async () => {
    const huge = await send('POST', ORDER, '', `symbol=${'B'.repeat(3_000_000)}`);
    expect([huge.status, huge.body.code]).toEqual([413, -1101]);
    const many = Array.from({ length: 61 }, (_, i) => `p${i}=1`).join('&');
    expect((await raw(ORDER, many)).body.code).toBe(-1101);
  });

  test('escapes mean what they spell; the signature is over what was sent', async () => {
    const test = (query: string) => raw(`${ORDER}/test`, query).then(({ status, body }) => (status === 200 ? 'ok' : body.code));
    const rest = 'side=BUY&type=MARKET&quantity=0.01';
    expect(await test(`symbol=BTC%55SDT&${rest}`)).toBe('ok');
    expect(await test(`symb%6fl=BTCUSDT&${rest}`)).toBe('ok');
    expect(await test(`symbol=BTCUSDT&${rest.replace('0.01', '0%2E01')}`)).toBe('ok');
    for (const id of ['a+b', 'a%20b', 'a%2Bb', 'a%00b', 'a%0Ab', '%EC%A3%BC%EB%AC%B8', '%ED%A0%80', '%F0%9F%98%80', 'a%E2%80%8Bb', '%252e'])
      expect([id, await test(`symbol=BTCUSDT&${rest}&newClientOrderId=${id}`)]).toEqual([id, -1100]);
    expect(await test(`symbol=BTCUSDT&${rest}&newClientOrderId=%2E%2e-_:/A`)).toBe('ok');
    // What no database keeps is an illegal character wherever it stands.
    for (const query of [`symbol=BTCUSDT%00&${rest}`, `symbol=BTCUSDT&side=BUY&type=MARKET&quantity=0.01%00`])
      expect([query, await test(query)]).toEqual([query, -1100]);
    for (const quantity of ['%EF%BC%90.01', '+0.01', '%200.01', '0x1', '1e-2', '0,01', 'Infinity'])
      expect([quantity, await test(`symbol=BTCUSDT&side=BUY&type=MARKET&quantity=${quantity}`)]).toEqual([quantity, -1102]);
    for (const symbol of ['%ZZ', '%', 'BTC%20USDT', '%EF%BC%A2TCUSDT', 'BTCUSDT%2F..', 'BINANCE:BTCUSDT'])
      expect([symbol, await test(`symbol=${symbol}&${rest}`)]).toEqual([symbol, -1121]);
  });

  test('in query and body: both are signed, of a name in both the query’s counts, the signature’s as well', async () => {
    const [query, body] = ['symbol=BTCUSDT&side=BUY', `type=MARKET&quantity=0.01&timestamp=${Date.now()}`];
    const right = hmac(query + body);
    const codeOf = async (q: string, b: string, type?: string) => {
      const answer = await send('POST', `${ORDER}/test`, q, b, type);
      return answer.status === 200 ? 'ok' : answer.body.code;
    };
    const junk = 'f'.repeat(64);
    expect(await codeOf(`${query}&signature=${right}`, body)).toBe('ok');
    expect(await codeOf(`${query}&signature=${right}`, `${body}&signature=${junk}`)).toBe('ok');
    expect(await codeOf(`${query}&signature=${junk}`, `${body}&signature=${right}`)).toBe(-1022);
    expect(await codeOf(query, `${body}&reduceOnly=true&signature=${right}`)).toBe(-1022);
    expect(await codeOf(`${query}&reduceOnly=true`, `${body}&signature=${right}`)).toBe(-1022);
    // What was signed for the query does not count in the body, nor turned around.
    expect(await codeOf('', `${query}&${body}&signature=${right}`)).toBe(-1022);
    expect(await codeOf(body, `${query}&signature=${right}`)).toBe(-1022);
    // A body that says it is JSON and is none.
    expect(await codeOf(`${query}&signature=${right}`, body, 'application/json')).toBe(-1130);
    expect(await codeOf(`${query}&signature=${right}`, '[]', 'application/json')).toBe(-1130);
  });

  test('what was used stands in every answer, right or refused', async () => {
    const used = async (path: string, headers = {}) => {
      const answer = await httpExchange(exchange().port, 'GET', path, undefined, { host: 'localhost', ...headers });
      return Number(answer.headers['x-mbx-used-weight-1m']);
    };
    clock.stop();
    try {
      const before = await used('/fapi/v1/ping');
      expect(await used('/fapi/v1/depth?symbol=BTCUSDT&limit=1000')).toBe(before + 20);
      expect(await used('/fapi/v1/nothing')).toBe(before + 21);
      // Turned away at the gateway: its own five and one for the try.
      expect(await used('/fapi/v2/balance')).toBe(before + 27);
      const timestamp = clock.now();
      const counts = async () => {
        const { headers } = await exchange().signed(keys(), 'POST', ORDER, { ...market, quantity: '0' }, { timestamp });
        return [Number(headers.get('x-mbx-order-count-10s')), Number(headers.get('x-mbx-order-count-1m'))];
      };
      const [ten, minute] = await counts();
      expect(await counts()).toEqual([ten + 1, minute + 1]);
    } finally {
      clock.go();
    }
  });

  let id = 10_000;
  async function ask(socket: Listened, method: string, params: unknown) {
    const own = ++id;
    socket.ws.send(JSON.stringify({ id: own, method, params }));
    const answers = await eventually(
      () => socket.events.filter((event) => event.id === own),
      (list) => list.length > 0,
    );
    return answers[0].error?.code ?? answers[0].status;
  }
  const signedBy = (by: Keys, params: Record<string, string> = {}) => {
    const all: Record<string, string> = { apiKey: by.apiKey, timestamp: String(Date.now()), ...params };
    const text = Object.entries(all)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    return { ...all, signature: createHmac('sha256', by.secret).update(text).digest('hex') };
  };

  test('over the trading socket: moment, scope, place, site and form count as over REST', async () => {
    const socket = await listen(exchange().port, '/ws-fapi/v1');
    const reader = await exchange().keys('demo1', { scope: 'READ' });
    const elsewhere = await exchange().keys('demo1', { addresses: ['203.0.113.7'] });
    const foreign = await exchange().keys('demo1', {}, HANOK);
    const balance = (by: Keys, params = {}) => ask(socket, 'v2/account.balance', signedBy(by, params));
    const ago = (ms: number) => ({ timestamp: String(Date.now() - ms) });
    expect(await balance(keys())).toBe(200);
    expect(await balance(keys(), ago(6000))).toBe(-1021);
    expect(await balance(keys(), { ...ago(6000), recvWindow: '10000' })).toBe(200);
    expect(await balance(keys(), { ...ago(600), recvWindow: '500' })).toBe(-1021);
    expect(await balance(keys(), ago(-5000))).toBe(-1021);
    expect(await balance(keys(), { recvWindow: '60001' })).toBe(-1131);
    expect(await balance(reader)).toBe(200);
    expect(await ask(socket, 'order.place', signedBy(reader, market))).toBe(-2015);
    expect(await ask(socket, 'order.cancel', signedBy(reader, { symbol: 'BTCUSDT', orderId: '1' }))).toBe(-2015);
    expect(await balance(elsewhere)).toBe(-2015);
    expect(await balance(foreign)).toBe(-2015);
    // What was signed is what counts.
    expect(await ask(socket, 'order.test', { ...signedBy(keys(), market), quantity: '1' })).toBe(-1022);
    expect(await ask(socket, 'order.test', { ...signedBy(keys(), market), reduceOnly: 'true' })).toBe(-1022);
    expect(await ask(socket, 'order.test', signedBy(keys(), market))).toBe(200);
    expect(await ask(socket, 'order.test', [])).toBe(-2014);
    expect(await ask(socket, 'order.test', { apiKey: { a: 1 }, timestamp: [] })).toBe(-2014);
    socket.ws.send(JSON.stringify({ id: { a: 1 }, method: 'order.test', params: {} }));
    socket.ws.send('[]');
    socket.ws.send(Buffer.from([0, 1, 2]));
    await eventually(
      () => socket.events.filter((event) => event.error?.code === -1130).length,
      (count) => count === 3,
    );
    socket.ws.close();
  });

  test('an order replayed over the socket, or over REST and the socket, is one order', async () => {
    const socket = await listen(exchange().port, '/ws-fapi/v1');
    const before = Number(await held());
    const params = signedBy(keys(), market);
    const place = async (as: number) => {
      socket.ws.send(JSON.stringify({ id: as, method: 'order.place', params }));
      const mine = await eventually(
        () => socket.events.find((event) => event.id === as),
        (event) => event !== undefined,
      );
      return mine.result.orderId;
    };
    const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => place(77_000 + i)));
    expect(new Set(ids).size).toBe(1);
    expect(Number(await held())).toBeCloseTo(before + 0.01);
    await exchange().signed(keys(), 'POST', ORDER, { ...market, side: 'SELL', reduceOnly: 'true' });
    socket.ws.close();
  });

  test('a socket that floods with wrong requests is told 429, then 418, and closed; its address gets no other', async () => {
    clock.stop();
    try {
      const socket = await listen(exchange().port, '/ws-fapi/v1', 'localhost', '127.0.0.11');
      for (let i = 0; i < 2600; i++) socket.ws.send(JSON.stringify({ id: i, method: 'order.place', params: { apiKey: 'x' } }));
      expect(await socket.closed).toBe(1008);
      const statuses = new Set(socket.events.map(({ status }) => status));
      expect([...statuses].sort()).toEqual([401, 418, 429]);
      expect(await (await listen(exchange().port, '/ws-fapi/v1', 'localhost', '127.0.0.11')).closed).toBe(1008);
    } finally {
      clock.go();
    }
  });
}
