// Rules that need every feature at once: what a restart must remember, pages of lists, two sites on one installation.
import { startTestServer, type TestServer } from '@maru/app-server/testing/harness.ts';
import { openSignUp } from '@maru/app-server/testing/open-sign-up.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack, expectStatus } from './cases.ts';
import { newMember, PASSWORD } from './test-exchange.ts';
import { operatorToken } from '../../apps/server/testing/operator.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await openSignUp(server.context);
});
afterAll(() => server.close());

const call = async (method: 'GET' | 'POST', path: string, body?: unknown, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const init: RequestInit = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const reply = await fetch(server.url + path, init);
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
  return { status: reply.status, body: (await reply.json()) as any };
};
const logIn = async (username: string, password = 'demo1234') => (await call('POST', '/api/login', { username, password })).body.data;

test('a new member’s account is open in the engine, with empty wallets', async () => {
  expect((await call('POST', '/api/player', newMember('newcomer', 1))).status).toBe(200);
  const { accessToken } = await logIn('newcomer', PASSWORD);
  const mine = await call('GET', '/api/me', undefined, accessToken);
  expect(mine.body.data).toMatchObject({ username: 'newcomer', wallet: { FUTURES: { point: '0.000000' } } });
});

test('a log-out and a DENY hold through a restart; the other logins and the wallets too', async () => {
  const [gone, stays] = [await logIn('demo1'), await logIn('demo1')];
  await call('POST', '/api/logout', {}, gone.accessToken);
  const before = (await call('GET', '/api/wallet/my', undefined, stays.accessToken)).body;
  await server.restart();
  expect((await call('GET', '/api/me', undefined, gone.accessToken)).body.code).toBe('TOKEN_INVALID');
  expect((await call('POST', '/api/login', { refreshToken: gone.refreshToken })).status).toBe(401);
  expect((await call('GET', '/api/wallet/my', undefined, stays.accessToken)).body).toEqual(before);
  await expect(connectStomp(Number(new URL(server.url).port), { token: gone.accessToken })).rejects.toThrow('TOKEN_INVALID');
});

attack('HTP-12', async (attacked) => {
  const { accessToken } = await logIn('demo2');
  for (const query of attacked.input as { page: number; size: number }[]) {
    const reply = await call('GET', `/api/futures/list?page=${query.page}&size=${query.size}`, undefined, accessToken);
    expectStatus(attacked, reply.status);
    expect([reply.body.code, reply.body.data.field]).toEqual(['INVALID_FIELD', query.page < 0 || query.page > 99_999 ? 'page' : 'size']);
  }
  const honest = await call('GET', '/api/futures/list?page=0&size=20', undefined, accessToken);
  expect(honest.body.data).toMatchObject({ content: [], page: 0, size: 20 });
});

test('demo1 of one site is nobody on the other: token, wallet and socket', async () => {
  const { accessToken, user } = await logIn('demo1');
  const hanok = server.context.sites.byCode('hanok');
  expect(server.context.sessions.verify(accessToken, hanok?.id ?? 0)).toBe('TOKEN_INVALID');
  const { port } = new URL(server.url);
  await expect(connectStomp(Number(port), { token: accessToken, upgrade: { host: `hanok.localhost:${port}` } })).rejects.toThrow(
    'TOKEN_INVALID',
  );
  const { rows } = await server.context.pool.query(
    "SELECT site_id, id, account_no FROM account_member WHERE username = 'demo1' ORDER BY site_id",
  );
  expect(rows.map((row) => [row.site_id, row.account_no])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  expect(user.id).toBe(rows[0].id);
});

test('the contract of all features is one document: unique paths, declared codes, roles on every call', async () => {
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
    'x-topics': { destination: string }[];
  };
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(calls.length).toBeGreaterThan(30);
  expect(calls.every((each) => (each['x-roles'] as string[]).length > 0)).toBe(true);
  for (const path of ['/api/login', '/api/player', '/api/futures/order', '/api/stock/chart', '/api/wallet/my', '/fee.json'])
    expect(Object.keys(document.paths)).toContain(path);
  for (const destination of ['/user/queue/futures', '/user/queue/pong', '/topic/notice/{siteId}', '/topic/stock/{symbol}/depth'])
    expect(document['x-topics'].map((topic) => topic.destination)).toContain(destination);
  const text = JSON.stringify(document);
  // Generators know no tuples: an array of a fixed length says the same.
  expect([text.includes('prefixItems'), text.includes('"minItems":5,"maxItems":5')]).toEqual([false, true]);
  expect(calls.filter((each) => !(each['description'] as string | undefined))).toEqual([]);
  const order = document.paths['/api/futures/order']['post'] as { responses: Record<string, { description: string }> };
  for (const [status, code] of [
    [400, 'UNKNOWN_FIELD'],
    [401, 'TOKEN_EXPIRED'],
    [403, 'NO_PERMISSION'],
    [409, 'REQUEST_REUSED'],
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'OVERLOADED'],
  ] as const)
    expect(order.responses[status].description).toContain(code);
  const chart = document.paths['/api/stock/chart']['get'] as unknown as { parameters: { name: string; description?: string }[] };
  expect(chart.parameters.filter(({ description }) => description === undefined)).toEqual([]);
});

test('the back office’s calls are a document of their own, for operators alone', async () => {
  const read = (token?: string) =>
    fetch(`${server.url}/api/admin/openapi.json`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  expect((await read()).status).toBe(401);
  expect((await read('nobody')).status).toBe(401);
  const answer = await read(await operatorToken(server.context, { rights: ['notice.read'] }));
  expect(answer.status).toBe(200);
  const { paths } = (await answer.json()) as { paths: Record<string, unknown> };
  expect(Object.keys(paths)).toContain('/api/admin/futures/switch');
  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/admin'))).toEqual([]);
});
