// What a site's operators add to it: files made anew, a draft shown in their own frame only, and legal documents that members agree to.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountFeature } from '@maru/account/server/feature.ts';
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { whenRestricted } from '@maru/kit/server/restrictions.ts';
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import { startTestServer, type TestServer, testSites } from '@maru/kit/server/testing/server.ts';
import { memberFeature } from '@maru/member/server/feature.ts';
import { createOperatorFeature } from '@maru/operator/server/feature.ts';
import { outbox } from '@maru/outbox/contract.ts';
import { createOutboxFeature } from '@maru/outbox/server/feature.ts';
import { partnerFeature } from '@maru/partner/server/feature.ts';
import { loadSites } from '@maru/site/server/load-sites.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { providerService } from '@maru/site/server/provider-service.ts';
import { hanok } from '@maru/sites/hanok.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { httpExchange } from './testing/http-exchange.ts';
import { operatorToken } from './testing/operator.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const clock = stoppableClock();
const sites = testSites().map((site) => ({ ...site, theme: hanok.theme }));
/** Two calls that move money: any, and one that ends something. */
const payOf = (name: string) =>
  handle(
    defineRoute({
      name,
      method: 'POST',
      path: `/api/test/${name}`,
      roles: members,
      money: true,
      summary: { ko: '결제', en: 'Pay' },
      body: z.object({}),
      reply: z.object({}),
    }),
    async () => ({ data: {} }),
  );
const payments: ServerFeature = { name: 'payments', errors: {}, routes: [payOf('pay'), ...whenRestricted('open', [payOf('close')])] };
let server: TestServer;
let desk: string;
let other: string;

beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'maru-web-'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><html><head><title>Maru</title></head><body></body></html>');
  server = await startTestServer({
    clock,
    webRoot,
    env: { MARU_TRUSTED_PROXIES: '127.0.0.1', MARU_COUNTRY_HEADER: 'x-country' },
    sites,
    features: [
      createOperatorFeature(),
      siteFeature,
      createOutboxFeature(),
      memberFeature,
      createAccountFeature(),
      partnerFeature,
      payments,
    ],
    prepare: (context) => loadSites(context.pool, context.sites, sites),
  });
  desk = await operatorToken(server.context);
  other = await operatorToken(server.context);
});
afterAll(() => server.stop());

type Headers = Record<string, string>;
const ask = (method: string, path: string, body: unknown, headers: Headers) =>
  httpExchange(server.port, method, path, body === undefined ? undefined : JSON.stringify(body), { host: 'a.test', ...headers });
const atDesk = (method: string, path: string, body?: unknown, token = desk, host = 'a.test') =>
  ask(method, `/api/admin/${path}`, body, { authorization: `Bearer ${token}`, host });

async function upload(
  kind: string,
  bytes: Uint8Array,
): Promise<{ status: number; body: { code?: string; data: { path: string; reason?: string } } }> {
  const form = new FormData();
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'x');
  const request = new Request('http://a.test', { method: 'POST', body: form });
  const raw = new Uint8Array(await request.arrayBuffer());
  return httpExchange(server.port, 'POST', `/api/admin/site/media?kind=${kind}`, raw, {
    host: 'a.test',
    authorization: `Bearer ${desk}`,
    'content-type': request.headers.get('content-type') as string,
    'content-length': String(raw.length),
  }) as never;
}
const file = (path: string, host = 'a.test') => ask('GET', path, undefined, { host });
const svg = (inside: string, head = '') =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"${head}>${inside}</svg>`);

it('a picture becomes a logo, a set of icons and a poster, under the hosts of its own site alone', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#1D6B52' } })
    .png()
    .toBuffer();
  const { path } = (await upload('logo', picture)).body.data;
  const answer = await file(path);
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ]);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect((await file(path, 'b.test')).status).toBe(404);
  const icon = (await upload('icon', picture)).body.data.path;
  for (const size of ['-192.png', '-512.png', '-180.png', '-maskable-512.png']) expect((await file(icon + size)).status).toBe(200);
  expect((await upload('poster', picture)).body.data.path).toMatch(/\.jpg$/);
  // One size whatever was sent: home leaves room for it before it comes.
  const hero = (await upload('hero', picture)).body.data.path.slice('/site-media/'.length);
  const { rows } = await server.context.pool.query('SELECT bytes FROM site_media WHERE name = $1', [hero]);
  expect(await sharp(rows[0].bytes).metadata()).toMatchObject({ format: 'webp', width: 1040, height: 720 });
  expect((await file('/site-media/..%2f..%2fetc')).status).toBe(404);
});

