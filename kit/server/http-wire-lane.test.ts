// The short way of orders answers word for word as Fastify does, for good and bad calls, and hands over what it does not know whole.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { defineErrors } from '../contract/errors.ts';
import { members } from '../contract/role.ts';
import { defineRoute } from '../contract/route.ts';
import { decimal } from '../contract/wire.ts';
import { handle, Refusal, type ServerFeature } from './feature.ts';
import { startTestServer, type TestServer, testSites } from './testing/server.ts';
import { until } from './testing/stomp.ts';

const place = defineRoute({
  name: 'place',
  method: 'POST',
  path: '/api/place',
  roles: members,
  summary: { ko: '시험', en: 'test' },
  money: true,
  body: z.object({ quantity: decimal, note: z.optional(z.string()) }),
  reply: z.unknown(),
  codes: ['NO_BALANCE'],
});
const feature: ServerFeature = {
  name: 'test',
  errors: defineErrors({ NO_BALANCE: { status: 400, ko: '잔고가 모자라요.', en: 'Short.', field: 'quantity' } }),
  routes: [
    handle(place, async (_context, call) => {
      if (call.body.quantity === '9') throw new Refusal('NO_BALANCE');
      if (call.body.quantity === '8') throw new Error('inner');
      if (call.body.quantity === '7') return { data: {}, headers: { 'x-more': 'a\r\nset-cookie: b' } };
      const { ip, userAgent, language, requestKey, site, body } = call;
      return { data: { ip, userAgent, language, requestKey, site: site.code, body }, sequence: 7 };
    }),
  ],
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ features: [feature], sites: testSites() });
  const session = { site: 1, member: 5, account: 5, username: 'm5', role: 'member', family: 'f' } as const;
  token = server.context.sessions.issue(session).accessToken;
});
afterAll(() => server.stop());

/** The exact type takes the short way; written otherwise, the same type takes Fastify's. */
const FAST = 'application/json';
const ORDINARY = 'application/json;charset=utf-8';

