// Memory over time (R14): orders one by one, in batches and over sockets at a steady rate of calls, with 200 sockets that listen; each thread's heap, what is held outside of it, resident memory, and their slopes.
import { AgainSocket } from './exchange/again-socket.ts';
import { openBenchExchange, settled } from './exchange/parent.ts';
import type { ServerMemory } from './exchange/memory.ts';
import type { Answered } from './exchange/call-line.ts';
import { OrderConnection } from './exchange/order-connection.ts';
import { OrderMix } from './exchange/order-mix.ts';
import { openSocketCrowd } from './exchange/socket-crowd.ts';
import { isSmoke, printBench } from './report.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? (isSmoke ? 0.5 : 60));
const MEMBERS = 200;
const PER_SECOND = Number(process.env.SOAK_RATE ?? 200);
/** Where heap snapshots are written, at a fifth, the half and the end: for finding what grows, not for figures. */
const SNAPSHOTS = process.env.SOAK_SNAPSHOTS;
const SAMPLES = 20;
/** R14: the end is at most so many times what stood after a fifth of the time. */
const GROWTH = 1.2;
/** MB of a thread that cannot be told to collect: what its young generation may hold at the moment of a sample. */
const UNCOLLECTED = 8;

const IN_BATCH = 5;

const exchange = await openBenchExchange(MEMBERS);
const url = new URL(exchange.url);
const code = 'BINANCE:BTCUSDT';
const prices = (await (await fetch(`${exchange.url}/api/public/stock/last_price?symbol=${code}`)).json()) as {
  data: Record<string, string>;
};
await settled(exchange);
const crowd = await openSocketCrowd(exchange.url, exchange.tokens);
/** By turns: one order a call, five in a batch, and over a socket that begins anew with each newer token. */
const lines: Line[] = await Promise.all(
  exchange.tokens.map((token, i) => {
    const mix = new OrderMix(Number(prices.data[code]), i + 1);
    return i % 3 === 2
      ? AgainSocket.open(url, token, mix, () => count('RENEWAL_FAILED'))
      : new OrderConnection(url, token, mix, i % 3 === 1 ? IN_BATCH : 1);
  }),
);

interface Line {
  next(): Promise<Answered>;
  renew(token: string): void;
  close(): void;
}

interface Sample extends ServerMemory {
  orders: number;
}
const samples: Sample[] = [];
const idle = [...lines];
let [orders, late] = [0, 0];
const refused = new Map<string, number>();
const began = performance.now();
const all = MINUTES * 60_000;

const count = (name: string) => void refused.set(name, 1 + (refused.get(name) ?? 0));

async function send(line: Line): Promise<void> {
  const { status, code: fault } = await line.next();
  orders += 1;
  const [name] = fault.split(' ', 1);
  if (status !== 200) count(name);
  idle.push(line);
}

/** Each order at its moment on a connection that is free; a machine that does not keep up sends fewer. */
async function load(): Promise<void> {
  for (let i = 0; performance.now() - began < all; i++) {
    const wait = began + (i * 1000) / PER_SECOND - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const line = idle.shift();
    if (line === undefined) late += 1;
    else void send(line);
  }
}

/** A token lives ten minutes, and a socket with it. */
async function renew(): Promise<void> {
  const { tokens } = await exchange.renew();
  crowd.renew(tokens);
  for (const [i, line] of lines.entries()) line.renew(tokens[i]);
}

async function watch(): Promise<void> {
  for (let i = 0; i <= SAMPLES; i++) {
    const wait = began + (i * all) / SAMPLES - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    await renew();
    const sample = { orders, ...(await exchange.memory()) };
    samples.push(sample);
    const threads = sample.threads.map(({ name, heap, outside }) => `${name}=${heap.toFixed(1)}+${outside.toFixed(1)}`).join(' ');
    console.log(
      `  ${((i * MINUTES) / SAMPLES).toFixed(1)} min orders=${orders} ${threads} rss=${sample.rss.toFixed(0)} own=${sample.own.toFixed(0)} MB`,
    );
    if (SNAPSHOTS !== undefined && [SAMPLES / 5, SAMPLES / 2, SAMPLES].includes(i)) await exchange.snapshot(SNAPSHOTS, `soak-${i}`);
  }
}

await Promise.all([load(), watch()]);
const [start, end] = [samples[Math.ceil(SAMPLES / 5)], samples[SAMPLES]];
const slopeOf = (from: number, to: number) => ((to - from) * 100_000) / Math.max(1, end.orders - start.orders);
const minutes = ((SAMPLES - Math.ceil(SAMPLES / 5)) * MINUTES) / SAMPLES;
console.log(
  `mem orders_per_s=${((end.orders - start.orders) / (minutes * 60)).toFixed(0)} late=${late} refused=${[...refused].map(([name, n]) => `${name}:${n}`).join(',') || 'none'}`,
);

/** Reached when the end is within the bound of what stood after a fifth of the time. */
function judge(name: string, of: (sample: Sample) => number | undefined, slack = 0): boolean {
  const [from, to] = [of(start), of(end)];
  if (from === undefined || to === undefined) return true;
  const bound = from * GROWTH + slack;
  const ratio = to / bound;
  console.log(
    `mem ${name} start_mb=${from.toFixed(1)} end_mb=${to.toFixed(1)} slope_mb_100k=${slopeOf(from, to).toFixed(2)} ${ratio <= 1 ? 'reached' : 'NOT REACHED'}`,
  );
  printBench({ name: `soak-${name}`, value: to, unit: 'MB', min: from, median: to, yardstick: bound, ratio });
  return ratio <= 1;
}

const threadOf = (name: string, part: 'heap' | 'outside') => (sample: Sample) =>
  sample.threads.find((thread) => thread.name === name)?.[part];
const slackOf = (name: string) => (name === 'main' ? 0 : UNCOLLECTED);
const verdicts = [
  ...['main', 'engine', 'projector'].map((name) => judge(`heap-${name}`, threadOf(name, 'heap'), slackOf(name))),
  ...['main', 'engine', 'projector'].map((name) => judge(`outside-${name}`, threadOf(name, 'outside'), slackOf(name))),
  judge('rss', ({ rss }) => rss),
];
if (verdicts.includes(false) && !isSmoke) process.exitCode = 1;
crowd.end();
for (const line of lines) line.close();
await exchange.stop();
