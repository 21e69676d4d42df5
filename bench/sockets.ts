// 5,000 sockets on one depth topic in a client process of their own: the server's CPU, and how old each message is when it arrives.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { quantile } from './exchange/figures.ts';
import { openBenchExchange } from './exchange/parent.ts';
import { isSmoke, printBench } from './report.ts';

const SOCKETS = isSmoke ? 200 : 5_000;
const SETTLE_MS = isSmoke ? 1_000 : 5_000;
const MEASURE_MS = isSmoke ? 2_000 : 20_000;
const TOPIC = '/topic/stock/BINANCE:BTCUSDT/depth';
/** Clients that parse the body for its time; all others only count. */
const SAMPLED = 200;

interface Counted {
  messages: number;
  ages: number[];
  bytes: number;
}

if (process.argv[2] === 'client') await runClient(process.argv[3]);
else await runBench();

async function runBench(): Promise<void> {
  const exchange = await openBenchExchange(0);
  const client = fork(fileURLToPath(import.meta.url), ['client', exchange.url, ...(isSmoke ? ['--smoke'] : [])]);
  const opened = (await once(client, 'message'))[0] as { openMs: number };
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  client.send('start');
  const before = await exchange.cpu();
  await new Promise((done) => setTimeout(done, MEASURE_MS));
  const after = await exchange.cpu();
  client.send('stop');
  const [counted] = (await once(client, 'message')) as [Counted];
  await exchange.stop();
  const share = (after.cpuMs - before.cpuMs) * (100 / (after.at - before.at));
  const perSecond = counted.messages * (1000 / (after.at - before.at));
  const print = (name: string, value: number, unit: string, yardstick: number, samples: readonly number[] = [value]) =>
    printBench({ name, value, unit, min: quantile(samples, 0), median: quantile(samples, 0.5), yardstick, ratio: value * (1 / yardstick) });
  print('sockets-server-cpu', share, '%-of-a-core', 60);
  print('sockets-delivery-p99', quantile(counted.ages, 0.99), 'ms', 150, counted.ages);
  print('sockets-updates-per-socket', perSecond * (1 / SOCKETS), 'messages/s', 10);
  print('sockets-message', counted.bytes, 'bytes', 1024);
  console.log(`${SOCKETS} sockets opened in ${Math.round(opened.openMs)} ms`);
}

async function runClient(url: string): Promise<void> {
  const counted: Counted = { messages: 0, ages: [], bytes: 0 };
  let isMeasuring = false;
  const target = `${url.replace('http', 'ws')}/bx_ws`;
  const begin = performance.now();
  const open = async (index: number): Promise<void> => {
    const socket = new WebSocket(target, ['v12.stomp'], { perMessageDeflate: false, skipUTF8Validation: true });
    await once(socket, 'open');
    socket.send('CONNECT\naccept-version:1.2\nhost:localhost\nheart-beat:0,0\n\n\0');
    await once(socket, 'message');
    socket.on('message', (data: Buffer) => {
      if (!isMeasuring) return;
      counted.messages++;
      if (index >= SAMPLED) return;
      const text = data.toString('latin1');
      counted.bytes = Math.max(counted.bytes, text.length);
      counted.ages.push(Date.now() - Number(/"time":(\d+)/.exec(text)?.[1]));
    });
    socket.send(`SUBSCRIBE\nid:0\ndestination:${TOPIC}\n\n\0`);
  };
  for (let i = 0; i < SOCKETS; i += 50) await Promise.all(Array.from({ length: 50 }, (_, j) => open(i + j)));
  process.send?.({ openMs: performance.now() - begin });
  process.on('message', (order) => {
    isMeasuring = order === 'start';
    if (!isMeasuring) process.send?.(counted, () => process.exit(0));
  });
}
