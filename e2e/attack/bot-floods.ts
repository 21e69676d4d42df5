// Bots that flood: requests, orders, wrong tries, sockets and subscriptions, each ended by its own limit.
import { expect, test } from 'vitest';
import { type BotsExchange, eventually, type Keys, type RawAnswer } from '../../apps/server/testing/bots.ts';
import type { StoppableClock } from '../../apps/server/testing/stoppable-clock.ts';
import { from, type Listened, listen } from './bot-sockets.ts';

const ORDER = '/fapi/v1/order';
const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };

/** Tests against the caller's server; the clock is the server's. */
export function floodTests(exchange: () => BotsExchange, keys: () => Keys, clock: StoppableClock): void {
  test('sockets: a flood of requests is cut, an unknown stream refused, junk answered', async () => {
    const { events, closed, ws } = await listen(exchange().port, '/ws');
    ws.send('not json');
    ws.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['nope@depth'], id: 1 }));
    ws.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['btcusdt@bookTicker'], id: 2 }));
    await eventually(
      () => events,
      (list) => list.some((event) => event.e === 'bookTicker'),
    );
    expect(events.find((event) => event.id === 1)).toMatchObject({ error: { code: 2 } });
    expect(events.find((event) => event.id === 2)).toEqual({ result: null, id: 2 });
    for (let i = 0; i < 100; i++) ws.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id: i }));
    expect(await closed).toBe(1008);
  });

  test('a stream has one name: variants of it are no streams, so nothing is told a thousand times over', async () => {
    const { ws, events } = await listen(exchange().port, '/ws');
    const variants = [
      'BTCUSDT@aggTrade',
      'btcusdt@aggTrade@100ms',
      'btcusdt@depth@101ms',
      'btcusdt@depth@100ms@100ms',
      '!ticker@arr@1s',
      'btcusdt@',
      // What every object has is no stream either: opened as one, it would end the process.
      'constructor',
      'toString',
      '__proto__',
      '__defineGetter__',
    ];
    variants.forEach((name, id) => ws.send(JSON.stringify({ method: 'SUBSCRIBE', params: [name], id })));
    await eventually(
      () => events.filter((event) => event.error?.code === 2),
      (list) => list.length === variants.length,
    );
    ws.close();
  });

  test('an address has so many streams, over all its sockets, and so many sockets; another has its own', async () => {
    const { body } = await exchange().call('GET', '/fapi/v1/exchangeInfo');
    const listed = (body as unknown as { symbols: { symbol: string }[] }).symbols;
    const quiet = ['!forceOrder@arr', ...listed.map(({ symbol }) => `${symbol.toLowerCase()}@forceOrder`)];
    const sockets: Listened[] = [];
    const all = `/ws/${quiet.join('/')}`;
    while (sockets.length < 2048 / quiet.length - 1) sockets.push(await listen(exchange().port, all, 'localhost', '127.0.0.7'));
    const beyond = await listen(exchange().port, all, 'localhost', '127.0.0.7');
    expect(await beyond.closed).toBe(1008);
    while (sockets.length < 100) sockets.push(await listen(exchange().port, '/ws', 'localhost', '127.0.0.7'));
    expect(await (await listen(exchange().port, '/ws', 'localhost', '127.0.0.7')).closed).toBe(1008);
    const other = await listen(exchange().port, all, 'localhost', '127.0.0.6');
    other.ws.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id: 1 }));
    await eventually(
      () => other.events,
      (list) => list[0]?.result?.length === quiet.length,
    );
    // What was given back may be had again.
    sockets.forEach(({ ws }) => ws.close());
    await Promise.all(sockets.map(({ closed }) => closed));
    const again = await listen(exchange().port, all, 'localhost', '127.0.0.7');
    again.ws.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id: 1 }));
    await eventually(
      () => again.events,
      (list) => list[0]?.result?.length === quiet.length,
    );
    for (const { ws } of [other, again]) ws.close();
  });

  /** Limits count in windows of the clock: while it stands still, a slow machine meets them like a fast one. */
  async function withinOneMoment(run: (now: number) => Promise<void>): Promise<void> {
    try {
      await run(clock.stop());
    } finally {
      clock.go();
    }
  }

  test('orders beyond the member’s count are 429 with Retry-After', () =>
    withinOneMoment(async (timestamp) => {
      const batchOrders = JSON.stringify(Array.from({ length: 5 }, () => ({ ...market, quantity: '0' })));
      let last: RawAnswer | undefined;
      // 300 orders in ten seconds are allowed; those of the tests before may count too.
      for (let i = 0; i <= 60 && last?.status !== 429; i++)
        last = await exchange().signed(keys(), 'POST', '/fapi/v1/batchOrders', { batchOrders }, { timestamp });
      expect(last && refused(last)).toEqual([429, -1015]);
      const seconds = Number(last?.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(10);
    }));

  test('an address that floods gets 429, then 418; another goes on', () =>
    withinOneMoment(async () => {
      const heavy = '/fapi/v1/depth?symbol=BTCUSDT&limit=1000';
      const statuses: number[] = [];
      let retry = 0;
      // 20 a call: 120 calls fill a minute's 2,400.
      while (statuses.length < 200 && statuses.at(-1) !== 418) {
        const answer = await from(exchange().port, '127.0.0.9', heavy);
        statuses.push(answer.status);
        if (answer.status !== 200) retry = Number(answer.headers['retry-after']);
      }
      const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
      expect([count(200), count(429), count(418)]).toEqual([120, 50, 1]);
      expect(retry).toBeGreaterThan(60);
      expect((await from(exchange().port, '127.0.0.9', '/fapi/v1/ping')).status).toBe(418);
      // Nor does it get a socket.
      expect(await (await listen(exchange().port, '/ws', 'localhost', '127.0.0.9')).closed).toBe(1008);
      expect((await exchange().call('GET', '/fapi/v1/ping')).status).toBe(200);
    }));

  test('wrong orders, which weigh nothing when they are right, end in 429 as well', () =>
    withinOneMoment(async () => {
      for (let i = 0; i < 119; i++) await from(exchange().port, '127.0.0.5', '/fapi/v1/depth?symbol=BTCUSDT&limit=1000');
      const statuses: number[] = [];
      for (let i = 0; i < 22; i++)
        statuses.push((await from(exchange().port, '127.0.0.5', `${ORDER}?symbol=BTCUSDT&side=BUY`, 'POST')).status);
      // 2,380 of 2,400 are used: twenty tries are left.
      expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
    }));
}

const refused = (answer: { status: number; body: { code?: unknown } }) => [answer.status, answer.body.code];
