// A host that is called as the world would call it: a real TLS server on this machine, names and addresses given by the test.
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHostProofs, HOST_PROOF_PATH, type HostLine } from './host-proof.ts';
import { testCertificate, testKey } from './testing/tls.ts';

const OUTSIDE = '203.0.113.7';
const proofs = createHostProofs({ trustedProxies: [] });
let server: Server;
let asked: string[] = [];
let serve: (request: IncomingMessage, response: ServerResponse) => void;
/** As a proxy before this server would. */
const honest: typeof serve = ({ headers, url }, response) => {
  const answer = proofs.answer(headers.host ?? '', (url ?? '').slice(HOST_PROOF_PATH.length));
  response.writeHead(answer === undefined ? 404 : 200).end(answer);
};

beforeAll(async () => {
  server = createServer({ key: testKey, cert: testCertificate }, (request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    serve(request, response);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', () => done()));
});
beforeEach(() => {
  asked = [];
  serve = honest;
});
afterAll(() => void server.close());

const line = (more: Partial<HostLine> = {}): HostLine => ({
  resolve: async () => [OUTSIDE],
  port: (server.address() as AddressInfo).port,
  ca: testCertificate,
  limitMs: 5_000,
  reach: () => '127.0.0.1',
  ...more,
});
const codeOf = async (host: string, more?: Partial<HostLine>, by = proofs) => (await by.prove(host, line(more)))?.code;

test('a name that leads here gives back what was never sent to it', async () => {
  expect(await proofs.prove('nuri.test', line())).toBeUndefined();
  const [host, path] = asked[0].split(' ');
  expect([host, path.startsWith(HOST_PROOF_PATH)]).toEqual(['nuri.test', true]);
  // Nobody can ask for it afterwards, nor for another one.
  expect([proofs.answer('nuri.test', path.slice(HOST_PROOF_PATH.length)), proofs.answer('nuri.test', '')]).toEqual([undefined, undefined]);
});

test('a server that gives back what it was sent, another page, or another host’s answer proves nothing', async () => {
  serve = ({ url }, response) => response.end(url?.slice(HOST_PROOF_PATH.length));
  expect(await codeOf('nuri.test')).toBe('OTHER');
  serve = (_request, response) => response.end('<html>'.repeat(100_000));
  expect(await codeOf('nuri.test')).toBe('OTHER');
  serve = ({ url }, response) => response.writeHead(200).end(proofs.answer('other.test', (url ?? '').slice(HOST_PROOF_PATH.length)) ?? '');
  expect(await codeOf('nuri.test')).toBe('OTHER');
  // A proxy that hands on another host than it was asked by.
  serve = ({ url }, response) => honest({ headers: { host: '127.0.0.1' }, url } as IncomingMessage, response);
  expect(await proofs.prove('nuri.test', line())).toEqual({ code: 'STATUS', detail: '404' });
});

test('where it points elsewhere is said and not followed', async () => {
  serve = ({ url }, response) => response.writeHead(url?.startsWith('/away') ? 200 : 302, { location: 'https://nuri.test/away' }).end();
  expect(await proofs.prove('nuri.test', line())).toEqual({ code: 'REDIRECT', detail: 'nuri.test' });
  expect(asked).toHaveLength(1);
});

test('a name without an address, an inner one, one of several inner ones: not called at all', async () => {
  const missing = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
  expect(await proofs.prove('nuri.test', line({ resolve: () => Promise.reject(missing) }))).toEqual({ code: 'NAME', detail: 'ENOTFOUND' });
  expect(await codeOf('nuri.test', { resolve: async () => [] })).toBe('NAME');
  for (const inner of ['127.0.0.1', '10.0.0.9', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1', '0.0.0.0'])
    expect(await proofs.prove('nuri.test', line({ resolve: async () => [OUTSIDE, inner] }))).toEqual({ code: 'INSIDE', detail: inner });
  for (const host of ['localhost', 'db', 'nuri.internal', '127.1', '2130706433'])
    expect([host, await codeOf(host)]).toEqual([host, 'INSIDE']);
  expect(asked).toEqual([]);
});

test('a proxy of one’s own may stand at a private address, where the operator says so; this machine may not', async () => {
  const behind = createHostProofs({ trustedProxies: ['10.0.0.0/8', '127.0.0.1'] });
  serve = ({ headers, url }, response) => response.end(behind.answer(headers.host ?? '', (url ?? '').slice(HOST_PROOF_PATH.length)));
  expect(await codeOf('nuri.test', { resolve: async () => ['10.0.0.9'] }, behind)).toBeUndefined();
  expect(await codeOf('nuri.test', { resolve: async () => ['192.168.0.9'] }, behind)).toBe('INSIDE');
  expect(await codeOf('nuri.test', { resolve: async () => ['127.0.0.1'] }, behind)).toBe('INSIDE');
});

test('a certificate of nobody, or of another name, is none; what does not answer in time is said', async () => {
  expect(await proofs.prove('nuri.test', line({ ca: undefined }))).toEqual({
    code: 'CERTIFICATE',
    detail: expect.stringContaining('SELF_SIGNED'),
  });
  expect(await proofs.prove('other.test', line())).toEqual({ code: 'CERTIFICATE', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  expect(asked).toEqual([]);
  serve = () => {};
  expect(await codeOf('nuri.test', { limitMs: 300 })).toBe('TIMEOUT');
  // The head in time, the rest never.
  serve = (_request, response) => void response.writeHead(200).write('a');
  expect(await codeOf('nuri.test', { limitMs: 300 })).toBe('TIMEOUT');
  expect(await proofs.prove('nuri.test', line({ resolve: () => new Promise(() => {}), limitMs: 100 }))).toEqual({
    code: 'TIMEOUT',
    detail: 'DNS',
  });
});

test('of several addresses the next is tried where one takes no connection', async () => {
  const reach = (address: string) => (address === OUTSIDE ? '127.0.0.1' : '127.0.0.2');
  // The server listens at 127.0.0.1 alone.
  expect(await codeOf('nuri.test', { resolve: async () => ['203.0.113.8', OUTSIDE], reach })).toBeUndefined();
  expect(await codeOf('nuri.test', { resolve: async () => ['203.0.113.8'], reach })).toBe('CONNECT');
});
