// Every method of `binance`'s USDMClient and every futures call that ccxt knows: each answers in the venue's shapes, and the guide names it.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { readFileSync } from 'node:fs';
import { FEWEST_HOLDERS, noteSides } from '@maru/bots/server/side-samples.ts';
import type { SymbolSides } from '@maru/engine/view-sides.ts';
import { marketReader } from '@maru/market/contract.ts';
import { USDMClient } from 'binance';
import { NetworkError, pro } from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotsExchange, eventually, type Keys, pause, startBots } from './testing/bots.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const symbol = 'BTCUSDT';
const guide = readFileSync(new URL('../../docs/guides/bots.md', import.meta.url), 'utf8');
const clock = stoppableClock();
let exchange: BotsExchange;
let keys: Keys;
beforeAll(async () => {
  exchange = await startBots({}, clock, { sampleLookMs: 50 });
  keys = await exchange.keys('demo1');
});
afterAll(() => exchange?.stop());

/** No such path here: products and histories that the exchange does not have, as the guide says. */
const NO_PATH = -5000;
const notOffered = {
  binance: [
    'getRpiOrderBook',
    'getQuarterlyContractSettlementPrices',
    'getHistoricalBlvtNavKlines',
    'getCompositeSymbolIndex',
    'getMultiAssetsModeAssetIndex',
    'getFuturesTransactionHistoryDownloadId',
    'getFuturesTransactionHistoryDownloadLink',
    'getFuturesOrderHistoryDownloadId',
    'getFuturesOrderHistoryDownloadLink',
    'getFuturesTradeHistoryDownloadId',
    'getFuturesTradeDownloadLink',
    'signTradFiPerpsAgreement',
    'getAllConvertPairs',
    'submitConvertQuoteRequest',
    'acceptConvertQuote',
    'getConvertOrderStatus',
    'getPortfolioMarginProAccountInfo',
    'getBrokerIfNewFuturesUser',
    'setBrokerCustomIdForClient',
    'getBrokerClientCustomIds',
    'getBrokerUserCustomId',
    'getBrokerRebateDataOverview',
    'getBrokerUserTradeVolume',
    'getBrokerRebateVolume',
    'getBrokerTradeDetail',
  ],
  ccxt: [
    'GET /fapi/v1/rpiDepth',
    'GET /fapi/v1/indexInfo',
    'GET /fapi/v1/assetIndex',
    'GET /fapi/v1/lvtKlines',
    'GET /fapi/v1/convert/exchangeInfo',
    'GET /futures/data/delivery-price',
    'GET /fapi/v1/account',
    'GET /fapi/v1/balance',
    'GET /fapi/v1/positionRisk',
    'GET /fapi/v1/apiReferral/ifNewUser',
    'GET /fapi/v1/apiReferral/customization',
    'GET /fapi/v1/apiReferral/userCustomization',
    'GET /fapi/v1/apiReferral/traderNum',
    'GET /fapi/v1/apiReferral/overview',
    'GET /fapi/v1/apiReferral/tradeVol',
    'GET /fapi/v1/apiReferral/rebateVol',
    'GET /fapi/v1/apiReferral/traderSummary',
    'GET /fapi/v1/pmAccountInfo',
    'GET /fapi/v1/income/asyn',
    'GET /fapi/v1/income/asyn/id',
    'GET /fapi/v1/order/asyn',
    'GET /fapi/v1/order/asyn/id',
    'GET /fapi/v1/trade/asyn',
    'GET /fapi/v1/trade/asyn/id',
    'GET /fapi/v1/convert/orderStatus',
    'GET /fapi/v1/stock/contract',
    'POST /fapi/v1/apiReferral/customization',
    'POST /fapi/v1/apiReferral/userCustomization',
    'POST /fapi/v1/convert/getQuote',
    'POST /fapi/v1/convert/acceptQuote',
  ],
};

