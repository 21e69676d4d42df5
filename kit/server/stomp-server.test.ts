// Sockets, spoken to by a real STOMP client: who hears what, what is refused, what a reconnecting client gets, who is dropped.
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod/mini';
import { everyone, members } from '../contract/role.ts';
import { defineTopic } from '../contract/topic.ts';
import type { ServerFeature, Session } from './feature.ts';
import { startTestServer, testSites, type TestServer } from './testing/server.ts';
import { connectStomp, type TestClient, until } from './testing/stomp.ts';

const summary = { ko: '시험', en: 'test' };
const topic = (name: string, destination: string, roles: readonly (typeof everyone)[number][]) => ({
  topic: defineTopic({ name, destination, roles, summary, message: z.unknown() }),
});
let turnedAway = 0;
const feature: ServerFeature = {
  name: 'test',
  sideSockets: {
    claims: (path) => path === '/shut',
    size: 0,
    accept(_context, ws) {
      turnedAway++;
      ws.close(1008);
    },
    close: () => undefined,
  },
  errors: {},
  routes: [],
  topics: [
    {
      ...topic('depth', '/topic/stock/{symbol}/depth', everyone),
      snapshot: (_c, _s, params) => [{ first: params.symbol }],
      accepts: (_c, site, params) => site.symbols.includes(params.symbol),
    },
    { ...topic('notice', '/topic/notice/{siteId}', everyone), accepts: (_c, site, params) => params.siteId === String(site.id) },
    topic('plain', '/topic/plain', everyone),
    topic('futures', '/user/queue/futures', members),
    { ...topic('cross', '/user/queue/cross', members), snapshot: async (_c, _s, _p, session) => [{ of: session?.member }] },
    topic('forced', '/user/queue/force_logout', members),
    topic('pong', '/user/queue/pong', everyone),
    topic('desk', '/topic/desk', ['operator']),
  ],
};

let server: TestServer;
const clients: TestClient[] = [];
const member = (id: number, site = 1): Session => ({ site, member: id, account: id, username: `u${id}`, role: 'member', family: `f${id}` });
const tokenOf = (session: Session) => server.context.sessions.issue(session).accessToken;
const join = async (session?: Session) => {
  const client = await connectStomp(server.port, session === undefined ? {} : { token: tokenOf(session) });
  clients.push(client);
  return client;
};

beforeAll(async () => {
  server = await startTestServer({ features: [feature], sites: testSites() });
});
beforeEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.stop();
});

