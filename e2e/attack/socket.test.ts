// Area WSK: hostile sockets. A refusal ends the one connection; the honest one beside it goes on.
import { setMemberStatus } from '@maru/account/server/end-sessions.ts';
import { connectStomp, type TestClient, until } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { attack } from './cases.ts';
import { type TestExchange, type Login, openTestExchange } from './test-exchange.ts';

let exchange: TestExchange;
let owner: Login;
let other: Login;
let bystander: TestClient;
beforeAll(async () => {
  exchange = await openTestExchange();
  [owner, other] = [await exchange.member('holder'), await exchange.member('other')];
  bystander = await connectStomp(exchange.server.port, { token: other.accessToken });
});
afterAll(async () => {
  await bystander.end();
  await exchange.server.stop();
});

const join = () => connectStomp(exchange.server.port, { token: owner.accessToken });

/** Speaks bytes, not STOMP; answers the close code and what came. */
async function raw(...chunks: (string | Buffer)[]): Promise<{ code: number; heard: string }> {
  const ws = new WebSocket(`ws://127.0.0.1:${exchange.server.port}/bx_ws`);
  let heard = '';
  ws.on('message', (data) => (heard += String(data)));
  ws.on('error', () => undefined);
  await new Promise((done) => ws.once('open', done));
  const closed = new Promise<number>((done) => ws.once('close', done));
  for (const chunk of chunks) ws.send(chunk, { binary: typeof chunk !== 'string' });
  return { code: await closed, heard };
}

async function refusedSubscription(destination: string, client: TestClient): Promise<string[]> {
  client.subscribe(destination);
  expect(await client.closed).toBe(1008);
  await bystander.settle();
  return client.errors;
}

test('positive control: own queues and the own site’s topics are heard', async () => {
  const client = await join();
  const [notices, messages] = [client.subscribe('/topic/notice/1'), client.subscribe('/user/queue/message')];
  await client.settle();
  exchange.server.context.sockets.publish(1, '/topic/notice/1', { id: 1 });
  exchange.server.context.sockets.send(1, owner.id, '/user/queue/message', { message: 'hello' });
  await client.settle();
  await client.settle();
  expect([notices.length, messages.length, client.errors]).toEqual([1, 1, []]);
  await client.end();
});

attack('WSK-01', async () => {
  const before = process.memoryUsage().rss;
  expect((await raw('x'.repeat(1_000_000))).code).toBe(1009);
  const headers = Array.from({ length: 10_000 }, (_, n) => `h${n}:1`).join('\n');
  expect((await raw(`CONNECT\naccept-version:1.2\n${headers}\n\n\0`)).code).toBe(1009);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  await bystander.settle();
});

attack('WSK-02', async () => {
  const noise = Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919) % 256));
  const codes = await Promise.all([
    raw(noise, noise, noise, noise, noise, noise, noise, noise, noise),
    raw(...Array.from({ length: 12 }, () => `CONNECT\naccept-version:1.2\n${'x'.repeat(1900)}`)),
    raw('SUBSCRIBE\nid:1\ndestination:/topic/notice\n\n\0'),
  ]);
  expect(codes.map(({ code }) => code)).toEqual([1008, 1008, 1008]);
  expect(codes[2].heard).toContain('CONNECT_FIRST');
  await bystander.settle();
});

attack('WSK-04', async () => {
  const guest = await connectStomp(exchange.server.port);
  expect(await refusedSubscription('/user/queue/message', guest)).toEqual(['LOGIN_REQUIRED']);
});

attack('WSK-05', async () => {
  const knock = (origin: string) => connectStomp(exchange.server.port, { upgrade: { origin } });
  await expect(knock('https://evil.example')).rejects.toThrow('403');
  await expect(knock('null')).rejects.toThrow('403');
  const own = await knock(exchange.server.url);
  await own.end();
});

attack('WSK-08', async () => {
  for (const destination of [
    `/user/${other.id}/queue/message`,
    '/user/other/queue/message',
    `/user/queue/message-user${other.id}`,
    '/queue/message',
  ]) {
    expect(await refusedSubscription(destination, await join())).toEqual(['TOPIC_UNKNOWN']);
  }
});

attack('WSK-10', async () => {
  for (const destination of ['/topic/notice/2', '/topic/popup/2', '/topic/notice/1/../2', '/topic/notice/%32']) {
    expect(await refusedSubscription(destination, await join())).toEqual(['TOPIC_UNKNOWN']);
  }
  await expect(connectStomp(exchange.server.port, { token: owner.accessToken, upgrade: { host: 'b.test' } })).rejects.toThrow(
    'TOKEN_INVALID',
  );
});

attack('WSK-12', async () => {
  const heard = bystander.subscribe('/topic/notice');
  for (const destination of ['/topic/notice', '/topic/notice/1', `/user/queue/message`, '/app/anything']) {
    const client = await join();
    client.client.publish({ destination, body: 'fake' });
    expect([await client.closed, client.errors]).toEqual([1008, ['NOT_WRITABLE']]);
  }
  await bystander.settle();
  expect(heard).toEqual([]);
});

attack('WSK-13', async () => {
  const client = await join();
  for (let n = 0; n < 100; n++) client.subscribe('/topic/notice');
  await client.settle();
  client.subscribe('/topic/notice');
  expect([await client.closed, client.errors]).toEqual([1008, ['TOO_MANY_SUBSCRIPTIONS']]);
  await until(() => exchange.server.context.sockets.subscribers(1, '/topic/notice') === 1);
});

attack('WSK-14', async () => {
  const blocked = await exchange.member('blocked');
  const client = await connectStomp(exchange.server.port, { token: blocked.accessToken });
  const forced = client.subscribe('/user/queue/force_logout');
  await client.settle();
  await setMemberStatus(exchange.server.context, 1, blocked.id, 'DENY');
  const at = performance.now();
  expect(await client.closed).toBe(4001);
  expect([performance.now() - at < 1000, forced.map((message) => message.body)]).toEqual([
    true,
    [{ message: '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.' }],
  ]);
  await expect(connectStomp(exchange.server.port, { token: blocked.accessToken })).rejects.toThrow('TOKEN_INVALID');
  await bystander.settle();
});
