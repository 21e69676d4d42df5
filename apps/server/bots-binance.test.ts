// A second client we did not write: the `binance` package's USDMClient and WebsocketClient, pointed here.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { USDMClient, WebsocketClient } from 'binance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BotsExchange, eventually, type Keys, openOwnStream, startBots } from './testing/bots.ts';

const symbol = 'BTCUSDT';
let exchange: BotsExchange;
let keys: Keys;
let client: USDMClient;
const sockets: WebsocketClient[] = [];

/** A price so many percent from the last, on the tick. */
async function priceAt(percent: number): Promise<number> {
  const ticker = await client.getSymbolPriceTickerV2({ symbol });
  return Number((Number(Array.isArray(ticker) ? ticker[0].price : ticker.price) * (1 + percent / 100)).toFixed(1));
}

interface Heard {
  // oxlint-disable-next-line typescript/no-explicit-any -- events of many shapes
  events: any[];
  socket: WebsocketClient;
}
function openSocket(): Heard {
  const options = { api_key: keys.apiKey, api_secret: keys.secret, beautify: false, wsUrl: `ws://127.0.0.1:${exchange.port}` };
  const quiet = { trace() {}, info() {}, error() {} };
  const socket = new WebsocketClient({ ...options, restOptions: { baseUrl: `http://127.0.0.1:${exchange.port}` } }, quiet);
  const heard: Heard = { events: [], socket };
  socket.on('message', (event) => heard.events.push(event));
  sockets.push(socket);
  return heard;
}
interface Told {
  e?: string;
  i?: number;
  o?: { x: string; i: number; X: string; S: string; s: string; c: string };
  a?: { m: string; P: { ps: string; pa: string }[] };
  k?: { t: number; T: number; i: string; o: string; h: string; v: string; q: string; x: boolean };
  U?: number;
  u?: number;
  pu?: number;
}
const bodyOf = (event: { data?: object } & object) => (event.data ?? event) as Told;

beforeAll(async () => {
  exchange = await startBots();
  keys = await exchange.keys('demo2');
  client = new USDMClient({ api_key: keys.apiKey, api_secret: keys.secret, baseUrl: `http://127.0.0.1:${exchange.port}` });
});
afterAll(async () => {
  for (const socket of sockets) socket.closeAll(true);
  await exchange?.stop();
});