describe('hearing', () => {
  test('a topic reaches its subscribers of the own site, with the snapshot first', async () => {
    const guest = await join();
    const heard = guest.subscribe('/topic/stock/BINANCE:BTCUSDT/depth');
    await guest.settle();
    server.context.sockets.publish(2, '/topic/stock/BINANCE:BTCUSDT/depth', { n: 'other site' });
    server.context.sockets.publishAll([1, 2], '/topic/stock/BINANCE:BTCUSDT/depth', { n: 1 });
    await until(() => heard.length === 2);
    expect(heard.map((message) => message.body)).toEqual([{ first: 'BINANCE:BTCUSDT' }, { n: 1 }]);
    expect(heard[1].headers.destination).toBe('/topic/stock/BINANCE:BTCUSDT/depth');
  });

  test('of messages of one conflation key within a flush only the last is told; others keep their order', async () => {
    const guest = await join();
    const heard = guest.subscribe('/topic/plain');
    await guest.settle();
    for (let n = 0; n < 20; n++) server.context.sockets.publish(1, '/topic/plain', { n }, { conflate: 'k' });
    for (let t = 0; t < 3; t++) server.context.sockets.publish(1, '/topic/plain', { t });
    await until(() => heard.length === 4);
    expect(heard.map((message) => message.body)).toEqual([{ t: 0 }, { t: 1 }, { t: 2 }, { n: 19 }]);
  });

  test('a member’s queue reaches that member’s sockets alone', async () => {
    const [one, again, two] = [await join(member(1)), await join(member(1)), await join(member(2))];
    const heard = [one, again, two].map((client) => client.subscribe('/user/queue/futures'));
    await Promise.all([one.settle(), again.settle(), two.settle()]);
    server.context.sockets.send(1, 1, '/user/queue/futures', { event: 'ORDER_SUCCESS' }, { eventId: '10-0' });
    server.context.sockets.send(2, 1, '/user/queue/futures', { event: 'other site' }, { eventId: '10-0' });
    await until(() => heard[0].length === 1 && heard[1].length === 1);
    await two.settle();
    expect([heard[0][0].headers['event-id'], heard[0].length, heard[2].length]).toEqual(['10-0', 1, 0]);
    expect([...server.context.sockets.listening(1, '/user/queue/futures')]).toEqual([1, 2]);
    expect([server.context.sockets.wants(1, 1, '/user/queue/futures'), server.context.sockets.wants(1, 99, '/user/queue/futures')]).toEqual(
      [true, false],
    );
  });

  test('an own queue’s snapshot goes to the socket that subscribed', async () => {
    const one = await join(member(1));
    const heard = one.subscribe('/user/queue/cross');
    await until(() => heard.length === 1);
    expect(heard[0].body).toEqual({ of: 1 });
  });

  test('unsubscribing ends it', async () => {
    const guest = await join();
    const heard: unknown[] = [];
    const subscription = guest.client.subscribe('/topic/plain', (m) => void heard.push(m.body));
    await guest.settle();
    expect(server.context.sockets.subscribers(1, '/topic/plain')).toBe(1);
    subscription.unsubscribe();
    await guest.settle();
    expect(server.context.sockets.subscribers(1, '/topic/plain')).toBe(0);
  });

  test('a ping, by either name, is answered on the pong queue, for guests too', async () => {
    const guest = await join();
    const heard = guest.subscribe('/user/queue/pong');
    guest.client.publish({ destination: '/ping' });
    guest.client.publish({ destination: '/app/ping' });
    await until(() => heard.length === 2);
    expect(heard[0].body).toEqual({ time: expect.any(Number) });
  });
});

describe('resuming', () => {
  test('a client that names the last event it saw gets what it missed, in order, then what is new', async () => {
    const first = await join(member(5));
    const before = first.subscribe('/user/queue/futures');
    await first.settle();
    for (const id of ['20-0', '20-1', '21-0']) server.context.sockets.send(1, 5, '/user/queue/futures', { id }, { eventId: id });
    await until(() => before.length === 3);
    await first.end();
    server.context.sockets.send(1, 5, '/user/queue/futures', { id: '22-0' }, { eventId: '22-0' });
    const back = await join(member(5));
    const heard = back.subscribe('/user/queue/futures', { 'last-event-id': '20-1' });
    await back.settle();
    server.context.sockets.send(1, 5, '/user/queue/futures', { id: '23-0' }, { eventId: '23-0' });
    await until(() => heard.length === 3);
    expect(heard.map((message) => message.headers['event-id'])).toEqual(['21-0', '22-0', '23-0']);
  });

  test('a client that knows its account from a call, and saw no event yet, names the sequence of the answer', async () => {
    const first = await join(member(8));
    first.subscribe('/user/queue/futures');
    await first.settle();
    for (const id of ['30-0', '30-1', '31-0']) server.context.sockets.send(1, 8, '/user/queue/futures', { id }, { eventId: id });
    const back = await join(member(8));
    const heard = back.subscribe('/user/queue/futures', { 'last-event-id': '30' });
    await until(() => heard.length === 1);
    expect(heard.map((message) => message.headers['event-id'])).toEqual(['31-0']);
  });

  test('what the ring no longer holds is said with one marker, not left out silently', async () => {
    const one = await join(member(6));
    for (let n = 0; n < 300; n++) server.context.sockets.send(1, 6, '/user/queue/futures', { n }, { eventId: `${100 + n}-0` });
    const heard = one.subscribe('/user/queue/futures', { 'last-event-id': '101-0' });
    await until(() => heard.length === 1);
    expect([heard[0].headers.marker, heard[0].body]).toEqual(['snapshot-needed', { type: 'SNAPSHOT_NEEDED' }]);
    const late = await join(member(6));
    const rest = late.subscribe('/user/queue/futures', { 'last-event-id': '397-0' });
    await until(() => rest.length === 2);
    expect(rest.map((message) => message.headers['event-id'])).toEqual(['398-0', '399-0']);
  });

  test('an id that is none asks for a snapshot', async () => {
    const one = await join(member(7));
    const heard = one.subscribe('/user/queue/futures', { 'last-event-id': 'abc' });
    await until(() => heard.length === 1);
    expect(heard[0].headers.marker).toBe('snapshot-needed');
  });
});

