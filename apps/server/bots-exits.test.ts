// What ccxt asks of an order beyond its kind, and what it is told of the wallet afterwards: attached exits, and a ledger that adds up.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BotsExchange, type Ccxt, eventually, startBots } from './testing/bots.ts';
import { flattenAll, idOf, leaveNothing, priceNear } from './testing/ccxt-client.ts';

const symbol = 'BTC/USDT:USDT';
let exchange: BotsExchange;
let bot: Ccxt;

const priceAt = (percent: number) => priceNear(bot, symbol, percent);
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

describe('take profit and stop loss with an entry', () => {
  const exits = async () => ({ takeProfit: { triggerPrice: await priceAt(5) }, stopLoss: { triggerPrice: await priceAt(-5) } });
  const standing = async () =>
    (await bot.fetchOpenOrders(symbol, undefined, undefined, { trigger: true })).map(({ type, side, amount, triggerPrice }) => ({
      type,
      side,
      amount,
      triggerPrice,
    }));

  test('both stand once it is filled, for what it opened, and go with the position', async () => {
    const { takeProfit, stopLoss } = await exits();
    await bot.createOrder(symbol, 'market', 'buy', 0.01, undefined, { takeProfit, stopLoss });
    const legs = await eventually(standing, (found) => found.length === 2);
    const of = (type: string, triggerPrice: number) => expect.objectContaining({ type, side: 'sell', amount: 0.01, triggerPrice });
    expect(legs).toEqual(expect.arrayContaining([of('market', takeProfit.triggerPrice), of('market', stopLoss.triggerPrice)]));
    await flatten();
    await eventually(standing, (found) => found.length === 0);
  });

  test('a resting entry brings its own, at a limit and on the mark too, in a batch and over the socket', async () => {
    const { takeProfit, stopLoss } = await exits();
    const price = await priceAt(-2);
    const limit = { ...takeProfit, price: takeProfit.triggerPrice, type: 'limit' };
    const [batched] = await bot.createOrders([
      {
        symbol,
        type: 'limit',
        side: 'buy',
        amount: 0.01,
        price,
        params: { takeProfit: limit, stopLoss: { ...stopLoss, triggerPriceType: 'mark' } },
      },
    ]);
    const member = await exchange.login('demo1');
    const open = await exchange.call('GET', '/api/futures/history/open_order', undefined, member);
    const row = (open.body.data as { id: number }[]).find(({ id }) => id === Number(batched.id));
    expect(row).toMatchObject({ takeProfitLimit: expect.any(String), isMarkSl: true, isPartialTpsl: true });
    expect(Number((row as unknown as { stopLoss: string }).stopLoss)).toBe(stopLoss.triggerPrice);
    await bot.cancelOrder(idOf(batched), symbol);
    const socketed = await bot.createOrderWs(symbol, 'limit', 'buy', 0.01, price, { takeProfit });
    const again = await exchange.call('GET', '/api/futures/history/open_order', undefined, member);
    expect(again.body.data).toMatchObject([{ id: Number(socketed.id), takeProfit: expect.any(String), isPartialTpsl: true }]);
    await bot.cancelOrder(idOf(socketed), symbol);
  });

  test('what cannot be kept is refused by name, and nothing is placed', async () => {
    const { takeProfit } = await exits();
    const price = await priceAt(-2);
    const place = (params: object) => bot.createOrder(symbol, 'limit', 'buy', 0.01, price, { ...params });
    await expect(place({ takeProfit: { ...takeProfit, trailing: 1 } })).rejects.toThrow(/-1106.*takeProfit\[trailing\]/);
    await expect(place({ takeProfit: { price } })).rejects.toThrow(/-1102.*takeProfit\[triggerPrice\]/);
    await expect(place({ stopLossPercent: 5 })).rejects.toThrow(/-1106.*stopLossPercent/);
    await expect(place({ takeProfit: { ...takeProfit, triggerPriceType: 'index' } })).rejects.toThrow(/-4031/);
    await expect(
      bot.fapiPrivatePostOrder({ symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: 0.01, stopPrice: price }),
    ).rejects.toThrow(/-1106.*stopPrice/);
    expect(await bot.fetchOpenOrders(symbol)).toEqual([]);
    expect(await bot.fetchPositions([symbol])).toEqual([]);
  });
});

test('fetchLedger from a moment on adds up to what the wallet changed by, isolated closes among it', async () => {
  const wallet = async () => Number((await bot.fapiPrivateV3GetAccount()).totalWalletBalance);
  const other = 'ETH/USDT:USDT';
  const rest = await eventually(
    async () => [await wallet(), await wallet()],
    ([a, b]) => a === b,
  );
  const since = (await bot.fapiPublicGetTime()).serverTime;
  await bot.setMarginMode('isolated', other);
  await bot.createOrder(other, 'market', 'buy', 0.2);
  await bot.createOrder(other, 'market', 'sell', 0.1, undefined, { reduceOnly: true });
  await flatten(other);
  await bot.setMarginMode('cross', other);
  const told = await bot.fetchLedger('USDT', Number(since), 1000);
  const sum = told.reduce((total, { amount, direction }) => total + (direction === 'out' ? -1 : 1) * Math.round(Number(amount) * 1e6), 0);
  expect(sum).toBe(Math.round((await wallet()) * 1e6) - Math.round(rest[0] * 1e6));
  expect(told.filter(({ type }) => type === 'commission').length).toBeGreaterThanOrEqual(3);
});
