// Real money and recorded prices: a brand that was open on live ones stops where the server comes back on a recording, and says why.
import { registerPriceAlerts } from '@maru/market/server/desk/price-alerts.ts';
import { marketService } from '@maru/market/server/market-service.ts';
import type { AlertSource } from '@maru/operator/admin-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './testing/bots.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { startTestServer, type TestServer } from './testing/harness.ts';
import { operatorToken } from './testing/operator.ts';

const BTC = 'BINANCE:BTCUSDT';
const waits = { timeout: 30_000 };
let server: TestServer;
let token: string;

const call = (method: 'GET' | 'POST', path: string, body?: unknown, bearer: string | undefined = token) => {
  const headers = { host: 'localhost', ...(bearer && { authorization: `Bearer ${bearer}` }) };
  return httpExchange(Number(new URL(server.url).port), method, path, body === undefined ? undefined : JSON.stringify(body), headers);
};
const ticker = async () => (await call('GET', `/api/stock/raw_data?symbol=${BTC}`)).body.data.ticker;
const bitcoin = async () =>
  (await call('GET', '/api/futures/option/list')).body.data.find(({ symbol }: { symbol: string }) => symbol === BTC);
const order = async (more: object) => {
  const { futuresOptionId } = await bitcoin();
  return call('POST', '/api/futures/order', { futuresOptionId, positionSide: 'BOTH', quantity: '0.01', ...more });
};

beforeAll(async () => {
  server = await startTestServer();
  const login = await call('POST', '/api/login', { username: 'demo1', password: 'demo1234' }, '');
  token = login.body.data.accessToken;
});
afterAll(() => server?.close());

test('an open brand takes nothing new on recorded prices: no order fills, the open one can be cancelled, every way in says why', async () => {
  await expect.poll(async () => (await order({ side: 'BUY', type: 'MARKET' })).status, waits).toBe(200);
  const price = String(Math.floor(Number((await ticker()).last) * 0.97));
  const resting = await order({ side: 'BUY', type: 'LIMIT', price });
  expect(resting.status).toBe(200);
  expect((await call('POST', '/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '20' })).status).toBe(200);

  // Somebody starts it for real money, and says the recording by name.
  await server.restart({ env: { MARU_DEMO: 'off', MARU_FEED: 'replay' } });
  expect(await ticker()).toMatchObject({ feed: 'halted', doubt: { why: 'NO_FEED', since: null } });
  await expect.poll(async () => (await bitcoin()).trading, waits).toBe('HALT');
  // Nothing was ever heard: it waits since the start, not since 1970.
  expect((await ticker()).ageMs).toBeLessThan(120_000);
  const before = await ticker();
  for (const type of ['MARKET', 'LIMIT']) {
    const answer = await order({ side: 'BUY', type, ...(type === 'LIMIT' && { price }) });
    expect([answer.status, answer.body.code]).toEqual([409, 'TRADING_HALTED']);
  }
  const { betting } = (await call('GET', '/api/trade/game/current?tradeOptionId=1')).body.data;
  const bet =
    betting && (await call('POST', '/api/trade/history/betting', { point: '10', tradeRoundId: betting.tradeRoundId, type: 'UP' }));
  expect(bet?.status).not.toBe(200);
  const { id } = resting.body.data.order;
  expect((await call('POST', '/api/futures/order/cancel', { id })).status).toBe(200);
  const after = await ticker();
  expect([after.last, after.mark, after.index]).toEqual([before.last, before.mark, before.index]);
  expect((await call('GET', '/api/futures/history/open_position')).body.data).toHaveLength(1);

  const ready = await call('GET', '/readyz', undefined, '');
  expect([ready.status, ready.body.data.parts.feed]).toEqual([503, expect.objectContaining({ ok: false })]);
  expect(ready.body.data.parts.feed.detail).toContain('MARU_FEED');
});

test('operators are told once, not for each symbol: no source on the page, one alert, the launch list red', async () => {
  const desk = await operatorToken(server.context);
  const { sources } = (await call('GET', '/api/admin/market/sources', undefined, desk)).body.data;
  expect(sources).toEqual([]);
  const standings = (await call('GET', '/api/admin/market/prices', undefined, desk)).body.data as { doubt: { why: string } | null }[];
  expect(new Set(standings.map(({ doubt }) => doubt?.why))).toEqual(new Set(['NO_FEED']));
  const known: AlertSource[] = [];
  registerPriceAlerts(server.context, server.context.services.use(marketService).hub, { register: (source) => void known.push(source) });
  const raised = await Promise.all(known.map(async ({ kind, look }) => (await look()).map(({ severity }) => `${kind} ${severity}`)));
  expect(raised.flat()).toEqual(['NO_FEED PAGE']);
  const { checks } = (await call('GET', '/api/admin/site/launch', undefined, desk)).body.data;
  expect(checks.find(({ item }: { item: string }) => item === 'prices')).toMatchObject({ isGreen: false, page: '/prices' });
});

test('with the demo’s word it trades on the recording again', async () => {
  await server.restart({ env: { MARU_DEMO: 'on' } });
  await eventually(ticker, ({ feed, doubt }) => feed === 'live' && doubt === null);
  await expect.poll(async () => (await order({ side: 'SELL', type: 'MARKET' })).status, waits).toBe(200);
});
