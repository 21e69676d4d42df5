// Text that no database keeps (NUL, half a surrogate pair) in every text field of every call, in file names, frames and bots' calls: refused by name.
import type { Route } from '@maru/kit/contract/route.ts';
import { routesOf } from '@maru/kit/server/restrictions.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createFeatures } from './features.ts';
import { httpExchange, type HttpAnswer } from './testing/http-exchange.ts';
import { enter, type Person } from './testing/foreign-world.ts';
import { MARU } from './testing/test-exchange.ts';
import { startTestServer, type TestServer } from './testing/harness.ts';
import { fieldsOf, requestFor } from './testing/made-requests.ts';

const routes: readonly Route[] = routesOf(createFeatures()).map(({ route }) => route);
/** As JSON and as a query bring them in; UTF-8 has no half pairs, so a query cannot. */
const texts = ['\0', 'a\0b', '\ud800', 'a\udfffb'];
const hints = {};

let server: TestServer;
let me: Person;
let desk: Person;
beforeAll(async () => {
  server = await startTestServer({
    env: { MARU_CALL_RATE: '100000:100000', MARU_LOGIN_RATE: '6000:1000', MARU_ORDER_RATE: '100000:100000' },
  });
  me = await enter(server, MARU, 'localhost', 'demo2');
  desk = await me.desk(true);
});
afterAll(() => server.close());
const port = () => Number(new URL(server.url).port);

const send = (route: Route, request: Record<string, unknown>): Promise<HttpAnswer> => {
  const caller = route.right === undefined ? me : desk;
  return route.method === 'GET' ? caller.get(route.path, request) : caller.post(route.path, request);
};

/** Each route, each of its fields, each text: what was not refused in these words. */
async function walk(wanted: readonly Route[]): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const route of wanted) {
    const base = requestFor(route, hints, 0);
    const fields = Object.keys(base).concat(fieldsOf(route.method === 'GET' ? route.query : route.body));
    for (const field of new Set(fields)) {
      for (const text of route.method === 'GET' ? texts.slice(0, 2) : texts) {
        const { status, body } = await send(route, { ...base, [field]: text });
        if (status !== 400 || body.code !== 'UNREADABLE_TEXT' || body.data.field !== field)
          wrong.push([route.name, field, text, status, body.code]);
      }
    }
  }
  return wrong;
}

it('every text field of every call refuses it, and says which field', async () => {
  const wanted = routes.filter((route) => route.upload === undefined);
  expect(wanted.length).toBeGreaterThan(200);
  expect(await walk(wanted)).toEqual([]);
});

it('deep inside a body, and in the name of a field', async () => {
  const inside = await me.post('/api/login', { username: 'demo1', password: 'x', more: { list: ['a', 'b\0'] } });
  expect([inside.status, inside.body.code, inside.body.data.field]).toEqual([400, 'UNREADABLE_TEXT', 'more.list.1']);
  const named = await me.post('/api/login', { username: 'demo1', 'pass\0word': 'x' });
  expect([named.status, named.body.code, named.body.data.field]).toEqual([400, 'UNREADABLE_TEXT', 'password']);
  expect((await me.post('/api/login', { username: 'demo1', password: 'what 😀 is \\u0000 whole' })).body.code).toBe('BAD_CREDENTIALS');
});

it('a file is not taken under such a name', async () => {
  const form = (name: string) =>
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--b--\r\n`,
    );
  const headers = { host: 'localhost', authorization: `Bearer ${me.token}`, 'content-type': 'multipart/form-data; boundary=b' };
  const uploads = routes.filter((route) => route.upload !== undefined && route.right === undefined);
  expect(uploads.length).toBeGreaterThan(0);
  for (const { path } of uploads) {
    const { status, body } = await httpExchange(port(), 'POST', path, form('a\0.txt'), headers);
    expect([path, status, body.code]).toEqual([path, 400, 'UNREADABLE_TEXT']);
  }
});

it('a bot is told in its own words', async () => {
  const get = (path: string) => httpExchange(port(), 'GET', path, undefined, { host: 'localhost' });
  const post = (body: string, type: string) =>
    httpExchange(port(), 'POST', '/fapi/v1/order', body, { host: 'localhost', 'content-type': type });
  for (const answer of [
    await get('/fapi/v1/klines?symbol=BTC%00USDT&interval=1m'),
    await post('symbol=BTCUSDT&newClientOrderId=%00', 'application/x-www-form-urlencoded'),
    await post('{"symbol":"BTCUSDT","x":"\\u0000"}', 'application/json'),
    await post('{"symbol":"BTCUSDT","x":"\\ud800"}', 'application/json'),
  ])
    expect([answer.status, (answer.body as unknown as { code: number }).code]).toEqual([400, -1100]);
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws-fapi/v1`, { headers: { host: 'localhost' } });
  const told = new Promise<string>((done) => socket.once('message', (data) => done(String(data))));
  socket.once('open', () => socket.send('{"id":1,"method":"order.place","params":{"symbol":"BTC\\u0000USDT"}}'));
  expect(JSON.parse(await told)).toMatchObject({ status: 400, error: { code: -1100 } });
  socket.terminate();
});

it('a frame with it is no frame', async () => {
  const socket = await connectStomp(port(), { token: me.token, upgrade: { host: 'localhost' } });
  socket.subscribe('/topic/no\0tice/1');
  expect(await socket.closed).toBe(1008);
  await socket.end();
});
