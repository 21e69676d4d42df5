// Orders to durable acknowledgement, as a proxy hands them on: paced and sustained by HTTP, then by turns in batches and over sockets.
//
// The client runs on the same cores. Passes of all ways take turns, since another job on the machine would favour whoever it spares.
import { openBenchExchange, settled } from './exchange/parent.ts';
import { OrderConnection } from './exchange/order-connection.ts';
import { OrderMix } from './exchange/order-mix.ts';
import { SocketOrders } from './exchange/socket-orders.ts';
import { flood, quantile, yardstickLoop } from './exchange/figures.ts';
import { cpuByThread } from './exchange/threads.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const CONNECTIONS = 64;
/** Under way on a socket at once; fewer sockets than connections, so that as many orders are under way in all. */
const PIPELINED = 16;
const SOCKETS = 16;
const WARM_MS = isSmoke ? 500 : 4_000;
const PACED_MS = isSmoke ? 1_000 : 10_000;
const PASS_MS = isSmoke ? 400 : 3_000;
const PASSES = isSmoke ? 1 : 5;
const PACED_PER_SECOND = 200;

const exchange = await openBenchExchange(CONNECTIONS);
const url = new URL(exchange.url);
const prices = (await (await fetch(`${exchange.url}/api/public/stock/last_price?symbol=BINANCE:BTCUSDT`)).json()) as {
  data: Record<string, string>;
};
const price = Number(prices.data['BINANCE:BTCUSDT']);
/** One a member, whatever way it sends: nobody may have more open orders than 200. */
const mixes = exchange.tokens.map((_, i) => new OrderMix(price, i + 1));
const bad = new Map<string, number>();
const noteRefused = (refusal: string) => void bad.set(refusal, (bad.get(refusal) ?? 0) + 1);

type Line = OrderConnection | SocketOrders;
interface Way {
  name: string;
  /** Orders a call. */
  size: number;
  open(tokens: readonly string[]): Promise<Line[]>;
}
const byHttp = (name: string, size: number): Way => ({
  name,
  size,
  open: async (tokens) => tokens.map((token, i) => new OrderConnection(url, token, mixes[i], size)),
});
/** `--ways=http` leaves the others out: what they put into the book and into the projector's queue is work of the passes behind them. */
const wanted = process.argv
  .find((word) => word.startsWith('--ways='))
  ?.slice(7)
  .split(',');
const allWays: Way[] = [
  byHttp('http', 1),
  byHttp('batch-5', 5),
  byHttp('batch-20', 20),
  {
    name: 'socket',
    size: 1,
    async open(tokens) {
      const sockets = await Promise.all(tokens.slice(0, SOCKETS).map((token, i) => SocketOrders.open(url, token, mixes[i])));
      return sockets.flatMap((socket) => Array<Line>(PIPELINED).fill(socket));
    },
  },
];
const ways = allWays.filter(({ name }) => wanted?.includes(name) ?? true);

/** Orders at fixed moments, each on an idle connection; where all are busy it waits for one, and that counts. */
async function paced(lines: readonly Line[], ms: number): Promise<number[]> {
  const gap = 1000 / PACED_PER_SECOND;
  const begin = performance.now();
  const times: number[] = [];
  let due = 0;
  const worker = async (line: Line) => {
    for (let mine = due++; mine * gap < ms; mine = due++) {
      const wait = begin + mine * gap - performance.now();
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      const late = Math.max(0, -wait);
      const { status, ms: took } = await line.next();
      if (status === 200) times.push(took + late);
    }
  };
  await Promise.all(lines.map(worker));
  return times;
}

interface Pass {
  perSecond: number;
  times: readonly number[];
  /** µs of CPU an order: the main thread, all threads and processes of the server, the client. */
  main: number;
  server: number;
  client: number;
}

/** Lines stay for the whole bench: they know what is open of their members. */
async function pass(way: Way, lines: readonly Line[]): Promise<Pass> {
  const [before, clientBefore] = [cpuByThread(exchange.pid), process.cpuUsage()];
  const { perSecond, times } = await flood(lines, PASS_MS, noteRefused);
  const [after, client] = [cpuByThread(exchange.pid), process.cpuUsage(clientBefore)];
  const anOrder = 1 / (times.length * way.size);
  let server = 0;
  for (const [name, us] of after) server += Math.max(0, us - (before.get(name) ?? 0));
  const main = (after.get('main') ?? 0) - (before.get('main') ?? 0);
  return {
    perSecond: perSecond * way.size,
    times,
    main: main * anOrder,
    server: server * anOrder,
    client: (client.user + client.system) * anOrder,
  };
}

await settled(exchange);
const { tokens } = await exchange.renew();
const lines = new Map<Way, Line[]>();
for (const way of ways) {
  // Asked at once: the server ends connections that ask nothing for ten seconds.
  const opened = await way.open(tokens);
  lines.set(way, opened);
  await flood(opened, WARM_MS / ways.length, noteRefused);
}
const yardstick = yardstickLoop();
const slow = await paced(lines.get(ways[0]) as Line[], PACED_MS);
const passes = new Map<Way, Pass[]>(ways.map((way) => [way, []]));
for (let i = 0; i < PASSES; i++) {
  for (const way of i % 2 === 0 ? ways : [...ways].reverse()) (passes.get(way) as Pass[]).push(await pass(way, lines.get(way) as Line[]));
}
const { lag } = await exchange.lag();

print('http-order-p50', quantile(slow, 0.5), 'ms', 1.5, slow);
print('http-order-p99', quantile(slow, 0.99), 'ms', 6, slow);
for (const way of ways) tell(way, passes.get(way) as Pass[]);
print('http-orders-lag', Math.max(...lag.map((part) => part.ageMs)) * 0.001, 's', 2, []);
console.log(`machine: ${yardstick} blocks of 64 KiB hashed a second`);
for (const [refusal, count] of bad) console.log(`refused: ${count} x ${refusal}`);
for (const each of lines.values()) for (const line of new Set(each)) line.close();
await exchange.stop();

function tell(way: Way, list: readonly Pass[]): void {
  const name = way.name === 'http' ? 'http-orders' : `${way.name}-orders`;
  const of = (read: (pass: Pass) => number) => list.map(read).sort((a, b) => a - b);
  const rates = of(({ perSecond }) => perSecond);
  const times = list.flatMap((each) => each.times);
  print(name, medianOf(rates), 'orders/s', 12_000, rates);
  print(`${name}-call-p50`, quantile(times, 0.5), 'ms', 10, times);
  print(`${name}-call-p99`, quantile(times, 0.99), 'ms', 25, times);
  const shown = (read: (pass: Pass) => number) => `${of(read)[0].toFixed(1)} / ${medianOf(of(read)).toFixed(1)}`;
  console.log(
    `CPU, µs an order by ${way.name}, best / median: main ${shown(({ main }) => main)}, server ${shown(({ server }) => server)}, client ${shown(({ client }) => client)}`,
  );
}

/** The yardstick is the issue's own bound; min and median are of the samples. */
function print(name: string, value: number, unit: string, yardstick: number, samples: readonly number[]): void {
  const [min, median] = samples.length > 0 ? [quantile(samples, 0), quantile(samples, 0.5)] : [value, value];
  printBench({ name, value, unit, min, median, yardstick, ratio: value * (1 / yardstick) });
}
