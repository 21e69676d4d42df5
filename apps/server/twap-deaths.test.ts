// A TWAP through deaths of the process at every moment of a slice (ADR 0050): no slice is sent twice, none is counted twice, none is lost.
//
// First each moment by itself, then the real server, killed as it comes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind } from '@maru/engine/wire/command.ts';
import type { Order } from '@maru/futures/contract.ts';
import type { Twap } from '@maru/futures/twap-contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import { freshDatabase } from '@maru/kit/server/testing/postgres.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort, ServerProcess } from '../../tools/crash/server-process.ts';
import { urlOf } from './testing/database-url.ts';
import type { TestMember } from './testing/test-exchange.ts';
import { openTwapExchange, SLICE_MS, TWAP, type TwapExchange } from './testing/twap-exchange.ts';

describe('each moment by itself', () => {
  let twaps: TwapExchange;
  let serial = 0;
  beforeAll(async () => {
    twaps = await openTwapExchange();
  });
  afterAll(() => twaps?.exchange.stop());
  // The clock goes on for all of them: none may be about in another test.
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const reject of waiting.splice(0)) reject(new Error('the process died'));
    await twaps.exchange.server.context.pool.query(
      `UPDATE futures_twap SET status = 'CANCELED', ended_at = now() WHERE status = 'RUNNING'`,
    );
  });

  /** What waits for an answer of the dead. */
  const waiting: ((died: Error) => void)[] = [];
  /** After its first slice. */
  async function running(): Promise<{ alice: TestMember; id: number }> {
    const alice = await twaps.exchange.member(`mortal${++serial}`, '20000');
    const { id } = await twaps.place(alice);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ filledQuantity: '0.010' });
    return { alice, id };
  }
  /** Dies, and stands up again with time for the next slices. */
  async function again(passed = 0): Promise<void> {
    twaps.time.skip(passed);
    const up = twaps.exchange.crash();
    vi.restoreAllMocks();
    for (const reject of waiting.splice(0)) reject(new Error('the process died'));
    await up;
  }
  const slicesOrders = async (alice: TestMember) => {
    await twaps.exchange.projected();
    const orders = (await alice.get('/api/futures/list', { type: 'order', size: 100 })).body.data.content as Order[];
    return orders.map(({ clientOrderId }) => clientOrderId);
  };
  const isOrder = (record: Float64Array) => record[0] === CommandKind.PlaceOrder;
  /** The process dies at the slice's order: before the engine has it, or with its answer on the way back. */
  function dieAt(moment: 'before' | 'behind') {
    const { engine } = twaps.exchange.server.context;
    const submit = engine.submit.bind(engine);
    return vi.spyOn(engine, 'submit').mockImplementation(async (site, record) => {
      if (!isOrder(record)) return submit(site, record);
      if (moment === 'behind') await submit(site, record);
      // What died tells nobody anything.
      return new Promise((_, reject) => void waiting.push(reject));
    });
  }

  it('before its row: the slice goes with the next start', async () => {
    const { alice, id } = await running();
    await again(SLICE_MS);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 2, filledQuantity: '0.020' });
    expect(await slicesOrders(alice)).toEqual([`twap-${id}-2`, `twap-${id}-1`]);
  });

  it('between row and order: never sent, told so, and taken along by the next', async () => {
    const { alice, id } = await running();
    dieAt('before');
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => waiting).toHaveLength(1);
    expect((await twaps.slices(alice, id))[0]).toMatchObject({ no: 2, status: 'SENDING', orderId: null });
    await again();
    await expect.poll(() => twaps.slices(alice, id)).toMatchObject([{ no: 2, status: 'NOT_SENT', reason: 'UNAVAILABLE' }, { no: 1 }]);
    expect(await twaps.slice(alice, id)).toMatchObject({ sliceNo: 3, filledQuantity: '0.030' });
    expect(await slicesOrders(alice)).toEqual([`twap-${id}-3`, `twap-${id}-1`]);
  });

  it('between row and order, where an order of before TWAPs bears the slice’s name: that one is not taken for it', async () => {
    const alice = await twaps.exchange.member(`mortal${++serial}`, '20000');
    const order = {
      futuresOptionId: 1,
      side: 'BUY',
      positionSide: 'BOTH',
      type: 'MARKET',
      quantity: '0.5',
      clientOrderId: `old-${serial}`,
    };
    expect((await alice.post('/api/futures/order', order)).status).toBe(200);
    const { id } = await twaps.place(alice);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ filledQuantity: '0.010' });
    await twaps.exchange.projected();
    const { pool } = twaps.exchange.server.context;
    await pool.query('UPDATE futures_order SET client_order_id = $2 WHERE client_order_id = $1', [order.clientOrderId, `twap-${id}-2`]);
    dieAt('before');
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => waiting).toHaveLength(1);
    await again();
    await expect.poll(() => twaps.slices(alice, id)).toMatchObject([{ no: 2, status: 'NOT_SENT', orderId: null }, { no: 1 }]);
    expect(await twaps.slice(alice, id)).toMatchObject({ sliceNo: 3, filledQuantity: '0.030' });
  });

  it('between order and what came of it: found again by its name, counted once', async () => {
    const { alice, id } = await running();
    dieAt('behind');
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => waiting).toHaveLength(1);
    await again();
    await expect.poll(() => twaps.slices(alice, id)).toMatchObject([{ no: 2, status: 'SENT', filledQuantity: '0.010' }, { no: 1 }]);
    expect(await twaps.one(alice, id)).toMatchObject({ filledQuantity: '0.020', averagePrice: '60001.00' });
    expect(await twaps.slice(alice, id)).toMatchObject({ sliceNo: 3, filledQuantity: '0.030' });
    expect(await slicesOrders(alice)).toEqual([3, 2, 1].map((no) => `twap-${id}-${no}`));
  });

  it('a second death while it is looked up: the same', async () => {
    const { alice, id } = await running();
    dieAt('behind');
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => waiting).toHaveLength(1);
    expect((await twaps.slices(alice, id))[0]).toMatchObject({ no: 2, status: 'SENDING' });
    await again();
    await twaps.exchange.crash();
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ filledQuantity: '0.020' });
    expect(await slicesOrders(alice)).toEqual([2, 1].map((no) => `twap-${id}-${no}`));
  });

  it('an answer that never comes without a death is looked up as well', async () => {
    const { alice, id } = await running();
    const { engine } = twaps.exchange.server.context;
    const submit = engine.submit.bind(engine);
    const fails = vi.spyOn(engine, 'submit').mockImplementation(async (site, record) => {
      const reply = await submit(site, record);
      if (isOrder(record)) throw new Error('lost on the way back');
      return reply;
    });
    twaps.time.skip(SLICE_MS);
    await expect.poll(async () => (await twaps.slices(alice, id))[0]).toMatchObject({ no: 2, status: 'SENDING' });
    fails.mockRestore();
    twaps.time.skip(2_000);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ filledQuantity: '0.020' });
    expect(await slicesOrders(alice)).toEqual([2, 1].map((no) => `twap-${id}-${no}`));
  });

  it('at the end: end and message are one, and come with the next start', async () => {
    const { alice, id } = await running();
    await twaps.slice(alice, id, 8);
    const box = twaps.exchange.server.context.services.use(messageBox);
    const post = vi.spyOn(box, 'post').mockRejectedValue(new Error('the process died'));
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => post.mock.calls.length).toBeGreaterThan(0);
    expect(await twaps.one(alice, id)).toMatchObject({ status: 'RUNNING', filledQuantity: '0.090' });
    expect(await twaps.messages(alice)).toEqual([]);
    await again();
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ status: 'DONE', endReason: 'FILLED', filledQuantity: '0.100' });
    expect(await twaps.messages(alice)).toHaveLength(1);
    expect(await slicesOrders(alice)).toHaveLength(10);
  });

  it('cancelled with a slice on its way: what it did is counted, nothing follows', async () => {
    const { alice, id } = await running();
    dieAt('behind');
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => waiting).toHaveLength(1);
    expect((await twaps.slices(alice, id))[0]).toMatchObject({ no: 2, status: 'SENDING' });
    // Its answer waits for the slice, which never comes back.
    void alice.post(`${TWAP}/cancel`, { id }).catch(() => undefined);
    await expect.poll(async () => (await twaps.one(alice, id)).status).toBe('CANCELED');
    await again(SLICE_MS);
    await expect
      .poll(() => twaps.one(alice, id))
      .toMatchObject({ status: 'CANCELED', endReason: 'CANCELED_BY_MEMBER', filledQuantity: '0.020' });
    expect(await slicesOrders(alice)).toHaveLength(2);
  });

  it('down for a while: missed slices are made up for, three at a time; down past the end it is over', async () => {
    const { alice, id } = await running();
    await again(6 * SLICE_MS);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 7, filledQuantity: '0.040' });
    expect(await twaps.slice(alice, id)).toMatchObject({ filledQuantity: '0.070' });
    expect((await twaps.slices(alice, id)).map(({ no, quantity }) => [no, quantity])).toEqual([
      [8, '0.030'],
      [7, '0.030'],
      [1, '0.010'],
    ]);
    await again(5 * SLICE_MS);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ status: 'DONE', endReason: 'TIME_OVER', filledQuantity: '0.070' });
    expect(await twaps.messages(alice)).toHaveLength(1);
  });

  it('another process that does not host the engine leaves it alone', async () => {
    const { alice, id } = await running();
    const { engine } = twaps.exchange.server.context;
    const away = vi.spyOn(engine, 'status').mockReturnValue([]);
    twaps.time.skip(2 * SLICE_MS);
    await expect.poll(() => away.mock.calls.length).toBeGreaterThan(1);
    expect(await twaps.slices(alice, id)).toHaveLength(1);
    away.mockRestore();
    twaps.time.skip(2_000);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 3, filledQuantity: '0.030' });
  });
});