/** Enough for any of them to begin; what a call does not know it does not read. */
const anything = {
  symbol,
  pair: symbol,
  contractType: 'PERPETUAL',
  interval: '1h',
  period: '1h',
  limit: 5,
  side: 'BUY',
  quantity: '0.01',
  orderId: 1,
  algoId: 1,
  leverage: 20,
  amount: '1',
  countdownTime: 0,
};
/** Where one needs something else, so that it is seen to pass rather than to be refused. */
const also: Readonly<Record<string, object>> = {
  submitNewOrder: { type: 'MARKET' },
  testOrder: { type: 'MARKET' },
  'POST /fapi/v1/order': { type: 'MARKET', side: 'SELL', reduceOnly: 'true' },
  'POST /fapi/v1/order/test': { type: 'MARKET' },
  setMultiAssetsMode: { multiAssetsMargin: 'false' },
  setBNBBurnEnabled: { feeBurn: 'false' },
  'POST /fapi/v1/feeBurn': { feeBurn: 'false' },
  getKlines: { interval: '1h' },
};
/** What a right answer to it is, when not an answer: nothing is there to be found or changed. */
const refusals: Readonly<Record<string, number>> = {
  modifyOrder: -1102,
  getOrder: -2013,
  getCurrentOpenOrder: -2013,
  cancelOrder: -2011,
  getOrderModifyHistory: -2013,
  getAlgoOrder: -2013,
  cancelAlgoOrder: -2011,
  submitNewAlgoOrder: -1102,
  setMarginType: -1102,
  setPositionMode: -1102,
  setMultiAssetsMode: -4171,
  setIsolatedPositionMargin: -1102,
  cancelMultipleOrders: -1102,
  'PUT /fapi/v1/order': -1102,
  'GET /fapi/v1/order': -2013,
  'GET /fapi/v1/openOrder': -2013,
  'DELETE /fapi/v1/order': -2011,
  'GET /fapi/v1/orderAmendment': -2013,
  'GET /fapi/v1/algoOrder': -2013,
  'DELETE /fapi/v1/algoOrder': -2011,
  'POST /fapi/v1/algoOrder': -1102,
  'POST /fapi/v1/marginType': -1102,
  'POST /fapi/v1/positionSide/dual': -1102,
  'POST /fapi/v1/multiAssetsMargin': -4171,
  'POST /fapi/v1/positionMargin': -1102,
  'POST /fapi/v1/batchOrders': -4082,
  'PUT /fapi/v1/batchOrders': -4082,
  'DELETE /fapi/v1/batchOrders': -1102,
};
const expectedOf = (name: string, missing: readonly string[]) => (missing.includes(name) ? NO_PATH : (refusals[name] ?? 'answers'));

test('every method of USDMClient', async () => {
  const client = new USDMClient({ api_key: keys.apiKey, api_secret: keys.secret, baseUrl: `http://127.0.0.1:${exchange.port}` });
  const helpers = ['constructor', 'validateOrderId'];
  const names = Object.getOwnPropertyNames(USDMClient.prototype).filter((name) => !helpers.includes(name));
  const told: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  // The listen key last: it is ended as well.
  for (const name of names) {
    const isMany = name === 'submitMultipleOrders' || name === 'modifyMultipleOrders';
    const params = { ...anything, ...also[name] };
    const work = (client as unknown as Record<string, (asked: unknown) => Promise<unknown>>)[name](isMany ? [params] : params);
    told[name] = await work.then(
      (answer) => (typeof answer === 'object' || typeof answer === 'number' ? 'answers' : answer),
      ({ code, body }) => (typeof body === 'object' ? code : `no JSON: ${String(body).slice(0, 80)}`),
    );
    expected[name] = expectedOf(name, notOffered.binance);
  }
  expect(told).toEqual(expected);
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});

const prefixes: Readonly<Record<string, string>> = {
  fapiPublic: '/fapi/v1/',
  fapiPrivate: '/fapi/v1/',
  fapiPublicV2: '/fapi/v2/',
  fapiPrivateV2: '/fapi/v2/',
  fapiPublicV3: '/fapi/v3/',
  fapiPrivateV3: '/fapi/v3/',
  fapiData: '/futures/data/',
};

