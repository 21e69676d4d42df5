// Pages with their boot payload, files for ever, health, figures, and the contract as data: over real HTTP.
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { defineErrors } from '../contract/errors.ts';
import { everyone, members } from '../contract/role.ts';
import { defineRoute } from '../contract/route.ts';
import { decimal } from '../contract/wire.ts';
import { handle, type ServerFeature } from './feature.ts';
import { startTestServer, type TestServer, testSites } from './testing/server.ts';

const summary = { ko: '시험', en: 'test' };
const say = defineRoute({ name: 'say', method: 'GET', path: '/api/say', roles: everyone, summary, reply: z.object({ word: z.string() }) });
const place = defineRoute({
  name: 'place',
  method: 'POST',
  path: '/api/place',
  roles: members,
  summary,
  money: true,
  body: z.object({ quantity: decimal }),
  reply: z.object({}),
  codes: ['NO_BALANCE'],
});
const names = defineRoute({
  name: 'names',
  method: 'GET',
  path: '/api/names',
  roles: everyone,
  summary,
  etag: true,
  reply: z.array(z.string()),
});
const keys = defineRoute({
  name: 'keys',
  method: 'POST',
  path: '/api/keys',
  roles: everyone,
  summary,
  body: z.object({ said: z.string() }),
  reply: z.object({ said: z.string(), token: z.string() }),
});
let namesNow = Array.from({ length: 200 }, (_, at) => `name ${at}`);

const feature: ServerFeature = {
  name: 'test',
  errors: defineErrors({ NO_BALANCE: { status: 400, ko: '잔고가 모자라요.', en: 'Short.', field: 'quantity' } }),
  routes: [
    handle(say, async () => ({ data: { word: 'hello' } })),
    handle(place, async () => ({ data: {} })),
    handle(names, async () => ({ data: namesNow })),
    handle(keys, async (_context, { body }) => ({ data: { said: body.said, token: 'secret'.repeat(400) } })),
  ],
  boot: (_context, site) => ({ site: { code: site.code, note: '</script><script>alert(1)</script>', more: 'word '.repeat(300) } }),
};

let server: TestServer;
beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'maru-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>Maru</title><script type="module" src="/assets/a-1.js"></script></head><body></body></html>',
  );
  writeFileSync(join(webRoot, 'assets', 'a-1.js'), 'console.log("hello");'.repeat(50));
  writeFileSync(join(webRoot, 'assets', 'b-1.js'), 'plain');
  writeFileSync(join(webRoot, 'assets', 'b-1.js.br'), 'packed at build');
  const adminRoot = mkdtempSync(join(tmpdir(), 'maru-admin-'));
  mkdirSync(join(adminRoot, 'assets'));
  writeFileSync(join(adminRoot, 'index.html'), '<!doctype html><html><head><title>Desk</title></head><body></body></html>');
  writeFileSync(join(adminRoot, 'assets', 'd-1.js'), 'console.log("desk");');
  writeFileSync(join(webRoot, 'pages.json'), JSON.stringify(['/', '/login', '/future/$id', '/alert', '/wallet/a.b']));
  writeFileSync(join(adminRoot, 'pages.json'), JSON.stringify(['/', '/login', '/members/$memberId']));
  mkdirSync(join(webRoot, '.vite'), { recursive: true });
  writeFileSync(join(webRoot, '.vite', 'manifest.json'), '{}');
  server = await startTestServer({
    features: [feature],
    sites: testSites(),
    webRoot,
    adminRoot,
    env: { MARU_ADMIN_HOST: 'desk.example' },
  });
});
afterAll(() => server.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
type Reply = Omit<Response, 'json'> & { json(): Promise<any> };
const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> => fetch(server.url + path, { headers });

test('data may not be framed, sniffed, stored or run; every answer has a request id', async () => {
  const { headers } = await get('/api/say');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
  expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/);
});