it('a drawing keeps its shapes; one that runs, links or loads is refused, and so is what is no picture', async () => {
  const { path } = (await upload('logo', svg('<!-- drawn --><path d="M1 1h30" fill="#123456"/><g><rect width="3" height="4"/></g>'))).body
    .data;
  expect((await file(path)).body.status).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M1 1h30" fill="#123456"/><g><rect width="3" height="4"/></g></svg>',
  );
  const attacks = [
    svg('<script>alert(1)</script>'),
    svg('<path d="M0 0" onload="alert(1)"/>'),
    svg('', ' onload="alert(1)"'),
    svg('<use href="https://evil.test/x.svg#a"/>'),
    svg('<image href="file:///etc/passwd"/>'),
    svg('<foreignObject><body/></foreignObject>'),
    svg('<rect style="background:url(//evil.test)"/>'),
    svg('<rect fill="url(https://evil.test/a)"/>'),
    svg('<a xlink:href="javascript:alert(1)"><rect/></a>'),
    svg('<g><rect/></svg><svg>'),
    new TextEncoder().encode(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
    ),
    new TextEncoder().encode('<html><script>alert(1)</script></html>'),
    new Uint8Array([0x4d, 0x5a, 0x90, 0, 3]),
  ];
  for (const bytes of attacks) expect((await upload('logo', bytes)).body.code).toBe('MEDIA_REFUSED');
  expect((await upload('icon', svg('<rect/>'))).body.code).toBe('MEDIA_REFUSED');
  expect((await upload('logo', Buffer.from('\x89PNG\r\n\x1a\n broken', 'latin1'))).body.code).toBe('MEDIA_BROKEN');
});

it('a site keeps so many files and no more', async () => {
  await server.context.pool.query(
    `INSERT INTO site_media (site_id, name, type, bytes, created_by, created_at)
     SELECT 1, 'filler-' || n, 'image/png', '', 1, now() FROM generate_series(1, 400) n`,
  );
  expect((await upload('logo', svg('<rect/>'))).body.code).toBe('MEDIA_FULL');
  await server.context.pool.query(`DELETE FROM site_media WHERE name LIKE 'filler-%'`);
});

const previewed = (token: string, headers: Headers = {}) =>
  ask('GET', `/future?maru-draft=${encodeURIComponent(token)}`, undefined, headers);

it('a draft is shown to the frame of its operator’s editor, and to nobody else', async () => {
  await atDesk('POST', 'site/draft', { changes: { name: { ko: '초안 이름', en: 'Drafted' } } });
  const { origin, token } = (await atDesk('POST', 'site/preview', {})).body.data;
  expect(origin).toBe('http://a.test');
  const page = await previewed(token);
  expect(page.body.status).toContain('초안 이름');
  expect(page.headers['content-security-policy']).toContain('frame-ancestors http://a.test');
  expect([page.headers['x-frame-options'], page.headers['cache-control']]).toEqual([undefined, 'no-store']);
  // Without the word, from an editor without a draft, opened by itself, at another site, forged, late: the page of everybody or none.
  const usual = await ask('GET', '/future', undefined, {});
  expect(usual.body.status).not.toContain('초안 이름');
  expect([usual.headers['x-frame-options'], usual.headers['content-security-policy']]).toEqual([
    'DENY',
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
  const otherToken = (await atDesk('POST', 'site/preview', {}, other)).body.data.token;
  expect((await previewed(otherToken)).body.status).not.toContain('초안 이름');
  expect((await previewed(token, { 'sec-fetch-dest': 'document' })).status).toBe(404);
  expect((await previewed(token, { host: 'b.test' })).status).toBe(404);
  const [claim, mark] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(claim, 'base64url').toString()), framedBy: 'https://evil.test' }));
  expect((await previewed(`${forged.toString('base64url')}.${mark}`)).status).toBe(404);
  expect((await previewed(claim)).status).toBe(404);
  clock.skip(300_001);
  expect((await previewed(token)).status).toBe(404);
  const reader = await operatorToken(server.context, { rights: ['site.read'] });
  expect((await atDesk('POST', 'site/preview', {}, reader)).body.code).toBe('NO_PERMISSION');
});

const form = { password: 'a-long-passphrase', name: 'Kim', phone: '010-7777-0001', email: 'x@example.com', siteInfoId: 1 };
let token: string;
const asMember = (method: string, path: string, body?: unknown) => ask(method, path, body, { authorization: `Bearer ${token}` });

