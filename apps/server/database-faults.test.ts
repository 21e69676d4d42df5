// A database of its own that is frozen (RES-07: it neither answers nor hangs up, as on a disk that hangs) that crashes (RES-12), and that is told to stop.
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, removeCluster, startEmbeddedPostgres } from '@maru/kit/server/embedded-postgres.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';
import { operatorToken } from './testing/operator.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', price: '49000', quantity: '0.010' };

const ROUNDS = 3;
/** What is not waited for stays in memory for long, so that a crash takes it. */
const lazy = ['wal_writer_delay=10s'];
let dir: string;
let database: EmbeddedPostgres;
let exchange: TestExchange;
let member: TestMember;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'maru-frozen-'));
  chmodSync(dir, 0o711);
  exchange = await openTestExchange({
    // A server of its own: this one is stopped.
    async through() {
      database = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), settings: lazy });
      return database.address;
    },
  });
  await exchange.setMark(BTC, '50000.00');
  member = await exchange.member('user1');
});
afterAll(async () => {
  freeze('SIGCONT');
  await exchange.stop();
  await removeCluster(join(dir, 'data'));
  rmSync(dir, { recursive: true, force: true });
});

/** The postmaster and all its children. */
function freeze(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && parentOf(id) === database.pid);
  for (const pid of [database.pid as number, ...children.map(Number)]) process.kill(pid, signal);
}

function parentOf(id: string): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

const clientIds = async () =>
  ((await member.get('/api/futures/history/open_order')).body.data as { clientOrderId: string }[]).map((o) => o.clientOrderId).sort();

test('every kind of call is told 503 while the database is frozen, nothing is acknowledged, and all goes on by itself', async () => {
  expect((await member.post(ORDER, { ...order, clientOrderId: 'before' })).status).toBe(200);
  const staff = await operatorToken(exchange.server.context);
  freeze('SIGSTOP');
  const took: Record<string, number> = {};
  const timed = async (name: string, call: () => Promise<{ status: number; body: { code?: string; message?: string } }>) => {
    const began = performance.now();
    const { status, body } = await call();
    took[name] = Math.round(performance.now() - began);
    expect({ name, status, code: body.code }).toMatchObject({
      name,
      status: 503,
      code: expect.stringMatching(/^(UNAVAILABLE|READ_ONLY)$/),
    });
    expect(body.message).toBeTruthy();
  };
  const calls = () =>
    Promise.all([
      timed('order', () => member.post(ORDER, { ...order, clientOrderId: 'frozen' })),
      timed('list', () => member.get('/api/wallet/profit')),
      timed('login', () => exchange.guest().post('/api/login', { username: 'user1', password: 'a-long-passphrase' })),
      ...Array.from({ length: 30 }, (_, i) => timed(`list ${i}`, () => member.get('/api/wallet/ledger'))),
    ]);
  await calls();
  console.log('REL frozen first', JSON.stringify(took));
  await calls();
  console.log('REL frozen next', JSON.stringify(took));
  // Without a word of its own a call waits as long as the database is frozen; asked are 3 s, on a machine with nothing else to do.
  expect(Math.max(...Object.values(took))).toBeLessThan(30_000);
  const ready = await exchange.guest().get('/readyz');
  expect(ready.status).toBe(503);
  // It says nothing of an operator's login: the page comes again instead of asking for a password.
  await expect(connectStomp(exchange.port, { token: staff })).rejects.toThrow('UNAVAILABLE');

  freeze('SIGCONT');
  await expect.poll(async () => (await member.post(ORDER, { ...order, clientOrderId: 'frozen' })).status).toBe(200);
  await expect.poll(clientIds).toEqual(['before', 'frozen']);
  expect((await exchange.guest().get('/readyz')).status).toBe(200);
});

/** The test's own question: a connection of before a crash may still lie in the pool, and says so when it is used. */
async function ask<T extends object>(text: string, values: unknown[] = []): Promise<T> {
  for (;;) {
    const answer = await exchange.server.context.pool.query<T>(text, values).catch(() => undefined);
    if (answer !== undefined) return answer.rows[0];
  }
}

/** As a crash of any of its processes does: all connections end, and what no disk has is gone. */
async function crashDatabase(): Promise<void> {
  const { pid } = await ask<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await exchange.guest().get('/readyz')).status).toBe(200);
}

/** Asked again and again as a client does, until it is neither 503 nor without an answer. */
async function settled(call: () => ReturnType<TestMember['post']>): Promise<Awaited<ReturnType<TestMember['post']>>> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
}

test('RES-12 after a crash of the database what took effect is answered again as it was: rows that were lost are written anew', async () => {
  const move = { from: 'FUTURES', to: 'USDT', point: '7' };
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const placed = () => member.post(ORDER, { ...order, clientOrderId: `crash-${round}` });
    const moved = () => member.post('/api/dnw/transfer', move, { 'idempotency-key': `crash-${round}` });
    const [first, sent] = [await settled(placed), await settled(moved)];
    expect([first.status, sent.status], JSON.stringify([first.body, sent.body])).toEqual([200, 200]);
    await exchange.projected();
    const before = await checkpoint();
    await crashDatabase();
    if ((await checkpoint()) < before) lost += 1;
    expect(await settled(placed)).toMatchObject({ status: 200, body: first.body });
    expect(await settled(moved)).toMatchObject({ status: 200, body: sent.body });
  }
  console.log(`REL dbcrash rounds=${ROUNDS} lost_rows=${lost}`);
  await exchange.projected();
  expect((await clientIds()).filter((id) => id.startsWith('crash-'))).toHaveLength(ROUNDS);
});

async function checkpoint(): Promise<number> {
  return (await ask<{ seq: number }>('SELECT min(seq)::float8 AS seq FROM projection_checkpoint WHERE site = $1', [member.site])).seq;
}

test('told to stop it takes no new connection: /readyz says so, the open ones go on, and after its next start all that was acknowledged is there', async () => {
  const said = async () => (await exchange.guest().get('/readyz')) as { status: number; body: { message?: string } };
  await expect.poll(async () => (await said()).status).toBe(200);
  // The crash before this closed every connection: there are open ones again once an order was taken.
  await expect.poll(async () => (await member.post(ORDER, { ...order, clientOrderId: 'before-stopping' })).status).not.toBe(503);
  // PostgreSQL waits for those who are there; nobody who keeps it up ends it here, as with one of an operator's own.
  process.kill(database.pid, 'SIGTERM');
  await expect.poll(said).toMatchObject({
    status: 503,
    body: { message: expect.stringMatching(/database: takes no new connection: .*shutting down/) },
  });
  const acked: string[] = [];
  const trade = async (clientOrderId: string) => {
    if ((await member.post(ORDER, { ...order, clientOrderId })).status === 200) acked.push(clientOrderId);
  };
  for (let i = 0; i < 5; i++) await trade(`stopping-${i}`);
  expect(acked.length, 'open connections serve').toBeGreaterThan(0);
  const until = new AbortController();
  const trading = (async () => {
    for (let i = 0; !until.signal.aborted; i++) await trade(`away-${i}`);
  })();
  await database.stop();
  database = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), settings: lazy });
  await expect.poll(async () => (await said()).status).toBe(200);
  // Ready again is a moment before the next order that is taken.
  await expect.poll(() => acked.some((id) => id.startsWith('away-'))).toBe(true);
  until.abort();
  await trading;
  await exchange.projected();
  const ids = (await clientIds()).filter((id) => /^(stopping|away)-/.test(id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(acked.filter((id) => !ids.includes(id))).toEqual([]);
});
