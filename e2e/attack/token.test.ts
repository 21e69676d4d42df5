// Area TOK: tokens that are not what they claim, and tokens whose time is over.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { createHmac } from 'node:crypto';
import { followEnded } from '@maru/account/server/end-sessions.ts';
import { forgetSuccessors, REPEAT_MS } from '@maru/account/server/refresh-tokens.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack, expectStatus } from './cases.ts';
import { type TestExchange, type Login, openTestExchange, PASSWORD } from './test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.member('holder');
});
afterAll(() => exchange.server.stop());

const me = (token: string) => exchange.get('/api/me', { authorization: `Bearer ${token}` });
const fresh = async (): Promise<Login> => {
  exchange.clock.advance(10);
  const { body } = await exchange.login('holder', PASSWORD);
  const { accessToken, refreshToken } = body.data;
  return { id: body.data.user.id, accessToken, refreshToken, auth: { authorization: `Bearer ${accessToken}` } };
};
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => token.split('.').map((part) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}'));

test('positive control: the access token of a login opens /api/me', async () => {
  expect((await me((await fresh()).accessToken)).body.data.username).toBe('holder');
});

attack('TOK-01', async (attacked) => {
  const reply = await me((await fresh()).refreshToken);
  expectStatus(attacked, reply.status);
  expect(reply.body.code).toBe('TOKEN_INVALID');
});

attack('TOK-03', async (attacked) => {
  const { accessToken } = await fresh();
  for (const query of [`access_token=${accessToken}`, `token=${accessToken}`, `authorization=Bearer%20${accessToken}`]) {
    const reply = await exchange.get(`/api/me?${query}`);
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('LOGIN_REQUIRED');
  }
});

attack('TOK-06', async (attacked) => {
  const { accessToken } = await fresh();
  const [header, , signature] = accessToken.split('.');
  const claims = partsOf(`${accessToken.split('.').slice(0, 2).join('.')}`)[1];
  for (const change of [{ r: 'admin' }, { m: 999 }, { s: 2 }, { x: claims.x + 9e9 }]) {
    const reply = await me(`${header}.${encode({ ...claims, ...change })}.${signature}`);
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('TOKEN_INVALID');
  }
});

attack('TOK-08', async (attacked) => {
  const [desk, phone] = [await fresh(), await fresh()];
  const socket = await connectStomp(exchange.server.port, { token: phone.accessToken });
  const changed = await exchange.post('/api/user/change_password', { currentPassword: PASSWORD, password: 'Another-plank-43' }, desk.auth);
  expect(changed.status).toBe(200);
  for (const token of [phone.accessToken, desk.accessToken]) {
    const reply = await me(token);
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('TOKEN_INVALID');
  }
  expect(await socket.closed).toBe(4001);
  expect((await exchange.post('/api/login', { refreshToken: phone.refreshToken })).status).toBe(401);
  expect((await me(changed.body.data.accessToken)).status).toBe(200);
  expect((await exchange.login('holder', PASSWORD)).body.code).toBe('BAD_CREDENTIALS');
  const back = await exchange.post(
    '/api/user/change_password',
    { currentPassword: 'Another-plank-43', password: PASSWORD },
    { authorization: `Bearer ${changed.body.data.accessToken}` },
  );
  expect(back.status).toBe(200);
});

test('a password change needs the current one and refuses a common one', async () => {
  const { auth } = await fresh();
  expect(
    (await exchange.post('/api/user/change_password', { currentPassword: 'wrong', password: 'Another-plank-43' }, auth)).body.code,
  ).toBe('BAD_CREDENTIALS');
  expect((await exchange.post('/api/user/change_password', { currentPassword: PASSWORD, password: '1q2w3e4r' }, auth)).body.code).toBe(
    'PASSWORD_TOO_COMMON',
  );
});

attack('TOK-10', async (attacked) => {
  const [here, elsewhere] = [await fresh(), await fresh()];
  const socket = await connectStomp(exchange.server.port, { token: here.accessToken });
  expect((await exchange.post('/api/logout', {}, here.auth)).body).toEqual({ status: 'success', data: { loggedOut: true } });
  const reply = await me(here.accessToken);
  expectStatus(attacked, reply.status);
  expect(reply.body.code).toBe('TOKEN_INVALID');
  expect((await exchange.post('/api/login', { refreshToken: here.refreshToken })).body.code).toBe('TOKEN_INVALID');
  expect(await socket.closed).toBe(4001);
  expect((await me(elsewhere.accessToken)).status).toBe(200);
});

