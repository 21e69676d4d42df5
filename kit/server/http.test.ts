// The HTTP gateway, over real HTTP: envelope, languages, strict input, rights, rates, headers, drain.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { defineErrors } from '../contract/errors.ts';
import { everyone, members } from '../contract/role.ts';
import { defineRoute } from '../contract/route.ts';
import { decimal } from '../contract/wire.ts';
import { manualClock } from './clock.ts';
import { EngineBusy, EngineUnavailable } from './engine-port.ts';
import { handle, Refusal, type ServerFeature, type Session } from './feature.ts';
import { startTestServer, type TestServer, testSites } from './testing/server.ts';
import { until } from './testing/stomp.ts';

const summary = { ko: '시험', en: 'test' };
const say = defineRoute({
  name: 'say',
  method: 'GET',
  path: '/api/say',
  roles: everyone,
  summary,
  query: z.object({ word: z.optional(z.string().check(z.maxLength(5))) }),
  reply: z.object({ word: z.string() }),
});
const place = defineRoute({
  name: 'place',
  method: 'POST',
  path: '/api/place',
  roles: members,
  summary,
  money: true,
  body: z.object({ quantity: decimal, flag: z.optional(z.boolean()), inner: z.optional(z.object({ a: z.number() })) }),
  reply: z.object({ quantity: z.string() }),
  codes: ['NO_BALANCE'],
});
const loose = defineRoute({
  name: 'loose',
  method: 'POST',
  path: '/api/loose',
  roles: everyone,
  summary,
  body: z.object({ a: z.optional(z.number()) }),
  reply: z.unknown(),
});
const lines = defineRoute({ name: 'lines', method: 'GET', path: '/api/lines', roles: ['partner'], summary, reply: z.object({}) });
const fault = defineRoute({ name: 'fault', method: 'GET', path: '/api/fault', roles: everyone, summary, reply: z.object({}) });
const slow = defineRoute({ name: 'slow', method: 'GET', path: '/api/slow', roles: everyone, summary, reply: z.object({}) });
const plain = defineRoute({
  name: 'plain',
  method: 'GET',
  path: '/plain.json',
  roles: everyone,
  summary,
  reply: z.object({ n: z.number() }),
  bare: true,
});

const engine = defineRoute({
  name: 'engine',
  method: 'GET',
  path: '/api/engine',
  roles: everyone,
  summary,
  query: z.object({ fault: z.enum(['away', 'busy']) }),
  reply: z.object({}),
});

/** Ends of the slow calls that run. */
const slowEnds: (() => void)[] = [];
const feature: ServerFeature = {
  name: 'test',
  errors: defineErrors({ NO_BALANCE: { status: 400, ko: '잔고가 {short} 모자라요.', en: 'Short of {short}.', field: 'quantity' } }),
  routes: [
    handle(say, async (_c, call) => ({ data: { word: `${call.query.word ?? '-'} ${call.site.code} ${call.language}` } })),
    handle(place, async (_c, call) => {
      if (call.body.quantity === '9') throw new Refusal('NO_BALANCE', { short: '3 USDT' });
      return { data: { quantity: call.body.quantity }, sequence: 42 };
    }),
    handle(loose, async (_c, call) => ({
      data: { ...call.body, key: call.requestKey ?? null, polluted: ({} as Record<string, unknown>).isAdmin ?? null },
    })),
    handle(lines, async () => ({ data: {} })),
    handle(fault, async () => {
      throw new Error('select secret from /home/somebody');
    }),
    handle(
      slow,
      () =>
        new Promise((done) => {
          slowEnds.push(() => done({ data: {} }));
        }),
    ),
    handle(engine, async (_c, call) => {
      throw call.query.fault === 'away' ? new EngineUnavailable('connection lost') : new EngineBusy('full');
    }),
    handle(plain, async () => ({ data: { n: 1 } })),
  ],
};

let server: TestServer;
const clock = manualClock(Date.UTC(2026, 10, 21));
const session: Session = { site: 1, member: 7, account: 0, username: 'u1', role: 'member', family: 'f1' };

