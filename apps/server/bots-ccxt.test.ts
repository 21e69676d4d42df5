// A client we did not write, against our bots' gateway: ccxt's binanceusdm with its addresses pointed here, REST and sockets.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BotsExchange, type Ccxt, eventually, startBots } from './testing/bots.ts';
import { flattenAll, idOf, leaveNothing, priceNear } from './testing/ccxt-client.ts';

const symbol = 'BTC/USDT:USDT';
const other = 'ETH/USDT:USDT';
let exchange: BotsExchange;
let bot: Ccxt;

const priceAt = (percent: number, of = symbol) => priceNear(bot, of, percent);
const flatten = (of = symbol) => flattenAll(bot, of);

beforeAll(async () => {
  exchange = await startBots();
  bot = await exchange.ccxt(await exchange.keys('demo1'));
  await bot.loadMarkets();
});
afterEach(() => leaveNothing(bot, symbol));
afterAll(async () => {
  await bot?.close();
  await exchange?.stop();
});

describe('the market', () => {
  test('markets, time, tickers, book, candles, trades', async () => {
    expect(Object.keys(bot.markets ?? {})).toHaveLength(exchange.server.context.sites.all()[0].symbols.length);
    expect(bot.market(symbol)).toMatchObject({ id: 'BTCUSDT', swap: true, linear: true, active: true, precision: { amount: 0.001 } });
    const asked = Date.now();
    const told = (await bot.fetchTime()) as number;
    expect(told).toBeGreaterThanOrEqual(asked);
    expect(told).toBeLessThanOrEqual(Date.now());
    const { last } = await bot.fetchTicker(symbol);
    expect(last).toBeGreaterThan(10_000);
    expect(Object.keys(await bot.fetchTickers())).toContain(other);
    const book = await bot.fetchOrderBook(symbol, 10);
    expect([book.bids.length, book.asks.length]).toEqual([10, 10]);
    expect(Number(book.bids[0][0])).toBeLessThan(Number(book.asks[0][0]));
    const best = (await bot.fetchBidsAsks([symbol]))[symbol];
    expect(best.bidVolume).toBeGreaterThan(0);
    const trades = await bot.fetchTrades(symbol, undefined, 5);
    expect(trades).toHaveLength(5);
    expect(trades[0].price).toBeGreaterThan(10_000);
  });

  test('candles: the newest, and from a beginning without gap', async () => {
    const newest = await bot.fetchOHLCV(symbol, '1m', undefined, 10);
    expect(newest).toHaveLength(10);
    const since = newest[0][0] as number;
    const again = await bot.fetchOHLCV(symbol, '1m', since, 5);
    expect(again.map(([at]) => at)).toEqual([0, 1, 2, 3, 4].map((i) => since + i * 60_000));
    expect(again[0].slice(0, 5)).toEqual(newest[0].slice(0, 5));
    // A beginning long before there was a market: its first candles.
    const oldest = await bot.fetchOHLCV(symbol, '1m', 1, 3);
    expect(oldest).toHaveLength(3);
    expect(oldest[0][0]).toBeLessThan(since);
    await expect(bot.fapiPublicGetKlines({ symbol: 'BTCUSDT', interval: '7m' })).rejects.toThrow(/-1120/);
  });

  test('candles longer than the exchange keeps: folded from shorter ones, none cut, the same from a beginning', async () => {
    const hours = await bot.fetchOHLCV(symbol, '1h', undefined, 30);
    for (const [timeframe, long] of Object.entries({ '2h': 2, '6h': 6, '8h': 8, '12h': 12, '3d': 72 })) {
      const ms = long * 3_600_000;
      const candles = await bot.fetchOHLCV(symbol, timeframe, undefined, 4);
      expect(candles.map(([at]) => (at as number) % ms)).toEqual([0, 0, 0, 0]);
      expect(candles.slice(1).map(([at], i) => (at as number) - (candles[i][0] as number))).toEqual([ms, ms, ms]);
      const [at, open, high, low, close] = candles[1] as number[];
      const within = hours.filter(([time]) => (time as number) >= at && (time as number) < at + ms);
      if (within.length === ms / 3_600_000) {
        expect([open, close]).toEqual([within[0][1], within.at(-1)?.[4]]);
        expect([high, low]).toEqual([
          Math.max(...within.map((one) => one[2] as number)),
          Math.min(...within.map((one) => one[3] as number)),
        ]);
      }
      // Asked for from within a candle: the first that begins afterwards.
      const again = await bot.fetchOHLCV(symbol, timeframe, at - 1, 2);
      expect(again.map(([time]) => time)).toEqual([at, at + ms]);
      expect(again[0]).toEqual(candles[1]);
      // The oldest is whole too: where the shorter ones begin in the middle of one, that one is left out.
      const base = long >= 72 ? '1d' : long % 4 === 0 ? '4h' : '1h';
      const [oldest] = await bot.fetchOHLCV(symbol, timeframe, 1, 1);
      const [first] = await bot.fetchOHLCV(symbol, base, 1, 1);
      expect(oldest[0]).toBeGreaterThanOrEqual(first[0] as number);
    }
    const months = await bot.fetchOHLCV(symbol, '1M', undefined, 2);
    for (const [at] of months) expect(new Date(at as number).toISOString()).toMatch(/-01T00:00:00\.000Z$/);
  });

  test('candles of mark, index and premium, the newest and from a beginning', async () => {
    const { markPrice, indexPrice } = await bot.fetchFundingRate(symbol);
    const shares = { mark: markPrice, index: indexPrice } as const;
    const fetches = { mark: bot.fetchMarkOHLCV, index: bot.fetchIndexOHLCV };
    for (const kind of ['mark', 'index'] as const) {
      const candles = await fetches[kind].call(bot, symbol, '1m', undefined, 20);
      expect(candles, kind).toHaveLength(20);
      const [at, open, high, low, close] = candles[19] as number[];
      expect(Math.abs(close / (shares[kind] as number) - 1), kind).toBeLessThan(0.01);
      expect([high >= Math.max(open, close), low <= Math.min(open, close)], kind).toEqual([true, true]);
      expect(at - (candles[18][0] as number), kind).toBe(60_000);
      const again = await fetches[kind].call(bot, symbol, '1m', candles[3][0] as number, 5);
      expect(
        again.map(([time]) => time),
        kind,
      ).toEqual(candles.slice(3, 8).map(([time]) => time));
    }
    const premiums = await bot.fetchPremiumIndexOHLCV(symbol, '1h', undefined, 30);
    expect(premiums).toHaveLength(30);
    for (const [, , high, low] of premiums) expect(Math.max(Math.abs(high as number), Math.abs(low as number))).toBeLessThan(0.01);
    const continuous = await bot.fapiPublicGetContinuousKlines({ pair: 'BTCUSDT', contractType: 'PERPETUAL', interval: '1h', limit: 3 });
    expect(continuous).toHaveLength(3);
    await expect(bot.fapiPublicGetIndexPriceKlines({ pair: 'NOSUCH', interval: '1h' })).rejects.toThrow(/-4144/);
    await expect(bot.fapiPublicGetKlines({ symbol: 'BTCUSDT', interval: '1h', startTime: 9, endTime: 8 })).rejects.toThrow(/-1023/);
  });

  test('mark, funding and open interest', async () => {
    const funding = await bot.fetchFundingRate(symbol);
    expect(funding.markPrice).toBeGreaterThan(10_000);
    expect(Math.abs(funding.fundingRate as number)).toBeLessThan(0.02);
    expect(funding.fundingTimestamp).toBeGreaterThan(Date.now());
    expect(Object.keys(await bot.fetchFundingRates([symbol, other]))).toEqual(expect.arrayContaining([symbol, other]));
    expect((await bot.fetchFundingIntervals([symbol]))[symbol].interval).toBe('8h');
    const rates = await bot.fetchFundingRateHistory(symbol, undefined, 20);
    expect(rates).toHaveLength(20);
    const [first, second] = rates.map(({ timestamp }) => timestamp as number);
    expect([second - first, first % 28_800_000]).toEqual([28_800_000, 0]);
    expect((await bot.fetchFundingRateHistory(symbol, second, 3)).map(({ timestamp }) => timestamp)).toEqual(
      [0, 1, 2].map((n) => second + n * 28_800_000),
    );
    const info = (await bot.fapiPublicGetFundingInfo()).find((one: { symbol: string }) => one.symbol === 'BTCUSDT');
    expect(info).toMatchObject({
      adjustedFundingRateCap: '0.00300000',
      adjustedFundingRateFloor: '-0.00300000',
      fundingIntervalHours: 8,
    });
    expect((await bot.fetchOpenInterest(symbol)).openInterestAmount).toBeGreaterThanOrEqual(0);
  });
});

