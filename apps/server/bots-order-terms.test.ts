// Orders good till a date, and orders whose price the book gives: by clients we did not write, over the end of the date, and over a crash.
import { openOrderTerms } from '@maru/bots/server/order-terms.ts';
import { TermRows } from '@maru/bots/server/term-rows.ts';
import { type FuturesArchive, futuresArchive, type FuturesEvent, futuresQueue, type Order } from '@maru/futures/contract.ts';
import type { ServiceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineUnavailable } from '@maru/kit/server/engine-port.ts';
import { USDMClient } from 'binance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../e2e/attack/bot-sockets.ts';
import { type BotsExchange, type Ccxt, eventually, type Keys, pause, startBots } from './testing/bots.ts';
import { besideBooks, meets } from './testing/beside-books.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const symbol = 'BTCUSDT';
const ORDER = '/fapi/v1/order';
const clock = stoppableClock();
let exchange: BotsExchange;
let keys: Keys;
let client: USDMClient;
let bot: Ccxt;

beforeAll(async () => {
  exchange = await startBots({}, clock, { goodTillLookMs: 50 });
  keys = await exchange.keys('demo1');
  await connect();
});
afterAll(async () => {
  await bot?.close();
  await exchange?.stop();
});

async function connect(): Promise<void> {
  client = new USDMClient({ api_key: keys.apiKey, api_secret: keys.secret, baseUrl: `http://127.0.0.1:${exchange.port}` });
  bot = await exchange.ccxt(keys);
  await exchange.call('GET', '/fapi/v1/ping');
}
async function priceAt(percent: number): Promise<string> {
  const { body } = await exchange.call('GET', `/fapi/v1/ticker/price?symbol=${symbol}`);
  return (Number((body as unknown as { price: string }).price) * (1 + percent / 100)).toFixed(1);
}
const resting = async (more: object = {}) => ({ symbol, side: 'BUY', type: 'LIMIT', quantity: '0.01', price: await priceAt(-2), ...more });
const inMinutes = (minutes: number) => clock.now() + minutes * 60_000;
// Their own clocks do not move with the server's: by hand, at the server's moment.
const ask = (method: string, path: string, params = {}) => exchange.signed(keys, method, path, params, { timestamp: clock.now() });
const statusOf = async (orderId: number) => (await ask('GET', ORDER, { symbol, orderId })).body.status;
const hasExpired = (orderId: number) =>
  eventually(
    () => statusOf(orderId),
    (status) => status === 'EXPIRED',
  );
/** As the exchange knows it. */
async function ofExchange(account: number, orderId: number): Promise<Order> {
  const { services, sites } = exchange.server.context;
  return (await services.use(futuresArchive).orderById(sites.byId(1) as SiteConfig, account, orderId)) as Order;
}
async function owner(): Promise<{ member: number; account: number }> {
  const { rows } = await exchange.server.context.pool.query(
    "SELECT id, account_no AS account FROM account_member WHERE site_id = 1 AND username = 'demo1'",
  );
  return { member: Number(rows[0].id), account: Number(rows[0].account) };
}
const secondOf = (ms: number) => Math.floor(ms / 1000) * 1000;

