// Money calls on the wire: what each answers, in which order, and that bytes with two readings never become a second call.
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
let handled = 0;
const feature: ServerFeature = {
  name: 'test',
  errors: defineErrors({ NO_BALANCE: { status: 400, ko: '잔고가 모자라요.', en: 'Short.', field: 'quantity' } }),
  routes: [
    handle(place, async (_context, call) => {
      if (call.body.quantity === '9') throw new Refusal('NO_BALANCE');
      if (call.body.quantity === '8') throw new Error('inner');
      if (call.body.quantity === '7') return { data: {}, headers: { 'x-more': 'a\r\nset-cookie: b' } };
      const { ip, origin, body } = call;
      handled++;
      return { data: { ip, origin, body }, sequence: 7 };
    }),
  ],
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ features: [feature], sites: testSites(), env: { MARU_TRUSTED_PROXIES: '127.0.0.1' } });
  const session = { site: 1, member: 5, account: 5, username: 'm5', role: 'member', family: 'f' } as const;
  token = server.context.sessions.issue(session).accessToken;
});
afterAll(() => server.stop());

async function answer(body: string, headers: Record<string, string>) {
  const reply = await fetch(`${server.url}/api/place`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

const big = JSON.stringify({ quantity: '1', note: 'x'.repeat(30_000) });
test.each<[string, number, string, Record<string, string>]>([
  ['a good call', 200, '{"quantity":"1","note":"한글"}', { 'idempotency-key': 'k1', 'accept-language': 'en' }],
  ['a type with its alphabet', 200, '{"quantity":"1"}', { 'content-type': 'application/json;charset=utf-8' }],
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
])('%s: %i', async (_name, status, body, headers) => {
  expect((await answer(body, headers)).status).toBe(status);
});

test('another type is refused, a query string changes nothing, a GET finds no call', async () => {
  const send = (path: string, init: RequestInit) =>
    fetch(server.url + path, {
      method: 'POST',
      body: '{"quantity":"1"}',
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    });
  expect((await send('/api/place', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  expect((await send('/api/place?a=1', {})).status).toBe(200);
  expect((await send('/api/place', { method: 'GET', body: null })).status).toBe(405);
});

test('behind a proxy of ours the caller is whom it names last, over HTTPS where it says so', async () => {
  const said = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7', 'x-forwarded-proto': 'https' };
  const { body } = await answer('{"quantity":"1"}', said);
  expect(body.data).toMatchObject({ ip: '203.0.113.7', origin: expect.stringMatching(/^https:/) });
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

/** A whole call to come after; behind a proxy its connection is everybody's. */
const second = () => placing('6');
const body = '{"quantity":"1"}';
function ambiguous(lines: readonly string[], text = body): string {
  const head = ['POST /api/place HTTP/1.1', 'Host: maru.test', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
  return `${[...head, ...lines].join('\r\n')}\r\n\r\n${text}`;
}
const length = `Content-Length: ${body.length}`;
const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

test.each<[string, () => string]>([
  ['two lengths', () => ambiguous([length, length])],
  ['two different lengths', () => ambiguous([length, 'Content-Length: 3'])],
  ['a length with a sign', () => ambiguous([`Content-Length: +${body.length}`])],
  ['a length in hex', () => ambiguous(['Content-Length: 0x10'])],
  ['a list of lengths', () => ambiguous([`Content-Length: ${body.length}, ${body.length}`])],
  ['a length and chunks', () => ambiguous([length, 'Transfer-Encoding: chunked'], chunks)],
  ['chunks that are not the last coding', () => ambiguous(['Transfer-Encoding: chunked, identity'], chunks)],
  ['chunks named with a trick', () => ambiguous([length, 'Transfer-Encoding : chunked'], chunks)],
  ['an unknown coding', () => ambiguous([length, 'Transfer-Encoding: xchunked'], chunks)],
  ['a chunk of a size with a sign', () => ambiguous(['Transfer-Encoding: chunked'], `+${chunks}`)],
  ['a chunk with a bare line feed', () => ambiguous(['Transfer-Encoding: chunked'], chunks.replace('\r\n', '\n'))],
  ['a space before the colon', () => ambiguous([length, 'Accept : */*'])],
  ['a line that goes on', () => ambiguous([length, 'Accept: a', ' Transfer-Encoding: chunked'])],
  ['a line without a colon', () => ambiguous([length, 'Accept'])],
  ['a bare line feed', () => ambiguous([length, 'Accept: a\nTransfer-Encoding: chunked'], chunks)],
  ['a bare carriage return', () => ambiguous([length, 'Accept: a\rTransfer-Encoding: chunked'], chunks)],
  ['a NUL', () => ambiguous([length, 'Accept: a\0b'])],
  ['two hosts', () => ambiguous([length, 'Host: other.test'])],
  ['a version of its own', () => ambiguous([length]).replace('HTTP/1.1', 'HTTP/1.7')],
])('%s: refused and cut, and what follows is nobody’s call', async (_name, text) => {
  const line = dial();
  const before = handled;
  line.socket.write(text() + second());
  await until(() => line.isClosed());
  expect(answers(line.text()).map((each) => each.slice(0, 3))).toEqual(['400']);
  expect(handled).toBe(before);
});
