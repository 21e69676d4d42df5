// Requests that never come to their end: headers, bodies and upgrades sent byte by byte are cut, however many, and honest ones beside them go on.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everyone } from '../contract/role.ts';
import { defineRoute } from '../contract/route.ts';
import { handle, type ServerFeature } from './feature.ts';
import { usualHttpTimes } from './http.ts';
import { startTestServer, type TestServer, testSites } from './testing/server.ts';

const TIMES = { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 50, answerTimeout: 3_000 };
/** More than two kernels hold for one connection. */
const LONG = 24_000_000;
const long = defineRoute({
  name: 'long',
  method: 'GET',
  path: '/api/long',
  roles: everyone,
  summary: { ko: '긴 답', en: 'a long answer' },
  reply: z.object({ word: z.string() }),
});
const feature: ServerFeature = { name: 'long', errors: {}, routes: [handle(long, async () => ({ data: { word: 'x'.repeat(LONG) } }))] };
const BYTE_MS = 20;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ features: [feature], sites: testSites(), times: TIMES });
});
afterAll(() => server.stop());

interface Dripping {
  socket: Socket;
  heard(): string;
  /** The server said or cut its last. */
  closed: Promise<void>;
}

/** Sends `start` at once, then one byte after the other for ever; its own half is never closed. */
async function drip(start: string, byte = 'a'): Promise<Dripping> {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => undefined);
  await new Promise((done) => socket.once('connect', done));
  const timer = byte === '' ? undefined : setInterval(() => socket.write(byte), BYTE_MS);
  socket.write(start);
  const closed = new Promise<void>((done) => {
    socket.once('end', done);
    socket.once('close', () => {
      clearInterval(timer);
      done();
    });
  });
  return { socket, heard: () => heard, closed };
}

const HEAD = 'POST /api/login HTTP/1.1\r\nhost: localhost\r\n';
const BODY = `${HEAD}content-type: application/json\r\ncontent-length: 60000\r\n\r\n{"username":"`;
const CHUNKED = `${HEAD}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
const UPGRADE = 'GET /bx_ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nx-slow: ';

test('half-open requests end in their time, answered 408, though their clients keep the line open', async () => {
  const kinds = [await drip('P', 'O'), await drip(`${HEAD}x-slow: `), await drip(UPGRADE), await drip(BODY), await drip(CHUNKED, '')];
  const at = performance.now();
  for (const { closed } of kinds) await closed;
  // Node's own look comes every 30 s.
  expect(performance.now() - at).toBeLessThan(20_000);
  for (const { heard } of kinds) expect(heard()).toMatch(/^HTTP\/1\.1 4(00|08) .*"status":"fail"/s);
  expect(kinds.filter(({ heard }) => heard().startsWith('HTTP/1.1 408')).length).toBeGreaterThanOrEqual(4);
});

test('a connection that says nothing ends too, and one that goes on asking stays', async () => {
  const silent = await drip('', '');
  const honest = await drip(`GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`, '');
  await silent.closed;
  await expect.poll(honest.heard).toContain('"alive":true');
  honest.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => honest.heard().split('"alive":true').length).toBe(3);
  honest.socket.destroy();
});

test('two hundred of them hold nothing up', async () => {
  const many = await Promise.all(Array.from({ length: 200 }, () => drip(`${HEAD}x-slow: `)));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await Promise.all(many.map(({ closed }) => closed));
  const left = () => new Promise<number>((done) => server.http.app.server.getConnections((_error, count) => done(count)));
  // Their own halves are open still.
  await expect.poll(left).toBeLessThan(20);
});

test('whoever reads nothing of an answer is cut, and a slow reader of the same is not', async () => {
  const ask = async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    await new Promise((done) => socket.once('connect', done));
    socket.write('GET /api/long HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    return socket;
  };
  // The client hears nothing of it: it reads nothing.
  const cut = new Promise<void>((done) => {
    server.http.app.server.once('connection', (socket: Socket) => socket.once('close', () => done()));
  });
  const deaf = await ask();
  await cut;
  deaf.destroy();
  const slow = await ask();
  let heard = 0;
  for await (const chunk of slow) {
    heard += chunk.length;
    await new Promise((done) => setTimeout(done, 5));
  }
  expect(heard).toBeGreaterThan(LONG);
});

test('by the usual times headers end within 10 s and bodies within 30', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = usualHttpTimes;
  expect([headersTimeout + connectionsCheckingInterval, requestTimeout + connectionsCheckingInterval]).toEqual([10_000, 30_000]);
});
