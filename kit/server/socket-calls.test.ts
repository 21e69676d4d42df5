// Calls over a member's own socket: pipelined, answered by correlation id, under the very checks and rates of HTTP.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { defineErrors } from '../contract/errors.ts';
import { members } from '../contract/role.ts';
import { defineRoute } from '../contract/route.ts';
import { siteBits } from '../contract/site-config.ts';
import { decimal } from '../contract/wire.ts';
import { manualClock } from './clock.ts';
import { handle, Refusal, type ServerFeature, type Session } from './feature.ts';
import { ACCESS_LIFE_MS } from './session.ts';
import { startTestServer, testSites, type TestServer } from './testing/server.ts';
import { connectStomp, type Heard, type StompOptions, type TestClient, until } from './testing/stomp.ts';

const summary = { ko: '시험', en: 'test' };
const money = { method: 'POST', money: true, summary, reply: z.unknown() } as const;
const body = z.object({ quantity: decimal });
const place = defineRoute({ ...money, name: 'place', path: '/api/place', roles: members, body, overSocket: true, codes: ['NO_BALANCE'] });
const partners = defineRoute({ ...money, name: 'partners', path: '/api/partners', roles: ['partner'], body, overSocket: true });
const several = defineRoute({ ...place, name: 'several', path: '/api/several', ordersIn: ({ quantity }) => Number(quantity) });
const httpOnly = defineRoute({ ...money, name: 'httpOnly', path: '/api/http_only', roles: members, body });

/** Quantities in the order in which their calls began, and what the handler saw of the last. */
let began: string[] = [];
let seen: Record<string, unknown> = {};
/** Calls of quantity 5 wait for it. */
let gate = Promise.withResolvers<void>();
const feature: ServerFeature = {
  name: 'test',
  product: 'futures',
  errors: defineErrors({ NO_BALANCE: { status: 400, ko: '잔고가 모자라요.', en: 'Short.', field: 'quantity' } }),
  routes: [
    handle(place, async (_context, { site, session, ip, country, requestKey, userAgent, language, body: { quantity } }) => {
      began.push(quantity);
      seen = { site: site.code, member: session?.member, ip, country, requestKey, userAgent, language };
      if (quantity === '9') throw new Refusal('NO_BALANCE');
      if (quantity === '8') throw new Error('inner');
      if (quantity === '5') await gate.promise;
      return { data: { quantity }, sequence: Number(quantity) };
    }),
    handle(partners, async () => ({ data: {} })),
    handle(several, async () => ({ data: {} })),
    handle(httpOnly, async () => ({ data: {} })),
  ],
};

const REPLY = '/user/queue/reply';
const clock = manualClock(Date.UTC(2026, 10, 28));
let server: TestServer;
let last = 100;
const clients: TestClient[] = [];
const newMember = (role: Session['role'] = 'member'): Session => {
  const id = ++last;
  return { site: 1, member: id, account: id, username: `u${id}`, role, family: `f${id}` };
};
const tokenOf = (session: Session) => server.context.sessions.issue(session).accessToken;

beforeAll(async () => {
  const env = { MARU_TRUSTED_PROXIES: '127.0.0.1', MARU_COUNTRY_HEADER: 'cf-ipcountry', MARU_ORDER_RATE: '1:20' };
  server = await startTestServer({ features: [feature], sites: testSites(), env, clock });
});
beforeEach(async () => {
  began = [];
  gate = Promise.withResolvers<void>();
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.stop();
});

interface Trader extends TestClient {
  session: Session;
  replies: Heard[];
  send(id: string, quantity: string, headers?: Record<string, string>, path?: string): void;
  /** The answer under an id, once it is there. */
  answer(id: string): Promise<{ status: string; body: Record<string, unknown>; headers: Record<string, string> }>;
}

