// Bets by HTTP to durable acknowledgement: sustained from 64 connections, by turns with orders from as many; client on the same cores.
//
// Orders are the yardstick of the same minutes: what one bet costs beside one order says more than either alone on a busy machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { BetConnection, leftMs } from './exchange/bet-connection.ts';
import { openBenchExchange, settled } from './exchange/parent.ts';
import { flood, quantile, yardstickLoop } from './exchange/figures.ts';
import { OrderConnection } from './exchange/order-connection.ts';
import { OrderMix } from './exchange/order-mix.ts';
import { cpuByThread, cpuSplit } from './exchange/threads.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const CONNECTIONS = 64;
/** Members behind each connection, as behind a proxy: nobody has more than 500 bets open. */
const MEMBERS = isSmoke ? 2 : 40;
const WARM_MS = isSmoke ? 300 : 4_000;
const FULL_MS = isSmoke ? 500 : 15_000;
const ORDERS_MS = isSmoke ? 200 : 5_000;
const PASSES = isSmoke ? 1 : 5;

const exchange = await openBenchExchange(0, 'games');
const url = new URL(exchange.url);
const tokens = await exchange.players(CONNECTIONS * MEMBERS);
const prices = (await (await fetch(`${exchange.url}/api/public/stock/last_price?symbol=BINANCE:BTCUSDT`)).json()) as {
  data: Record<string, string>;
};
const price = Number(prices.data['BINANCE:BTCUSDT']);
await settled(exchange);
const needed = 2 * WARM_MS + FULL_MS + ORDERS_MS + 3_000;
const left = leftMs(Date.now());
// A round's betting must not close under the measurement.
if (left < needed) {
  console.log(`  waits ${Math.ceil((left + 10_500) * 0.001)} s for the next rounds' betting`);
  await sleep(left + 10_500);
}

const refused = new Map<string, number>();
const noteRefused = (refusal: string) => void refused.set(refusal, (refused.get(refusal) ?? 0) + 1);
const ofLine = (i: number) => tokens.slice(i * MEMBERS, (i + 1) * MEMBERS);
const betting = Array.from({ length: CONNECTIONS }, (_, i) => new BetConnection(url, ofLine(i), i + 1));
const ordering = Array.from({ length: CONNECTIONS }, (_, i) => new OrderConnection(url, ofLine(i)[0], new OrderMix(price, i + 1)));
await flood(ordering, WARM_MS, noteRefused);
await flood(betting, WARM_MS, noteRefused);
const yardstick = yardstickLoop();
const bets: Awaited<ReturnType<typeof flood>>[] = [];
const orders: Awaited<ReturnType<typeof flood>>[] = [];
const spent = { server: new Map<string, number>(), client: 0 };
for (let i = 0; i < PASSES; i++) {
  orders.push(await flood(ordering, ORDERS_MS / PASSES, noteRefused));
  const [before, clientBefore] = [cpuByThread(exchange.pid), process.cpuUsage()];
  bets.push(await flood(betting, FULL_MS / PASSES, noteRefused));
  const { user, system } = process.cpuUsage(clientBefore);
  spent.client += user + system;
  for (const [name, us] of cpuByThread(exchange.pid)) spent.server.set(name, (spent.server.get(name) ?? 0) + us - (before.get(name) ?? 0));
}
const { lag } = await exchange.lag();
const ratesOf = (passes: typeof bets) => passes.map(({ perSecond }) => perSecond).sort((a, b) => a - b);
const times = bets.flatMap((pass) => pass.times);
print('http-bets', medianOf(ratesOf(bets)), 'bets/s', 12_000, ratesOf(bets));
print('http-bets-p50', quantile(times, 0.5), 'ms', 10, times);
print('http-bets-p99', quantile(times, 0.99), 'ms', 25, times);
print('http-bets-per-order', medianOf(ratesOf(bets)) / medianOf(ratesOf(orders)), 'x', 1, []);
print('http-bets-lag', Math.max(...lag.map((part) => part.ageMs)) * 0.001, 's', 2, []);
console.log(`orders by turns: ${Math.round(medianOf(ratesOf(orders)))} a second (best ${Math.round(ratesOf(orders).at(-1) ?? 0)})`);
const clientUs = (spent.client / times.length).toFixed(1);
console.log(`CPU, µs a bet: client ${clientUs}, ${cpuSplit(new Map(), spent.server, times.length)}`);
console.log(`machine: ${yardstick} blocks of 64 KiB hashed a second`);
for (const [refusal, count] of refused) console.log(`refused: ${count} x ${refusal}`);
for (const line of [...betting, ...ordering]) line.close();
await exchange.stop();

/** The yardstick is the issue's own bound; min and median are of the samples. */
function print(name: string, value: number, unit: string, yardstick: number, samples: readonly number[]): void {
  const [min, median] = samples.length > 0 ? [quantile(samples, 0), quantile(samples, 0.5)] : [value, value];
  printBench({ name, value, unit, min, median, yardstick, ratio: value * (1 / yardstick) });
}
