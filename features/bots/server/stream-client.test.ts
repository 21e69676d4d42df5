// A bot that does not read its socket is cut once a megabyte waits for it; others hear every word.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { systemClock } from '@maru/kit/server/clock.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { StreamClient } from './stream-client.ts';

const STREAM = 'btcusdt@depth';
let http: Server;
let sockets: WebSocketServer;
let clients: StreamClient[];
/** Who listens to the stream now. */
let heard: Set<StreamClient>;

beforeEach(async () => {
  clients = [];
  heard = new Set();
  http = createServer();
  sockets = new WebSocketServer({ server: http });
  const hub = {
    subscribe(client: StreamClient) {
      heard.add(client);
      return () => void heard.delete(client);
    },
  };
  sockets.on('connection', (ws) => clients.push(new StreamClient(ws, {} as SiteConfig, false, hub, systemClock())));
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const ws of sockets.clients) ws.terminate();
  await new Promise((resolve) => http.close(resolve));
});

const until = (holds: () => boolean) => expect.poll(holds).toBe(true);

async function connect(): Promise<{ ws: WebSocket; texts: string[]; client: StreamClient }> {
  const texts: string[] = [];
  const ws = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  ws.on('error', () => {});
  ws.on('message', (data) => texts.push(String(data)));
  const count = clients.length;
  await until(() => clients.length > count && ws.readyState === ws.OPEN);
  const client = clients[count];
  expect(client.subscribe(STREAM)).toBe(true);
  return { ws, texts, client };
}

test('who stops reading is cut and let go, and no more than a megabyte and a message ever waits', async () => {
  const slow = await connect();
  const quick = await connect();
  slow.ws.pause();
  const text = JSON.stringify({ e: 'depthUpdate', levels: 'x'.repeat(60_000) });
  let told = 0;
  let most = 0;
  // The kernel's own buffers take some megabytes before anything waits here.
  for (; told < 2000 && heard.has(slow.client); told++) {
    for (const client of heard) client.tell(STREAM, text);
    most = Math.max(most, slow.client.ws.bufferedAmount);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(heard.has(slow.client)).toBe(false);
  expect(slow.client.ws.readyState).toBe(WebSocket.CLOSED);
  expect(most).toBeGreaterThan(1_048_576);
  expect(most).toBeLessThan(1_048_576 + 2 * text.length);
  await until(() => quick.texts.length === told);
  expect(heard.has(quick.client)).toBe(true);
  expect(quick.texts.at(-1)).toBe(text);
});

test('a burst that is read is not cut', async () => {
  const { texts, client } = await connect();
  const text = 'x'.repeat(10_000);
  for (let i = 0; i < 100; i++) client.tell(STREAM, text);
  await until(() => texts.length === 100);
  expect(heard.has(client)).toBe(true);
});