it('a sign-up notes which versions were agreed to, when and from where', async () => {
  const etcJson = JSON.stringify({ terms: ['service', 'privacy', 'risk', 'age'] });
  const { body } = await ask('POST', '/api/player', { ...form, username: 'agreed', nick: '동의한이', etcJson }, {});
  const { rows } = await server.context.pool.query('SELECT kind, version, ip FROM site_agreement WHERE member_id = $1 ORDER BY kind', [
    body.data.id,
  ]);
  expect(rows).toEqual(['privacy', 'risk', 'service'].map((kind) => ({ kind, version: 1, ip: '127.0.0.1' })));
  token = (await ask('POST', '/api/login', { username: 'agreed', password: form.password }, {})).body.data.accessToken;
  expect((await asMember('GET', '/api/term/pending')).body.data).toEqual([]);
});

it('a new version is in force from its date, asks for consent, and leaves the earlier ones to be read', async () => {
  const words = (title: string) => ({ title, body: '## 제1조\n새로 쓴 약관의 첫째 조항입니다.' });
  const later = new Date(clock.now() + DAY_MS).toISOString();
  const next = { kind: 'service', follows: 1, ko: words('새 이용약관'), en: words('New terms'), effectiveAt: later, needsConsent: true };
  const refused = async (part: object) => (await atDesk('POST', 'documents/publish', { ...next, ...part })).body.code;
  expect(await refused({ follows: 0 })).toBe('DOCUMENT_MOVED');
  expect(await refused({ effectiveAt: new Date(clock.now() - 3_600_000).toISOString() })).toBe('DOCUMENT_DATE');
  expect(await refused({ effectiveAt: 'soon' })).toBe('DOCUMENT_DATE');
  expect((await atDesk('POST', 'documents/publish', next)).body.data).toEqual({ kind: 'service', version: 2 });
  const term = async (query = '') => (await ask('GET', `/api/term?kind=service${query}`, undefined, { 'accept-language': 'ko' })).body.data;
  expect(await term()).toMatchObject({ version: 1, inForce: 1, versions: [{ version: 2 }, { version: 1 }] });
  expect((await asMember('GET', '/api/term/pending')).body.data).toEqual([]);
  clock.skip(DAY_MS + 1);
  // Both have been idle for a day.
  token = (await ask('POST', '/api/login', { username: 'agreed', password: form.password }, {})).body.data.accessToken;
  desk = await operatorToken(server.context);
  expect(await term()).toMatchObject({ version: 2, title: '새 이용약관' });
  expect((await term('&version=1')).title).toBe('이용약관');
  expect((await asMember('GET', '/api/term/pending')).body.data).toMatchObject([{ kind: 'service', version: 2 }]);
  const accept = (version: number) => asMember('POST', '/api/term/accept', { terms: [{ kind: 'service', version }] });
  expect((await accept(1)).body.code).toBe('DOCUMENT_MOVED');
  expect((await accept(2)).body.data).toEqual({ accepted: 1 });
  expect((await asMember('GET', '/api/term/pending')).body.data).toEqual([]);
  expect((await ask('GET', '/api/term?kind=service', undefined, { host: 'b.test' })).body.data.version).toBe(1);
  const listed = (await atDesk('GET', 'documents')).body.data[0];
  expect(listed).toMatchObject({
    kind: 'service',
    inForce: 2,
    versions: [
      { version: 2, agreed: 1 },
      { version: 1, agreed: 1 },
    ],
  });
});