test('every futures call of ccxt', async () => {
  const bot = await exchange.ccxt(keys);
  // oxlint-disable-next-line typescript/no-explicit-any -- the client's table of calls is a free-form tree
  const api = new pro.binanceusdm().api as any;
  const told: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [section, prefix] of Object.entries(prefixes))
    for (const [method, paths] of Object.entries(api[section] ?? {}))
      for (const path of Object.keys(paths as object)) {
        const name = `${method.toUpperCase()} ${prefix}${path}`;
        const asked = bot.request(path, section, method.toUpperCase(), { ...anything, ...also[name] });
        told[name] = await asked.then(
          (answer: unknown) => (typeof answer === 'object' ? 'answers' : answer),
          (error: Error) => Number(/"code":(-\d+)/.exec(error.message)?.[1] ?? NaN) || error.message,
        );
        expected[name] = expectedOf(name, notOffered.ccxt);
      }
  expect(told).toEqual(expected);
  const lastWords = notOffered.ccxt.map((name) => name.replace(/^\w+ \/(fapi\/v\d|futures\/data)\//, ''));
  expect(lastWords.filter((path) => !isNamed(path) && !isNamed(path.split('/')[0]))).toEqual([]);
  await bot.close();
});

test('every unified method that ccxt claims for the venue is named by the guide; what it fetches is an answer or a refusal in our words', async () => {
  const bot = await exchange.ccxt(keys);
  await bot.loadMarkets();
  const methods = bot as unknown as Record<string, unknown>;
  const names = Object.keys(bot.has).filter((name) => bot.has[name] !== false && typeof methods[name] === 'function');
  expect(names.filter((name) => bot.has[name] === true && !isNamed(name))).toEqual([]);
  const strange: string[] = [];
  for (const name of names.filter((one) => one.startsWith('fetch') && !one.endsWith('Ws'))) {
    const wantsList = /s$|Markets|Currencies|Balance|Status|Time$/.test(name);
    const work = (methods[name] as (...asked: unknown[]) => Promise<unknown>).call(bot, wantsList ? undefined : 'BTC/USDT:USDT');
    await Promise.resolve(work).catch((error: Error) => {
      const isOurs = /"code":-\d+/.test(error.message);
      // What it refuses by itself never reached us; what did not arrive as JSON did.
      if (!isOurs && (error instanceof NetworkError || /<html|Internal/i.test(error.message)))
        strange.push(`${name}: ${error.message.slice(0, 120)}`);
    });
  }
  expect(strange).toEqual([]);
  await bot.close();
});

/** As itself, or as one of several: `getX(V3)`, `get…DownloadId`. */
function isNamed(name: string): boolean {
  if (new RegExp(`\\b${name}\\b`).test(guide)) return true;
  const shortened = guide.matchAll(/\b([a-zA-Z]*)…([a-zA-Z]*)(?![a-zA-Z])|\b([a-zA-Z0-9]+)\((V\d|s|ForSymbols)\)/g);
  return [...shortened].some(([, head, tail, whole, version]) =>
    whole === undefined ? head + tail !== '' && name.startsWith(head) && name.endsWith(tail) : name === whole + version,
  );
}

test('paths that nobody knows, in any spelling and method, answer in the venue’s shape', async () => {
  for (const path of ['/fapi/', '/fapi/v1', '/fapi/v9/order', '/fapi/v1/order/', '/fapi/v1/Order', '/fapi/v1/%6frder', '/fapi/v1/order%00'])
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const { status, body } = await exchange.call(method, path, method === 'GET' ? undefined : {});
      expect([path, method, status < 500, typeof body.code, typeof (body as { msg?: unknown }).msg]).toEqual([
        path,
        method,
        true,
        'number',
        'string',
      ]);
    }
});

test('basis is what futures and index were at each moment', async () => {
  const ask = async (query: string) =>
    (await exchange.call('GET', `/futures/data/basis?pair=${symbol}&contractType=PERPETUAL&${query}`)).body;
  for (const [period, ms] of [
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['6h', 21_600_000],
    ['1d', DAY_MS],
  ] as const) {
    const text = (await ask(`period=${period}&limit=4`)) as unknown as { status: string };
    const rows = (typeof text.status === 'string' ? JSON.parse(text.status) : text) as {
      timestamp: number;
      basis: string;
      futuresPrice: string;
      indexPrice: string;
    }[];
    expect(rows.map(({ timestamp }) => timestamp % ms)).toEqual([0, 0, 0, 0]);
    expect(rows[3].timestamp - rows[0].timestamp).toBe(3 * ms);
    for (const row of rows) expect(Number(row.futuresPrice) - Number(row.indexPrice)).toBeCloseTo(Number(row.basis), 6);
  }
  expect(await ask('period=7m')).toMatchObject({ code: -1102 });
  expect(await ask('period=1h&startTime=9&endTime=8')).toMatchObject({ code: -1023 });
});

test('open interest is told as it stood every five minutes since the exchange stands', async () => {
  const bot = await exchange.ccxt(undefined);
  await bot.loadMarkets();
  const market = { symbol, side: 'BUY', type: 'MARKET', quantity: '0.05' };
  const at = () => ({ timestamp: clock.now() });
  await exchange.signed(keys, 'POST', '/fapi/v1/order', market, at());
  const now = async () =>
    (await exchange.call('GET', `/fapi/v1/openInterest?symbol=${symbol}`)).body as unknown as { openInterest: string };
  await eventually(now, ({ openInterest }) => Number(openInterest) >= 0.05);
  const { openInterest } = await now();
  const boundary = Math.ceil(clock.now() / 300_000) * 300_000;
  clock.skip(boundary - clock.now() + 10);
  const rows = await eventually(
    () => bot.fetchOpenInterestHistory('BTC/USDT:USDT', '5m'),
    (list) => list.at(-1)?.timestamp === boundary,
  );
  expect(rows.at(-1)).toMatchObject({ openInterestAmount: Number(openInterest) });
  expect(Number(rows.at(-1)?.openInterestValue)).toBeGreaterThan(100);
  await exchange.signed(keys, 'POST', '/fapi/v1/order', { ...market, side: 'SELL', reduceOnly: 'true' }, at());
  await bot.close();
});