describe('price match', () => {
  const matched = (side: string, priceMatch: string) =>
    ask('POST', ORDER, { symbol, side, type: 'LIMIT', timeInForce: 'GTX', quantity: '0.01', priceMatch });

  test.each(['QUEUE', 'QUEUE_5', 'QUEUE_10', 'QUEUE_20'])('%s rests at that level of its own side, and says so', async (priceMatch) => {
    const level = Number(priceMatch.slice(6) || 1) - 1;
    const { books, placed } = await besideBooks(exchange, async () => (await matched('BUY', priceMatch)).body);
    expect(placed).toMatchObject({ status: 'NEW', priceMatch });
    expect(books.map(({ bids }) => Number(bids[level][0]))).toContain(Number(placed.price));
    expect((await ask('GET', ORDER, { symbol, orderId: placed.orderId })).body).toMatchObject({ priceMatch, price: placed.price });
    await ask('DELETE', '/fapi/v1/allOpenOrders', { symbol });
  });

  test('OPPONENT meets the other side at once; both clients, in a batch, and as a change', async () => {
    const limit = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'IOC', quantity: '0.01', priceMatch: 'OPPONENT_5' } as const;
    await meets(exchange, 'asks', async () => {
      const bought = await client.submitNewOrder(limit as never);
      expect(bought).toMatchObject({ priceMatch: 'OPPONENT_5' });
      return { isFilled: bought.status === 'FILLED', price: Number(bought.price) };
    });
    await meets(exchange, 'bids', async () => {
      const sold = await bot.createOrder('BTC/USDT:USDT', 'limit', 'sell', 0.01, undefined, {
        timeInForce: 'IOC',
        priceMatch: 'OPPONENT_5',
      });
      return { isFilled: sold.status === 'closed', price: Number(sold.price) };
    });
    const queued = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', priceMatch: 'QUEUE_20' };
    const [first, second] = await client.submitMultipleOrders([queued, { ...queued, priceMatch: 'NO' }] as never);
    expect([first, second]).toMatchObject([{ priceMatch: 'QUEUE_20', status: 'NEW' }, { code: -5037 }]);
    const { orderId } = first as { orderId: number };
    const changed = { symbol, orderId, side: 'BUY', quantity: '0.02', priceMatch: 'QUEUE_10' } as never;
    expect(await client.modifyOrder(changed)).toMatchObject({ origQty: '0.020', priceMatch: 'QUEUE_20' });
    await client.cancelOrder({ symbol, orderId });
  });

  test('what is not offered is refused in the venue’s numbers', async () => {
    const code = async (more: object) => (await ask('POST', ORDER, { ...(await resting({ timeInForce: 'GTC' })), ...more })).body.code;
    expect(await code({ priceMatch: 'BEST', price: '' })).toBe(-5037);
    expect(await code({ priceMatch: 'QUEUE' })).toBe(-1106);
    expect(await code({ priceMatch: 'QUEUE', price: '', type: 'MARKET' })).toBe(-5038);
    const stop = { algoType: 'CONDITIONAL', type: 'STOP', triggerPrice: await priceAt(5), priceMatch: 'QUEUE' };
    expect((await ask('POST', '/fapi/v1/algoOrder', { symbol, side: 'BUY', quantity: '0.01', ...stop })).body.code).toBe(-4088);
  });
});