describe('REST', () => {
  test('the market', async () => {
    expect(await client.testConnectivity()).toEqual({});
    const asked = Date.now();
    const told = await client.getServerTime();
    expect(told).toBeGreaterThanOrEqual(asked);
    expect(told).toBeLessThanOrEqual(Date.now());
    const info = await client.getExchangeInfo();
    expect(info.symbols.map((one) => one.symbol)).toContain(symbol);
    const book = await client.getOrderBook({ symbol, limit: 5 });
    expect([book.bids.length, book.asks.length]).toEqual([5, 5]);
    expect((await client.getRecentTrades({ symbol, limit: 3 })).length).toBe(3);
    expect((await client.getAggregateTrades({ symbol, limit: 3 })).length).toBe(3);
    expect((await client.getKlines({ symbol, interval: '5m', limit: 4 })).length).toBe(4);
    expect(await client.getMarkPrice({ symbol })).toMatchObject({ symbol, markPrice: expect.any(String) });
    expect(await client.get24hrChangeStatistics({ symbol })).toMatchObject({ symbol, lastPrice: expect.any(String) });
    const best = await client.getSymbolOrderBookTicker({ symbol });
    expect(best).toMatchObject({ symbol, bidPrice: expect.any(String) });
    // One count for the book wherever it is told.
    const { lastUpdateId } = (Array.isArray(best) ? best[0] : best) as { lastUpdateId?: number };
    expect(lastUpdateId).toBeGreaterThanOrEqual(book.lastUpdateId);
    expect((await client.getOrderBook({ symbol, limit: 5 })).lastUpdateId).toBeGreaterThanOrEqual(lastUpdateId as number);
    const { constituents } = (await client.getIndexPriceConstituents({ symbol })) as {
      constituents: { exchange: string; weight: string }[];
    };
    expect(constituents).toMatchObject([{ exchange: 'binance', weight: '1.00000000' }]);
    expect(await client.getOpenInterest({ symbol })).toMatchObject({ symbol });
    expect((await client.getFundingRates()).length).toBeGreaterThan(0);
  });

  test('candles of every price, what was, and the switches that are the same for everyone', async () => {
    const minute = { interval: '1m', limit: 2 } as const;
    const pair = 'BTCUSDT';
    for (const candles of [
      client.getContinuousContractKlines({ pair, contractType: 'PERPETUAL', ...minute }),
      client.getIndexPriceKlines({ pair, ...minute }),
      client.getMarkPriceKlines({ symbol, ...minute }),
      client.getPremiumIndexKlines({ symbol, ...minute }),
      client.getHistoricalTrades({ symbol, limit: 2 }),
      client.getFundingRateHistory({ symbol, limit: 2 }),
    ])
      expect(await candles).toHaveLength(2);
    expect(await client.getSymbolPriceTicker({ symbol })).toMatchObject({ symbol, price: expect.any(String) });
    expect(await client.getPositionMarginChangeHistory({ symbol })).toEqual([]);
    expect(await client.getApiQuantitativeRulesIndicators()).toMatchObject({ indicators: {} });
    expect(await client.getBNBBurnStatus()).toEqual({ feeBurn: false });
    expect(await client.setBNBBurnEnabled({ feeBurn: 'false' })).toMatchObject({ code: 200 });
    await expect(client.setBNBBurnEnabled({ feeBurn: 'true' })).rejects.toMatchObject({ code: -4088 });
    await expect(client.setMultiAssetsMode({ multiAssetsMargin: 'true' })).rejects.toMatchObject({ code: -4088 });
    expect(await client.setCancelOrdersOnTimeout({ symbol, countdownTime: 0 })).toMatchObject({ symbol, countdownTime: '0' });
    const { listenKey } = await client.getFuturesUserDataListenKey();
    expect(await client.keepAliveFuturesUserDataListenKey()).toEqual({ listenKey });
    expect(await client.closeFuturesUserDataListenKey()).toEqual({});
    await expect(client.getRpiOrderBook({ symbol })).rejects.toMatchObject({ code: -5000 });
  });

  test('an order’s life: test, new, query, modify, cancel, history', async () => {
    const order = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01, price: await priceAt(-2) } as const;
    expect(await client.testOrder(order)).toEqual({});
    const placed = await client.submitNewOrder({ ...order, newOrderRespType: 'RESULT' });
    expect(placed).toMatchObject({ symbol, status: 'NEW', origQty: '0.010' });
    const { orderId } = placed;
    // What the order holds back stands with its symbol, though no position is open.
    const [waiting] = await client.getPositionsV3({ symbol });
    expect(waiting).toMatchObject({ symbol, positionAmt: '0', bidNotional: (order.price * 0.01).toFixed(5), askNotional: '0' });
    const { totalOpenOrderInitialMargin, positions } = await client.getAccountInformationV3();
    expect(Number(waiting.openOrderInitialMargin)).toBeGreaterThan(0);
    expect([waiting.openOrderInitialMargin, positions[0].openOrderInitialMargin]).toEqual(Array(2).fill(totalOpenOrderInitialMargin));
    expect(await client.getOrder({ symbol, orderId })).toMatchObject({ orderId, status: 'NEW' });
    expect(await client.getCurrentOpenOrder({ symbol, orderId })).toMatchObject({ orderId });
    expect(await client.modifyOrder({ symbol, orderId, side: 'BUY', quantity: 0.02, price: order.price })).toMatchObject({
      orderId,
      origQty: '0.020',
    });
    expect(await client.getOrderModifyHistory({ symbol, orderId })).toMatchObject([
      { orderId, amendment: { origQty: { before: '0.010', after: '0.020' }, count: 1 } },
    ]);
    expect((await client.getAllOpenOrders({ symbol })).map((one) => one.orderId)).toEqual([orderId]);
    expect(await client.cancelOrder({ symbol, orderId })).toMatchObject({ orderId, status: 'CANCELED' });
    expect((await client.getAllOrders({ symbol })).map((one) => one.orderId)).toContain(orderId);
    await expect(client.cancelOrder({ symbol, orderId })).rejects.toMatchObject({ code: -2011 });
    await expect(client.getOrder({ symbol, orderId: 123 })).rejects.toMatchObject({ code: -2013 });
  });

  test('several orders, one of them refused; cancelled by list and all together', async () => {
    const price = String(await priceAt(-2));
    const one = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price } as const;
    const results = await client.submitMultipleOrders([one, { ...one, quantity: '0' }, one]);
    expect(results.map((result) => ('code' in result ? result.code : 'ok'))).toEqual(['ok', -4003, 'ok']);
    const ids = results.flatMap((result) => ('orderId' in result ? [result.orderId] : []));
    expect(await client.cancelMultipleOrders({ symbol, orderIdList: [ids[0]] })).toMatchObject([{ orderId: ids[0], status: 'CANCELED' }]);
    expect(await client.cancelAllOpenOrders({ symbol })).toMatchObject({ code: 200 });
    expect(await client.getAllOpenOrders({ symbol })).toEqual([]);
  });

  test('a conditional order by its own calls', async () => {
    const placed = await client.submitNewAlgoOrder({
      algoType: 'CONDITIONAL',
      symbol,
      side: 'BUY',
      type: 'STOP_MARKET',
      quantity: '0.01',
      triggerPrice: String(await priceAt(5)),
      workingType: 'MARK_PRICE',
    });
    const { algoId } = placed;
    expect(placed).toMatchObject({ algoStatus: 'NEW', orderType: 'STOP_MARKET', workingType: 'MARK_PRICE' });
    expect(await client.getAlgoOrder({ algoId })).toMatchObject({ algoId, algoStatus: 'NEW' });
    expect((await client.getOpenAlgoOrders({ symbol })).map((one) => one.algoId)).toEqual([algoId]);
    expect(await client.cancelAlgoOrder({ algoId })).toMatchObject({ algoId, clientAlgoId: placed.clientAlgoId, code: '200' });
    expect((await client.getAllAlgoOrders({ symbol })).find((one) => one.algoId === algoId)).toMatchObject({ algoStatus: 'CANCELED' });
    const atOnce = { symbol, side: 'BUY', type: 'STOP_MARKET', quantity: 0.01 } as const;
    await expect(client.submitNewOrder(atOnce)).rejects.toMatchObject({ code: -4120 });
  });

  test('account, balances, positions, settings, income', async () => {
    expect(await client.setLeverage({ symbol, leverage: 11 })).toMatchObject({ symbol, leverage: 11 });
    await client.submitNewOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: 0.01 });
    const account = await client.getAccountInformationV3();
    expect(account.assets).toMatchObject([{ asset: 'USDT' }]);
    expect(account.positions).toMatchObject([{ symbol, positionAmt: '0.010' }]);
    expect((await client.getAccountInformation()).positions.length).toBeGreaterThan(20);
    expect(await client.getBalanceV3()).toMatchObject([{ asset: 'USDT' }]);
    expect(await client.getBalance()).toMatchObject([{ asset: 'USDT' }]);
    expect(await client.getPositionsV3({ symbol })).toMatchObject([{ symbol, positionAmt: '0.010', marginAsset: 'USDT' }]);
    expect(await client.getPositions({ symbol })).toMatchObject([{ symbol, marginType: 'cross' }]);
    expect(await client.getFuturesSymbolConfig({ symbol })).toMatchObject([{ symbol, leverage: 11, marginType: 'CROSSED' }]);
    expect(await client.getFuturesAccountConfig()).toMatchObject({ canTrade: true, dualSidePosition: false });
    expect(await client.getCurrentPositionMode()).toEqual({ dualSidePosition: false });
    expect(await client.getMultiAssetsMode()).toEqual({ multiAssetsMargin: false });
    expect(await client.getAccountCommissionRate({ symbol })).toMatchObject({ symbol });
    expect(await client.getNotionalAndLeverageBrackets({ symbol })).toBeDefined();
    expect((await client.getADLQuantileEstimation({ symbol })).length).toBe(1);
    expect((await client.getAccountTrades({ symbol }))[0]).toMatchObject({ symbol, side: 'BUY', commissionAsset: 'USDT' });
    expect((await client.getIncomeHistory({ incomeType: 'COMMISSION' })).length).toBeGreaterThan(0);
    await expect(client.setMarginType({ symbol, marginType: 'ISOLATED' })).rejects.toMatchObject({ code: -4048 });
    await client.submitNewOrder({ symbol, side: 'SELL', type: 'MARKET', quantity: 0.01, reduceOnly: 'true' });
  });
});

