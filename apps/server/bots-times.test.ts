// What only waiting would show of the bots' sockets: the ping, a connection's day, a listen key's hour, told to clients we did not write.
import { DAY_MS, HOUR_MS } from '@maru/kit/contract/calendar.ts';
import { WebsocketClient } from 'binance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type BotsExchange, type Ccxt, eventually, type Keys, openOwnStream, pause, startBots } from './testing/bots.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
/** Without pings, where the clock leaps by hours: whoever leaps over two of them has answered neither. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;
const clock = stoppableClock();
let exchange: BotsExchange;
let keys: Keys;

async function begin(pingMs: number): Promise<void> {
  exchange = await startBots({}, clock, { pingMs, socketLookMs: 20, listenLookMs: 50 });
  keys = await exchange.keys('demo1');
}

interface Watched {
  ws: WebSocket;
  pings: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- events of many shapes
  events: any[];
  closed: Promise<number>;
}
async function watch(path: string, autoPong = true): Promise<Watched> {
  const ws = new WebSocket(`ws://127.0.0.1:${exchange.port}${path}`, { headers: { host: 'localhost' }, autoPong });
  const watched: Watched = { ws, pings: 0, events: [], closed: new Promise((resolve) => ws.on('close', resolve)) };
  ws.on('ping', () => watched.pings++);
  ws.on('message', (data) => watched.events.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => ws.on('open', resolve).on('error', reject));
  return watched;
}
/** What was sent on the socket before has been read on the other side. */
async function settled({ ws, events }: Watched): Promise<void> {
  const id = events.length + 1_000_000;
  ws.send(JSON.stringify({ id, method: 'LIST_SUBSCRIPTIONS' }));
  await eventually(
    () => events.some((event) => event.id === id),
    (isThere) => isThere,
  );
}
/** Good for a minute: after a leap of the clock the server may have much to do first. */
const stamped = () => ({ timestamp: clock.now(), recvWindow: 60_000 });
const place = (side = 'BUY') =>
  exchange.signed(keys, 'POST', '/fapi/v1/order', { ...market, side, ...(side === 'SELL' ? { reduceOnly: 'true' } : {}) }, stamped());

describe('the ping', () => {
  beforeAll(() => begin(60_000));
  afterAll(() => exchange?.stop());

  test('every socket is pinged each minute; who answers stays, who does not is cut at the next', async () => {
    const answering = [await watch('/ws/btcusdt@aggTrade'), await watch('/ws-fapi/v1')];
    const mute = [await watch('/stream?streams=btcusdt@aggTrade', false), await watch('/ws-fapi/v1', false)];
    const all = [...answering, ...mute];
    for (let minute = 1; minute <= 3; minute++) {
      clock.skip(60_000);
      await eventually(
        () => answering.map(({ pings }) => pings),
        (pings) => Math.min(...pings) >= minute,
      );
      await Promise.all(answering.map(settled));
      if (minute === 1) expect(all.map(({ ws }) => ws.readyState)).toEqual(all.map(() => WebSocket.OPEN));
    }
    await Promise.all(mute.map(({ closed }) => closed));
    expect(mute.map(({ pings }) => pings)).toEqual([1, 1]);
    expect(answering.map(({ ws, pings }) => [ws.readyState, pings])).toEqual(answering.map(() => [WebSocket.OPEN, 3]));
    for (const { ws } of answering) ws.close();
  });
});

