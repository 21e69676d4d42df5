// Devices and login history over real HTTP and sockets: a member sees and ends its own logins, and nobody else's.
import { manualClock } from '@maru/kit/server/clock.ts';
import { startTestServer, testSites, type TestServer } from '@maru/kit/server/testing/server.ts';
import { memberFeature } from '@maru/member/server/feature.ts';
import { partnerFeature } from '@maru/partner/server/feature.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { loadSites } from '@maru/site/server/load-sites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { deviceNameOf } from './device-name.ts';
import { createAccountFeature } from './feature.ts';

const PASSWORD = 'Sturdy-plank-42';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const GALAXY =
  'Mozilla/5.0 (Linux; Android 15; SM-S931N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36';
const clock = manualClock(Date.now());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    features: [siteFeature, partnerFeature, memberFeature, createAccountFeature()],
    sites: testSites(),
    clock,
    env: { MARU_SIGNUP_RATE: '600:600', MARU_LOGIN_RATE: '600:600' },
    prepare: (context) => loadSites(context.pool, context.sites, testSites()),
  });
  for (const [n, username] of ['holder', 'other'].entries()) {
    const facts = { username, password: PASSWORD, name: '김마루', nick: `nick-${username}`, email: `${username}@example.com` };
    expect((await ask('POST', '/api/player', { ...facts, phone: `010-1000-100${n}` })).status).toBe(200);
  }
});
afterAll(() => server.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
type Reply = { status: number; body: any };
async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
  const reply = await fetch(server.url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: await reply.json() };
}
async function logIn(username: string, userAgent: string) {
  const { body } = await ask('POST', '/api/login', { username, password: PASSWORD }, { 'user-agent': userAgent });
  const auth = { authorization: `Bearer ${body.data.accessToken}` };
  return { auth, token: body.data.accessToken as string, refreshToken: body.data.refreshToken as string };
}
const loginsOf = async (auth: Record<string, string>) => (await ask('GET', '/api/user/logins', undefined, auth)).body.data.content;

test('devices carry the names people know, this one first', async () => {
  const phone = await logIn('holder', GALAXY);
  clock.advance(1000);
  const desk = await logIn('holder', CHROME);
  expect(await loginsOf(phone.auth)).toMatchObject([
    { isThis: true, device: { system: 'Android', browser: 'Samsung Internet 27', isPhone: true }, ip: '127.0.0.1' },
    { isThis: false, device: { system: 'Windows', browser: 'Chrome 156', isPhone: false } },
  ]);
  expect((await loginsOf(desk.auth))[0].device.browser).toBe('Chrome 156');
  expect(deviceNameOf('')).toEqual({ system: '', browser: '', isPhone: false });
  expect(deviceNameOf(`${'x'.repeat(500)}/1`).browser.length).toBeLessThanOrEqual(40);
});

test('a device logged out from afar loses its token, its refresh token and its socket within 5 s', async () => {
  const here = await logIn('holder', CHROME);
  const lost = await logIn('holder', GALAXY);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/bx_ws`, ['v12.stomp'], { headers: { origin: server.url } });
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  const connected = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(`CONNECT\naccept-version:1.2\nhost:a.test\nAuthorization:Bearer ${lost.token}\n\n\0`);
  expect(await connected).toContain('CONNECTED');
  const [, ...others] = await loginsOf(here.auth);
  const target = others.find((row: { device: { isPhone: boolean } }) => row.device.isPhone);
  const asked = Date.now();
  expect((await ask('POST', '/api/user/logins/end', { id: target.id }, here.auth)).body.data).toEqual({ ended: 1 });
  await closed;
  expect(Date.now() - asked).toBeLessThan(5000);
  expect((await ask('GET', '/api/me', undefined, lost.auth)).status).toBe(401);
  expect((await ask('POST', '/api/login', { refreshToken: lost.refreshToken })).status).toBe(401);
  expect((await ask('GET', '/api/me', undefined, here.auth)).status).toBe(200);
  expect((await ask('POST', '/api/user/logins/end', { id: target.id }, here.auth)).body.code).toBe('NOT_FOUND');
});

test('nobody ends the logins of another member', async () => {
  const mine = await logIn('holder', CHROME);
  const theirs = await logIn('other', CHROME);
  const [own] = await loginsOf(mine.auth);
  expect((await ask('POST', '/api/user/logins/end', { id: own.id }, theirs.auth)).body.code).toBe('NOT_FOUND');
  expect((await ask('GET', '/api/me', undefined, mine.auth)).status).toBe(200);
  expect((await ask('GET', '/api/user/logins')).status).toBe(401);
});

test('all others end at once, this one stays', async () => {
  const first = await logIn('other', GALAXY);
  const second = await logIn('other', CHROME);
  const { ended } = (await ask('POST', '/api/user/logins/end_others', {}, second.auth)).body.data;
  expect(ended).toBeGreaterThanOrEqual(1);
  expect(await loginsOf(second.auth)).toHaveLength(1);
  expect((await ask('GET', '/api/me', undefined, first.auth)).status).toBe(401);
});

test('the history tells failed tries from logins, newest first, page by page', async () => {
  const wrong = await ask('POST', '/api/login', { username: 'other', password: 'guess' }, { 'user-agent': GALAXY });
  expect(wrong.status).toBe(401);
  const { auth } = await logIn('other', CHROME);
  const page = async (query: string) => (await ask('GET', `/api/user/login_history${query}`, undefined, auth)).body.data;
  await expect
    .poll(async () => (await page('?size=2')).content.map((row: { result: string }) => row.result).sort())
    .toEqual(['OK', 'PASSWORD_WRONG']);
  const first = await page('?size=1');
  const second = await page(`?size=1&before=${first.next}`);
  expect(second.content[0].id).toBeLessThan(first.content[0].id);
  expect((await ask('GET', '/api/user/login_history?size=101', undefined, auth)).body.code).toBe('INVALID_FIELD');
});

test('the security page knows when the password changed', async () => {
  const { auth } = await logIn('holder', CHROME);
  const security = async (headers: Record<string, string>) => (await ask('GET', '/api/user/security', undefined, headers)).body.data;
  expect(await security(auth)).toEqual({
    passwordChangedAt: null,
    totp: null,
    withdrawPassword: null,
    isIdentified: false,
    passkeys: 0,
    recoveryLeft: 0,
    withdrawalHold: null,
    antiPhishing: null,
    settingsLockedUntil: null,
  });
  const changed = await ask('POST', '/api/user/change_password', { currentPassword: PASSWORD, password: 'New-planks-77' }, auth);
  const fresh = { authorization: `Bearer ${changed.body.data.accessToken}` };
  expect((await security(fresh)).passwordChangedAt).toBe(new Date(clock.now()).toISOString());
});