attack('TOK-11', async (attacked) => {
  const login = await fresh();
  const next = await exchange.post('/api/login', { refreshToken: login.refreshToken });
  expect(next.status).toBe(200);
  // Beyond what a repeat of the same device may be.
  exchange.clock.advance(REPEAT_MS);
  const reused = await exchange.post('/api/login', { refreshToken: login.refreshToken });
  expectStatus(attacked, reused.status);
  expect([reused.body.code, reused.body.data.field]).toEqual([attacked.expect.code, 'refreshToken']);
  // The thief's and the owner's tokens of this family are both dead.
  expect((await exchange.post('/api/login', { refreshToken: next.body.data.refreshToken })).body.code).toBe('TOKEN_INVALID');
  expect((await me(next.body.data.accessToken)).body.code).toBe('TOKEN_INVALID');
  expect((await me((await fresh()).accessToken)).status).toBe(200);
});

const renewal = (refreshToken: string, headers: Record<string, string> = {}) => exchange.post('/api/login', { refreshToken }, headers);

test('of ten renewals at once with one token all get the same answer, and so does a repeat whose answer was lost', async () => {
  const login = await fresh();
  const replies = await Promise.all(Array.from({ length: 10 }, () => renewal(login.refreshToken)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const tokens = new Set(replies.map(({ body }) => body.data.refreshToken as string));
  expect(tokens.size).toBe(1);
  const [next] = tokens;
  // Another gateway, or this one after a restart, knows it from the rows alone.
  exchange.clock.advance(REPEAT_MS - 1);
  expect((await renewal(login.refreshToken)).body.data.refreshToken).toBe(next);
  for (const reply of replies) expect((await me(reply.body.data.accessToken)).status).toBe(200);
  // The chain goes on from there.
  expect((await renewal(next)).status).toBe(200);
});

test('another device, another moment, or a login that has ended: the used token is worth nothing, and its family ends', async () => {
  const cases: [Record<string, string>, number][] = [
    [{ 'user-agent': 'another browser' }, 0],
    [{ 'x-forwarded-for': '10.77.0.1' }, 0],
    [{}, REPEAT_MS],
  ];
  for (const [headers, afterMs] of cases) {
    const login = await fresh();
    const next = await renewal(login.refreshToken);
    exchange.clock.advance(afterMs);
    expect((await renewal(login.refreshToken, headers)).body.code).toBe('TOKEN_REUSED');
    expect((await me(next.body.data.accessToken)).status).toBe(401);
    expect((await renewal(next.body.data.refreshToken)).status).toBe(401);
    expect((await renewal(login.refreshToken)).status).toBe(401);
  }
  const login = await fresh();
  const next = await renewal(login.refreshToken);
  await exchange.post('/api/logout', {}, { authorization: `Bearer ${next.body.data.accessToken}` });
  expect((await renewal(login.refreshToken)).status).toBe(401);
});

test('what a token was renewed into cannot be read from the rows, and is kept for moments', async () => {
  const login = await fresh();
  const next = (await renewal(login.refreshToken)).body.data.refreshToken as string;
  const { pool } = exchange.server.context;
  const { rows } = await pool.query<{ successor: Buffer }>('SELECT successor FROM account_refresh_token WHERE successor IS NOT NULL');
  expect(rows.length).toBeGreaterThan(0);
  for (const { successor } of rows) expect(successor.includes(next)).toBe(false);
  exchange.clock.advance(REPEAT_MS + 1);
  await forgetSuccessors(pool, exchange.clock.now());
  expect((await pool.query('SELECT 1 FROM account_refresh_token WHERE successor IS NOT NULL')).rowCount).toBe(0);
});

attack('TOK-12', async (attacked) => {
  const login = await fresh();
  exchange.clock.advance(599_000);
  expect((await me(login.accessToken)).status).toBe(200);
  exchange.clock.advance(2000);
  const reply = await me(login.accessToken);
  expectStatus(attacked, reply.status);
  expect(reply.body.code).toBe(attacked.expect.code);
  // Renewing still carries the dead token in its header.
  expect((await exchange.post('/api/login', { refreshToken: login.refreshToken }, login.auth)).status).toBe(200);
});

test('a socket outlives its token by no more than half a minute, unless a newer one is sent over it', async () => {
  const [silent, renewing] = [await fresh(), await fresh()];
  const [ended, kept] = [
    await connectStomp(exchange.server.port, { token: silent.accessToken }),
    await connectStomp(exchange.server.port, { token: renewing.accessToken }),
  ];
  const heard = kept.subscribe('/user/queue/message');
  await kept.settle();
  exchange.clock.advance(590_000);
  const next = (await exchange.post('/api/login', { refreshToken: renewing.refreshToken })).body.data;
  kept.client.publish({ destination: '/renew', headers: { Authorization: `Bearer ${next.accessToken}` } });
  await kept.settle();
  exchange.clock.advance(40_001);
  expect(await ended.closed).toBe(4002);
  expect(ended.errors).toEqual(['TOKEN_EXPIRED']);
  exchange.server.context.sockets.send(1, renewing.id, '/user/queue/message', { message: 'still here' });
  await kept.settle();
  expect([heard.length, kept.errors]).toEqual([1, []]);
  // The newer token is over one day too.
  exchange.clock.advance(600_000);
  expect(await kept.closed).toBe(4002);
});

test('a socket takes no token but a living one of its own member', async () => {
  const [mine, dead] = [await fresh(), await fresh()];
  const other = await exchange.member('otherone');
  await exchange.post('/api/logout', {}, dead.auth);
  for (const [token, code] of [
    [other.accessToken, 'TOKEN_INVALID'],
    [dead.accessToken, 'TOKEN_INVALID'],
    ['nonsense', 'TOKEN_INVALID'],
  ]) {
    const socket = await connectStomp(exchange.server.port, { token: mine.accessToken });
    socket.client.publish({ destination: '/renew', headers: { Authorization: `Bearer ${token}` } });
    expect([await socket.closed, socket.errors]).toEqual([1008, [code]]);
  }
  const guest = await connectStomp(exchange.server.port);
  guest.client.publish({ destination: '/renew', headers: { Authorization: `Bearer ${mine.accessToken}` } });
  expect([await guest.closed, guest.errors]).toEqual([1008, ['TOKEN_INVALID']]);
});

test('a socket ends when its login is ended from another device, and when another process ended it', async () => {
  const [phone, here, later] = [await fresh(), await fresh(), await fresh()];
  const open = (login: Login) => connectStomp(exchange.server.port, { token: login.accessToken });
  const [first, second, third] = [await open(phone), await open(here), await open(later)];
  const { pool } = exchange.server.context;
  const look = await followEnded(exchange.server.context);
  const familyOf = (token: string) => partsOf(token.split('.').slice(0, 2).join('.'))[1].f as string;
  expect((await exchange.post('/api/user/logins/end', { id: familyOf(phone.accessToken) }, here.auth)).status).toBe(200);
  expect(await first.closed).toBe(4001);
  const at = new Date(exchange.clock.now());
  await pool.query('UPDATE account_login SET ended_at = $2 WHERE family = $1', [familyOf(here.accessToken), at]);
  await look();
  expect(await second.closed).toBe(4001);
  expect((await me(here.accessToken)).body.code).toBe('TOKEN_INVALID');
  await third.settle();
  await pool.query('UPDATE account_member SET ended_at = $2 WHERE id = $1', [later.id, at]);
  await look();
  expect(await third.closed).toBe(4001);
  // Whoever logged in since stays.
  const since = await fresh();
  const fourth = await open(since);
  await look();
  await fourth.settle();
  expect((await me(since.accessToken)).status).toBe(200);
  await fourth.end();
});

test('a login that nobody renews for two weeks is over', async () => {
  const login = await fresh();
  exchange.clock.advance(14 * DAY_MS + 1);
  expect((await exchange.post('/api/login', { refreshToken: login.refreshToken })).body.code).toBe('TOKEN_EXPIRED');
});

attack('TOK-14', async (attacked) => {
  const { accessToken } = await fresh();
  const [header, claims] = partsOf(accessToken.split('.').slice(0, 2).join('.'));
  const forged = [
    `${encode({ alg: 'none', typ: 'JWT', kid: header.kid })}.${encode(claims)}.`,
    `${encode({ alg: 'NONE', kid: header.kid })}.${encode(claims)}.x`,
    hmac({ ...header, kid: 'other' }, claims, 'guess'),
    hmac({ ...header, alg: 'HS512' }, claims, 'guess'),
    hmac(header, claims, ''),
  ];
  for (const token of forged) {
    const reply = await me(token);
    expectStatus(attacked, reply.status);
    expect(reply.body.code).toBe('TOKEN_INVALID');
  }
  expect((await me(accessToken)).status).toBe(200);
});

const hmac = (header: object, claims: object, key: string) => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
};

test('tokens of the previous key stay valid through a rotation, and new ones are signed by the new key', async () => {
  const { createSessions } = await import('@maru/kit/server/session.ts');
  const [old, next] = [
    { kid: 'old', key: 'a'.repeat(43) },
    { kid: 'new', key: 'b'.repeat(43) },
  ];
  const session = { site: 1, member: 1, account: 0, username: 'x', role: 'member', family: 'f' } as const;
  const before = createSessions([old], exchange.clock).issue(session).accessToken;
  const rotated = createSessions([next, old], exchange.clock);
  expect(rotated.verify(before, 1)).toMatchObject({ member: 1 });
  expect(createSessions([old], exchange.clock).verify(rotated.issue(session).accessToken, 1)).toBe('TOKEN_INVALID');
});

test('another site does not know the token', async () => {
  const { accessToken } = await fresh();
  const reply = await exchange.server.http.app.inject({
    method: 'GET',
    url: '/api/me',
    headers: { host: 'b.test', authorization: `Bearer ${accessToken}` },
  });
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'TOKEN_INVALID']);
});