type Taken = { timestamp: number };
const FIVE_MINUTES = 300_000;
/** Moves the clock to just after the next moment at which things are noted. */
function toNextMoment(): number {
  const boundary = (Math.floor(clock.now() / FIVE_MINUTES) + 1) * FIVE_MINUTES;
  clock.skip(boundary - clock.now() + 10);
  return boundary;
}

test('members by side are told where many hold the symbol, and of moments at which they were noted', async () => {
  const { context } = exchange.server;
  const at = Math.floor(clock.now() / 3_600_000) * 3_600_000;
  const sides = (long: number, short: number, longLots = long, shortLots = short) => ({ long, short, longLots, shortLots });
  const note = (when: number, counted: SymbolSides[]) =>
    noteSides({ pool: context.pool, engine: { ...context.engine, query: (async () => counted) as never } }, context.sites.all()[0], when);
  const many = { symbol: 0, all: sides(18, 12), top: sides(2, 4, 900, 1200) };
  await note(at - 32 * DAY_MS, [many]);
  await note(at, [many, { symbol: 1, all: sides(FEWEST_HOLDERS - 1, 0), top: sides(1, 0) }]);
  await note(at - 5 * 60_000, [{ ...many, all: sides(10, 30) }]);
  await note(at - 3_600_000, [{ ...many, all: sides(30, 0), top: sides(6, 0) }]);
  const client = new USDMClient({ baseUrl: `http://127.0.0.1:${exchange.port}` });
  const all = { symbol, longAccount: '0.6000', shortAccount: '0.4000', longShortRatio: '1.5000', timestamp: at };
  const before = { symbol, longAccount: '0.2500', shortAccount: '0.7500', longShortRatio: '0.3333', timestamp: at - 300_000 };
  expect(await client.getGlobalLongShortAccountRatio({ symbol, period: '5m' })).toEqual([before, all]);
  // Nobody was short an hour before.
  expect(await client.getGlobalLongShortAccountRatio({ symbol, period: '1h' })).toEqual([all]);
  const top = { ...all, longAccount: '0.3333', shortAccount: '0.6667', longShortRatio: '0.5000' };
  expect(await client.getTopTradersLongShortAccountRatio({ symbol, period: '1h' })).toEqual([top]);
  const byLots = { ...all, longAccount: '0.4285', shortAccount: '0.5715', longShortRatio: '0.7500' };
  expect(await client.getTopTradersLongShortPositionRatio({ symbol, period: '1h' })).toEqual([byLots]);
  expect(await client.getGlobalLongShortAccountRatio({ symbol: 'ETHUSDT', period: '5m' })).toEqual([]);
  await expect(client.getGlobalLongShortAccountRatio({ symbol: 'NOPEUSDT', period: '5m' })).rejects.toMatchObject({ code: -1121 });
  const bot = await exchange.ccxt(undefined);
  await bot.loadMarkets();
  const told = await bot.fetchLongShortRatioHistory('BTC/USDT:USDT', '5m');
  expect(told.map(({ timestamp, longShortRatio }) => [timestamp, longShortRatio])).toEqual([
    [at - 300_000, 0.3333],
    [at, 1.5],
  ]);
  await bot.close();
  // The exchange itself counts every five minutes; one member is not many.
  const market = { symbol, side: 'BUY', type: 'MARKET', quantity: '0.05' };
  await exchange.signed(keys, 'POST', '/fapi/v1/order', market, { timestamp: clock.now() });
  const counted = await context.engine.query<SymbolSides[]>(1, 'sides', 1000);
  expect(counted.find((one) => one.symbol === 0)?.all).toMatchObject({ long: 1 });
  await note(at + FIVE_MINUTES, counted);
  const kept = await context.pool.query('SELECT at_ms, symbol FROM bots_side_sample ORDER BY at_ms');
  expect(kept.rows.map(({ at_ms: when }) => when)).toEqual([at - 3_600_000, at - 300_000, at]);
  await exchange.signed(keys, 'POST', '/fapi/v1/order', { ...market, side: 'SELL', reduceOnly: 'true' }, { timestamp: clock.now() });
});

