// The market through the whole server: recorded prices on calls and topics, candles by page, and the counterparty's ladder met by a member's order.
import { readFile } from 'node:fs/promises';
import { connectStomp, type TestClient } from '@maru/kit/server/testing/stomp.ts';
import { marketService } from '@maru/market/server/market-service.ts';
import type { ReplayFeed } from '@maru/market/server/replay-feed.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpExchange } from './testing/http-exchange.ts';
import { startTestServer, type TestServer } from './testing/harness.ts';

const bitcoin = 'BINANCE:BTCUSDT';
let server: TestServer;
let guest: TestClient;
const port = () => Number(new URL(server.url).port);
const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  httpExchange(port(), method, path, body === undefined ? undefined : JSON.stringify(body), { host: 'localhost', ...headers });
const get = (path: string) => call('GET', path);
const data = async (path: string) => (await get(path)).body.data;
const raw = () => data(`/api/stock/raw_data?symbol=${bitcoin}`);

async function eventually(holds: () => Promise<boolean> | boolean, limitMs = 60_000): Promise<void> {
  for (const end = Date.now() + limitMs; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (Date.now() > end) throw new Error(`did not come true in ${limitMs} ms: ${holds}`);
  }
}

const replay = () => server.context.services.use(marketService).hub.feeds[0] as ReplayFeed;

async function login(username: string): Promise<Record<string, string>> {
  const { body } = await call('POST', '/api/login', { username, password: 'demo1234' });
  return { authorization: `Bearer ${body.data.accessToken}` };
}

async function journalRows(): Promise<Map<number, number>> {
  const { rows } = await server.context.pool.query('SELECT site, count(*)::int AS n FROM journal GROUP BY site');
  return new Map(rows.map((row) => [Number(row.site), row.n]));
}

beforeAll(async () => {
  server = await startTestServer({ hasWholePast: true });
  guest = await connectStomp(port(), {});
  await eventually(async () => (await raw()).ticker.feed === 'live');
});
afterAll(async () => {
  await guest?.end();
  await server?.close();
});