test('a page carries the site’s boot payload under a nonce, and no text of a site ends its script', async () => {
  const reply = await get('/future/3');
  const html = await reply.text();
  const nonce = /'nonce-([^']+)'/.exec(reply.headers.get('content-security-policy') ?? '')?.[1];
  expect(html).toContain(`<script nonce="${nonce}">window.__MARU__=`);
  expect(html).toContain('--brand:#3A4BE0');
  expect(html).toContain('<title>사이트 a</title>');
  expect(html).not.toContain('</script><script>alert');
  expect((await (await get('/login')).text()).includes(`nonce="${nonce}"`)).toBe(false);
});

test('an address that no page has is 404, with the app’s own page; hidden files and files that are not there get no page at all', async () => {
  for (const path of ['/', '/login', '/LOGIN', '/login/', '/login?a=1', '/future/3', '/future/BINANCE%3ABTCUSDT'])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  for (const path of ['/nothing', '/future', '/future/3/4', '/wp-admin', '/login/x', '/admin%2f']) {
    const reply = await get(path);
    expect([path, reply.status, (await reply.text()).includes('window.__MARU__=')]).toEqual([path, 404, true]);
  }
  for (const path of [
    '/.env',
    '/.git/config',
    '/a/.env',
    '/%2eenv',
    '/.vite/manifest.json',
    '/wp-login.php',
    '/x.sql',
    '/a%00b',
    '/pages.json',
  ]) {
    const reply = await get(path);
    expect([path, reply.status, (await reply.json()).code]).toEqual([path, 404, 'NOT_FOUND']);
  }
  const desk = (path: string) => getAt('desk.example', `/admin${path}`);
  expect([(await desk('')).status, (await desk('/members/7')).status, (await desk('/nothing')).status]).toEqual([200, 200, 404]);
  expect((await desk('/.env')).text).toContain('"NOT_FOUND"');
});

test('the page of the contract has a nonce that nobody can know before, and it stands nowhere in the answer', async () => {
  const nonceOf = (reply: Reply) => /'nonce-([^']+)'/.exec(reply.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  const [one, two] = [await get('/api/docs'), await get('/api/docs')];
  expect(Buffer.from(nonceOf(one), 'base64')).toHaveLength(16);
  expect(nonceOf(one)).not.toBe(nonceOf(two));
  expect(one.headers.get('x-request-id') ?? '').not.toContain(nonceOf(one));
  expect(await one.text()).not.toContain(nonceOf(one));
});

test('hashed files are kept for ever and packed; nothing outside the build can be asked for', async () => {
  const file = await fetch(`${server.url}/assets/a-1.js`, { headers: { 'accept-encoding': 'br' } });
  expect([file.headers.get('cache-control'), file.headers.get('content-encoding')]).toEqual(['public, max-age=31536000, immutable', 'br']);
  expect(await file.text()).toContain('hello');
  const again = await fetch(`${server.url}/assets/a-1.js`, { headers: { 'if-none-match': file.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  for (const path of ['/assets/../../../etc/passwd.txt', '/assets/%2e%2e/package.json', '/index.html/../x.js'])
    expect((await get(path)).status).toBe(404);
});

/** `fetch` keeps the host to itself, and unpacks. */
function getRaw(path: string, headers: Record<string, string>): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((done, fail) => {
    httpGet(server.url + path, { headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => done({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(parts) }));
    }).on('error', fail);
  });
}
async function getAt(host: string, path: string): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { bytes, ...rest } = await getRaw(path, { host });
  return { ...rest, text: bytes.toString() };
}

test('what the build has packed is sent as it lies there', async () => {
  const file = await getRaw('/assets/b-1.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect([file.headers['content-encoding'], file.headers.vary, file.bytes.toString()]).toEqual([
    'br',
    'accept-encoding',
    'packed at build',
  ]);
  expect((await getRaw('/assets/b-1.js', {})).bytes.toString()).toBe('plain');
  expect((await getRaw('/assets/b-1.js.br', {})).status).toBe(404);
});

