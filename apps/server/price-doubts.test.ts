// Prices that are not believed, on the desk (issue 13.15): listed, counted, told to members, believed by two operators; the bound of a row.
import { decideRequest } from './testing/decide-request.ts';
import { registerPriceAlerts } from '@maru/market/server/desk/price-alerts.ts';
import { marketService } from '@maru/market/server/market-service.ts';
import type { ReplayFeed } from '@maru/market/server/replay-feed.ts';
import type { AlertSource } from '@maru/operator/admin-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './testing/bots.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { startTestServer, type TestServer } from './testing/harness.ts';
import { operatorToken } from './testing/operator.ts';

const BTC = 'BINANCE:BTCUSDT';
let server: TestServer;
let asking: string;
let deciding: string;
let telling: NodeJS.Timeout | undefined;

beforeAll(async () => {
  server = await startTestServer();
  asking = await operatorToken(server.context);
  deciding = await operatorToken(server.context);
  await eventually(standing, (now) => now.state === 'live');
});
afterAll(async () => {
  clearInterval(telling);
  await server.stop();
});

const service = () => server.context.services.use(marketService);
const market = () => service().hub.market(BTC)!;
const call = (method: 'GET' | 'POST', path: string, token: string, body?: unknown) => {
  const headers = { host: 'localhost', ...(token !== '' && { authorization: `Bearer ${token}` }) };
  return httpExchange(Number(new URL(server.url).port), method, path, body === undefined ? undefined : JSON.stringify(body), headers);
};
const standing = async () =>
  (await call('GET', '/api/admin/market/prices', asking)).body.data.find(({ symbol }: { symbol: string }) => symbol === BTC);
const waiting = async () =>
  (await call('GET', '/api/admin/waiting', asking)).body.data.find(({ kind }: { kind: string }) => kind === 'prices').count;