async function answer(type: string, body: string, headers: Record<string, string>) {
  const before = server.lines.length;
  const reply = await fetch(`${server.url}/api/place`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
    body,
  });
  const masked = (text: string) => text.replace(reply.headers.get('x-request-id') ?? '-', '(id)');
  const heads = [...reply.headers].filter(([name]) => name !== 'date').map(([name, value]) => [name, masked(value)]);
  const { status } = reply;
  const text = masked(await reply.text());
  const lines = server.lines.slice(before).map((line) => masked(line).replace(/"(ms|time)":("[^"]*"|[\d.]+)/g, '"$1":0'));
  return { status, heads, text, lines: lines.map((line) => line.replace(/"stack":"(?:[^"\\]|\\.)*"/, '')) };
}

const big = JSON.stringify({ quantity: '1', note: 'x'.repeat(30_000) });
test.each<[string, number, string, Record<string, string>]>([
  ['a good call', 200, '{"quantity":"1","note":"한글"}', { 'idempotency-key': 'k1', 'accept-language': 'en' }],
  ['a body of many packets', 200, big, {}],
  ['a token that is none', 401, '{"quantity":"1"}', { authorization: 'Bearer nonsense' }],
  ['no token', 401, '{"quantity":"1"}', { authorization: '' }],
  ['another origin', 403, '{"quantity":"1"}', { origin: 'https://evil.test' }],
  ['not JSON', 400, '{"quantity":', {}],
  ['a key twice', 400, '{"quantity":"1","quantity":"2"}', {}],
  ['an unknown field', 400, '{"quantity":"1","more":1}', {}],
  ['a wrong shape', 400, '{"quantity":1}', {}],
  ['a bad key', 400, '{"quantity":"1"}', { 'idempotency-key': 'two words' }],
  ['a refusal', 400, '{"quantity":"9"}', {}],
  ['a fault of ours', 500, '{"quantity":"8"}', {}],
  ['a header that would be two', 500, '{"quantity":"7"}', {}],
  ['no body', 400, '', {}],
  ['a body over the limit', 413, JSON.stringify({ quantity: '1', note: 'x'.repeat(70_000) }), {}],
])('%s: %i both ways', async (_name, status, body, headers) => {
  const fast = await answer(FAST, body, headers);
  expect(fast.status).toBe(status);
  expect(fast).toEqual(await answer(ORDINARY, body, headers));
});

test('another type is refused, a query string changes nothing, a GET finds no call', async () => {
  const send = (path: string, init: RequestInit) =>
    fetch(server.url + path, {
      method: 'POST',
      body: '{"quantity":"1"}',
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  expect((await send('/api/place', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  expect((await send('/api/place?a=1', { headers: { 'content-type': FAST } })).status).toBe(200);
  expect((await send('/api/place', { method: 'GET', body: null })).status).toBe(405);
});

/** Everything a connection answers, as it comes. */
function dial(): { socket: Socket; text(): string; isClosed(): boolean } {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let isClosed = false;
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => {});
  socket.on('close', () => (isClosed = true));
  return { socket, text: () => text, isClosed: () => isClosed };
}

function placing(quantity: string, more = ''): string {
  const body = `{"quantity":"${quantity}"}`;
  const head = `POST /api/place HTTP/1.1\r\nHost: maru.test\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${more}`;
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}
const answers = (text: string) => text.split('HTTP/1.1 ').slice(1);
/** Calls that Node's parser saw. */
async function parsed(during: () => Promise<void>): Promise<number> {
  let count = 0;
  const note = () => count++;
  server.http.app.server.on('request', note);
  await during();
  server.http.app.server.off('request', note);
  return count;
}

test('plain calls stay beside the parser; the first other one takes its connection there, and all after it', async () => {
  const line = dial();
  const ask = async (text: string, count: number) => {
    line.socket.write(text);
    await until(() => answers(line.text()).length === count && line.text().endsWith('}'));
  };
  expect(await parsed(() => ask(placing('1'), 1))).toBe(0);
  expect(await parsed(() => ask(placing('2'), 2))).toBe(0);
  expect(await parsed(() => ask('GET /api/nothing HTTP/1.1\r\nHost: maru.test\r\n\r\n', 3))).toBe(1);
  expect(await parsed(() => ask(placing('3'), 4))).toBe(1);
  expect(answers(line.text()).map((answer) => answer.slice(0, 3))).toEqual(['200', '200', '404', '200']);
  line.socket.destroy();
});

test('calls sent without waiting are answered in their order, each once', async () => {
  const line = dial();
  for (const quantity of ['1', '2', '9', '3']) {
    line.socket.write(placing(quantity));
    await new Promise((done) => setImmediate(done));
  }
  line.socket.write(placing('4') + placing('5'));
  await until(() => answers(line.text()).length === 6 && line.text().endsWith('}'));
  const said = answers(line.text()).map((answer) => /"quantity":"(\d)"/.exec(answer)?.[1] ?? answer.slice(0, 3));
  expect(said).toEqual(['1', '2', '400', '3', '4', '5']);
  line.socket.destroy();
});

test('a call in pieces is one call', async () => {
  const line = dial();
  const text = placing('1');
  for (const cut of [text.slice(0, 7), text.slice(7, 60), text.slice(60, -3), text.slice(-3)]) {
    line.socket.write(cut);
    await new Promise((done) => setTimeout(done, 20));
  }
  await until(() => line.text().endsWith('}'));
  expect(answers(line.text())).toHaveLength(1);
  expect(line.text()).toMatch(/^HTTP\/1\.1 200 /);
  line.socket.destroy();
});

test('a client that sends no more still gets its answer, and a length that lies none', async () => {
  const half = dial();
  half.socket.end(placing('1'));
  await until(() => half.isClosed());
  expect(half.text()).toMatch(/^HTTP\/1\.1 200 /);

  const two = dial();
  two.socket.write(placing('1', 'Content-Length: 3\r\n'));
  await until(() => two.isClosed());
  expect(two.text()).toMatch(/^HTTP\/1\.1 400 /);
  expect(answers(two.text())).toHaveLength(1);
});
