// Area HTP: hostile requests. Nothing of them takes effect, nothing of the inside is told.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { attack, expectStatus } from './cases.ts';
import { type TestExchange, type Login, newMember, openTestExchange } from './test-exchange.ts';

const summary = { ko: '시험', en: 'test' };
/** Two calls that only a test has: one whose dependency throws, one that a member may call at will. */
const failing: ServerFeature = {
  name: 'failing',
  errors: {},
  routes: [
    handle(
      defineRoute({ name: 'broken', method: 'GET', path: '/api/broken', roles: everyone, summary, reply: z.unknown() }),
      async (context) => {
        await context.pool.query('SELECT secret_column FROM account_member');
        return { data: null };
      },
    ),
    handle(defineRoute({ name: 'away', method: 'GET', path: '/api/away', roles: everyone, summary, reply: z.unknown() }), async () => {
      throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    }),
    handle(defineRoute({ name: 'cheap', method: 'GET', path: '/api/cheap', roles: members, summary, reply: z.unknown() }), async () => ({
      data: 1,
    })),
  ],
};

let exchange: TestExchange;
let owner: Login;
beforeAll(async () => {
  exchange = await openTestExchange([failing]);
  owner = await exchange.member('holder');
});
afterAll(() => exchange.server.stop());

attack('HTP-01', async (attacked) => {
  const before = await exchange.fingerprint();
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  const asValue = await exchange.post('/api/player', `{"username":"deep1","etcJson":${deep}}`);
  expectStatus(attacked, asValue.status);
  expect(asValue.body.code).toBe('BAD_REQUEST');
  const asText = await exchange.post('/api/player', { ...newMember('deep2', 1), etcJson: deep });
  expectStatus(attacked, asText.status);
  expect([asText.body.code, asText.body.data.field]).toEqual(['INVALID_FIELD', 'etcJson']);
  expect(await exchange.fingerprint()).toBe(before);
  expect((await exchange.post('/api/player', { ...newMember('deep3', 3), etcJson: '{"a":{"b":[1]}}' })).status).toBe(200);
});

attack('HTP-06', async (attacked) => {
  const before = await exchange.fingerprint();
  const reply = await exchange.post('/api/player', { ...newMember('large', 4), address: 'x'.repeat(100_000) });
  expectStatus(attacked, reply.status);
  expect(reply.body.code).toBe('BODY_TOO_LARGE');
  expect(await exchange.fingerprint()).toBe(before);
});

attack('HTP-08', async (attacked) => {
  const before = await exchange.fingerprint();
  const texts = ["D') OR 1=1--", "x'; DROP TABLE account_member;--", 'id;select pg_sleep(60)'];
  for (const text of texts) {
    const at = performance.now();
    const query = encodeURIComponent(text);
    for (const reply of [
      await exchange.get(`/api/user/check_username?username=${query}`),
      await exchange.get(`/api/partner/verify?partnerPk=${query}`),
    ]) {
      expectStatus(attacked, reply.status);
      expect(reply.body.code).toBe('INVALID_FIELD');
    }
    expect((await exchange.login(text, text)).body.code).toBe('BAD_CREDENTIALS');
    expect(performance.now() - at).toBeLessThan(60_000);
  }
  expect(await exchange.fingerprint()).toBe(before);
});

attack('HTP-09', async (attacked) => {
  for (const type of [
    'text/xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json2',
    'multipart/form-data; boundary=x',
  ]) {
    const reply = await exchange.post('/api/login', '<order/>', { 'content-type': type });
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  }
  expect(
    (await exchange.post('/api/login', { username: 'holder', password: 'x' }, { 'content-type': 'application/json; charset=utf-8' })).body
      .code,
  ).toBe('BAD_CREDENTIALS');
});

attack('HTP-10', async (attacked) => {
  exchange.clock.advance(60_000);
  const other = await exchange.member('other');
  const replies = await Promise.all(Array.from({ length: 1000 }, () => exchange.get('/api/cheap', owner.auth)));
  for (const reply of replies) expectStatus(attacked, reply.status);
  const passed = replies.filter((reply) => reply.status === 200).length;
  expect([passed, replies.find((reply) => reply.status === 429)?.body.code]).toEqual([300, 'TOO_MANY_REQUESTS']);
  expect((await exchange.get('/api/cheap', other.auth)).status).toBe(200);
  exchange.clock.advance(1000);
  expect((await exchange.get('/api/cheap', owner.auth)).status).toBe(200);
});

attack('HTP-11', async (attacked) => {
  const broken = await exchange.get('/api/broken');
  expectStatus(attacked, broken.status);
  expect([broken.status, broken.body.code, broken.body.data]).toEqual([500, 'INTERNAL', { requestId: broken.headers.get('x-request-id') }]);
  expect(broken.text).not.toMatch(/secret|column|account_member|\.ts|at /);
  const away = await exchange.get('/api/away');
  expectStatus(attacked, away.status);
  expect([away.status, away.body.code, away.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
});

attack('HTP-14', async (attacked) => {
  const before = await exchange.fingerprint();
  for (const body of [
    '{"username":"x","__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"isAdmin":true}}}',
    '{"username":"x","\\u005f_proto__":{"role":"ADMIN"}}',
    '{"username":"x","constructor":{"prototype":{"isAdmin":true}}}',
  ]) {
    const reply = await exchange.post('/api/login', body);
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('UNKNOWN_FIELD');
  }
  const query = await exchange.get('/api/partner/verify?__proto__[role]=ADMIN&constructor.prototype.isAdmin=1&partnerPk=none');
  expect(query.body.code).toBe('PARTNER_UNKNOWN');
  expect([({} as Record<string, unknown>).role, ({} as Record<string, unknown>).isAdmin]).toEqual([undefined, undefined]);
  expect((await exchange.get('/api/me', owner.auth)).body.data.role).toBe('member');
  expect(await exchange.fingerprint()).toBe(before);
});

attack('HTP-16', async (attacked) => {
  exchange.server.lines.length = 0;
  const { username } = attacked.input as { username: string };
  const reply = await exchange.post('/api/login', { username, password: 'x' }, { 'user-agent': 'a%0d%0ab\\n{"level":"info"}' });
  expectStatus(attacked, reply.status);
  expect(reply.body.code).toBe('BAD_CREDENTIALS');
  const calls = exchange.server.lines.filter((line) => line.includes('/api/login'));
  expect(calls).toHaveLength(1);
  expect(calls[0].trimEnd()).not.toMatch(/\n|\r|admin login ok/);
  expect(JSON.parse(calls[0])).toMatchObject({ msg: 'call', route: '/api/login', status: 401 });
});

test('every refusal of the gateway is an envelope with code and message, never a 500', async () => {
  const replies = await Promise.all([
    exchange.get('/api/nothing'),
    exchange.get('/api/me'),
    exchange.get('/api/login'),
    exchange.post('/api/login', ''),
    exchange.post('/api/login', 'null'),
    exchange.post('/api/login', '"text"'),
    exchange.post('/api/login', '{"username":["a"],"password":{}}'),
    exchange.post('/api/login', { refreshToken: 'x'.repeat(100), username: 'a' }),
    exchange.post('/api/login', {}),
    exchange.get(`/api/site_info/code?code=${'x'.repeat(5000)}`),
    exchange.get('/api/server_time_offset?ms=1e99'),
  ]);
  for (const reply of replies) {
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.body).toMatchObject({ status: 'fail', code: expect.any(String), message: expect.any(String) });
  }
});