/** What the market would raise alerts of now. */
const alertsOf = async (kind: string) => (await standingOf(kind)).map(({ subject }) => subject);
const figuresOf = async (kind: string) => (await standingOf(kind)).map(({ figures }) => figures);
async function standingOf(kind: string) {
  const sources: AlertSource[] = [];
  registerPriceAlerts(server.context, service().hub, { register: (source) => void sources.push(source) });
  return sources.find((source) => source.kind === kind)!.look();
}
const decide = (id: number) =>
  decideRequest(
    {
      get: (path, query) => call('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`, deciding),
      post: (path, body) => call('POST', path, deciding, body),
    },
    id,
  );
/** From now on the whole feed tells this share of what it told. */
function tell(share: number): void {
  const price = Math.round(market().last * share);
  (service().hub.feeds[0] as ReplayFeed).pause();
  const { id } = market().symbol;
  telling = setInterval(() => {
    const now = server.context.clock.now();
    const stamp = { symbol: id, eventAt: now, receivedAt: now };
    market().take({ kind: 'depth', ...stamp, bids: [price - 5, 900], asks: [price + 5, 900] });
    market().take({ kind: 'index', ...stamp, constituent: 'venue', price: price * 100 });
  }, 50);
}

test('two operators change how far a price may step; who lacks the right, and one alone, cannot', async () => {
  expect(await standing()).toMatchObject({ bound: '5', isOwn: false, doubt: null });
  const body = { symbol: BTC, percent: 4.5, reason: '변동성이 낮은 주간' };
  const looking = await operatorToken(server.context, { rights: ['futures.read'] });
  expect((await call('POST', '/api/admin/market/bound', looking, body)).status).toBe(403);
  // Prices belong to the installation: whoever is of one brand reads them, and neither asks nor agrees.
  const own = await operatorToken(server.context, { site: 1 });
  expect((await call('GET', '/api/admin/market/prices', own)).status).toBe(200);
  for (const act of ['bound', 'believe'] as const) {
    const wanted = act === 'bound' ? body : { symbol: BTC, reason: body.reason };
    const { status, body: answer } = await call('POST', `/api/admin/market/${act}`, own, wanted);
    expect([act, status, answer.code]).toEqual([act, 403, 'NO_PERMISSION']);
  }
  const asked = await call('POST', '/api/admin/market/bound', asking, body);
  expect(asked.body.code).toBe('APPROVAL_REQUIRED');
  const shown = (await call('GET', `/api/admin/approval?id=${asked.body.data.requestId}`, own)).body.data;
  // The demo's two owners beside the second operator; the one of one brand is none of them.
  expect([shown.mayDecide, shown.deciders]).toEqual([false, 3]);
  const yes = { id: asked.body.data.requestId, isApproved: true, print: shown.print };
  expect((await call('POST', '/api/admin/approval/decide', own, yes)).body.code).toBe('NO_PERMISSION');
  expect((await standing()).bound).toBe('5');
  expect((await decide(asked.body.data.requestId)).status).toBe(200);
  expect(await standing()).toMatchObject({ bound: '4.5', isOwn: true });
  await server.restart({ crash: true });
  await eventually(standing, (now) => now.state === 'live');
  expect(await standing()).toMatchObject({ bound: '4.5', isOwn: true });
  const back = await call('POST', '/api/admin/market/bound', asking, { ...body, percent: null });
  await decide(back.body.data.requestId);
  expect(await standing()).toMatchObject({ bound: '5', isOwn: false });
});

test('beside recorded prices no other venue speaks: the sources say so, and the launch list has nothing to look at', async () => {
  const { data } = (await call('GET', '/api/admin/market/sources', asking)).body;
  expect(data.alone).toEqual([]);
  expect(data.sources.map(({ name, kind, state }: Record<string, string>) => `${kind} ${name} ${state}`)).toEqual([
    'FEED replay live',
    'FEED synthetic live',
  ]);
  const { checks } = (await call('GET', '/api/admin/site/launch', asking)).body.data;
  expect(checks.map(({ item }: { item: string }) => item)).not.toContain('prices');
});

test('a price nobody doubts cannot be believed', async () => {
  const answer = await call('POST', '/api/admin/market/believe', asking, { symbol: BTC, reason: '확인함' });
  expect([answer.status, answer.body.code]).toEqual([409, 'PRICE_NOT_DOUBTED']);
});

test('a halved price of the only feed: unsafe for members, counted on the desk, believed when a second operator agrees', async () => {
  expect(await waiting()).toBe(0);
  const before = market().last;
  tell(0.5);
  await eventually(standing, (now) => now.doubt !== null);
  const { doubt, state } = await standing();
  expect([state, doubt.why, Number(doubt.believed) > before / 101]).toEqual(['unsafe', 'STEP', true]);
  expect(doubt.sources).toEqual([{ name: 'venue', price: expect.stringMatching(/^\d+\.\d{4}$/), ageMs: expect.any(Number) }]);
  expect(await waiting()).toBe(1);
  expect(await alertsOf('PRICE_DOUBTED')).toEqual([BTC]);
  expect(await figuresOf('PRICE_DOUBTED')).toEqual([{ symbol: 'BTCUSDT' }]);
  const { ticker } = (await call('GET', `/api/stock/raw_data?symbol=${BTC}`, '')).body.data;
  expect(ticker).toMatchObject({ feed: 'unsafe', doubt: { why: 'STEP' } });
  const asked = await call('POST', '/api/admin/market/believe', asking, { symbol: BTC, reason: '거래소 공지로 확인한 급락' });
  expect(asked.body.code).toBe('APPROVAL_REQUIRED');
  expect((await decide(asked.body.data.requestId)).status).toBe(200);
  await eventually(standing, (now) => now.state === 'live');
  expect(market().pricing.index / 100).toBeLessThan(before * 0.6);
  expect(await waiting()).toBe(0);
  expect(await alertsOf('PRICE_DOUBTED')).toEqual([]);
  // The whole feed is quiet but for the one symbol that is told by hand.
  await eventually(
    () => alertsOf('FEED_SILENT'),
    (silent) => silent.includes('BINANCE:ETHUSDT'),
  );
  expect(await alertsOf('FEED_SILENT')).not.toContain(BTC);
});
