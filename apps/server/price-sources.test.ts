// A whole server on a live feed with other venues beside it (ADR 0051), all stand-ins on this machine: the desk's sources, the launch list.
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { createMarketFeature } from '@maru/market/server/feature.ts';
import { startVenueStandIn, type VenueStandIn } from '@maru/market/server/testing/binance-replay-server.ts';
import { IndexStandIn } from '@maru/market/server/testing/index-stand-in.ts';
import type { PriceSource } from '@maru/market/admin-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './testing/bots.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { startTestServer, type TestServer } from './testing/harness.ts';
import { operatorToken } from './testing/operator.ts';

const BTC = 'BINANCE:BTCUSDT';
let venue: VenueStandIn;
let bybit: IndexStandIn;
let okx: IndexStandIn;
let server: TestServer;
let desk: string;
let telling: NodeJS.Timeout | undefined;

beforeAll(async () => {
  [venue, bybit, okx] = await Promise.all([startVenueStandIn(), IndexStandIn.open('bybit'), IndexStandIn.open('okx')]);
  const { restUrl, socketUrl } = venue;
  server = await startTestServer({
    env: { MARU_FEED: 'binance', MARU_INDEX_SOURCES: `bybit=${bybit.url},okx=${okx.url}` },
    change: (feature) =>
      feature.name === 'market' ? createMarketFeature({ waitsToBeAsked: true, binance: { restUrl, socketUrl } }) : feature,
  });
  desk = await operatorToken(server.context);
});
afterAll(async () => {
  clearInterval(telling);
  await server?.close();
  await Promise.all([venue, bybit, okx].map((standIn) => standIn?.stop()));
});

const get = (path: string, token: string) => {
  const headers = { host: 'localhost', ...(token !== '' && { authorization: `Bearer ${token}` }) };
  return httpExchange(Number(new URL(server.url).port), 'GET', path, undefined, headers);
};
const listed = async () => (await get('/api/admin/market/sources', desk)).body.data as { sources: PriceSource[]; alone: string[] };
const checked = async () =>
  (await get('/api/admin/site/launch', desk)).body.data.checks.find(({ item }: { item: string }) => item === 'prices');
/** From now on these speak of bitcoin, four times a second. */
function tell(...speaking: readonly { next(): void }[]): void {
  clearInterval(telling);
  telling = setInterval(() => {
    for (const standIn of speaking) standIn.next();
  }, 250);
}

test('while nobody speaks the server is open, the list red, and no symbol is said to rest on one source', async () => {
  await eventually(
    () => get('/readyz', ''),
    ({ status }) => status === 200,
  );
  expect(await checked()).toMatchObject({ isGreen: false, page: '/prices', says: { en: expect.stringContaining('No price comes') } });
  expect((await listed()).alone).toEqual([]);
});

test('the sources are told to who may read futures, and to nobody else', async () => {
  const { sources } = await eventually(listed, (now) =>
    now.sources.every(({ state, name }) => state === 'live' && (name !== 'okx' || unlistedOf(now.sources) > 0)),
  );
  expect(sources.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['FEED binance', 'FEED synthetic', 'INDEX bybit', 'INDEX okx']);
  expect(sources.at(-1)).toEqual({
    name: 'okx',
    kind: 'INDEX',
    state: 'live',
    newsAgeMs: null,
    reconnects: 0,
    symbols: sources[0].symbols,
    speaking: 0,
    refused: 0,
    unlisted: expect.arrayContaining(['BINANCE:ETHUSDT']),
  });
  expect((await get('/api/admin/market/sources', '')).status).toBe(401);
  const other = await operatorToken(server.context, { rights: ['member.read'] });
  expect((await get('/api/admin/market/sources', other)).status).toBe(403);
  const looking = await operatorToken(server.context, { rights: ['futures.read'] });
  expect((await get('/api/admin/market/sources', looking)).status).toBe(200);
});

test('every operator’s header is told how many symbols wait, and nobody who is none; a guest hears the same by the socket', async () => {
  const other = await operatorToken(server.context, { rights: ['member.read'] });
  const { data } = (await get('/api/admin/market/feed', other)).body;
  // The live venue has told nothing of its symbols yet: all of them wait, the computed ones do not.
  const { symbols } = (await listed()).sources[0];
  expect(data).toEqual({ open: expect.any(Number), waiting: symbols, since: expect.any(Number), isAway: true });
  expect((await get('/api/admin/market/feed', '')).status).toBe(401);
  const guest = await connectStomp(Number(new URL(server.url).port), {});
  const heard = guest.subscribe('/topic/stock/all/feed');
  await eventually(
    async () => heard.length,
    (count) => count > 0,
  );
  expect(heard[0].body).toMatchObject({ waiting: symbols, isAway: true });
  await guest.end();
});

test('one venue alone is red and named; with a second the list is green; a venue that goes is down', async () => {
  tell(okx);
  await eventually(listed, ({ alone }) => alone.includes(BTC));
  expect((await eventually(checked, ({ says }) => says.en.startsWith('One'))).says.en).toMatch(/^One source alone for BTCUSDT\./);
  expect(await checked()).toMatchObject({ isGreen: false });
  tell(okx, bybit);
  const { alone } = await eventually(listed, ({ sources }) => sources.every(({ kind, speaking }) => kind === 'FEED' || speaking === 1));
  expect(alone).toEqual([]);
  await eventually(checked, ({ isGreen }) => isGreen);
  clearInterval(telling);
  await okx.stop();
  const after = await eventually(listed, (now) => now.sources.at(-1)?.state === 'down');
  expect(after.sources.at(-1)).toMatchObject({ name: 'okx', newsAgeMs: expect.any(Number) });
  await eventually(checked, ({ isGreen }) => !isGreen);
  okx = await IndexStandIn.open('okx');
});

function unlistedOf(sources: readonly PriceSource[]): number {
  return sources.find(({ name }) => name === 'okx')?.unlisted.length ?? 0;
}
