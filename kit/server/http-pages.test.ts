// Pages with their boot payload, files for ever, health, figures, and the contract as data: over real HTTP.
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const feature: ServerFeature = {
  name: 'test',
  errors: defineErrors({ NO_BALANCE: { status: 400, ko: '잔고가 모자라요.', en: 'Short.', field: 'quantity' } }),
  routes: [handle(say, async () => ({ data: { word: 'hello' } })), handle(place, async () => ({ data: {} }))],
  boot: (_context, site) => ({ site: { code: site.code, note: '</script><script>alert(1)</script>' } }),
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
  const adminRoot = mkdtempSync(join(tmpdir(), 'maru-admin-'));
  mkdirSync(join(adminRoot, 'assets'));
  writeFileSync(join(adminRoot, 'index.html'), '<!doctype html><html><head><title>Desk</title></head><body></body></html>');
  writeFileSync(join(adminRoot, 'assets', 'd-1.js'), 'console.log("desk");');
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

test('hashed files are kept for ever and packed; nothing outside the build can be asked for', async () => {
  const file = await fetch(`${server.url}/assets/a-1.js`, { headers: { 'accept-encoding': 'br' } });
  expect([file.headers.get('cache-control'), file.headers.get('content-encoding')]).toEqual(['public, max-age=31536000, immutable', 'br']);
  expect(await file.text()).toContain('hello');
  const again = await fetch(`${server.url}/assets/a-1.js`, { headers: { 'if-none-match': file.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  for (const path of ['/assets/../../../etc/passwd.txt', '/assets/%2e%2e/package.json', '/index.html/../x.js'])
    expect((await get(path)).status).toBe(404);
});

/** `fetch` keeps the host to itself. */
function getAt(host: string, path: string): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((done, fail) => {
    httpGet(server.url + path, { headers: { host } }, (reply) => {
      let text = '';
      reply.on('data', (part) => (text += String(part)));
      reply.on('end', () => done({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
    }).on('error', fail);
  });
}

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
  expect(document.paths['/api/place'].post.responses['400'].description).toBe('NO_BALANCE');
  const page = await get('/api/docs');
  expect(page.headers.get('content-type')).toMatch(/html/);
  expect(await page.text()).toContain('/api/place');
});
