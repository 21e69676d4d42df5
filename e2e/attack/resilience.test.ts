// Area RES over real HTTP: the journal away, full or silent. Nothing is acknowledged that is not durable, nothing happens twice.
// Cut, flipped and torn journals, double starts and redelivery are judged beside the journal itself (coverage.test.ts names where).
import type { DatabaseAddress } from '@maru/kit/server/database.ts';
import { type FaultyWire, faultyWire } from '@maru/kit/server/testing/faulty-wire.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from '../../apps/server/testing/test-exchange.ts';
import { attack, expectStatus } from './cases.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', price: '49000', quantity: '0.010' };
let exchange: TestExchange;
let wire: FaultyWire;
let u1: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({
    async through(address: DatabaseAddress) {
      wire = await faultyWire(address);
      return wire.address;
    },
  });
  await exchange.setMark(BTC, '50000.00');
  u1 = await exchange.member('user1');
});
afterAll(async () => {
  wire.mend();
  await exchange.stop();
  await wire.close();
});

const openIds = async () =>
  ((await u1.get('/api/futures/history/open_order')).body.data as { clientOrderId: string }[]).map((o) => o.clientOrderId);

/** Repeats the order until it is taken, as a client does. */
async function retried(clientOrderId: string, limitMs = 120_000): Promise<Awaited<ReturnType<TestMember['post']>>> {
  const end = Date.now() + limitMs;
  for (;;) {
    const answer = await u1.post(ORDER, { ...limit, clientOrderId });
    if (answer.status !== 503 || Date.now() > end) return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
}

attack('RES-02', async (attacked) => {
  // The journal's own statement fails as it does on a full disk.
  const { pool } = exchange.server.context;
  await pool.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
  await pool.query('CREATE TRIGGER disk_full BEFORE INSERT ON journal FOR EACH STATEMENT EXECUTE FUNCTION disk_full()');
  const before = await openIds();
  const answer = await u1.post(ORDER, { ...limit, clientOrderId: 'full-1' });
  expectStatus(attacked, answer.status);
  expect(answer.body.code).toBe('READ_ONLY');
  expect(answer.headers['retry-after']).toBeDefined();
  expect(await openIds()).toEqual(before);
  await pool.query('DROP TRIGGER disk_full ON journal');
  expect((await retried('full-1')).status).toBe(200);
  expect(await openIds()).toEqual(['full-1', ...before]);
});

attack('RES-06', async (attacked) => {
  const sent = Array.from({ length: 20 }, (_, i) => u1.post(ORDER, { ...limit, clientOrderId: `o-9-${i}` }).catch(() => undefined));
  await exchange.crash();
  const acknowledged = await Promise.all(sent);
  for (let i = 0; i < sent.length; i++) {
    const again = await u1.post(ORDER, { ...limit, clientOrderId: `o-9-${i}` });
    expectStatus(attacked, again.status);
    if (acknowledged[i]?.status === 200) expect(again.body).toEqual(acknowledged[i]?.body);
  }
  const ids = await openIds();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith('o-9-'))).toHaveLength(20);
});

attack('RES-07', async (attacked) => {
  const before = await openIds();
  wire.cut();
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const refused = await u1.post(ORDER, { ...limit, clientOrderId: 'away-1' });
    expectStatus(attacked, refused.status);
    expect(refused.body.code).toBe('READ_ONLY');
    // Reads of live state go on without the database.
    expect(await openIds()).toEqual(before);
    await new Promise((done) => setTimeout(done, 1000));
  }
  wire.mend();
  expect((await retried('away-1')).status).toBe(200);
  await exchange.projected();
  const { rows } = await exchange.server.context.pool.query(
    'SELECT client_order_id FROM futures_order WHERE closed_seq IS NULL ORDER BY placed_seq DESC',
  );
  expect(rows.map((row) => row.client_order_id)).toEqual(await openIds());
});

attack('RES-12', async () => {
  // A failed sync ends the database's answer, not necessarily its write: no acknowledgement, and a retry happens once.
  wire.loseAnswers();
  const sent = u1.post(ORDER, { ...limit, clientOrderId: 'sync-1' });
  await new Promise((done) => setTimeout(done, 300));
  wire.cut();
  expect((await sent).status).toBe(503);
  wire.mend();
  expect((await retried('sync-1')).status).toBe(200);
  expect((await openIds()).filter((id) => id === 'sync-1')).toHaveLength(1);
});
