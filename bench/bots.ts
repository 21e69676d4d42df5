// A bot's full order round trip: ccxt signs and sends, our gateway checks, the engine journals, ccxt reads the answer; client on the same cores.
//
// A signed read through the same gateway stands beside it: what client, HTTP and signature cost without an order.
import { type Ccxt, ccxtClient } from '../apps/server/testing/ccxt-client.ts';
import { quantile, yardstickLoop } from './exchange/figures.ts';
import { openBenchExchange, settled } from './exchange/parent.ts';
import { isSmoke, printBench } from './report.ts';

const WARM = isSmoke ? 5 : 100;
const ROUNDS = isSmoke ? 10 : 500;
const symbol = 'BTC/USDT:USDT';

const exchange = await openBenchExchange(1);
const headers = { 'content-type': 'application/json', authorization: `Bearer ${exchange.tokens[0]}` };
const made = await fetch(`${exchange.url}/api/user/api_key/create`, {
  method: 'POST',
  headers,
  body: '{"label":"bench","scope":"TRADE","password":"a-long-passphrase"}',
});
const { data } = (await made.json()) as { data: { apiKey: string; secretKey: string } };
const bot = await ccxtClient(Number(new URL(exchange.url).port), { apiKey: data.apiKey, secret: data.secretKey });
await bot.loadMarkets();
await settled(exchange);
const { last } = await bot.fetchTicker(symbol);
const price = Number(bot.priceToPrecision(symbol, (last as number) * 0.97));

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const from = performance.now();
  await work();
  times.push(performance.now() - from);
}

interface Times {
  place: number[];
  cancel: number[];
  read: number[];
}
async function rounds(client: Ccxt, count: number): Promise<Times> {
  const times: Times = { place: [], cancel: [], read: [] };
  for (let i = 0; i < count; i++) {
    let id = '';
    await timed(times.place, async () => {
      id = String((await client.createOrder(symbol, 'limit', 'buy', 0.01, price)).id);
    });
    await timed(times.cancel, () => client.cancelOrder(id, symbol));
    await timed(times.read, () => client.fetchPositionMode(symbol));
  }
  return times;
}

await rounds(bot, WARM);
const { place, cancel, read } = await rounds(bot, ROUNDS);
print('bot-order-p50', quantile(place, 0.5), 8, place);
print('bot-order-p99', quantile(place, 0.99), 40, place);
print('bot-cancel-p50', quantile(cancel, 0.5), 8, cancel);
print('bot-read-p50', quantile(read, 0.5), 8, read);
console.log(`machine: ${yardstickLoop()} blocks of 64 KiB hashed a second`);
await bot.close();
await exchange.stop();

/** The yardstick is the issue's own bound for the round trip. */
function print(name: string, value: number, yardstick: number, samples: readonly number[]): void {
  printBench({
    name,
    value,
    unit: 'ms',
    min: quantile(samples, 0),
    median: quantile(samples, 0.5),
    yardstick,
    ratio: value * (1 / yardstick),
  });
}
