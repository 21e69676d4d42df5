// What operators send to many: a real-time popup to 5,000 open pages that also hear a market, and a message to 50,000 members while others call.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { quantile } from './exchange/figures.ts';
import { type BenchExchange, openBenchExchange } from './exchange/parent.ts';
import { isSmoke, printBench } from './report.ts';

const SOCKETS = isSmoke ? 200 : 5_000;
const POPUPS = isSmoke ? 2 : 10;
const MEMBERS = isSmoke ? 2_000 : 50_000;
const BETWEEN_MS = 1_500;
const PROBE_MS = 20;
/** A page on the futures screen: it hears popups and the book. */
const TOPICS = ['/topic/popup/1', '/topic/stock/BINANCE:BTCUSDT/depth'];

if (process.argv[2] === 'client') await runClient(process.argv[3]);
else await runBench();

type Call = <T>(path: string, body?: object) => Promise<T>;

function print(name: string, value: number, unit: string, yardstick: number, samples: readonly number[] = [value]): void {
  printBench({ name, value, unit, min: quantile(samples, 0), median: quantile(samples, 0.5), yardstick, ratio: value * (1 / yardstick) });
}

/** The demo's operator, who needs no second factor. */
async function operatorOf(url: string): Promise<Call> {
  let token = '';
  const call: Call = async (path, body) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await reply.json()) as { status: string; data: never };
    if (answer.status !== 'success') throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const login = await call<{ session: { accessToken: string } }>('/api/admin/login', { username: 'admin', password: 'admin1234' });
  token = login.session.accessToken;
  return call;
}

async function runBench(): Promise<void> {
  const exchange = await openBenchExchange(0);
  const call = await operatorOf(exchange.url);
  await popups(exchange, call);
  await messages(exchange, call);
  await exchange.stop();
}

async function popups(exchange: BenchExchange, call: Call): Promise<void> {
  const client = fork(fileURLToPath(import.meta.url), ['client', exchange.url, ...(isSmoke ? ['--smoke'] : [])]);
  await once(client, 'message');
  const words = {
    type: 2,
    title: '트론 네트워크가 느려요',
    content: '<p>약 <strong>20분</strong> 늦어져요.</p>',
    isShow: true,
    isRealtime: true,
  };
  for (let i = 0; i < POPUPS; i++) {
    await pause(BETWEEN_MS);
    await call('/api/admin/popup/save', words);
  }
  await pause(BETWEEN_MS);
  client.send('stop');
  const [ages] = (await once(client, 'message')) as [number[]];
  if (ages.length !== SOCKETS * POPUPS) throw new Error(`${ages.length} of ${SOCKETS * POPUPS} popups arrived`);
  print('mail-popup-p99', quantile(ages, 0.99), 'ms', 1_000, ages);
  print('mail-popup-last', quantile(ages, 1), 'ms', 1_000);
}

async function messages(exchange: BenchExchange, call: Call): Promise<void> {
  await exchange.crowd(MEMBERS);
  const waits: number[] = [];
  const whole = new AbortController();
  const probe = async () => {
    while (!whole.signal.aborted) {
      const from = performance.now();
      await (await fetch(`${exchange.url}/api/server_time_offset`)).text();
      waits.push(performance.now() - from);
      await pause(PROBE_MS);
    }
  };
  const probing = probe();
  const from = performance.now();
  const asked = await call<{ id: number; count: number }>('/api/admin/message/send', {
    audience: 'ALL',
    title: '정기 점검 안내',
    content: '11월 26일 04:00부터 30분 동안 쉽니다.',
    reason: 'bench',
  });
  const answeredMs = performance.now() - from;
  for (;;) {
    const { content } = await call<{ content: { finishedAt: string | null }[] }>('/api/admin/message/list?size=1');
    if (content[0].finishedAt !== null) break;
    await pause(200);
  }
  const wholeMs = performance.now() - from;
  whole.abort();
  await probing;
  print('mail-send-answer', answeredMs, 'ms', 1_000);
  print('mail-send-whole', wholeMs * 0.001, 's', 60);
  print('mail-send-other-calls-p99', quantile(waits, 0.99), 'ms', 100, waits);
  console.log(`${asked.count} members`);
}

async function runClient(url: string): Promise<void> {
  const ages: number[] = [];
  const target = `${url.replace('http', 'ws')}/bx_ws`;
  const open = async (): Promise<void> => {
    const socket = new WebSocket(target, ['v12.stomp'], { perMessageDeflate: false, skipUTF8Validation: true });
    await once(socket, 'open');
    socket.send('CONNECT\naccept-version:1.2\nhost:localhost\nheart-beat:0,0\n\n\0');
    await once(socket, 'message');
    socket.on('message', (data: Buffer) => {
      const made = /"createdAt":"([^"]+)"/.exec(data.toString('latin1'))?.[1];
      if (made !== undefined) ages.push(Date.now() - Date.parse(made));
    });
    for (const [id, topic] of TOPICS.entries()) socket.send(`SUBSCRIBE\nid:${id}\ndestination:${topic}\n\n\0`);
  };
  for (let i = 0; i < SOCKETS; i += 50) await Promise.all(Array.from({ length: 50 }, open));
  process.send?.('open');
  process.on('message', () => process.send?.(ages, () => process.exit(0)));
}
