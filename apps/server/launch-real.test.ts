// An installation of real money: its launch list takes no sample text, and no address that the server itself does not reach as the world would.
import { createServer, type Server } from 'node:https';
import { request as requestPlain } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HostLine, hostLine } from '@maru/kit/server/host-proof.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { testCertificate, testKey } from '@maru/kit/server/testing/tls.ts';
import { documentKinds } from '@maru/site/contract.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import type { LaunchState } from '@maru/site/launch-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrandOperator, brandOperator, requestOf, wantedBrand } from './testing/brand-desk.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, openTestExchange } from './testing/test-exchange.ts';

const env = { NODE_ENV: 'production', MARU_DEMO: 'off', MARU_ADMIN_HOST: 'desk.test' };
let exchange: TestExchange;
let owner: BrandOperator;
/** TLS before the server, as a brand has it; where its name leads, and whether it hands on what it was asked for. */
let proxy: Server;
let addresses: string[] = ['203.0.113.7'];
let passesHost = true;

beforeAll(async () => {
  proxy = createServer({ key: testKey, cert: testCertificate }, (incoming, answer) => {
    const headers = { ...incoming.headers, ...(passesHost ? {} : { host: '127.0.0.1' }) };
    const on = requestPlain({ port: exchange.port, host: '127.0.0.1', path: incoming.url, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    on.end();
  });
  await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', () => done()));
  const port = (proxy.address() as AddressInfo).port;
  const line: HostLine = { resolve: async () => addresses, port, ca: testCertificate, limitMs: 5_000, reach: () => '127.0.0.1' };
  const lines: ServerFeature = {
    name: 'lines',
    errors: {},
    routes: [],
    async start({ services }) {
      services.provide(hostLine, line);
      return () => {};
    },
  };
  exchange = await openTestExchange({ env, more: [lines] });
  owner = await brandOperator(exchange);
});
afterAll(async () => {
  await exchange.stop();
  proxy.close();
});

const atDesk = { host: 'desk.test' };
const checkOf = async (item: string) => {
  const { checks } = (await owner.get('/api/admin/site/launch', {}, atDesk)).body.data as LaunchState;
  return checks.find((check) => check.item === item);
};
const sampleOf = async (kind: string) =>
  (await owner.get('/api/admin/documents/version', { kind, version: '0' }, atDesk)).body.data as Record<
    'ko' | 'en',
    { title: string; body: string }
  >;
const publish = (kind: string, follows: number, { ko, en }: Awaited<ReturnType<typeof sampleOf>>) => {
  const effectiveAt = new Date(exchange.server.context.clock.now()).toISOString();
  return owner.post('/api/admin/documents/publish', { kind, follows, ko, en, effectiveAt, needsConsent: false, reason: '개점' }, atDesk);
};

it('a sample is a draft: nobody puts it in force as it stands, in no language and with no other line breaks', async () => {
  expect(await checkOf('documents')).toMatchObject({ isGreen: false });
  for (const kind of documentKinds) {
    const sample = await sampleOf(kind);
    const own = { title: sample.ko.title, body: `${sample.ko.body}\n\n## 부칙\n주식회사 누리의 약관입니다.` };
    expect((await publish(kind, 0, sample)).body).toMatchObject({ code: 'DOCUMENT_SAMPLE', data: { field: 'body' } });
    expect((await publish(kind, 0, { ...sample, ko: own })).body.code).toBe('DOCUMENT_SAMPLE');
    const broken = { title: 'Terms', body: sample.en.body.replaceAll('\n\n', '\n \n\n') };
    expect((await publish(kind, 0, { ko: own, en: broken })).body.code).toBe('DOCUMENT_SAMPLE');
    const en = { title: sample.en.title, body: `${sample.en.body}\n\n## Appendix\nTerms of Nuri Co., Ltd.` };
    expect((await publish(kind, 0, { ko: own, en })).body.status).toBe('success');
  }
  expect(await checkOf('documents')).toMatchObject({ isGreen: true });
});

it('samples that a release before this one put in force count as drafts', async () => {
  const { ko } = await sampleOf('risk');
  const { pool } = exchange.server.context;
  await pool.query("UPDATE site_document SET body = $1 WHERE kind = 'risk' AND language = 'ko'", [ko.body]);
  expect(await checkOf('documents')).toMatchObject({ isGreen: false, says: { en: '1 are drafts still: publish your own.' } });
});

it('names that open on this machine alone are no address of members', async () => {
  expect(await checkOf('hosts')).toMatchObject({ isGreen: false, page: '/brand', says: { en: expect.stringContaining('127.0.0.1, ::1') } });
});

it('a host counts once the server met itself there: no request with its name is enough, and every way to fail is told', async () => {
  const { pool, sites } = exchange.server.context;
  await pool.query(`UPDATE site_site SET config = jsonb_set(config, '{hosts}', '["nuri.test"]') WHERE id = 1`);
  await expect.poll(() => sites.byId(1)?.hosts).toEqual(['nuri.test']);
  // A call from this machine that bears its name.
  expect((await httpExchange(exchange.port, 'GET', '/', undefined, { host: 'nuri.test' })).status).toBe(404);
  await pool.query(`INSERT INTO site_host_seen (site_id, host, seen_at) VALUES (1, 'nuri.test', now()) ON CONFLICT DO NOTHING`);
  expect(await checkOf('hosts')).toMatchObject({ isGreen: false, asksProof: true, says: { en: expect.stringContaining('press Check') } });

  const prove = async () => {
    // What was called a moment ago is not called again.
    await pool.query(`UPDATE site_host_seen SET seen_at = now() - interval '1 minute'`);
    const answer = await owner.post('/api/admin/site/launch/hosts', {}, atDesk);
    expect(answer.status).toBe(200);
    return (answer.body.data as LaunchState).checks.find(({ item }) => item === 'hosts');
  };
  addresses = ['127.0.0.1'];
  expect(await prove()).toMatchObject({ isGreen: false, says: { en: expect.stringContaining('inner address') } });
  addresses = ['203.0.113.7'];
  const again = await owner.post('/api/admin/site/launch/hosts', {}, atDesk);
  expect(again.body.data.checks.find(({ item }: { item: string }) => item === 'hosts')).toMatchObject({ isGreen: false });
  passesHost = false;
  expect(await prove()).toMatchObject({ isGreen: false, says: { en: expect.stringContaining('does not pass the Host header') } });
  passesHost = true;
  expect(await prove()).toMatchObject({ isGreen: true, says: { en: 'https://nuri.test leads to this server.' } });
  expect(await checkOf('hosts')).toMatchObject({ isGreen: true });

  // It led here yesterday.
  await pool.query(`UPDATE site_host_seen SET proven_at = now() - interval '25 hours', seen_at = now() - interval '25 hours'`);
  expect(await checkOf('hosts')).toMatchObject({ isGreen: false, asksProof: true });
  // Whoever asks for the opening has it looked at again: of what is missing it is nothing any more.
  const asked = await owner.post('/api/admin/site/open', { reason: '연다' }, atDesk);
  expect(asked.body).toMatchObject({ code: 'LAUNCH_NOT_READY', data: { items: expect.not.stringContaining('hosts') } });
  const { rows } = await pool.query(`SELECT after FROM operator_audit WHERE target = 'launch:hosts' ORDER BY seq DESC LIMIT 1`);
  expect(JSON.parse(rows[0].after)).toMatchObject({ hosts: 'nuri.test', leadsHere: true });
});

it('the proof is answered to nobody who did not ask for it', async () => {
  for (const host of ['nuri.test', 'desk.test', 'unknown.test']) {
    const { status } = await httpExchange(exchange.port, 'GET', `/.well-known/maru-host/${'0'.repeat(32)}`, undefined, { host });
    expect([host, status]).toEqual([host, 404]);
  }
});

it('before a brand is open its hosts tell nothing of what stands behind them: no calls, no description of them', async () => {
  for (const path of ['/', '/api/site_info/code', '/api/docs', '/api/openapi.json', '/fapi/v1/ping']) {
    for (const host of ['localhost', 'unknown.test']) {
      const { status } = await httpExchange(exchange.port, 'GET', path, undefined, { host });
      expect([host, path, status]).toEqual([host, path, 404]);
    }
  }
  expect((await httpExchange(exchange.port, 'GET', '/api/docs', undefined, atDesk)).status).toBe(200);
});

it('the desk on a host of its own has its socket: operators hear what waits at the brand they mean, nobody else gets in', async () => {
  const { sites } = exchange.server.context;
  const upgrade = { host: 'desk.test' };
  const line = await connectStomp(exchange.port, { token: owner.token, upgrade });
  const heard = line.subscribe(`/topic/desk/${sites.byId(1)?.code}`);
  await line.settle();
  requestOf(await owner.post('/api/admin/site/create', { ...wantedBrand, code: 'other', hosts: ['other.test'] }, atDesk));
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  await line.end();
  await expect(connectStomp(exchange.port, { upgrade })).rejects.toThrow('LOGIN_REQUIRED');
  await expect(connectStomp(exchange.port, { upgrade, token: 'a-member-or-nobody' })).rejects.toThrow('TOKEN_INVALID');
  // The brand is closed: its own hosts are shut to everybody, and so is a host of nobody.
  for (const host of ['nuri.test', 'unknown.test'])
    await expect(connectStomp(exchange.port, { token: owner.token, upgrade: { host } })).rejects.toThrow('404');
});
