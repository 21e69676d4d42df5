// A hundred and twenty TWAP orders that are due at one moment: one look sets all of them going, each slice is one order, nothing is doubled.
import { expect, it, onTestFinished } from 'vitest';
import { openTwapExchange, SLICE_MS } from './testing/twap-exchange.ts';

const MEMBERS = 4;
const EACH = 30;
const HOUR_MS = 3_600_000;

it('all that is due goes, and all is cancelled at once: one order for each slice, and nothing after the end', async () => {
  // It never looks by itself: what goes is what one look begins.
  const { exchange, time, place } = await openTwapExchange({ lookMs: HOUR_MS });
  onTestFinished(() => exchange.stop());
  const { pool } = exchange.server.context;
  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, i) => exchange.member(`crowd${i}`, '200000')));
  const late = await exchange.member('late', '20000');
  for (const member of members)
    await Promise.all(Array.from({ length: EACH }, (_, i) => place(member, { quantity: '0.020', side: i % 2 === 0 ? 'BUY' : 'SELL' })));
  const through = async (no: number) =>
    (await pool.query(`SELECT count(*)::int AS n FROM futures_twap_slice WHERE no = $1 AND status = 'SENT'`, [no])).rows[0].n as number;
  await expect.poll(() => through(1), { timeout: 60_000 }).toBe(MEMBERS * EACH);
  time.skip(SLICE_MS);
  await place(late, { limitPrice: '100' });
  await expect.poll(() => through(2), { timeout: 60_000 }).toBe(MEMBERS * EACH);
  await Promise.all(members.map((member) => exchange.as(member, 'member').post('/api/futures/twap/cancel_all', {})));
  time.skip(SLICE_MS);
  await place(late, { limitPrice: '100' });
  await expect.poll(async () => (await pool.query(`SELECT 1 FROM futures_twap WHERE status = 'RUNNING'`)).rowCount).toBe(2);
  await exchange.projected();
  const { rows } = await pool.query(
    `SELECT client_order_id AS name, count(*)::int AS n, sum(filled_lots)::int AS lots FROM futures_order
     WHERE client_order_id LIKE 'twap-%' GROUP BY 1`,
  );
  expect(rows).toHaveLength(2 * MEMBERS * EACH);
  expect(rows.every(({ n, lots }) => n === 1 && lots === 2)).toBe(true);
  const { rows: ended } = await pool.query(
    `SELECT DISTINCT end_reason, filled_lots::int AS lots, slice_no FROM futures_twap WHERE status <> 'RUNNING'`,
  );
  expect(ended).toEqual([{ end_reason: 'CANCELED_BY_MEMBER', lots: 4, slice_no: 2 }]);
});
