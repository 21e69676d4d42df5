// RES-07 with a database that neither answers nor hangs up: all its processes are stopped, as on a disk that hangs, and go on later.
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, removeCluster, startEmbeddedPostgres } from '@maru/kit/server/embedded-postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, type FloorMember, openFloor } from './testing/floor.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', price: '49000', quantity: '0.010' };

let dir: string;
let database: EmbeddedPostgres;
let floor: Floor;
let member: FloorMember;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'maru-frozen-'));
  chmodSync(dir, 0o711);
  floor = await openFloor({
    // A server of its own: this one is stopped.
    async through() {
      database = await startEmbeddedPostgres({ dataDir: join(dir, 'data') });
      return database.address;
    },
  });
  await floor.setMark(BTC, '50000.00');
  member = await floor.member('user1');
});
afterAll(async () => {
  freeze('SIGCONT');
  await floor.stop();
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
      timed('login', () => floor.guest().post('/api/login', { username: 'user1', password: 'a-long-passphrase' })),
      ...Array.from({ length: 30 }, (_, i) => timed(`list ${i}`, () => member.get('/api/wallet/ledger'))),
    ]);
  await calls();
  console.log('REL frozen first', JSON.stringify(took));
  await calls();
  console.log('REL frozen next', JSON.stringify(took));
  // Without a word of its own a call waits as long as the database is frozen; asked are 3 s, on a machine with nothing else to do.
  expect(Math.max(...Object.values(took))).toBeLessThan(30_000);
  const ready = await floor.guest().get('/readyz');
  expect(ready.status).toBe(503);

  freeze('SIGCONT');
  await expect.poll(async () => (await member.post(ORDER, { ...order, clientOrderId: 'frozen' })).status).toBe(200);
  await expect.poll(clientIds).toEqual(['before', 'frozen']);
  expect((await floor.guest().get('/readyz')).status).toBe(200);
});
