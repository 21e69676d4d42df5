// Calls by contract: site and language named, refusals as failures, money repeated under one key, an expired token renewed and the call repeated once.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { everyone } from '../contract/role.ts';
import { defineRoute } from '../contract/route.ts';
import { call, callWithSequence, setSiteInfoId } from './api-client.ts';

const look = defineRoute({
  name: 'look',
  method: 'GET',
  path: '/api/look',
  roles: everyone,
  summary: { ko: '', en: '' },
  query: z.object({ symbol: z.string(), page: z.optional(z.string()) }),
  reply: z.object({ n: z.number() }),
});
const pay = defineRoute({
  name: 'pay',
  method: 'POST',
  path: '/api/pay',
  roles: everyone,
  money: true,
  summary: { ko: '', en: '' },
  body: z.object({ amount: z.string() }),
  reply: z.object({ n: z.number() }),
});

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}
let server: Server;
let heard: { url: string; headers: IncomingMessage['headers']; body: string }[];
/** What the server answers next; `cut` hangs up without a word. */
let answers: (Answer | 'cut')[];

beforeEach(async () => {
  heard = [];
  answers = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      heard.push({ url: request.url ?? '', headers: request.headers, body });
      const next = answers.shift() ?? { status: 200, body: { status: 'success', data: { n: heard.length }, sequence: 7 } };
      if (next === 'cut') {
        request.socket.destroy();
        return;
      }
      response.writeHead(next.status, { 'content-type': 'application/json', ...next.headers });
      response.end(JSON.stringify(next.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, { ...init, credentials: 'omit' }));
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  setSiteInfoId(3);
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  vi.unstubAllGlobals();
});

describe('calls', () => {
  it('name the site in the query and the language in a header, and leave out what is not given', async () => {
    expect(await call(look, { query: { symbol: 'BINANCE:BTCUSDT' } })).toEqual({ n: 1 });
    expect(heard[0].url).toBe('/api/look?siteInfoId=3&symbol=BINANCE%3ABTCUSDT');
    expect(heard[0].headers['accept-language']).toBe('ko');
    expect(heard[0].headers['idempotency-key']).toBeUndefined();
  });

  it('turn a refusal into its code, words, field and waiting time', async () => {
    answers = [
      {
        status: 429,
        body: { status: 'fail', code: 'TOO_MANY', message: '잠시 후', data: { field: 'amount' } },
        headers: { 'retry-after': '3' },
      },
    ];
    await expect(call(pay, { body: { amount: '1' } })).rejects.toMatchObject({
      status: 429,
      code: 'TOO_MANY',
      message: '잠시 후',
      field: 'amount',
      retryAfterMs: 3000,
    });
    expect(heard).toHaveLength(1);
  });

  it('money without an answer is asked again under the same key', async () => {
    answers = ['cut', 'cut'];
    const { data, sequence } = await callWithSequence(pay, { body: { amount: '1' } });
    expect([data, sequence]).toEqual([{ n: 3 }, 7]);
    const keys = new Set(heard.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(heard.map(({ body }) => body))).toEqual(new Set(['{"amount":"1"}']));
  });

  it('gives up after three, and says that nothing was answered', async () => {
    answers = ['cut', 'cut', 'cut', 'cut'];
    await expect(call(pay, { body: { amount: '1' } })).rejects.toMatchObject({ code: 'NETWORK', isUnanswered: true });
    expect(heard).toHaveLength(3);
  });

  it('the same request after a lost answer is the same request: one effect however often it is pressed', async () => {
    answers = ['cut', 'cut', 'cut'];
    await expect(call(pay, { body: { amount: '1' } })).rejects.toMatchObject({ isUnknown: true });
    await call(pay, { body: { amount: '2' } });
    await call(pay, { body: { amount: '1' } });
    await call(pay, { body: { amount: '1' } });
    const keys = heard.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(6);
    // Pressed again it goes as what was lost; another request does not; and once it was answered, the same is a new one.
    expect(keys[4]).toBe(keys[0]);
    expect(new Set([keys[0], keys[3], keys[5]]).size).toBe(3);
  });

  it('looking is not repeated by the client itself', async () => {
    answers = ['cut'];
    await expect(call(look, { query: { symbol: 'x' } })).rejects.toMatchObject({ code: 'NETWORK' });
    expect(heard).toHaveLength(1);
  });
});