beforeAll(async () => {
  server = await startTestServer({ features: [feature], sites: testSites(), clock });
});
afterAll(() => server.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
type Reply = Omit<Response, 'json'> & { json(): Promise<any> };
const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> => fetch(server.url + path, { headers });
const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Reply> =>
  fetch(server.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const bearer = () => ({ authorization: `Bearer ${server.context.sessions.issue(session).accessToken}` });
const refill = () => clock.advance(60_000);

describe('envelope and language', () => {
  test('success carries status, data and the sequence of a command', async () => {
    refill();
    expect(await (await post('/api/place', '{"quantity":"1.5"}', bearer())).json()).toEqual({
      status: 'success',
      data: { quantity: '1.5' },
      sequence: 42,
    });
    expect(await (await get('/plain.json')).json()).toEqual({ n: 1 });
  });

  test('a refusal carries code, field and a message in Korean, or in English when asked', async () => {
    const ko = await post('/api/place', '{"quantity":"9"}', bearer());
    expect(ko.status).toBe(400);
    expect(await ko.json()).toEqual({
      status: 'fail',
      code: 'NO_BALANCE',
      message: '잔고가 3 USDT 모자라요.',
      data: { short: '3 USDT', field: 'quantity' },
    });
    const en = await post('/api/place', '{"quantity":"9"}', { ...bearer(), 'accept-language': 'en-GB,en;q=0.9,ko;q=0.1' });
    expect((await en.json()).message).toBe('Short of 3 USDT.');
  });

  test('a fault answers a general text with the request id and tells nothing of the inside', async () => {
    const reply = await get('/api/fault');
    const text = await reply.text();
    expect(reply.status).toBe(500);
    expect(text).not.toMatch(/secret|home|stack|Error/);
    expect(JSON.parse(text)).toMatchObject({ code: 'INTERNAL', data: { requestId: reply.headers.get('x-request-id') } });
    expect(server.lines.some((line) => line.includes('select secret'))).toBe(true);
  });

  test('unknown addresses are 404, known ones by another method 405 with Allow', async () => {
    expect([(await get('/api/nothing')).status, (await post('/api/say', '{}')).status]).toEqual([404, 405]);
    const wrong: Reply = await fetch(`${server.url}/api/place`, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow'), (await wrong.json()).code]).toEqual([405, 'POST', 'METHOD_NOT_ALLOWED']);
  });
});

describe('strict input', () => {
  const cases: [string, string, string, string | undefined][] = [
    ['text that is not JSON', '{"quantity":', 'BAD_REQUEST', undefined],
    ['a list', '["1"]', 'BAD_REQUEST', undefined],
    ['a number where a decimal string belongs', '{"quantity":1}', 'INVALID_FIELD', 'quantity'],
    ['a boolean', '{"quantity":true}', 'INVALID_FIELD', 'quantity'],
    ['exponent notation as a number', '{"quantity":"1","inner":{"a":1e3}}', 'BAD_REQUEST', undefined],
    ['exponent notation as text', '{"quantity":"1e3"}', 'INVALID_FIELD', 'quantity'],
    ['a sign', '{"quantity":"-1"}', 'INVALID_FIELD', 'quantity'],
    ['too many digits', `{"quantity":"${'9'.repeat(40)}"}`, 'INVALID_FIELD', 'quantity'],
    ['nothing', '{}', 'REQUIRED_FIELD', 'quantity'],
    ['a key twice', '{"quantity":"1","quantity":"2"}', 'DUPLICATE_FIELD', 'quantity'],
    ['a key twice, once escaped', '{"quantity":"1","\\u0071uantity":"2"}', 'DUPLICATE_FIELD', 'quantity'],
    ['a prototype key', '{"quantity":"1","__proto__":{"isAdmin":true}}', 'UNKNOWN_FIELD', '__proto__'],
    ['a constructor key inside', '{"quantity":"1","inner":{"a":1,"constructor":{}}}', 'UNKNOWN_FIELD', 'constructor'],
    ['an unknown key on a money call', '{"quantity":"1","playerId":3}', 'UNKNOWN_FIELD', 'playerId'],
    ['ten thousand levels', `{"quantity":"1","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'BAD_REQUEST', undefined],
  ];
  test.each(cases)('%s is refused', async (_name, body, code, field) => {
    refill();
    const reply = await post('/api/place', body, bearer());
    const failure = await reply.json();
    expect([reply.status, failure.code, failure.data.field]).toEqual([400, code, field]);
  });

  test('siteInfoId is a field that every call accepts and ignores', async () => {
    refill();
    expect((await post('/api/place?siteInfoId=2', '{"quantity":"1","siteInfoId":2}', bearer())).status).toBe(200);
    expect((await (await get('/api/say?siteInfoId=2')).json()).data.word).toBe('- a ko');
  });

  test('the same word as a value is no key', async () => {
    expect((await post('/api/place', '{"quantity":"1","inner":{"a":1},"flag":true}', bearer())).status).toBe(200);
  });

  test('other calls drop keys they do not know, and nothing reaches a prototype', async () => {
    expect((await (await post('/api/loose', '{"a":1,"role":"admin"}')).json()).data).toEqual({ a: 1, key: null, polluted: null });
  });

  test('another content type is 415, a body over 64 KB 413', async () => {
    const wrong: Record<string, string>[] = [
      { 'content-type': 'text/xml' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ];
    for (const headers of wrong) expect((await (await post('/api/loose', '{"a":1}', headers)).json()).code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect((await post('/api/loose', '{"a":1}', { 'content-type': 'application/json; charset="UTF-8"' })).status).toBe(200);
    const reply = await post('/api/loose', JSON.stringify({ a: 'x'.repeat(70_000) }));
    expect([reply.status, (await reply.json()).code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('a repeated query parameter and a broken escape are 400', async () => {
    expect((await (await get('/api/say?word=a&word=b')).json()).data.field).toBe('word');
    expect((await get('/api/%zz')).status).toBe(400);
    expect((await (await get('/api/say?word=toolong')).json()).code).toBe('INVALID_FIELD');
  });

  test('an idempotency key with blanks is refused, a good one reaches the handler', async () => {
    expect((await (await post('/api/loose', '{}', { 'idempotency-key': 'a b' })).json()).data.field).toBe('Idempotency-Key');
    expect((await (await post('/api/loose', '{}', { 'idempotency-key': 'a-b' })).json()).data.key).toBe('a-b');
  });

  test('what is not HTTP gets 400 and the line is cut', async () => {
    const text = await new Promise<string>((done) => {
      let heard = '';
      const socket = connect(server.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      socket.on('data', (chunk) => (heard += chunk));
      socket.on('close', () => done(heard));
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 .*"code":"BAD_REQUEST"/s);
  });
});

describe('who may call', () => {
  test('no token, a broken one, another site and another role each have their own code', async () => {
    refill();
    const codes = await Promise.all(
      [
        {},
        { authorization: 'Bearer x.y.z' },
        { authorization: bearer().authorization.replace('Bearer', 'Basic') },
        { ...bearer(), host: 'b.test' },
      ].map(async (headers) => {
        const reply = await rawGet('/api/lines', headers as Record<string, string>);
        return [reply.status, reply.code];
      }),
    );
    expect(codes).toEqual([
      [401, 'LOGIN_REQUIRED'],
      [401, 'TOKEN_INVALID'],
      [401, 'TOKEN_INVALID'],
      [401, 'TOKEN_INVALID'],
    ]);
    expect((await (await get('/api/lines', bearer())).json()).code).toBe('NO_PERMISSION');
    const root = server.context.sessions.issue({ ...session, role: 'partner' }).accessToken;
    expect((await get('/api/lines', { authorization: `Bearer ${root}` })).status).toBe(200);
  });

  test('a token in the address counts for nothing', async () => {
    expect((await (await get(`/api/lines?access_token=${bearer().authorization.slice(7)}`)).json()).code).toBe('LOGIN_REQUIRED');
  });

  test('the site comes from the host', async () => {
    expect((await rawGet('/api/say', { host: 'b.test:4000' })).data).toEqual({ word: '- b ko' });
  });

  test('a call or socket that names two hosts names none', async () => {
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n';
    for (const [path, more] of [
      ['/api/say', ''],
      ['/bx_ws', upgrade],
    ]) {
      const say = (hosts: string) => speak(`GET ${path} HTTP/1.1\r\n${hosts}${more}\r\n`);
      expect(await say('Host: a.test\r\nhost: b.test\r\n')).toMatch(/^HTTP\/1\.1 400 /);
      expect(await say('Host: a.test\r\n')).toMatch(/^HTTP\/1\.1 (200|101) /);
    }
  });

  test('a page of another origin cannot change anything, the own can', async () => {
    const foreign = await post('/api/loose', '{}', { origin: 'https://evil.example' });
    expect([foreign.status, (await foreign.json()).code]).toEqual([403, 'ORIGIN_REFUSED']);
    expect((await post('/api/loose', '{}', { origin: server.url })).status).toBe(200);
    expect((await post('/api/loose', '{}', { origin: 'null' })).status).toBe(403);
  });
});

// fetch refuses to set Host; this speaks plainly.
async function rawGet(path: string, headers: Record<string, string>): Promise<{ status: number; code?: string; data?: unknown }> {
  const reply = await server.http.app.inject({ method: 'GET', url: path, headers });
  return { ...(JSON.parse(reply.body) as object), status: reply.statusCode };
}

describe('rates', () => {
  test('orders of one member beyond burst and rate are 429 with Retry-After; another member goes on; time heals', async () => {
    refill();
    const other = { authorization: `Bearer ${server.context.sessions.issue({ ...session, member: 8 }).accessToken}` };
    const replies = await Promise.all(Array.from({ length: 110 }, () => post('/api/place', '{"quantity":"1"}', bearer())));
    const refused = replies.filter((reply) => reply.status === 429);
    expect([replies.length - refused.length, refused[0].headers.get('retry-after')]).toEqual([100, '1']);
    expect((await refused[0].json()).code).toBe('TOO_MANY_REQUESTS');
    expect((await post('/api/place', '{"quantity":"1"}', other)).status).toBe(200);
    clock.advance(1000);
    expect((await post('/api/place', '{"quantity":"1"}', bearer())).status).toBe(200);
  });
});

describe('the log', () => {
  test('one line per call, without token, body or query, and not to be forged', async () => {
    server.lines.length = 0;
    await post('/api/loose', '{"a":1,"password":"hunter22"}', { 'user-agent': 'a%0d%0ab', 'x-request-id': 'mine' });
    await get('/api/say?word=se%0d%0a', bearer());
    const lines = server.lines.filter((line) => line.includes('"call"'));
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/hunter22|eyJ|word=|mine/);
    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(JSON.parse(lines[1])).toMatchObject({ method: 'GET', route: '/api/say', status: 200, member: 7, site: 1 });
  });
});

describe('admission', () => {
  test('more calls at once than allowed are 503 at once with Retry-After; when one ends, the next may come', async () => {
    const own = await startTestServer({ features: [feature], sites: testSites(), env: { MARU_MAX_IN_FLIGHT: '10' } });
    const running = Array.from({ length: 10 }, () => fetch(`${own.url}/api/slow`));
    await until(() => slowEnds.length === 10);
    const ends = slowEnds.splice(0);
    const late: Reply = await fetch(`${own.url}/api/say`);
    expect([late.status, (await late.json()).code, late.headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '1']);
    ends[0]();
    expect((await Promise.race(running)).status).toBe(200);
    expect((await fetch(`${own.url}/api/say`)).status).toBe(200);
    for (const end of ends) end();
    await Promise.all(running);
    await own.stop();
  });

  test('a journal that is away and a full engine queue are 503 with their codes', async () => {
    refill();
    const away = await get('/api/engine?fault=away');
    const busy = await get('/api/engine?fault=busy');
    expect([away.status, (await away.json()).code, away.headers.get('retry-after')]).toEqual([503, 'READ_ONLY', '1']);
    expect([busy.status, (await busy.json()).code]).toEqual([503, 'OVERLOADED']);
  });
});

describe('stopping', () => {
  test('late calls get 503, the running one finishes', async () => {
    refill();
    const own = await startTestServer({ features: [feature], sites: testSites() });
    const running = fetch(`${own.url}/api/slow`);
    await until(() => slowEnds.length === 1);
    await fetch(`${own.url}/api/say`);
    const closing = own.http.close(3000);
    const refused = await fetch(`${own.url}/api/say`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    slowEnds.splice(0)[0]();
    expect((await running).status).toBe(200);
    await closing;
    await expect(fetch(`${own.url}/api/say`)).rejects.toThrow();
    await own.stop();
  });
});

/** The first that the server says to these bytes. */
function speak(bytes: string): Promise<string> {
  return new Promise((done) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1');
    socket.once('data', (text: string) => {
      done(text);
      socket.destroy();
    });
    socket.on('error', () => done(''));
  });
}