describe('good till a date', () => {
  test('the date has its rules', async () => {
    const code = async (more: object) => (await ask('POST', ORDER, { ...(await resting()), ...more })).body.code;
    const gtd = { timeInForce: 'GTD' };
    expect(await code(gtd)).toBe(-1102);
    expect(await code({ ...gtd, goodTillDate: inMinutes(10) - 1 })).toBe(-5040);
    expect(await code({ ...gtd, goodTillDate: 253_402_300_799_000 })).toBe(-5040);
    expect(await code({ ...gtd, goodTillDate: 'soon' })).toBe(-1102);
    expect(await code({ timeInForce: 'GTC', goodTillDate: inMinutes(20) })).toBe(-1106);
    expect(await code({ ...gtd, type: 'MARKET', goodTillDate: inMinutes(20) })).toBe(-1106);
    expect((await ask('GET', '/fapi/v1/openOrders', { symbol })).body).toEqual([]);
  });

  test('an order ends at its date as EXPIRED, and not before; its stream is told', async () => {
    const { listenKey } = (await ask('POST', '/fapi/v1/listenKey')).body;
    const { events, ws } = await listen(exchange.port, `/private/ws?listenKey=${listenKey}`);
    const { member } = await owner();
    const onScreen: FuturesEvent[] = [];
    const hear = (body: unknown) => void onScreen.push(body as FuturesEvent);
    const deaf = exchange.server.context.sockets.tapMember(1, member, futuresQueue.destination, hear);
    const goodTillDate = inMinutes(11);
    const kept = { timeInForce: 'GTD', goodTillDate: secondOf(goodTillDate) };
    const placed = await client.submitNewOrder({ ...(await resting()), timeInForce: 'GTD', goodTillDate } as never);
    expect(placed).toMatchObject({ status: 'NEW', ...kept });
    const { orderId } = placed;
    const byCcxt = await bot.createOrder('BTC/USDT:USDT', 'limit', 'buy', 0.01, Number(await priceAt(-3)), {
      timeInForce: 'GTD',
      goodTillDate,
    });
    expect(byCcxt).toMatchObject({ status: 'open', timeInForce: 'GTD' });
    const stays = (await ask('POST', ORDER, await resting({ timeInForce: 'GTC' }))).body.orderId;
    expect(await client.getOrder({ symbol, orderId })).toMatchObject(kept);
    expect((await client.getAllOpenOrders({ symbol })).find((one) => one.orderId === orderId)).toMatchObject(kept);
    clock.skip(10 * 60_000);
    expect(await statusOf(orderId)).toBe('NEW');
    clock.skip(60_000);
    await hasExpired(orderId);
    await hasExpired(Number(byCcxt.id));
    expect(await statusOf(stays)).toBe('NEW');
    const told = () => events.filter((event) => event.e === 'ORDER_TRADE_UPDATE' && event.o.i === orderId).map((event) => event.o);
    await eventually(told, (list) => list.at(-1)?.X === 'EXPIRED');
    expect(told()).toMatchObject([
      { x: 'NEW', f: 'GTD', gtd: kept.goodTillDate },
      { x: 'EXPIRED', f: 'GTD', gtd: kept.goodTillDate },
    ]);
    const all = (await ask('GET', '/fapi/v1/allOrders', { symbol })).body as { orderId: number }[];
    expect(all.find((one) => one.orderId === orderId)).toMatchObject({ status: 'EXPIRED', ...kept });
    // What its owner's page is told at that moment, and what its history finds under that word.
    const ended = { status: 'EXPIRED', endReason: 'GOOD_TILL_DATE' };
    expect(onScreen.find(({ type, order }) => type === 'ORDER_CANCEL' && order?.id === orderId)?.order).toMatchObject(ended);
    const { body } = await exchange.call('GET', '/api/futures/list?type=order&status=EXPIRED', undefined, await exchange.login('demo1'));
    expect((body.data as { content: Order[] }).content.find(({ id }) => id === orderId)).toMatchObject(ended);
    deaf();
    await ask('DELETE', '/fapi/v1/allOpenOrders', { symbol });
    ws.close();
  });

  test('a conditional order as well; what was filled or cancelled before stays what it was', async () => {
    const goodTillDate = inMinutes(11);
    const stop = {
      algoType: 'CONDITIONAL',
      symbol,
      side: 'BUY',
      type: 'STOP',
      quantity: '0.01',
      price: await priceAt(6),
      timeInForce: 'GTD',
    };
    const { algoId, ...armed } = (await ask('POST', '/fapi/v1/algoOrder', { ...stop, triggerPrice: await priceAt(5), goodTillDate })).body;
    expect(armed).toMatchObject({ algoStatus: 'NEW', timeInForce: 'GTD', goodTillDate: secondOf(goodTillDate) });
    const gtd = { timeInForce: 'GTD', goodTillDate };
    const filled = (await ask('POST', ORDER, await resting({ ...gtd, price: await priceAt(1) }))).body;
    const cancelled = (await ask('POST', ORDER, await resting(gtd))).body.orderId;
    await ask('DELETE', ORDER, { symbol, orderId: cancelled });
    expect(filled.status).toBe('FILLED');
    clock.skip(12 * 60_000);
    await eventually(
      async () => (await ask('GET', '/fapi/v1/algoOrder', { algoId })).body.algoStatus,
      (status) => status === 'EXPIRED',
    );
    expect([await statusOf(filled.orderId), await statusOf(cancelled)]).toEqual(['FILLED', 'CANCELED']);
    // Its owner's own history tells the date from a cancel.
    const { body } = await exchange.call('GET', '/api/futures/list?type=order&size=50', undefined, await exchange.login('demo1'));
    const history = (body.data as { content: { id: number; endReason: string }[] }).content;
    const ends = [algoId, filled.orderId, cancelled].map((id) => history.find((order) => order.id === id)?.endReason);
    expect(ends).toEqual(['GOOD_TILL_DATE', 'FILLED', 'CANCELED_BY_MEMBER']);
    await ask('POST', ORDER, { symbol, side: 'SELL', type: 'MARKET', quantity: '0.01', reduceOnly: 'true' });
  });

  test('more than are cancelled at once, all due at the same second, end together', async () => {
    const many = 30;
    const one = await resting({ timeInForce: 'GTD', goodTillDate: String(inMinutes(11)), price: await priceAt(-4) });
    const batchOrders = JSON.stringify(Array.from({ length: 5 }, () => one));
    const placed: { orderId: number }[] = [];
    for (let i = 0; i < many; i++) placed.push(...(await ask('POST', '/fapi/v1/batchOrders', { batchOrders })).body);
    const ids = new Set(placed.map(({ orderId }) => orderId));
    expect(ids.size).toBe(5 * many);
    clock.skip(12 * 60_000);
    await eventually(
      async () => (await ask('GET', '/fapi/v1/openOrders', { symbol })).body as unknown[],
      (open) => open.length === 0,
    );
    const all = (await ask('GET', '/fapi/v1/allOrders', { symbol, limit: 500 })).body as { orderId: number; status: string }[];
    expect(all.flatMap(({ orderId, status }) => (ids.has(orderId) ? [status] : []))).toEqual([...ids].map(() => 'EXPIRED'));
  });

  test('what is refused leaves nothing behind', async () => {
    const count = async () => (await exchange.server.context.pool.query('SELECT count(*)::int AS n FROM bots_order_term')).rows[0].n;
    const before = await count();
    const gtd = { timeInForce: 'GTD', goodTillDate: inMinutes(11) };
    expect((await ask('POST', ORDER, await resting({ ...gtd, quantity: '0' }))).body.code).toBe(-4003);
    expect((await ask('POST', ORDER, await resting({ ...gtd, quantity: '900' }))).body.code).toBeLessThan(0);
    expect(await count()).toBe(before);
  });

  /** Terms as they are written before an order is placed. */
  async function byHand(request: string) {
    const { member, account } = await owner();
    return (clientOrderId: string) => ({
      site: 1,
      member,
      account,
      request: `${request} ${clientOrderId}`,
      clientOrderId,
      priorOrderId: undefined,
      priceMatch: undefined,
      price: undefined,
      goodTill: inMinutes(11),
      now: clock.now(),
    });
  }

  test('an order of which no answer came is found out: its name is not free until then', async () => {
    const { context } = exchange.server;
    const terms = await openOrderTerms(context, 20);
    const of = await byHand('by hand');
    const [lost, taken] = [await terms.begin(of('lost')), await terms.begin(of('taken'))];
    // The engine took one of the two, and answered neither.
    const { orderId } = (await ask('POST', ORDER, await resting({ timeInForce: 'GTC', newClientOrderId: 'taken' }))).body;
    for (const kept of [lost, taken]) await terms.failed(kept, new EngineUnavailable('away'));
    const unsure = () => ['lost', 'taken'].filter((name) => terms.isUnsure(1, lost.row.member_id, name));
    expect(unsure()).toEqual(['lost', 'taken']);
    await eventually(unsure, ({ length }) => length === 0);
    const kept = await context.pool.query("SELECT client_order_id, order_id FROM bots_order_term WHERE request LIKE 'by hand%'");
    expect(kept.rows).toEqual([{ client_order_id: 'taken', order_id: orderId }]);
    clock.skip(12 * 60_000);
    await hasExpired(orderId);
    terms.close();
  });

  test('while its rows are behind the engine no date is given up: a missing row says nothing then', async () => {
    const { context } = exchange.server;
    const of = await byHand('behind');
    const ids: number[] = [];
    for (const newClientOrderId of ['noted', 'unnoted'])
      ids.push((await ask('POST', ORDER, await resting({ timeInForce: 'GTC', newClientOrderId }))).body.orderId);
    await context.pool.query('UPDATE bots_order_term SET ended_at = now() WHERE ended_at IS NULL');
    const before = await openOrderTerms(context, 1_000_000);
    const noted = await before.begin(of('noted'));
    await context.pool.query('UPDATE bots_order_term SET order_id = $2 WHERE id = $1', [noted.row.id, ids[0]]);
    await before.begin(of('unnoted'));
    before.close();
    // As after a crash, or after rows were made anew: nothing of the two orders is in them yet.
    let isBehind = true;
    const archive = context.services.use(futuresArchive);
    const away: FuturesArchive = {
      ...archive,
      orderById: (site, ...rest) => (isBehind ? Promise.resolve(undefined) : archive.orderById(site, ...rest)),
      orderByClientId: (site, ...rest) => (isBehind ? Promise.resolve(undefined) : archive.orderByClientId(site, ...rest)),
    };
    const behind: AppContext = {
      ...context,
      projections: { ...context.projections, waitFor: async (...of) => !isBehind && (await context.projections.waitFor(...of)) },
      services: {
        ...context.services,
        use: <T>(key: ServiceKey<T>) => (key.name === futuresArchive.name ? (away as T) : context.services.use(key)),
      },
    };
    const terms = await openOrderTerms(behind, 20);
    await pause(200);
    expect(terms.isUnsure(1, noted.row.member_id, 'unnoted')).toBe(true);
    isBehind = false;
    clock.skip(12 * 60_000);
    for (const orderId of ids) await hasExpired(orderId);
    terms.close();
  });

  test('the first answer again, of an order that has ended since, is not remembered for good', async () => {
    const { context } = exchange.server;
    const terms = await openOrderTerms(context, 20);
    const asked = (await byHand('again'))('ended since');
    const { orderId } = (await ask('POST', ORDER, await resting({ timeInForce: 'GTC' }))).body;
    const order = await ofExchange(asked.account, orderId);
    const goodTill = () => terms.dressNow(1, asked.account, order).terms?.goodTill;
    const isForgotten = (date: number | undefined) => (clock.skip(1000), date === undefined);
    for (let time = 1; time <= 2; time++) {
      await terms.placed(await terms.begin(asked), order);
      expect(goodTill()).toBe(asked.goodTill);
      if (time === 1) await ask('DELETE', ORDER, { symbol, orderId });
      await eventually(goodTill, isForgotten);
    }
    expect(clock.now()).toBeLessThan(asked.goodTill);
    terms.close();
  });

  test('whoever ever asked for terms is known at the start, each once', async () => {
    const { pool } = exchange.server.context;
    await pool.query(
      `INSERT INTO bots_order_term (site_id, member_id, account, request, client_order_id, created_at, ended_at)
       SELECT site, member, 1, gen_random_uuid()::text, 'known', now(), now() FROM unnest('{1,1,1,2}'::int[], '{9,9,8,9}'::int[]) AS t (site, member)`,
    );
    const { rows } = await pool.query('SELECT DISTINCT site_id, member_id FROM bots_order_term ORDER BY 1, 2');
    expect(rows).toHaveLength(4);
    expect(await new TermRows(pool).members()).toEqual(rows);
    await pool.query("DELETE FROM bots_order_term WHERE client_order_id = 'known'");
  });

  test('a row that its own request’s first try took away is written again when its order stands', async () => {
    const { context } = exchange.server;
    const terms = await openOrderTerms(context, 1_000_000);
    const kept = await terms.begin((await byHand('taken away'))('again'));
    await context.pool.query('DELETE FROM bots_order_term WHERE id = $1', [kept.row.id]);
    const { orderId } = (await ask('POST', ORDER, await resting({ timeInForce: 'GTC', newClientOrderId: 'again' }))).body;
    await terms.placed(kept, await ofExchange(kept.row.account, orderId));
    const { rows } = await context.pool.query("SELECT order_id FROM bots_order_term WHERE client_order_id = 'again'");
    expect(rows).toEqual([{ order_id: orderId }]);
    await ask('DELETE', ORDER, { symbol, orderId });
    terms.close();
  });

  test('a crash forgets no date, also one that had not been tied to its order; nothing else is cancelled', async () => {
    const { pool } = exchange.server.context;
    const gtd = { timeInForce: 'GTD', goodTillDate: inMinutes(11) };
    const noted = (await ask('POST', ORDER, await resting(gtd))).body.orderId;
    const untied = (await ask('POST', ORDER, await resting({ ...gtd, newClientOrderId: 'untied' }))).body.orderId;
    // As if the server had died before the order's number was noted, and before another order reached the engine at all.
    await pool.query("UPDATE bots_order_term SET order_id = NULL WHERE client_order_id = 'untied'");
    const plain = (await ask('POST', ORDER, await resting({ timeInForce: 'GTC', newClientOrderId: 'orphan' }))).body.orderId;
    await pool.query(
      `INSERT INTO bots_order_term (site_id, member_id, account, request, client_order_id, prior_order_id, good_till_ms, created_at)
       SELECT site_id, member_id, account, 'orphan', 'orphan', $1, good_till_ms, now() FROM bots_order_term WHERE client_order_id = 'untied'`,
      [plain],
    );
    await bot.close();
    await exchange.server.restart({ crash: true });
    await connect();
    expect([await statusOf(noted), await statusOf(untied), await statusOf(plain)]).toEqual(['NEW', 'NEW', 'NEW']);
    expect((await ask('GET', ORDER, { symbol, orderId: untied })).body.timeInForce).toBe('GTD');
    clock.skip(12 * 60_000);
    for (const orderId of [noted, untied]) await hasExpired(orderId);
    expect(await statusOf(plain)).toBe('NEW');
    const rows = await exchange.server.context.pool.query("SELECT client_order_id FROM bots_order_term WHERE request = 'orphan'");
    expect(rows.rows).toEqual([]);
    await ask('DELETE', '/fapi/v1/allOpenOrders', { symbol });
  });

  test('a date that passed while the server was down is kept as soon as it stands, once', async () => {
    const { orderId } = (await ask('POST', ORDER, await resting({ timeInForce: 'GTD', goodTillDate: inMinutes(11) }))).body;
    await bot.close();
    const restarted = exchange.server.restart({ crash: true });
    clock.skip(12 * 60_000);
    await restarted;
    await connect();
    await hasExpired(orderId);
    // Killed again before it had noted the end: the same request has its first answer, and nothing else happens.
    await exchange.server.context.pool.query('UPDATE bots_order_term SET ended_at = NULL');
    await bot.close();
    await exchange.server.restart({ crash: true });
    await connect();
    await eventually(
      async () =>
        (await exchange.server.context.pool.query('SELECT count(*)::int AS n FROM bots_order_term WHERE ended_at IS NULL')).rows[0].n,
      (open) => open === 0,
    );
    expect(await statusOf(orderId)).toBe('EXPIRED');
  });
});