describe('ends', () => {
  beforeAll(() => begin(NEVER_MS));
  afterAll(() => exchange?.stop());

  test('a listen key lives an hour from the last time it was asked for; then its stream hears that it is over, and ends', async () => {
    const { listenKey } = (await exchange.signed(keys, 'POST', '/fapi/v1/listenKey')).body;
    const stream = await watch(`/private/ws?listenKey=${listenKey}`);
    // Minutes before its end, and again where the server has too much to do after a leap: a slow machine comes in time.
    clock.skip(HOUR_MS - 600_000);
    const kept = async () => (await exchange.signed(keys, 'PUT', '/fapi/v1/listenKey')).body;
    expect(await eventually(kept, ({ code }) => code !== -1001)).toEqual({ listenKey });
    clock.skip(HOUR_MS - 600_000);
    await eventually(
      () => place(),
      ({ body }) => body.code === undefined,
    );
    await eventually(
      () => stream.events,
      (list) => list.some((event) => event.e === 'ORDER_TRADE_UPDATE'),
    );
    clock.skip(601_000);
    expect(await stream.closed).toBe(1000);
    expect(stream.events.at(-1)).toMatchObject({ e: 'listenKeyExpired', listenKey });
    expect((await exchange.signed(keys, 'PUT', '/fapi/v1/listenKey')).body).toMatchObject({ code: -1125 });
    const again = (await exchange.signed(keys, 'POST', '/fapi/v1/listenKey')).body.listenKey;
    expect(again).not.toBe(listenKey);
    await place('SELL');
  });

  test('`binance` opens its stream anew when its key has expired, and goes on hearing', async () => {
    const options = { api_key: keys.apiKey, api_secret: keys.secret, beautify: false, wsUrl: `ws://127.0.0.1:${exchange.port}` };
    const quiet = { trace() {}, info() {}, error() {} };
    const socket = new WebsocketClient({ ...options, restOptions: { baseUrl: `http://127.0.0.1:${exchange.port}` } }, quiet);
    // oxlint-disable-next-line typescript/no-explicit-any -- events of many shapes
    const events: any[] = [];
    socket.on('message', (event) => events.push(event));
    await openOwnStream(socket);
    clock.skip(HOUR_MS + 1000);
    await eventually(
      () => events.length,
      () => events.some((event) => event.e === 'listenKeyExpired'),
    );
    // Its own machine's clock is behind by now; what it asks for next needs a key alone.
    const heard = async () => {
      await place();
      await place('SELL');
      return events.some((event) => event.e === 'ORDER_TRADE_UPDATE');
    };
    await eventually(heard, (isHeard) => isHeard);
    socket.closeAll(true);
  });

  test('a stream ends when its key is revoked, by whichever process', async () => {
    const other = await exchange.keys('demo2');
    const { listenKey } = (await exchange.signed(other, 'POST', '/fapi/v1/listenKey')).body;
    const stream = await watch(`/private/ws?listenKey=${listenKey}`);
    await exchange.server.context.pool.query(
      `UPDATE bots_api_key SET revoked_at = now() WHERE member_id IN (SELECT id FROM account_member WHERE username = 'demo2')`,
    );
    expect(await stream.closed).toBe(1000);
    expect(stream.events.at(-1)).toMatchObject({ e: 'listenKeyExpired', listenKey });
  });

  test('a connection ends after a day, whatever it is for; one opened later stays', async () => {
    const [stream, trading] = [await watch('/ws/btcusdt@bookTicker'), await watch('/ws-fapi/v1')];
    clock.skip(DAY_MS - 60_000);
    const later = await watch('/ws/btcusdt@bookTicker');
    await pause(200);
    expect([stream.ws.readyState, trading.ws.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    clock.skip(61_000);
    expect(await Promise.all([stream.closed, trading.closed])).toEqual([1001, 1001]);
    await settled(later);
    expect(later.ws.readyState).toBe(WebSocket.OPEN);
    later.ws.close();
  });

  test('ccxt goes on watching over the end of its connection', async () => {
    const bot: Ccxt = await exchange.ccxt(undefined);
    await bot.loadMarkets();
    expect((await bot.watchTicker('BTC/USDT:USDT')).last).toBeGreaterThan(0);
    clock.skip(DAY_MS + 1000);
    const told: boolean[] = [];
    const watchOne = () => bot.watchTicker('BTC/USDT:USDT').then(yes, no);
    while (told.at(-1) !== false && told.length < 200) told.push(await watchOne());
    // It says once that the socket was closed, and opens another when it is asked again.
    expect(told.at(-1)).toBe(false);
    expect([await watchOne(), await watchOne(), await watchOne()]).toEqual([true, true, true]);
    await bot.close();
  });
});

const yes = () => true;
const no = () => false;