describe('refusing: an ERROR frame with its code, and the end of this connection only', () => {
  const refused: [string, string, Session | undefined, string][] = [
    ['a private queue without a token', '/user/queue/futures', undefined, 'LOGIN_REQUIRED'],
    ['the queue of another member', '/user/2/queue/futures', member(1), 'TOPIC_UNKNOWN'],
    ['a topic of another site', '/topic/notice/2', member(1), 'TOPIC_UNKNOWN'],
    ['a symbol that is not listed', '/topic/stock/BINANCE:NOPE/depth', undefined, 'TOPIC_UNKNOWN'],
    ['a topic for other roles', '/topic/desk', member(1), 'NO_PERMISSION'],
    ['a destination that does not exist', '/topic/nothing', undefined, 'TOPIC_UNKNOWN'],
  ];
  test.each(refused)('%s', async (_name, destination, session, code) => {
    const bystander = await join(member(3));
    const client = await join(session);
    client.subscribe(destination);
    expect(await client.closed).toBe(1008);
    expect(client.errors).toEqual([code]);
    await bystander.settle();
  });

  test('sending anywhere but to the ping', async () => {
    const client = await join(member(1));
    client.client.publish({ destination: '/topic/notice/1', body: 'fake' });
    expect([await client.closed, client.errors]).toEqual([1008, ['NOT_WRITABLE']]);
  });

  test('the hundred and first subscription', async () => {
    const client = await join(member(1));
    for (let n = 0; n < 100; n++) client.subscribe('/topic/plain');
    await client.settle();
    expect(client.errors).toEqual([]);
    client.subscribe('/topic/plain');
    expect([await client.closed, client.errors]).toEqual([1008, ['TOO_MANY_SUBSCRIPTIONS']]);
  });

  test('a token that is broken, expired, or of another site', async () => {
    await expect(connectStomp(server.port, { token: 'x.y.z' })).rejects.toThrow('TOKEN_INVALID');
    await expect(connectStomp(server.port, { token: tokenOf(member(1, 2)) })).rejects.toThrow('TOKEN_INVALID');
  });

  test('the twenty-first socket of one member; the twenty stay', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => join(member(40))));
    await expect(join(member(40))).rejects.toThrow('TOO_MANY_SOCKETS');
    await many[0].settle();
    await many[19].end();
    await until(() => many[19].client.connected === false);
    await many[0].settle();
    expect((await join(member(40))).errors).toEqual([]);
  });

  test('an upgrade from a foreign origin, from the own it is taken', async () => {
    await expect(connectStomp(server.port, { upgrade: { origin: 'https://evil.example' } })).rejects.toThrow('403');
    clients.push(await connectStomp(server.port, { upgrade: { origin: server.url } }));
  });
});