describe('sockets', () => {
  test('market streams arrive on the routed sockets that this client opens', async () => {
    const { socket, events } = openSocket();
    void socket.subscribe(['btcusdt@bookTicker', 'btcusdt@depth@100ms'], 'usdmPublic');
    void socket.subscribe(
      [
        'btcusdt@aggTrade',
        'btcusdt@markPrice@1s',
        'btcusdt@kline_1m',
        'btcusdt@miniTicker',
        '!ticker@arr',
        'btcusdt_perpetual@continuousKline_1m',
      ],
      'usdmMarket',
    );
    const seen = () => new Set(events.flatMap((event) => [bodyOf(event)].flat().map((body) => body.e)));
    const wanted = [
      'bookTicker',
      'depthUpdate',
      'aggTrade',
      'markPriceUpdate',
      'kline',
      'continuous_kline',
      '24hrMiniTicker',
      '24hrTicker',
    ];
    await eventually(seen, (names) => wanted.every((name) => names.has(name)));
    const changes = () => events.map(bodyOf).filter((body) => body.e === 'depthUpdate');
    const [first, ...later] = await eventually(changes, (list) => list.length >= 4);
    expect(Number(first.U)).toBeLessThanOrEqual(Number(first.u));
    later.forEach((change, i) => expect(change.pu).toBe(i === 0 ? first.u : later[i - 1].u));
  });

  test('running candles of every interval are what a call answers, kept or folded', async () => {
    const intervals = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '3d', '1w', '1M'] as const;
    const { socket, events } = openSocket();
    const names = intervals.flatMap((interval) => [`btcusdt@kline_${interval}`, `btcusdt_perpetual@continuousKline_${interval}`]);
    void socket.subscribe(names, 'usdmMarket');
    const told = () => events.map(bodyOf).filter((body) => body.k !== undefined);
    await eventually(told, (list) => intervals.every((i) => new Set(list.filter(({ k }) => k?.i === i).map(({ e }) => e)).size === 2));
    const running = async (interval: (typeof intervals)[number]) => (await client.getKlines({ symbol, interval, limit: 1 }))[0];
    for (const interval of intervals) {
      const before = await running(interval);
      // What was told before that answer may arrive after it.
      const isLater = ({ k }: Told) => k?.i === interval && (k.t > before[0] || Number(k.v) >= Number(before[5]));
      const k = (await eventually(told, (list) => list.some(isLater))).find(isLater)?.k as NonNullable<Told['k']>;
      const after = await running(interval);
      // Unless its time was over in between.
      if (k.t !== before[0] || k.t !== after[0]) continue;
      expect([k.T, k.o, k.x]).toEqual([after[6], after[1], false]);
      expect(Number(k.q)).toBeGreaterThanOrEqual(Number(before[7]));
      expect(Number(k.v)).toBeLessThanOrEqual(Number(after[5]));
      expect(Number(k.h)).toBeLessThanOrEqual(Number(after[2]));
    }
  });

  test('a member’s own events: placed, filled, position and balance, algo', async () => {
    const { socket, events } = openSocket();
    await openOwnStream(socket);
    const { orderId } = await client.submitNewOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: 0.01 });
    const orders = () => events.map(bodyOf).filter((body) => body.e === 'ORDER_TRADE_UPDATE' && body.o?.i === orderId);
    await eventually(orders, (list) => list.at(-1)?.o?.X === 'FILLED');
    expect(orders()[0].o?.x).toBe('NEW');
    const fills = events.map(bodyOf).filter((body) => (body.e === 'TRADE_LITE' && body.i === orderId) || body.o?.x === 'TRADE');
    expect(fills.slice(0, 2).map((body) => body.e)).toEqual(['TRADE_LITE', 'ORDER_TRADE_UPDATE']);
    await eventually(
      () => events.map(bodyOf).map((body) => body.e),
      (names) => names.includes('ACCOUNT_UPDATE'),
    );
    const trigger = { algoType: 'CONDITIONAL', symbol, side: 'SELL', type: 'TAKE_PROFIT_MARKET', quantity: '0.01' } as const;
    await client.submitNewAlgoOrder({ ...trigger, triggerPrice: String(await priceAt(5)) });
    await eventually(
      () => events.map(bodyOf).map((body) => body.e),
      (names) => names.includes('ALGO_UPDATE'),
    );
    await client.cancelAllAlgoOpenOrders({ symbol });
    await client.submitNewOrder({ symbol, side: 'SELL', type: 'MARKET', quantity: 0.01, reduceOnly: 'true' });
    const told = () => events.map(bodyOf).flatMap((body) => (body.e === 'ACCOUNT_UPDATE' ? (body.a?.P ?? []) : []));
    await eventually(told, (list) => list.at(-1)?.pa === '0' && list.at(-1)?.ps === 'BOTH');
    // In hedge mode the side that closes is named, not its symbol alone.
    await client.setPositionMode({ dualSidePosition: 'true' });
    const both = { symbol, type: 'MARKET', quantity: 0.01 } as const;
    await client.submitNewOrder({ ...both, side: 'BUY', positionSide: 'LONG' });
    await client.submitNewOrder({ ...both, side: 'SELL', positionSide: 'SHORT' });
    await client.submitNewOrder({ ...both, side: 'SELL', positionSide: 'LONG' });
    await eventually(told, (list) => list.some(({ ps, pa }) => ps === 'LONG' && pa === '0'));
    expect(told().some(({ ps, pa }) => ps === 'SHORT' && pa.startsWith('-'))).toBe(true);
    await client.submitNewOrder({ ...both, side: 'BUY', positionSide: 'SHORT' });
    await eventually(told, (list) => list.some(({ ps, pa }) => ps === 'SHORT' && pa === '0'));
    await client.setPositionMode({ dualSidePosition: 'false' });
  });

  test('a liquidation is told as autoclose, and its order is found among forceOrders and by its id', async () => {
    const eth = 'ETHUSDT';
    const before = await client.getForceOrders();
    expect(before).toEqual([]);
    await client.setMarginType({ symbol: eth, marginType: 'ISOLATED' });
    await client.setLeverage({ symbol: eth, leverage: 100 });
    await client.submitNewOrder({ symbol: eth, side: 'BUY', type: 'MARKET', quantity: 0.5 });
    const { socket, events } = openSocket();
    await openOwnStream(socket);
    await fallBy(1.2, 1);
    // The stream may open before the purchase itself has been told.
    const told = () => events.map(bodyOf).filter(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o?.s === eth && o.S === 'SELL');
    await eventually(told, (list) => list.at(-1)?.o?.X === 'FILLED');
    const orders = told().map((body) => body.o);
    expect(orders.map((o) => o?.x)).toEqual(['NEW', ...orders.slice(1).map(() => 'CALCULATED')]);
    expect(orders[0]).toMatchObject({
      X: 'NEW',
      o: 'LIQUIDATION',
      S: 'SELL',
      q: '0.500',
      z: '0.000',
      c: expect.stringMatching(/^autoclose-\d+$/),
    });
    expect(orders.at(-1)).toMatchObject({ z: '0.500', c: orders[0]?.c, i: orders[0]?.i });
    const [forced] = await client.getForceOrders();
    expect(forced).toMatchObject({
      symbol: eth,
      orderId: orders[0]?.i,
      clientOrderId: orders[0]?.c,
      status: 'FILLED',
      executedQty: '0.500',
    });
    expect(await client.getOrder({ symbol: eth, orderId: orders[0]?.i as number })).toMatchObject({ clientOrderId: orders[0]?.c });
    const asked = { symbol: eth, autoCloseType: 'ADL' };
    expect((await exchange.signed(keys, 'GET', '/fapi/v1/forceOrders', asked)).body).toEqual([]);
    expect((await exchange.signed(keys, 'GET', '/fapi/v1/forceOrders', { ...asked, autoCloseType: 'NONE' })).body.code).toBe(-1102);
    expect((await client.getAccountTrades({ symbol: eth })).at(-1)).toMatchObject({ orderId: orders[0]?.i, side: 'SELL' });
  });
});

/** One mark of our own, so many percent below the last; the feed's next one follows within a second. */
async function fallBy(percent: number, of: number): Promise<void> {
  const { engines, context } = exchange.server;
  const ticker = await client.getMarkPrice({ symbol: 'ETHUSDT' });
  const { tickDecimals } = symbolNamed('BINANCE:ETHUSDT');
  const price = Number((Array.isArray(ticker) ? ticker[0] : ticker).markPrice) * (1 - percent / 100);
  const mark = Math.round(price * 10 ** (tickDecimals + 2));
  const head = { time: 0, account: -1, symbol: of, keyHi: 0, keyLo: 0, body: 0 };
  await engines.submit(
    context.sites.all()[0].id,
    encodeCommand({ ...head, kind: CommandKind.SetMark, mark, index: mark, last: mark, valid: 1 }),
  );
}