describe('the real server', () => {
  const CYCLES = 4;
  const AT_ONCE = 12;

  it(`${CYCLES} kills between rows, orders and answers: each slice at most once, and its sums are its fills`, async () => {
    const db = await freshDatabase();
    const pool = new pg.Pool(db.address);
    const dir = mkdtempSync(join(tmpdir(), 'maru-twap-'));
    const server = new ServerProcess(join(dir, 'data'), await freePort(), undefined, { DATABASE_URL: urlOf(db.address) });
    const call = async <T>(token: string | undefined, path: string, body?: object): Promise<T> => {
      const answer = await fetch(server.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
      const { data } = (await answer.json()) as { data: T };
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(data)}`);
      return data;
    };
    /** Up again, nothing of before under way or still to come. */
    const comeBack = async (): Promise<string> => {
      server.start();
      await server.ready();
      const form = { grant_type: 'password', username: 'demo1', password: 'demo1234' };
      const { accessToken } = await call<{ accessToken: string }>(undefined, '/api/login', form);
      await call(accessToken, `${TWAP}/cancel_all`, {});
      const sending = async () =>
        (await pool.query(`SELECT count(*)::int AS n FROM futures_twap_slice WHERE status = 'SENDING'`)).rows[0].n;
      await expect.poll(sending, { timeout: 60_000 }).toBe(0);
      return accessToken;
    };
    try {
      let seen = 0;
      for (let cycle = 0; cycle < CYCLES; cycle++) {
        const accessToken = await comeBack();
        const requests = Array.from({ length: AT_ONCE }, (_, i) => ({
          futuresOptionId: 1,
          side: i % 2 === 0 ? 'BUY' : 'SELL',
          positionSide: 'BOTH',
          quantity: '0.040',
          duration: 300,
        }));
        const placing = requests.map((requested) => call<Twap>(accessToken, `${TWAP}/place`, requested).catch(() => undefined));
        // Somewhere among their first slices.
        await Promise.all(placing.slice(0, cycle * 3));
        await server.kill();
        await Promise.all(placing);
        seen += Number((await pool.query('SELECT count(*) AS n FROM futures_twap_slice')).rows[0].n);
      }
      await comeBack();
      expect(seen).toBeGreaterThan(0);
      // Every order of a slice has its slice, and no slice two orders. Rows of orders come a moment after their slices.
      const orders = async () =>
        (
          await pool.query(
            `SELECT client_order_id AS name, sum(filled_lots)::text AS lots, count(*)::int AS n FROM futures_order
             WHERE client_order_id LIKE 'twap-%' GROUP BY 1 ORDER BY 1`,
          )
        ).rows;
      const { rows: slices } = await pool.query(
        `SELECT 'twap-' || twap_id || '-' || no AS name, filled_lots::text AS lots, 1 AS n FROM futures_twap_slice
         WHERE status = 'SENT' ORDER BY 1`,
      );
      expect(slices.length).toBeGreaterThan(0);
      await expect.poll(orders, { timeout: 60_000 }).toEqual(slices);
      const { rows: sums } = await pool.query(
        `SELECT t.id FROM futures_twap t LEFT JOIN futures_twap_slice s ON s.twap_id = t.id GROUP BY t.id
           HAVING t.filled_lots <> coalesce(sum(s.filled_lots), 0) OR t.fee <> coalesce(sum(s.fee), 0)`,
      );
      expect(sums).toEqual([]);
      console.log(`slices ${slices.length}, of ${seen} seen at deaths`);
    } finally {
      await server.kill();
      await pool.end();
      await db.drop();
      rmSync(dir, { recursive: true, force: true });
    }
  }, 900_000); // Five starts of a server.
});