it('products follow the country that a trusted proxy names, and nobody signs up where the site is closed', async () => {
  await atDesk('POST', 'site/draft', {
    changes: { type: 8 + 32, usedCoins: ['USDT', 'BINARY'], regions: { closed: ['US'], productsOff: { SG: 32 } } },
  });
  const { edition } = (await atDesk('GET', 'site')).body.data;
  expect((await atDesk('POST', 'site/publish', { edition, reason: '인가가 없는 나라' })).status).toBe(200);
  await loadSites(server.context.pool, server.context.sites, sites);
  const typeIn = async (headers: Headers) => (await ask('GET', '/api/site_info/code', undefined, headers)).body.data.type;
  expect([await typeIn({}), await typeIn({ 'x-country': 'SG' }), await typeIn({ 'x-country': 'KR' })]).toEqual([40, 8, 40]);
  expect((await ask('GET', '/', undefined, { 'x-country': 'sg' })).body.status).toContain('"type":8');
  const joined = (country: string, n: number) =>
    ask('POST', '/api/player', { ...form, username: `from${n}`, nick: `나라${n}`, phone: `010-7777-000${n}` }, { 'x-country': country });
  expect((await joined('US', 2)).body.code).toBe('REGION_CLOSED');
  expect((await joined('KR', 3)).status).toBe(200);
  const login = (country: string) => ask('POST', '/api/login', { username: 'from3', password: form.password }, { 'x-country': country });
  expect([(await login('US')).status, (await login('KR')).status]).toEqual([451, 200]);
  // One page says why, and every other one leads there.
  const page = async (path: string) => {
    const { status, headers } = await ask('GET', path, undefined, { 'x-country': 'us' });
    return [status, headers.location];
  };
  for (const path of ['/', '/login', '/future/1', '/myinfo/term/service']) expect(await page(path)).toEqual([302, '/alert?code=region']);
  expect(await page('/alert?code=region')).toEqual([200, undefined]);
});

it('a member who owes consent for a day moves no money until it has agreed; reading, closing and agreeing stay open', async () => {
  const logIn = async () => {
    token = (await ask('POST', '/api/login', { username: 'agreed', password: form.password }, {})).body.data.accessToken;
  };
  await logIn();
  const words = (title: string) => ({ title, body: '## 제1조\n새로 쓴 약관의 첫째 조항입니다.' });
  const publish = (kind: string, follows: number) =>
    atDesk('POST', 'documents/publish', {
      kind,
      follows,
      ko: words('새 고지'),
      en: words('New words'),
      effectiveAt: new Date(clock.now()).toISOString(),
      needsConsent: true,
    });
  const pay = async () => (await asMember('POST', '/api/test/pay', {})).body;
  const pending = async () => (await asMember('GET', '/api/term/pending')).body.data.map(({ kind }: { kind: string }) => kind);
  // Offers are nobody's duty.
  for (const kind of ['risk', 'marketing']) expect((await publish(kind, 1)).status).toBe(200);
  expect(await pending()).toEqual(['risk']);
  expect(await pay()).toMatchObject({ status: 'success' });
  clock.skip(DAY_MS + 1);
  await logIn();
  expect(await pay()).toMatchObject({ code: 'CONSENT_NEEDED', message: expect.stringContaining('약관') });
  expect((await asMember('POST', '/api/test/close', {})).status).toBe(200);
  expect(await pending()).toEqual(['risk']);
  expect((await asMember('POST', '/api/term/accept', { terms: [{ kind: 'risk', version: 2 }] })).status).toBe(200);
  expect(await pay()).toMatchObject({ status: 'success' });
});

