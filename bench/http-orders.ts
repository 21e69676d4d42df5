// Orders by HTTP to durable acknowledgement: latency at 200 a second offered, then sustained from 64 connections; client on the same cores.
import { openBenchFloor, settled } from './floor/parent.ts';
import { OrderConnection } from './floor/order-connection.ts';
import { flood, quantile, yardstickLoop } from './floor/figures.ts';
import { cpuByThread, cpuSplit } from './floor/threads.ts';
import { isSmoke, printBench } from './report.ts';

const CONNECTIONS = 64;
const WARM_MS = isSmoke ? 500 : 4_000;
const PACED_MS = isSmoke ? 1_000 : 10_000;
const FULL_MS = isSmoke ? 2_000 : 15_000;
const ROUNDS = 5;
const PACED_PER_SECOND = 200;

const floor = await openBenchFloor(CONNECTIONS);
const url = new URL(floor.url);
const prices = (await (await fetch(`${floor.url}/api/public/stock/last_price?symbol=BINANCE:BTCUSDT`)).json()) as {
  data: Record<string, string>;
};
const price = Number(prices.data['BINANCE:BTCUSDT']);
/** Opened once the server is settled: it ends connections that ask nothing for ten seconds. */
let lines: OrderConnection[] = [];
const bad = new Map<string, number>();
const noteRefused = (refusal: string) => void bad.set(refusal, (bad.get(refusal) ?? 0) + 1);

/** Orders at fixed moments, each on the next idle connection. */
async function paced(ms: number): Promise<number[]> {
  const gap = 1000 / PACED_PER_SECOND;
  const begin = performance.now();
  const times: number[] = [];
  const running: Promise<void>[] = [];
  for (let i = 0; i * gap < ms; i++) {
    const wait = begin + i * gap - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    running.push(lines[i % lines.length].next().then(({ status, ms: took }) => void (status === 200 && times.push(took))));
  }
  await Promise.all(running);
  return times;
}

await settled(floor);
lines = floor.tokens.map((token, i) => new OrderConnection(url, token, price, i + 1));
await flood(lines, WARM_MS, noteRefused);
const yardstick = yardstickLoop();
const slow = await paced(PACED_MS);
const rounds: { perSecond: number; times: number[] }[] = [];
const cpuBefore = cpuByThread(floor.pid);
const clientBefore = process.cpuUsage();
for (let i = 0; i < ROUNDS; i++) rounds.push(await flood(lines, FULL_MS / ROUNDS, noteRefused));
const client = process.cpuUsage(clientBefore);
const cpuAfter = cpuByThread(floor.pid);
const { lag } = await floor.lag();
const times = rounds.flatMap((round) => round.times);
const rates = rounds.map((round) => round.perSecond).sort((a, b) => a - b);
print('http-order-p50', quantile(slow, 0.5), 'ms', 3, slow);
print('http-order-p99', quantile(slow, 0.99), 'ms', 20, slow);
print('http-orders', rates[rates.length >> 1], 'orders/s', 12_000, rates);
print('http-orders-p99', quantile(times, 0.99), 'ms', 25, times);
print('http-orders-lag', Math.max(...lag.map((part) => part.ageMs)) * 0.001, 's', 2, []);
const clientUs = (client.user + client.system) * (1 / times.length);
console.log(`CPU, µs an order: client ${clientUs.toFixed(1)}, ${cpuSplit(cpuBefore, cpuAfter, times.length)}`);
console.log(`machine: ${yardstick} blocks of 64 KiB hashed a second`);
for (const [refusal, count] of bad) console.log(`refused: ${count} x ${refusal}`);
for (const line of lines) line.close();
await floor.stop();

/** The yardstick is the issue's own bound; min and median are of the samples. */
function print(name: string, value: number, unit: string, yardstick: number, samples: readonly number[]): void {
  const [min, median] = samples.length > 0 ? [quantile(samples, 0), quantile(samples, 0.5)] : [value, value];
  printBench({ name, value, unit, min, median, yardstick, ratio: value * (1 / yardstick) });
}