test('what takers bought and sold is told of whole periods', async () => {
  const client = new USDMClient({ baseUrl: `http://127.0.0.1:${exchange.port}` });
  const { pool, services } = exchange.server.context;
  const taken = () => services.use(marketReader).taken('BINANCE:BTCUSDT') as { bought: string; sold: string };
  const begin = toNextMoment();
  await pause(200);
  const [since, trade] = [taken(), (one: { bought: string; sold: string }) => Number(one.bought) + Number(one.sold)];
  await eventually(taken, (now) => Number(now.bought) > Number(since.bought) && Number(now.sold) > Number(since.sold));
  toNextMoment();
  const volume = () => client.getTakerBuySellVolume({ symbol, period: '5m' });
  const [row] = await eventually(volume, (list) => list.some((one: Taken) => one.timestamp === begin)).then((list) => list.slice(-1));
  expect(Number(row.buyVol) + Number(row.sellVol)).toBeGreaterThan(0);
  expect(Number(row.buyVol) + Number(row.sellVol)).toBeLessThanOrEqual(trade(taken()));
  expect(Number(row.buySellRatio)).toBeCloseTo(Number(row.buyVol) / Number(row.sellVol), 3);

  const hour = Math.floor(clock.now() / 3_600_000 - 2) * 3_600_000;
  const put = (at: number, bought: number, sold: number) =>
    pool.query("INSERT INTO bots_taken_sample VALUES ('BINANCE:BTCUSDT', $1, $2, $3)", [at, bought, sold]);
  for (const [i, sold] of [0.5, 0, 1.5].entries()) await put(hour + i * FIVE_MINUTES, 1.25, sold);
  // Of the next quarter one part is missing.
  for (const i of [3, 5]) await put(hour + i * FIVE_MINUTES, 1, 1);
  const span = { symbol, startTime: hour, endTime: hour + 3_599_999 };
  expect(await client.getTakerBuySellVolume({ ...span, period: '15m' })).toEqual([
    { buySellRatio: '1.8750', buyVol: '3.75', sellVol: '2.0', timestamp: hour },
  ]);
  expect(await client.getTakerBuySellVolume({ ...span, period: '1h' })).toEqual([]);
  // Where nothing was sold there is no ratio.
  expect((await client.getTakerBuySellVolume({ ...span, period: '5m', limit: 2 })).map((one: Taken) => one.timestamp)).toEqual([hour]);
});

test('hours of what closes, the fund, and the risk of being deleveraged', async () => {
  const client = new USDMClient({ baseUrl: `http://127.0.0.1:${exchange.port}` });
  const { marketSchedules, updateTime } = await client.getTradingSchedule();
  const sessions = marketSchedules.COMMODITY?.sessions ?? [];
  expect(sessions.length).toBeGreaterThan(4);
  sessions.slice(1).forEach((one, i) => expect(one.startTime).toBe(sessions[i].endTime));
  expect(new Set(sessions.map(({ type }) => type))).toEqual(new Set(['REGULAR', 'NO_TRADING']));
  const typeAt = (time: number) => sessions.find(({ startTime, endTime }) => startTime <= time && time < endTime)?.type;
  // Noon in Seoul, of every day told of: closed on Sundays and, but for holidays, open on Wednesdays; always closed between 06:00 and 08:00.
  const noons = Array.from({ length: 7 }, (_, i) => Math.floor(updateTime / DAY_MS) * DAY_MS + (i - 1) * DAY_MS + 3 * 3_600_000);
  for (const noon of noons) {
    if (new Date(noon).getUTCDay() === 0) expect(typeAt(noon)).toBe('NO_TRADING');
    expect(typeAt(noon - 5 * 3_600_000) ?? 'NO_TRADING').toBe('NO_TRADING');
  }
  expect(noons.map(typeAt)).toContain('REGULAR');
  const fund = await client.getInsuranceFundBalance({ symbol });
  expect(fund).toMatchObject({ assets: [{ asset: 'USDT', marginBalance: expect.stringMatching(/^-?\d+\.\d{6}$/) }] });
  expect(await client.getInsuranceFundBalance()).toMatchObject([{ symbols: expect.arrayContaining([symbol]) }]);
  expect(await client.getSymbolAdlRisk({ symbol })).toMatchObject({ symbol, adlRisk: 'LOW' });
  expect((await client.getSymbolAdlRisk()).length).toBeGreaterThan(20);
  const bot = await exchange.ccxt(undefined);
  await bot.loadMarkets();
  expect(await bot.fetchADLRank('BTC/USDT:USDT')).toMatchObject({ symbol: 'BTC/USDT:USDT', rating: 'low' });
  await bot.close();
});