describe('orders', () => {
  test('limit: placed, found by both ids, edited, cancelled', async () => {
    const price = await priceAt(-2);
    const placed = await bot.createOrder(symbol, 'limit', 'buy', 0.01, price, { clientOrderId: 'mine-1' });
    expect(placed).toMatchObject({ status: 'open', amount: 0.01, price, filled: 0, side: 'buy', clientOrderId: 'mine-1' });
    expect(await bot.fetchOrder(idOf(placed), symbol)).toMatchObject({ id: placed.id, status: 'open' });
    expect(await bot.fetchOrder('', symbol, { clientOrderId: 'mine-1' })).toMatchObject({ id: placed.id });
    const edited = await bot.editOrder(idOf(placed), symbol, 'limit', 'buy', 0.02, price - 10);
    expect(edited).toMatchObject({ id: placed.id, amount: 0.02, price: price - 10 });
    expect((await bot.fetchOpenOrders(symbol)).map(idOf)).toEqual([placed.id]);
    expect(await bot.cancelOrder(idOf(placed), symbol)).toMatchObject({ status: 'canceled' });
    expect(await bot.fetchOrder(idOf(placed), symbol)).toMatchObject({ status: 'canceled', amount: 0.02 });
    expect((await bot.fetchCanceledOrders(symbol)).map(idOf)).toContain(placed.id);
  });

  test('a client id is refused while its order is open, and free again afterwards', async () => {
    const price = await priceAt(-2);
    const place = (at = price) => bot.createOrder(symbol, 'limit', 'buy', 0.01, at, { clientOrderId: 'twice' });
    // Signed within one millisecond two that are alike would be the same request.
    const both = await Promise.allSettled([place(), place(price - 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(place()).rejects.toThrow(/-4116/);
    await bot.cancelOrder('', symbol, { origClientOrderId: 'twice' });
    const again = await place();
    await bot.cancelOrder(idOf(again), symbol);
  });

  test('market: filled at once, with its trade and fee; closed reduce-only', async () => {
    const bought = await bot.createOrder(symbol, 'market', 'buy', 0.01);
    expect(bought).toMatchObject({ status: 'closed', filled: 0.01, remaining: 0 });
    const trades = await bot.fetchMyTrades(symbol, undefined, 10);
    const own = trades.filter(({ order }) => order === bought.id);
    expect(own.reduce((sum, { amount }) => sum + (amount as number), 0)).toBeCloseTo(0.01);
    expect(own[0].fee).toMatchObject({ currency: 'USDT' });
    await flatten();
    expect(await bot.fetchPositions([symbol])).toEqual([]);
    await expect(bot.createOrder(symbol, 'market', 'sell', 0.01, undefined, { reduceOnly: true })).rejects.toThrow(/-2022/);
  });

  test('post-only, IOC and FOK keep their word', async () => {
    await expect(bot.createOrder(symbol, 'limit', 'buy', 0.01, await priceAt(1), { postOnly: true })).rejects.toThrow(/-5022/);
    const ioc = await bot.createOrder(symbol, 'limit', 'buy', 0.01, await priceAt(-1), { timeInForce: 'IOC' });
    expect(ioc).toMatchObject({ status: 'expired', filled: 0 });
    await expect(bot.createOrder(symbol, 'limit', 'buy', 0.01, await priceAt(-1), { timeInForce: 'FOK' })).rejects.toThrow(/-5021/);
  });

  test('several at once: each with its own result; edited and cancelled together', async () => {
    const price = await priceAt(-2);
    const one = (amount: number) => ({ symbol, type: 'limit', side: 'buy', amount, price }) as const;
    const results = await bot.createOrders([one(0.01), one(0.02), { ...one(0.01), price: 1 }]);
    expect(results.map(({ status }) => status)).toEqual(['open', 'open', 'rejected']);
    const ids = results.slice(0, 2).map(idOf);
    const edited = await bot.editOrders(ids.map((id) => ({ id, ...one(0.015), params: {} })));
    expect(edited.map(({ amount }) => amount)).toEqual([0.015, 0.015]);
    expect((await bot.cancelOrders(ids, symbol)).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  });

  test('all of a symbol cancelled; history of all', async () => {
    const price = await priceAt(-2);
    const placed = await Promise.all([0.01, 0.02].map((amount) => bot.createOrder(symbol, 'limit', 'buy', amount, price)));
    await bot.cancelAllOrders(symbol);
    expect(await bot.fetchOpenOrders(symbol)).toEqual([]);
    const all = await bot.fetchOrders(symbol);
    expect(all.map(idOf)).toEqual(expect.arrayContaining(placed.map(idOf)));
    const dead = await bot.fetchClosedOrders(symbol);
    expect(dead.every(({ status }) => status === 'closed')).toBe(true);
    const timed = await bot.fapiPrivatePostCountdownCancelAll({ symbol: 'BTCUSDT', countdownTime: 60_000 });
    expect(timed).toEqual({ symbol: 'BTCUSDT', countdownTime: '60000' });
    await bot.fapiPrivatePostCountdownCancelAll({ symbol: 'BTCUSDT', countdownTime: 0 });
  });

  test.each([
    ['stop market', 'market', 'sell', -5, { stopLossPrice: -5, reduceOnly: true }],
    ['stop limit', 'limit', 'sell', -5, { stopLossPrice: -5, reduceOnly: true }],
    ['take profit market', 'market', 'sell', 5, { takeProfitPrice: 5, reduceOnly: true }],
    ['take profit limit', 'limit', 'sell', 5, { takeProfitPrice: 5, reduceOnly: true }],
    ['stop entry', 'market', 'buy', 5, { triggerPrice: 5 }],
    ['trailing', 'market', 'sell', 0, { trailingPercent: 1, reduceOnly: true }],
  ] as const)('conditional: %s is placed, listed apart, found and cancelled', async (_name, type, side, percent, terms) => {
    await bot.createOrder(symbol, 'market', 'buy', 0.01);
    const params: Record<string, unknown> = { ...terms };
    for (const name of ['stopLossPrice', 'takeProfitPrice', 'triggerPrice'])
      if (name in params) params[name] = await priceAt(Number(params[name]));
    const placed = await bot.createOrder(symbol, type, side, 0.01, type === 'limit' ? await priceAt(percent) : undefined, params);
    expect(placed).toMatchObject({ status: 'open', side });
    expect(await bot.fetchOpenOrders(symbol)).toEqual([]);
    expect((await bot.fetchOpenOrders(symbol, undefined, undefined, { trigger: true })).map(idOf)).toEqual([placed.id]);
    expect(await bot.fetchOrder(idOf(placed), symbol, { trigger: true })).toMatchObject({ id: placed.id, status: 'open' });
    await bot.cancelOrder(idOf(placed), symbol, { trigger: true });
    expect(await bot.fetchOrder(idOf(placed), symbol, { trigger: true })).toMatchObject({ status: 'canceled' });
    await flatten();
  });
});

describe('orders over the trading socket', () => {
  test('placed, edited, found and cancelled; book, price, balance and positions beside them', async () => {
    const price = await priceAt(-2);
    const placed = await bot.createOrderWs(symbol, 'limit', 'buy', 0.01, price, { clientOrderId: 'socket-1' });
    expect(placed).toMatchObject({ status: 'open', amount: 0.01, price, clientOrderId: 'socket-1' });
    await expect(bot.createOrderWs(symbol, 'limit', 'buy', 0.01, price, { clientOrderId: 'socket-1' })).rejects.toThrow(/-4116/);
    expect(await bot.editOrderWs(idOf(placed), symbol, 'limit', 'buy', 0.02, price)).toMatchObject({ id: placed.id, amount: 0.02 });
    expect(await bot.fetchOrderWs(idOf(placed), symbol)).toMatchObject({ id: placed.id, status: 'open', amount: 0.02 });
    expect(await bot.cancelOrderWs(idOf(placed), symbol)).toMatchObject({ id: placed.id, status: 'canceled' });
    const stop = await bot.createOrderWs(symbol, 'market', 'buy', 0.01, undefined, { triggerPrice: await priceAt(5) });
    expect(await bot.cancelOrderWs(idOf(stop), symbol, { trigger: true })).toMatchObject({ id: stop.id });
    expect(Number((await bot.fetchOrderBookWs(symbol, 5)).bids[0][0])).toBeGreaterThan(10_000);
    expect((await bot.fetchOHLCVWs(symbol, '1m', undefined, 3)).length).toBeGreaterThan(0);
    expect((await bot.fetchTickerWs(symbol, { method: 'ticker.price' })).last).toBeGreaterThan(10_000);
    expect((await bot.fetchBalanceWs()).USDT.total).toBeGreaterThan(9000);
    expect(await bot.fetchPositionsWs([symbol])).toBeInstanceOf(Array);
  });
});

describe('the account', () => {
  test('balance and positions agree with the member’s own page', async () => {
    await bot.createOrder(symbol, 'market', 'sell', 0.02);
    const [balance, [position], page] = await Promise.all([
      bot.fetchBalance(),
      bot.fetchPositions([symbol]),
      exchange.login('demo1').then((headers) => exchange.call('GET', '/api/futures/futures_cross', undefined, headers)),
    ]);
    expect(balance.USDT.free).toBeCloseTo(Number(page.body.data.available), -1);
    expect(position).toMatchObject({ side: 'short', contracts: 0.02, marginMode: 'cross' });
    expect(position.entryPrice).toBeGreaterThan(10_000);
    expect((await bot.fetchAccountPositions([symbol])).find((p) => p.contracts === 0.02)).toBeDefined();
    await flatten();
    const types = (await bot.fetchLedger('USDT', undefined, 100)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['commission', 'transfer']));
    expect((await bot.fetchBalance({ useV2: true })).USDT.total).toBeGreaterThan(9000);
  });

  test('leverage, its tiers, and margin mode', async () => {
    await bot.setLeverage(7, other);
    expect((await bot.fetchLeverage(other)).longLeverage).toBe(7);
    await bot.setMarginMode('isolated', other);
    expect((await bot.fetchMarginMode(other)).marginMode).toBe('isolated');
    await expect(bot.setMarginMode('isolated', other)).rejects.toThrow(/-4046/);
    const tiers = (await bot.fetchLeverageTiers([symbol]))[symbol];
    expect(tiers[0].maxLeverage).toBeGreaterThanOrEqual(100);
    await expect(bot.setLeverage(125, 'CHZ/USDT:USDT')).rejects.toThrow(/-4028/);
  });

  test('isolated margin is added and taken back', async () => {
    await bot.createOrder(other, 'market', 'buy', 0.1);
    await bot.addMargin(other, 5);
    const [more] = await bot.fetchPositions([other]);
    await bot.reduceMargin(other, 4);
    const [less] = await bot.fetchPositions([other]);
    expect((more.collateral as number) - (less.collateral as number)).toBeGreaterThan(3);
    const moved = await bot.fetchMarginAdjustmentHistory(other);
    expect(moved.map(({ type, amount }) => [type, amount]).sort()).toEqual([
      ['add', 5],
      ['reduce', 4],
    ]);
    expect((await bot.fetchMarginAdjustmentHistory(other, 'add')).map(({ amount }) => amount)).toEqual([5]);
    await flatten(other);
    expect(await bot.fetchMyLiquidations(other)).toEqual([]);
    await bot.setMarginMode('cross', other);
  });

  test('position mode: hedge and back; each side on its own', async () => {
    await bot.setPositionMode(true);
    expect((await bot.fetchPositionMode(symbol)).hedged).toBe(true);
    await expect(bot.createOrder(symbol, 'market', 'buy', 0.01)).rejects.toThrow(/-4061/);
    await bot.createOrder(symbol, 'market', 'buy', 0.01, undefined, { positionSide: 'LONG' });
    await bot.createOrder(symbol, 'market', 'sell', 0.01, undefined, { positionSide: 'SHORT' });
    expect((await bot.fetchPositions([symbol])).map(({ side }) => side).sort()).toEqual(['long', 'short']);
    await bot.createOrder(symbol, 'market', 'sell', 0.01, undefined, { positionSide: 'LONG' });
    await bot.createOrder(symbol, 'market', 'buy', 0.01, undefined, { positionSide: 'SHORT' });
    await bot.setPositionMode(false);
  });

  test.each([
    ['fetchStatus'],
    ['fetchMarkets'],
    ['fetchCurrencies'],
    ['fetchLastPrices'],
    ['fetchMarkPrice', symbol],
    ['fetchMarkPrices'],
    ['fetchFundingInterval', symbol],
    ['fetchTradingFees'],
    ['fetchLeverages'],
    ['fetchMarketLeverageTiers', symbol],
    ['fetchMarginModes'],
    ['fetchPositionsRisk'],
    ['fetchPositionsADLRank', [symbol]],
    ['fetchCanceledAndClosedOrders', symbol],
  ] as const)('%s answers', async (method, of?: unknown) => {
    const calls = bot as unknown as Record<string, (of?: unknown) => Promise<unknown>>;
    expect(typeof (await calls[method](of))).toBe('object');
  });

  test('fees, funding payments, limits of the key', async () => {
    expect(await bot.fetchTradingFee(symbol)).toMatchObject({ maker: expect.any(Number), taker: expect.any(Number) });
    expect(await bot.fetchFundingHistory(symbol)).toEqual([]);
  });
});

describe('streams', () => {
  test('ticker, book, trades, candles, mark, best prices', async () => {
    expect((await bot.watchTicker(symbol)).last).toBeGreaterThan(10_000);
    const book = await bot.watchOrderBook(symbol);
    expect(Number(book.bids[0][0])).toBeLessThan(Number(book.asks[0][0]));
    const before = book.nonce as number;
    await bot.watchOrderBook(symbol);
    expect((await bot.watchOrderBook(symbol)).nonce).toBeGreaterThan(before);
    expect((await bot.watchTrades(symbol)).length).toBeGreaterThan(0);
    for (const frame of ['1m', '2h', '6h', '8h', '12h', '3d', '1M']) expect(await bot.watchOHLCV(symbol, frame)).not.toEqual([]);
    expect((await bot.watchMarkPrice(symbol)).markPrice).toBeGreaterThan(10_000);
    expect((await bot.watchBidsAsks([symbol]))[symbol].bid).toBeGreaterThan(10_000);
    expect(Object.keys(await bot.watchTickers([symbol, other])).length).toBeGreaterThan(0);
  });

  test('the book kept from differences is the book that is fetched', async () => {
    const kept = await bot.watchOrderBook(symbol);
    await eventually(
      async () => {
        const fetched = await bot.fetchOrderBook(symbol, 20);
        return [fetched, kept] as const;
      },
      ([fetched, own]) => fetched.nonce === own.nonce && JSON.stringify(fetched.bids) === JSON.stringify(own.bids.slice(0, 20)),
    );
  });

  test('own orders, trades, positions and balance', async () => {
    const seen = { orders: new Set<string>(), trades: new Set<string>(), held: new Set<number>(), totals: new Set<number>() };
    const hear = async (watch: () => Promise<void>) => {
      for (;;) await watch();
    };
    const listeners = [
      hear(async () => (await bot.watchOrders(symbol)).forEach((order) => seen.orders.add(`${order.id} ${order.status}`))),
      hear(async () => (await bot.watchMyTrades(symbol)).forEach((trade) => seen.trades.add(String(trade.order)))),
      hear(async () => (await bot.watchPositions([symbol])).forEach((p) => seen.held.add(p.contracts as number))),
      hear(async () => void seen.totals.add(Number((await bot.watchBalance()).USDT.total))),
    ];
    // They end with the client.
    for (const listener of listeners) listener.catch(() => {});
    // The socket must stand and all four must wait at it before anything happens: of what came before it, nothing is told.
    const waiting = () => Object.values(bot.clients).flatMap(({ url, futures }) => (url.includes('listenKey') ? Object.keys(futures) : []));
    const four = ['orders', 'myTrades', ':positions::', ':balance'];
    await eventually(waiting, (hashes) => four.every((name) => hashes.some((hash) => hash.includes(name))));
    await eventually(() => Object.values(bot.clients).some((client) => client.url.includes('listenKey') && client.isConnected), Boolean);
    const placed = await bot.createOrder(symbol, 'market', 'buy', 0.01);
    await eventually(
      () => seen,
      ({ orders, trades, held, totals }) =>
        orders.has(`${placed.id} closed`) && trades.has(idOf(placed)) && held.has(0.01) && [...totals].some((total) => total > 9000),
    );
    await flatten();
  });
});