test('data and pages over 1 KB are packed for who takes it, one encoding a client', async () => {
  const plain = await getRaw('/api/names', {});
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding']);
  for (const [asked, got] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const packed = await getRaw('/api/names', { 'accept-encoding': asked });
    expect(packed.headers['content-encoding']).toBe(got);
    const bytes = got === 'br' ? brotliDecompressSync(packed.bytes) : got === 'gzip' ? gunzipSync(packed.bytes) : packed.bytes;
    expect(bytes.equals(plain.bytes)).toBe(true);
    expect(Number(packed.headers['content-length'])).toBe(packed.bytes.length);
    if (got !== undefined) expect(packed.bytes.length * 3).toBeLessThan(plain.bytes.length);
  }
  const page = await getRaw('/login', { 'accept-encoding': 'br' });
  expect([page.headers['content-encoding'], page.headers['cache-control']]).toEqual(['br', 'no-store']);
  expect(brotliDecompressSync(page.bytes).toString()).toContain('window.__MARU__=');
});

test('short answers, and answers that carry tokens beside what was sent, stay as they are', async () => {
  expect((await getRaw('/api/say', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  const body = JSON.stringify({ said: 'secretsecret' });
  const headers = { 'accept-encoding': 'br, gzip', 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/keys`, { method: 'POST', body, headers });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
});

test('a list that rarely changes is sent once, until it changes', async () => {
  const first = await getRaw('/api/names', { 'accept-encoding': 'br' });
  const etag = String(first.headers.etag);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  for (const tag of [etag, `"other", ${etag}`, etag.replace('W/', '')]) {
    const again = await getRaw('/api/names', { 'if-none-match': tag, 'accept-encoding': 'gzip' });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
  }
  namesNow = [...namesNow, 'a new one'];
  const changed = await getRaw('/api/names', { 'if-none-match': etag });
  expect([changed.status, changed.headers.etag === etag]).toEqual([200, false]);
  // What moves is never kept.
  expect((await getRaw('/api/say', {})).headers.etag).toBeUndefined();
});

test('the back office stands at its own host alone, in no site’s colours and under the strict policy', async () => {
  const page = await getAt('desk.example', '/admin/members/17');
  expect(page.text).toContain('window.__MARU__={"now":');
  expect(page.text).not.toContain('--brand');
  expect(String(page.headers['content-security-policy'])).toContain("script-src 'self' 'nonce-");
  const file = await getAt('desk.example', '/admin/assets/d-1.js');
  expect([file.status, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  const front = await getAt('desk.example', '/');
  expect([front.status, front.headers.location]).toEqual([302, '/admin']);
  expect((await getAt('desk.example', '/assets/a-1.js')).status).toBe(404);
  for (const path of ['/admin', '/admin/members', '/admin/assets/d-1.js']) expect((await get(path)).status).toBe(404);
});

test('healthz says alive; readyz names each part that is not ready', async () => {
  expect((await get('/healthz')).status).toBe(200);
  let ok = true;
  server.context.health.register('feed', () => ({ ok, detail: 'no news for 12 s' }));
  expect(await (await get('/readyz')).json()).toMatchObject({ status: 'success', data: { ready: true } });
  ok = false;
  const away = await get('/readyz');
  expect([away.status, (await away.json()).message]).toEqual([503, 'feed: no news for 12 s']);
  ok = true;
});

test('metrics count calls by route and status', async () => {
  const text = await (await get('/metrics')).text();
  expect(text).toMatch(/maru_calls_total\{route="\/api\/say",status="200"\} \d+/);
  expect((await get('/metrics', { 'x-forwarded-for': '1.2.3.4' })).status).toBe(404);
  for (const name of ['maru_loop_delay_p99_ms', 'maru_engine_ready{site="1"} 1', 'maru_sockets', 'maru_calls_in_flight'])
    expect(text).toContain(name);
});

test('the contract is served as data and as a page', async () => {
  const document = await (await get('/api/openapi.json')).json();
  expect(document.paths['/api/place'].post.requestBody.content['application/json'].schema.required).toEqual(['quantity']);
  expect(document.paths['/api/place'].post.responses['400'].description).toContain('`NO_BALANCE` Short.');
  const page = await get('/api/docs');
  expect(page.headers.get('content-type')).toMatch(/html/);
  expect(await page.text()).toContain('/api/place');
});
