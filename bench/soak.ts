// Memory over time (R14): 200 orders a second with 200 sockets; heap after a collection and resident memory at the start, the end, and the slope.
import { openBenchFloor, settled } from './floor/parent.ts';
import { OrderConnection } from './floor/order-connection.ts';
import { openSocketCrowd } from './floor/socket-crowd.ts';
import { isSmoke, printBench } from './report.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? (isSmoke ? 0.5 : 60));
const MEMBERS = 200;
const PER_SECOND = 200;
const SAMPLES = 20;
/** R14: the end is at most so many times what stood after a fifth of the time. */
const HEAP_GROWTH = 1.2;

const floor = await openBenchFloor(MEMBERS);
const url = new URL(floor.url);
const code = 'BINANCE:BTCUSDT';
const prices = (await (await fetch(`${floor.url}/api/public/stock/last_price?symbol=${code}`)).json()) as { data: Record<string, string> };
await settled(floor);
const crowd = await openSocketCrowd(floor.url, floor.tokens);
const lines = floor.tokens.map((token, i) => new OrderConnection(url, token, Number(prices.data[code]), i + 1));

interface Sample {
  orders: number;
  heap: number;
  outside: number;
  rss: number;
}
const samples: Sample[] = [];
const idle = [...lines];
let [orders, refused, late] = [0, 0, 0];
const began = performance.now();
const all = MINUTES * 60_000;

async function send(line: OrderConnection): Promise<void> {
  const { status } = await line.next();
  orders += 1;
  if (status !== 200) refused += 1;
  idle.push(line);
}

/** Each order at its moment on a connection that is free; a machine that does not keep up sends fewer. */
async function load(): Promise<void> {
  for (let i = 0; performance.now() - began < all; i++) {
    const wait = began + (i * 1000) / PER_SECOND - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const line = idle.shift();
    if (line === undefined) late += 1;
    else void send(line).catch(() => (refused += 1));
  }
}

async function watch(): Promise<void> {
  for (let i = 0; i <= SAMPLES; i++) {
    const wait = began + (i * all) / SAMPLES - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const sample = { orders, ...(await floor.memory()) };
    samples.push(sample);
    const { heap, outside, rss } = sample;
    console.log(
      `  ${((i * MINUTES) / SAMPLES).toFixed(1)} min orders=${orders} heap=${heap.toFixed(1)} outside=${outside.toFixed(1)} rss=${rss.toFixed(0)} MB`,
    );
  }
}

await Promise.all([load(), watch()]);
const [start, end] = [samples[Math.ceil(SAMPLES / 5)], samples[SAMPLES]];
const slope = (part: 'heap' | 'rss') => ((end[part] - start[part]) * 100_000) / Math.max(1, end.orders - start.orders);
console.log(`mem start_mb=${start.heap.toFixed(1)} end_mb=${end.heap.toFixed(1)} slope_mb_100k=${slope('heap').toFixed(2)}`);
console.log(
  `mem rss_start_mb=${start.rss.toFixed(0)} rss_end_mb=${end.rss.toFixed(0)} rss_slope_mb_100k=${slope('rss').toFixed(1)} late=${late} refused=${refused}`,
);
const ratio = end.heap / start.heap / HEAP_GROWTH;
printBench({
  name: 'soak-heap',
  value: end.heap,
  unit: 'MB',
  min: start.heap,
  median: end.heap,
  yardstick: start.heap * HEAP_GROWTH,
  ratio,
});
if (ratio > 1 && !isSmoke) process.exitCode = 1;
crowd.end();
for (const line of lines) line.close();
await floor.stop();