async function trader(session = newMember(), options: StompOptions = {}): Promise<Trader> {
  const client = await connectStomp(server.port, { token: tokenOf(session), ...options });
  clients.push(client);
  const replies = client.subscribe(REPLY);
  await client.settle();
  return {
    ...client,
    session,
    replies,
    send: (id, quantity, headers = {}, path = '/api/place') =>
      client.client.publish({ destination: path, body: JSON.stringify({ quantity }), headers: { 'correlation-id': id, ...headers } }),
    async answer(id) {
      const found = () => replies.find(({ headers }) => headers['correlation-id'] === id);
      await until(() => found() !== undefined);
      const { headers, body: told } = found() as Heard;
      return { status: headers.status, body: told as Record<string, unknown>, headers };
    },
  };
}
const overHttp = (session: Session, quantity: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/place`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(session)}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ quantity }),
  });

test('many are under way at once, and each answer says which it is; the ids may be anything', async () => {
  const client = await trader();
  client.send('slow', '5');
  for (let i = 0; i < 10; i++) client.send(`n:${i}`, '1');
  for (let i = 0; i < 10; i++)
    expect((await client.answer(`n:${i}`)).body).toEqual({ status: 'success', data: { quantity: '1' }, sequence: 1 });
  expect(client.replies.map(({ headers }) => headers['correlation-id'])).not.toContain('slow');
  gate.resolve();
  expect(await client.answer('slow')).toMatchObject({ status: '200', body: { sequence: 5 } });
  expect(began).toEqual(['5', ...Array<string>(10).fill('1')]);
});

test('the handler sees what it would see of an HTTP call', async () => {
  const upgrade = {
    'x-forwarded-for': '203.0.113.9',
    'user-agent': 'bot/1',
    'cf-ipcountry': 'kr',
    'accept-language': 'ko',
    'idempotency-key': 'no',
  };
  const client = await trader(newMember(), { upgrade });
  client.send('a', '1', { 'Idempotency-Key': 'k-1', 'accept-language': 'en' });
  await client.answer('a');
  const expected = {
    site: testSites()[0].code,
    member: client.session.member,
    ip: '203.0.113.9',
    country: 'KR',
    userAgent: 'bot/1',
    language: 'en',
  };
  expect(seen).toEqual({ ...expected, requestKey: 'k-1' });
  client.send('b', '1');
  await client.answer('b');
  expect([seen.requestKey, seen.language]).toEqual([undefined, 'ko']);
});

test.each<[string, string, Record<string, string>, string]>([
  ['a refusal of the handler', '{"quantity":"9"}', {}, 'NO_BALANCE'],
  ['a fault of ours', '{"quantity":"8"}', {}, 'INTERNAL'],
  ['a wrong shape', '{"quantity":1}', {}, 'INVALID_FIELD'],
  ['a key twice', '{"quantity":"1","quantity":"2"}', {}, 'DUPLICATE_FIELD'],
  ['an unknown field', '{"quantity":"1","member":2}', {}, 'UNKNOWN_FIELD'],
  ['not JSON', '{"quantity":', {}, 'BAD_REQUEST'],
  ['nothing', '', {}, 'REQUIRED_FIELD'],
  ['a bad key', '{"quantity":"1"}', { 'idempotency-key': 'two words' }, 'INVALID_FIELD'],
])('%s is answered as HTTP answers it, and the socket stays', async (_name, text, headers, code) => {
  const client = await trader();
  client.client.publish({ destination: '/api/place', body: text, headers: { 'correlation-id': 'x', ...headers } });
  const told = await client.answer('x');
  const reply = await fetch(`${server.url}/api/place`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(client.session)}`, 'content-type': 'application/json', ...headers },
    body: text,
  });
  const same = (await reply.json()) as Record<string, unknown>;
  const withoutId = ({ data, ...rest }: Record<string, unknown>) => ({ ...rest, data: { ...(data as object), requestId: 0 } });
  expect(told.body.code).toBe(code);
  expect([told.status, withoutId(told.body)]).toEqual([String(reply.status), withoutId(same)]);
  client.send('y', '1');
  expect((await client.answer('y')).status).toBe('200');
});

test('a role that may not call it is answered 403', async () => {
  const client = await trader();
  client.send('p', '1', {}, '/api/partners');
  expect(await client.answer('p')).toMatchObject({ status: '403', body: { code: 'NO_PERMISSION' } });
});

test.each<[string, Record<string, string>, string, boolean, string]>([
  ['a call that HTTP alone offers', { 'correlation-id': 'a' }, '/api/http_only', true, 'NOT_WRITABLE'],
  ['no correlation id', {}, '/api/place', true, 'CORRELATION_MALFORMED'],
  ['one with a blank', { 'correlation-id': 'a b' }, '/api/place', true, 'CORRELATION_MALFORMED'],
  ['one that is too long', { 'correlation-id': 'x'.repeat(65) }, '/api/place', true, 'CORRELATION_MALFORMED'],
  ['nowhere to answer', { 'correlation-id': 'a' }, '/api/place', false, 'REPLY_QUEUE_NEEDED'],
])('%s ends the socket, and nothing was done', async (_name, headers, destination, listens, code) => {
  const client = await connectStomp(server.port, { token: tokenOf(newMember()) });
  clients.push(client);
  if (listens) client.subscribe(REPLY);
  client.client.onStompError = (frame) => void client.errors.push(frame.headers.message);
  client.client.publish({ destination, body: '{"quantity":"1"}', headers });
  await client.closed;
  expect(client.errors).toEqual([code]);
  expect(began).toEqual([]);
});