describe('broken and hostile frames', () => {
  const raw = async (send: (ws: WebSocket) => void): Promise<{ code: number; heard: string }> => {
    const ws = new WebSocket(`ws://127.0.0.1:${server.port}/bx_ws`);
    let heard = '';
    ws.on('message', (data) => (heard += String(data)));
    ws.on('error', () => undefined);
    await new Promise((done) => ws.once('open', done));
    const closed = new Promise<number>((done) => ws.once('close', done));
    send(ws);
    return { code: await closed, heard };
  };
  const connectFrame = 'CONNECT\naccept-version:1.2\nhost:x\n\n\0';

  test('a frame of 1 MB is closed with 1009', async () => {
    expect((await raw((ws) => ws.send('x'.repeat(1_000_000)))).code).toBe(1009);
  });
  test('bytes that never end a frame are cut at the limit', async () => {
    const { code, heard } = await raw((ws) => {
      for (let n = 0; n < 10; n++) ws.send(`${'x'.repeat(3000)}`);
    });
    expect([code, heard]).toEqual([1008, expect.stringContaining('FRAME_MALFORMED')]);
  });
  test('too many headers', async () => {
    const headers = Array.from({ length: 200 }, (_, n) => `h${n}:1`).join('\n');
    expect((await raw((ws) => ws.send(`CONNECT\naccept-version:1.2\n${headers}\n\n\0`))).heard).toContain('FRAME_MALFORMED');
  });
  test('text that is not UTF-8', async () => {
    expect((await raw((ws) => ws.send(Buffer.from([0xff, 0xfe, 0x80]), { binary: false }))).code).toBe(1007);
  });
  test('binary noise', async () => {
    const { code } = await raw((ws) => ws.send(Buffer.from(`\x01\x02${'\x7f'.repeat(9)}\n\n\0`)));
    expect(code).toBe(1008);
  });
  test('SUBSCRIBE before CONNECT', async () => {
    expect((await raw((ws) => ws.send('SUBSCRIBE\nid:1\ndestination:/topic/plain\n\n\0'))).heard).toContain('CONNECT_FIRST');
  });
  test('an older version, a second CONNECT, an unknown command', async () => {
    expect((await raw((ws) => ws.send('CONNECT\naccept-version:1.0\nhost:x\n\n\0'))).heard).toContain('VERSION_UNKNOWN');
    expect((await raw((ws) => ws.send(connectFrame + connectFrame))).heard).toContain('CONNECTED_ALREADY');
    expect((await raw((ws) => ws.send(`${connectFrame}BEGIN\ntransaction:1\n\n\0`))).heard).toContain('COMMAND_UNKNOWN');
  });
  test('a broken frame to a gateway that has turned its socket away ends that socket alone', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    const closed = new Promise((done) => socket.once('close', done));
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    // Reserved bits stand in its first byte, and it comes before the gateway has spoken.
    socket.write(`GET /shut HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${upgrade}\r\n\r\n\x7f\x01x`, 'latin1');
    await closed;
    expect(turnedAway).toBe(1);
    await (await join()).settle();
  });
  test('a flood of frames', async () => {
    const { heard } = await raw((ws) => ws.send(connectFrame + 'SEND\ndestination:/ping\n\n\0'.repeat(400)));
    expect(heard).toContain('TOO_MANY_FRAMES');
  });
  test('a good frame in two pieces is one frame, and DISCONNECT is receipted', async () => {
    const { code, heard } = await raw((ws) => {
      ws.send(connectFrame.slice(0, 20));
      ws.send(`${connectFrame.slice(20)}DISCONNECT\nreceipt:9\n\n\0`);
    });
    expect([code, heard]).toEqual([1000, expect.stringMatching(/CONNECTED\n.*RECEIPT\nreceipt-id:9/s)]);
  });
});

describe('ending', () => {
  test('DENY tells the member’s sockets and closes them at once; others stay', async () => {
    const [one, two] = [await join(member(11)), await join(member(12))];
    const forced = one.subscribe('/user/queue/force_logout');
    await one.settle();
    const at = Date.now();
    server.context.sessions.endMember(1, 11, '');
    expect(await one.closed).toBe(4001);
    expect([forced[0].body, Date.now() - at < 5000]).toEqual([{ message: '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.' }, true]);
    await two.settle();
  });

  test('logging out ends the sockets of that login alone', async () => {
    const [phone, desk] = [await join({ ...member(13), family: 'phone' }), await join({ ...member(13), family: 'desk' })];
    server.context.sessions.endFamily(1, 13, 'phone');
    expect(await phone.closed).toBe(4001);
    await desk.settle();
  });

  test('a reader that does not read is dropped at one megabyte, and counted', async () => {
    const guest = await join();
    guest.subscribe('/topic/plain');
    await guest.settle();
    const socket = (guest.client.webSocket as unknown as { _socket: { pause(): void } })._socket;
    socket.pause();
    const body = { text: 'x'.repeat(100_000) };
    for (let n = 0; n < 200 && server.context.sockets.subscribers(1, '/topic/plain') > 0; n++) {
      server.context.sockets.publish(1, '/topic/plain', body);
      await new Promise((done) => setImmediate(done));
    }
    await until(() => server.context.sockets.subscribers(1, '/topic/plain') === 0);
    expect(await server.context.metrics.registry.metrics()).toMatch(/maru_sockets_dropped_total\{reason="slow"\} 1/);
  });
});
