// Bots' side of a test: a running server with recorded prices, API keys of its demo members, and clients we did not write.
import { createHmac } from 'node:crypto';
import type { BotTimes } from '@maru/bots/server/bot-times.ts';
import { createBotsFeature } from '@maru/bots/server/feature.ts';
import type { Clock } from '@maru/kit/server/clock.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import type { WebsocketClient } from 'binance';
import { type Ccxt, ccxtClient, type Signing } from './ccxt-client.ts';
import { httpExchange, type HttpAnswer } from './http-exchange.ts';
import { startTestServer, type TestServer } from './harness.ts';

export interface Keys extends Signing {
  id: number;
}

export interface BotsExchange {
  readonly server: TestServer;
  readonly port: number;
  login(username: string, host?: string): Promise<Record<string, string>>;
  keys(username: string, options?: Record<string, unknown>, host?: string): Promise<Keys>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
  /** A signed request by hand; `change` spoils it. */
  signed(keys: Keys, method: string, path: string, params?: Record<string, string | number>, change?: Change): Promise<RawAnswer>;
  ccxt(keys: Keys | undefined): Promise<Ccxt>;
  stop(): Promise<void>;
}
export interface Change {
  timestamp?: number;
  recvWindow?: number;
  /** Instead of the right one. */
  signature?: string;
  host?: string;
  /** As form body instead of the query. */
  asBody?: boolean;
}
export interface RawAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
  body: any;
  headers: Headers;
  /** What was sent, to send it again. */
  again(): Promise<RawAnswer>;
}
export type { Ccxt } from './ccxt-client.ts';

const wide = { MARU_ORDER_RATE: '10000:10000', MARU_CALL_RATE: '10000:10000', MARU_LOGIN_RATE: '6000:1000' };

export async function startBots(env: Record<string, string> = {}, clock?: Clock, times?: Partial<BotTimes>): Promise<BotsExchange> {
  const options =
    times === undefined ? {} : { change: (feature: ServerFeature) => (feature.name === 'bots' ? createBotsFeature(times) : feature) };
  const server = await startTestServer({ env: { ...wide, ...env }, clock, ...options });
  const port = () => Number(new URL(server.url).port);
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    httpExchange(port(), method, path, body === undefined ? undefined : JSON.stringify(body), { host: 'localhost', ...headers });
  const login = async (username: string, host = 'localhost') => {
    const { body } = await call('POST', '/api/login', { username, password: 'demo1234' }, { host });
    return { authorization: `Bearer ${body.data.accessToken}`, host };
  };
  for (const end = Date.now() + 60_000; ; await pause(50)) {
    const { body } = await call('GET', '/api/stock/raw_data?symbol=BINANCE:BTCUSDT');
    if (body.data?.ticker.feed === 'live') break;
    if (Date.now() > end) throw new Error('the market did not come alive');
  }
  return {
    server,
    get port() {
      return port();
    },
    login,
    call,
    async keys(username, options = {}, host = 'localhost') {
      const { body } = await call(
        'POST',
        '/api/user/api_key/create',
        { label: 'bot', scope: 'TRADE', password: 'demo1234', ...options },
        await login(username, host),
      );
      if (body.status !== 'success') throw new Error(JSON.stringify(body));
      return { id: body.data.key.id, apiKey: body.data.apiKey, secret: body.data.secretKey };
    },
    signed: (keys, method, path, params = {}, change = {}) => sendSigned(port(), keys, method, path, params, change),
    ccxt: (keys) => ccxtClient(port(), keys),
    stop: () => server.close(),
  };
}

/** Resolves once the member's own events are heard. */
export async function openOwnStream(socket: WebsocketClient): Promise<void> {
  const isOpen = new Promise((resolve) => socket.once('open', resolve));
  await socket.subscribeUsdFuturesUserDataStream();
  await isOpen;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function eventually<T>(read: () => Promise<T> | T, holds: (value: T) => boolean, limitMs = 60_000): Promise<T> {
  for (const end = Date.now() + limitMs; ; await pause(25)) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`did not come true in ${limitMs} ms: ${JSON.stringify(value)?.slice(0, 500)}`);
  }
}

async function sendSigned(
  port: number,
  keys: Keys,
  method: string,
  path: string,
  params: Record<string, string | number>,
  change: Change,
): Promise<RawAnswer> {
  const all: Record<string, string | number> = { ...params, timestamp: change.timestamp ?? Date.now() };
  if (change.recvWindow !== undefined) all.recvWindow = change.recvWindow;
  const text = new URLSearchParams(Object.entries(all).map(([name, value]): [string, string] => [name, String(value)])).toString();
  const signature = change.signature ?? createHmac('sha256', keys.secret).update(text).digest('hex');
  const whole = `${text}&signature=${signature}`;
  const send = async (): Promise<RawAnswer> => {
    const url = `http://127.0.0.1:${port}${path}${change.asBody === true ? '' : `?${whole}`}`;
    const headers: Record<string, string> = { 'x-mbx-apikey': keys.apiKey, host: change.host ?? 'localhost' };
    const answer = await httpExchange(port, method, url.slice(url.indexOf('/', 8)), change.asBody === true ? whole : undefined, {
      ...headers,
      ...(change.asBody === true ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    });
    return {
      status: answer.status,
      body: parsed(answer.body),
      headers: new Headers(answer.headers as Record<string, string>),
      again: send,
    };
  };
  return send();
}

// The exchange helper parses objects only; lists come as text in `status`.
function parsed(body: HttpAnswer['body']): unknown {
  return typeof body.status === 'string' && body.data === undefined && body.status.startsWith('[') ? JSON.parse(body.status) : body;
}