describe('calls', () => {
  test('exchange rates: coins at the last price of the market, both ways', async () => {
    const { last } = (await raw()).ticker;
    const { rates } = await data('/api/dnw/get_exchange_rate_map?base=BTC');
    expect(Math.abs(Number(rates.USDT) / Number(last) - 1)).toBeLessThan(0.01);
    expect(Number(rates.KRW) / Number(rates.USDT)).toBeCloseTo(1382, 3);
    expect(Number(rates.ETH)).toBeGreaterThan(5);
    // Every coin of the site, won and token: each once, and each worth something.
    expect(Object.keys(rates).toSorted()).toEqual(['BKT', 'BTC', 'DOGE', 'EOS', 'ETH', 'KRW', 'TRON', 'USDT', 'XRP']);
    for (const rate of Object.values(rates)) expect(Number(rate)).toBeGreaterThan(0);
    // The coin is called as its wallet is, on the wire everywhere.
    expect([Number(rates.TRON) > 1000, rates.TRX]).toEqual([true, undefined]);
    const back = await data('/api/dnw/get_exchange_rate?base=USDT&counter=BTC');
    expect(Number(back.rate) * Number(rates.USDT)).toBeCloseTo(1, 2);
  });

  test('raw_data: ticker, 20 levels a side and recent trades of the recorded market', async () => {
    const { ticker, depth, trades } = await raw();
    expect(ticker).toMatchObject({ symbol: bitcoin, source: 'replay', feed: 'live' });
    expect(Number(ticker.last)).toBeGreaterThan(55_000);
    expect(Math.abs(Number(ticker.mark) / Number(ticker.last) - 1)).toBeLessThan(0.005);
    expect([depth.bids.length, depth.asks.length]).toEqual([20, 20]);
    expect(Number(depth.bids[0][0])).toBeLessThan(Number(depth.asks[0][0]));
    expect(trades.length).toBeGreaterThan(0);
    expect(trades.map(({ id }: { id: number }) => id)).toEqual([...trades].map(({ id }: { id: number }) => id).sort((a, b) => a - b));
  });

  test('chart has its thousand candles on the first call, and chart_page goes back without gap or double', async () => {
    const newest = await data(`/api/stock/chart?symbol=${bitcoin}&interval=1m&limit=300`);
    expect(newest).toHaveLength(300);
    const times: number[] = newest.map(([openAt]: [number]) => openAt);
    for (let more = true; more; ) {
      const page = await data(`/api/stock/chart_page?symbol=${bitcoin}&interval=1m&before=${times[0]}&limit=350`);
      times.unshift(...page.candles.map(([openAt]: [number]) => openAt));
      more = page.more;
    }
    expect(times.length).toBeGreaterThanOrEqual(1000);
    for (const [i, openAt] of times.slice(1).entries()) expect(openAt - times[i]).toBe(60_000);
    expect(newest.at(-1)[7] === 0 || newest.at(-1)[7] === 1).toBe(true);
    expect(newest[0][7]).toBe(1);
  });

  test('funding_rate of a fresh installation: the made-up past, marked, page by page, and the running interval within its bounds', async () => {
    const first = await data(`/api/stock/funding_rate?symbol=${bitcoin}&limit=60`);
    expect(first.rates).toHaveLength(60);
    const second = await data(`/api/stock/funding_rate?symbol=${bitcoin}&limit=60&cursor=${first.next}`);
    const times: number[] = [...first.rates, ...second.rates].map(({ time }: { time: number }) => time);
    for (const [i, time] of times.slice(1).entries()) expect(times[i] - time).toBe(8 * 3_600_000);
    expect(first.rates.every(({ isSimulated, mark }: { isSimulated: boolean; mark: string }) => isSimulated && Number(mark) > 0)).toBe(
      true,
    );
    const { rate, cap, floor, nextFundingAt, intervalHours, interestRate } = first.current;
    expect([cap, floor, interestRate, intervalHours]).toEqual(['0.00300000', '-0.00300000', '0.00010000', 8]);
    expect(Math.abs(Number(rate))).toBeLessThanOrEqual(Number(cap));
    expect(nextFundingAt % (8 * 3_600_000)).toBe(0);
    for (const wrong of ['limit=0', 'limit=1001', 'cursor=x', 'order=UP']) {
      expect([wrong, (await get(`/api/stock/funding_rate?symbol=${bitcoin}&${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  test('candles of mark, index and premium: as many and at the same times as those of the last price', async () => {
    // Another candle may begin between two of the calls: only those that were closed before the first are compared.
    const began = Math.floor(server.context.clock.now() / 300_000) * 300_000;
    const times = (candles: [number][]) =>
      candles
        .map(([openAt]) => openAt)
        .filter((openAt) => openAt < began)
        .slice(-800);
    const whole = times(await data(`/api/stock/chart?symbol=${bitcoin}&interval=5m&limit=900`));
    const { ticker } = await raw();
    for (const [priceType, near] of [
      ['MARK', Number(ticker.mark)],
      ['INDEX', Number(ticker.index)],
      ['PREMIUM', 0],
    ] as const) {
      const newest = await data(`/api/stock/chart?symbol=${bitcoin}&interval=5m&limit=300&priceType=${priceType}`);
      const page = await data(
        `/api/stock/chart_page?symbol=${bitcoin}&interval=5m&before=${newest[0][0]}&limit=600&priceType=${priceType}`,
      );
      expect(times([...page.candles, ...newest]), priceType).toEqual(whole);
      for (const [, open, high, low, close, volume, quote] of newest) {
        expect(Number(high), priceType).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
        expect(Number(low), priceType).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
        expect([Number(volume), Number(quote)]).toEqual([0, 0]);
      }
      const close = Number(newest.at(-1)[4]);
      expect(near === 0 ? Math.abs(close) : Math.abs(close / near - 1), priceType).toBeLessThan(0.005);
      expect(page.candles[0][7]).toBe(1);
    }
    // From a beginning on: the very first, and on from there across the border of what was made up.
    for (const priceType of ['LAST', 'MARK', 'PREMIUM']) {
      const path = `/api/stock/chart_page?symbol=${bitcoin}&interval=5m&priceType=${priceType}&before=99999999999999`;
      const first = await data(`${path}&from=0&limit=400`);
      const rest = await data(`${path}&from=${first.candles.at(-1)[0] + 1}&limit=1000`);
      expect(times([...first.candles, ...rest.candles]), priceType).toEqual(whole);
      expect([first.more, rest.more], priceType).toEqual([true, false]);
    }
    expect((await get(`/api/stock/chart?symbol=${bitcoin}&interval=5m&priceType=BOTH`)).status).toBe(400);
  });

  test('statistics of every listed symbol with a sparkline of 48 points', async () => {
    const all = await data('/api/stock/trade/ticker_statistics');
    expect(all).toHaveLength(30);
    for (const { symbol, sparkline, high, low, last } of all) {
      expect(sparkline, symbol).toHaveLength(48);
      expect(Number(high), symbol).toBeGreaterThanOrEqual(Number(last));
      expect(Number(low), symbol).toBeLessThanOrEqual(Number(last));
    }
    expect(Object.keys(await data('/api/public/stock/last_price'))).toHaveLength(30);
    expect(await data('/api/stock/key_value?key=feed')).toEqual({ key: 'feed', value: 'replay' });
  });

  test('a symbol that the site does not list, and one that nobody knows, do not exist', async () => {
    for (const path of ['chart?interval=1m&', 'raw_data?', 'last_price?', 'trade/ticker_statistics?', 'chart_page?interval=1m&before=5&']) {
      const { status, body } = await get(`/api/stock/${path}symbol=BINANCE:NOSUCH`);
      expect([path, status, body.code]).toEqual([path, 404, 'SYMBOL_NOT_LISTED']);
    }
    expect((await get(`/api/stock/chart?symbol=${bitcoin}&interval=2m`)).status).toBe(400);
    expect((await get(`/api/stock/chart?symbol=${bitcoin}&interval=1m&limit=0`)).status).toBe(400);
    expect((await get(`/api/stock/chart_page?symbol=${bitcoin}&interval=1m&before=-1`)).status).toBe(400);
  });
});

describe('topics', () => {
  test('ticker, depth, trades, kline and tickers come to a guest; a depth message is at most 1 KB', async () => {
    const heard = ['ticker', 'depth', 'trades', 'kline/1m', 'kline/1m/MARK', 'kline/1h/INDEX'].map((what) =>
      guest.subscribe(`/topic/stock/${bitcoin}/${what}`),
    );
    const short = guest.subscribe('/topic/stock/all/tickers');
    await eventually(() => [...heard, short].every((messages) => messages.length >= 3));
    expect(heard[1][0].body).toMatchObject({ symbol: bitcoin });
    const row = (short[0].body as unknown[][]).find(([symbol]) => symbol === bitcoin);
    expect(row).toEqual([bitcoin, ...Array.from({ length: 3 }, () => expect.any(String)), expect.any(Number), 'live', 0]);
    for (const body of heard[1].slice(0, 5)) expect(JSON.stringify(body.body).length).toBeLessThanOrEqual(1024);
  });
});

describe('the counterparty', () => {
  test('an idle site writes no row while the market runs', async () => {
    const before = await journalRows();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await journalRows()).toEqual(before);
  });

  test('a market order meets the depth that is shown, and its fill is on the site’s tape', async () => {
    const headers = await login('demo1');
    const { ticker } = await raw();
    const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
    const { status, body } = await call('POST', '/api/futures/order', order, headers);
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body.data.order.status).toBe('FILLED');
    expect(Math.abs(Number(body.data.fills[0].price) - Number(ticker.ask))).toBeLessThan(500);
    await eventually(async () =>
      (await raw()).trades.some((t: { price: string; quantity: string; side: string }) => t.quantity === '0.01' && t.side === 'B'),
    );
    await eventually(async () => Number((await raw()).ticker.openInterest) === 0.01);
  });

  test('a resting order stands in its own site’s depth, the other site does not see it', async () => {
    const headers = await login('demo2');
    const { ticker } = await raw();
    const price = (Math.floor(Number(ticker.bid)) - 0.37).toFixed(2);
    const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', price, quantity: '0.017' };
    const { body } = await call('POST', '/api/futures/order', order, headers);
    if (body.data?.order.status === 'NEW') {
      const isShown = async () => (await raw()).depth.bids.some(([level]: [string]) => level === price);
      const isOpen = async () =>
        ((await call('GET', '/api/futures/history/open_order', undefined, headers)).body.data as { id: number }[]).some(
          ({ id }) => id === body.data.order.id,
        );
      // The market goes on: it may take the order first.
      await eventually(async () => (await isShown()) || !(await isOpen()));
      const other = await httpExchange(port(), 'GET', `/api/stock/raw_data?symbol=${bitcoin}`, undefined, { host: 'hanok.localhost' });
      expect(other.body.data.depth.bids.find(([level]: [string]) => level === price)).toBeUndefined();
    } else expect(body.data?.order.status).toBe('FILLED');
  });

  test('with exposure the journal grows by a mark and a ladder a second, no faster', async () => {
    const began = performance.now();
    const rows = async () => (await journalRows()).get(1) ?? 0;
    const before = await rows();
    await eventually(async () => (await rows()) >= before + 6);
    const grown = (await rows()) - before;
    const seconds = (performance.now() - began) / 1000;
    // Twice the two a second, and what a second's start and end may add.
    expect(grown).toBeLessThan(4 + 4 * seconds);
  });

  test('the moving market fills a resting order at its own price, as maker', async () => {
    const headers = await login('demo2');
    const terms = { futuresOptionId: 1, positionSide: 'BOTH', type: 'LIMIT', quantity: '0.005', timeInForce: 'GTX' };
    // A price may be overtaken on its way: a maker's order is then refused and placed anew.
    const place = async (side: 'BUY' | 'SELL'): Promise<number> => {
      for (;;) {
        const { ticker } = await raw();
        const price = (side === 'BUY' ? Number(ticker.bid) - 0.1 : Number(ticker.ask) + 0.1).toFixed(2);
        const { body } = await call('POST', '/api/futures/order', { ...terms, side, price }, headers);
        if (body.code !== 'POST_ONLY_WOULD_TAKE') return body.data.order.orderId as number;
      }
    };
    const placed = await Promise.all([place('BUY'), place('SELL')]);
    const open = async () =>
      (await call('GET', '/api/futures/history/open_order', undefined, headers)).body.data as { content?: { orderId: number }[] };
    const resting = async () => {
      const data = await open();
      const rows = (Array.isArray(data) ? data : (data.content ?? [])) as { orderId: number }[];
      return placed.filter((id) => rows.some((row) => row.orderId === id));
    };
    // The recording has quiet half minutes; faster than life a slow machine would never catch up with it.
    await eventually(async () => (await resting()).length < 2, 240_000);
    await call('POST', '/api/futures/order/cancel_all', {}, headers);
  });

  test('3 s without news refuse new exposure and let it be reduced, 10 s halt, news open again', async () => {
    const headers = await login('demo1');
    const feed = replay();
    const order = (side: string, more = {}) =>
      call(
        'POST',
        '/api/futures/order',
        { futuresOptionId: 1, side, positionSide: 'BOTH', type: 'MARKET', quantity: '0.002', ...more },
        headers,
      );
    feed.pause();
    await eventually(async () => (await raw()).ticker.feed === 'stale');
    // A slow machine is told the next step.
    expect(['PRICE_STALE', 'TRADING_HALTED']).toContain((await order('BUY')).body.code);
    await eventually(async () => (await raw()).ticker.feed === 'halted');
    expect((await order('BUY')).body.code).toBe('TRADING_HALTED');
    feed.resume();
    await eventually(async () => (await raw()).ticker.feed === 'live');
    await eventually(async () => (await raw()).depth.asks.length === 20);
    expect((await order('BUY')).body.data.order.status).toBe('FILLED');
  });

  test('a crash later the price goes on without a jump and the candles are there', async () => {
    // Open interest on the ticker follows positions within two seconds.
    const { long } = await server.engines.query<{ long: number }>(1, 'openInterest', 0);
    await eventually(async () => Number((await raw()).ticker.openInterest) * 1000 === long);
    const before = (await raw()).ticker;
    await guest.end();
    await server.restart({ crash: true });
    guest = await connectStomp(port(), {});
    await eventually(async () => (await raw()).ticker.feed === 'live');
    const after = (await raw()).ticker;
    expect(Math.abs(Number(after.last) / Number(before.last) - 1)).toBeLessThan(0.003);
    await eventually(async () => (await raw()).ticker.openInterest === before.openInterest);
    expect(await data(`/api/stock/chart?symbol=${bitcoin}&interval=1h&limit=50`)).toHaveLength(50);
  });
});

test('every figure of /metrics stands in the guide, and every one of the guide is told', async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const told = [...text.matchAll(/^# TYPE (maru_\w+) /gm)].map((match) => match[1]);
  const guide = await readFile(new URL('../../docs/guides/production.md', import.meta.url), 'utf8');
  const named = [...guide.replaceAll('`…_commands`', '`maru_projection_lag_commands`').matchAll(/`(maru_\w+)/g)].map((match) => match[1]);
  const others = ['maru_loop_delay_p50_ms'];
  expect(told.filter((name) => !named.includes(name) && !others.includes(name))).toEqual([]);
  expect(named.filter((name) => !told.includes(name))).toEqual([]);
});