test('a guest can neither listen nor call', async () => {
  const guest = await connectStomp(server.port);
  clients.push(guest);
  guest.client.onStompError = (frame) => void guest.errors.push(frame.headers.message);
  guest.client.publish({ destination: '/api/place', body: '{"quantity":"1"}', headers: { 'correlation-id': 'a' } });
  await guest.closed;
  expect([guest.errors, began]).toEqual([['LOGIN_REQUIRED'], []]);
});

test('a login that ended, elsewhere or with its time, makes no more calls; a newer token goes on', async () => {
  const client = await trader();
  clock.advance(ACCESS_LIFE_MS);
  client.send('late', '1');
  expect(await client.answer('late')).toMatchObject({ status: '401', body: { code: 'TOKEN_EXPIRED' } });
  client.client.publish({ destination: '/renew', headers: { Authorization: `Bearer ${tokenOf(client.session)}` } });
  client.send('renewed', '1');
  expect((await client.answer('renewed')).status).toBe('200');
  server.context.sessions.endFamily(1, client.session.member, client.session.family);
  // What was on its way when the login ended.
  client.send('ended', '1');
  expect(await client.closed).toBe(4001);
  expect([began, client.replies.length]).toEqual([['1'], 2]);
});

test('the order rate is one, over both entry points, and its refusal says how long', async () => {
  const client = await trader();
  for (let i = 0; i < 10; i++) expect((await overHttp(client.session, '1')).status).toBe(200);
  for (let i = 0; i < 12; i++) client.send(`r${i}`, '1');
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => client.answer(`r${i}`)));
  expect(answers.map(({ status }) => status)).toEqual([...Array<string>(10).fill('200'), '429', '429']);
  expect(answers[11]).toMatchObject({ body: { code: 'TOO_MANY_REQUESTS' }, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  expect((await overHttp(client.session, '1')).status).toBe(429);
  const other = await trader();
  other.send('o', '1');
  expect((await other.answer('o')).status).toBe('200');
});

test('a call of several orders counts as so many, and never as more than may be sent at once', async () => {
  const client = await trader();
  client.send('first', '15', {}, '/api/several');
  expect((await client.answer('first')).body).toMatchObject({ status: 'success' });
  for (let i = 0; i < 5; i++) client.send(`n${i}`, '1');
  expect((await client.answer('n4')).body).toMatchObject({ status: 'success' });
  client.send('more', '2', {}, '/api/several');
  expect(await client.answer('more')).toMatchObject({ body: { code: 'TOO_MANY_REQUESTS' }, headers: { 'retry-after': '1' } });
  const other = await trader();
  other.send('all', '100', {}, '/api/several');
  expect((await other.answer('all')).body).toMatchObject({ status: 'success' });
  other.send('behind', '1');
  expect((await other.answer('behind')).body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('where the site or the caller’s country lacks the product, and once the site is gone, it is refused as over HTTP', async () => {
  const client = await trader(newMember(), { upgrade: { 'cf-ipcountry': 'US' } });
  const sites = testSites();
  const told = async (id: string) => {
    client.send(id, '1');
    return (await client.answer(id)).body.code;
  };
  server.context.sites.replace(sites.map((site) => ({ ...site, type: 0 })));
  expect(await told('off')).toBe('PRODUCT_OFF');
  server.context.sites.replace(sites.map((site) => ({ ...site, regions: { closed: [], productsOff: { US: siteBits.futures } } })));
  expect(await told('off-there')).toBe('PRODUCT_OFF');
  server.context.sites.replace(sites.filter(({ id }) => id !== 1));
  expect(await told('gone')).toBe('NOT_FOUND');
  server.context.sites.replace(sites);
  expect(began).toEqual([]);
});

test('a server that is leaving answers 503, as over HTTP', async () => {
  const client = await trader();
  server.context.health.leave();
  client.send('z', '1');
  expect(await client.answer('z')).toMatchObject({ status: '503', body: { code: 'UNAVAILABLE' } });
});