it('a site’s own provider accounts are set by their own right, seen by nobody else, and no secret is told or logged', async () => {
  const SECRET = 'hush-Plank-77';
  const keeper = await operatorToken(server.context, { site: 1, rights: ['provider.read', 'provider.write'] });
  const editor = await operatorToken(server.context, { site: 1, rights: ['site.*'] });
  const path = 'site/providers';
  const said: string[] = [];
  const at = async (method: string, more: string, body?: object, token = keeper, host = 'a.test') => {
    const answer = await atDesk(method, path + more, body, token, host);
    said.push(JSON.stringify(answer.body));
    return answer;
  };
  const sources = async (token = keeper, host = 'a.test') =>
    (await at('GET', '', undefined, token, host)).body.data.map(({ source }: { source: string }) => source);
  expect(await sources()).toEqual(['NONE', 'NONE', 'NONE', 'NONE']);
  const mail = { kind: 'mail', host: 'smtp.brand.example', port: 587, user: 'brand', secret: SECRET, reason: 'our own relay' };
  const refused = async (part: object) => {
    const { code, data } = (await at('POST', '', { ...mail, ...part })).body;
    return [code, data?.field];
  };
  expect(await refused({ secret: undefined })).toEqual(['PROVIDER_SECRET', 'secret']);
  expect(await refused({ host: undefined })).toEqual(['REQUIRED_FIELD', 'host']);
  expect(await refused({ host: 'smtp.brand.example/@x' })).toEqual(['INVALID_FIELD', 'host']);
  expect(await refused({ port: 0 })).toEqual(['INVALID_FIELD', 'port']);
  // Nobody asks our own network through the server.
  for (const host of ['localhost', '127.0.0.1', '127.1', '2130706433', '10.0.0.5', '169.254.169.254', 'db', 'redis.internal'])
    expect(await refused({ host })).toEqual(['PROVIDER_HOST', 'host']);
  expect((await at('POST', '', mail, editor)).body.code).toBe('NO_PERMISSION');
  expect((await at('GET', '', undefined, editor)).body.code).toBe('NO_PERMISSION');
  expect((await at('POST', '', mail, keeper, 'b.test')).body.code).toBe('NOT_FOUND');
  expect((await at('GET', '', undefined, keeper, 'b.test')).body.code).toBe('NOT_FOUND');

  const both = await operatorToken(server.context);
  /** Asked by the keeper, agreed to by another. */
  const agreed = async (more: string, body: object) => {
    const asked = await at('POST', more, body);
    expect([asked.status, asked.body.code], 'one person alone changes nothing').toEqual([409, 'APPROVAL_REQUIRED']);
    const id = asked.body.data.requestId;
    const seen = (await atDesk('GET', `approval?id=${id}`, undefined, both)).body.data;
    const done = (await atDesk('POST', 'approval/decide', { id, isApproved: true, print: seen.print }, both)).body;
    said.push(JSON.stringify([seen, done]));
    return [done.code ?? done.data.outcome, (await at('GET', '')).body.data.find(({ kind }: { kind: string }) => kind === 'mail')];
  };
  const waiting = await at('POST', '', mail);
  expect([waiting.body.code, (await sources())[0]], 'nothing of it serves anybody yet').toEqual(['APPROVAL_REQUIRED', 'NONE']);
  const [applied, set] = await agreed('', mail);
  expect(applied).toBe('APPLIED');
  expect(set).toMatchObject({ kind: 'mail', source: 'SITE', host: 'smtp.brand.example', port: 587, user: 'brand', hasSecret: true });
  expect([await sources(), await sources(both, 'b.test')]).toEqual([
    ['SITE', 'NONE', 'NONE', 'NONE'],
    ['NONE', 'NONE', 'NONE', 'NONE'],
  ]);
  const urlOf = (site: number) => server.context.services.use(siteProviders).urlOf(site, 'mail');
  expect([urlOf(1), urlOf(2)]).toEqual([`smtp://brand:${SECRET}@smtp.brand.example:587/`, undefined]);
  expect([1, 2].map((site) => server.context.services.use(outbox).canCarry(site, 'MAIL'))).toEqual([true, false]);
  // What is kept stays with whom it was given to.
  expect((await agreed('', { ...mail, secret: undefined }))[0]).toBe('APPLIED');
  for (const part of [{ host: 'smtp.other.example' }, { port: 588 }, { user: 'other' }])
    expect(await refused({ ...part, secret: undefined })).toEqual(['PROVIDER_SECRET', 'secret']);
  const dump = async (table: string) =>
    (await server.context.pool.query<{ all: string }>(`SELECT string_agg(to_jsonb(x)::text, ' ') AS all FROM ${table} x`)).rows[0].all;
  const lines = await dump('operator_audit');
  expect(lines).toContain('provider:mail');
  expect(lines).toContain('smtp.brand.example');

  // A row that was written past the call leads nowhere either: the mail waits.
  await server.context.pool.query(`UPDATE site_provider SET settings = settings || '{"host":"127.0.0.1"}'`);
  await server.context.services.use(providerService).read(1);
  const outgoing = { site: 1, kind: 'MAIL', name: 'CODE', language: 'ko', values: { code: '123456', minutes: '3' } } as const;
  await server.context.services.use(outbox).post(server.context.pool, { ...outgoing, to: 'waits@example.com' });
  server.context.services.use(outbox).hurry();
  await expect.poll(() => dump('outbox_message')).toContain('127.0.0.1 is not outside');

  expect((await agreed('/clear', { kind: 'mail', reason: 'moved away' }))[1]).toMatchObject({
    source: 'NONE',
    host: null,
    hasSecret: false,
  });
  expect((await at('POST', '/clear', { kind: 'mail', reason: 'moved away' })).body.code).toBe('NOT_FOUND');
  expect([urlOf(1), await sources()]).toEqual([undefined, ['NONE', 'NONE', 'NONE', 'NONE']]);
  for (const text of [
    ...said,
    ...server.lines,
    lines,
    await dump('operator_audit'),
    await dump('operator_approval'),
    await dump('outbox_message'),
  ])
    expect(text).not.toContain(SECRET);
});
