// When a chain's addresses are read for reconciliation: what was read must be a block of the line, or no coin of that chain is compared (ADR 0080).
import { readWhenDue } from '@maru/custody/server/watch/read-balances.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayoutStage, type PayoutStage } from './testing/payout-stage.ts';

let stage: PayoutStage;
beforeAll(async () => {
  stage = await openPayoutStage();
});
afterAll(() => stage?.close());

const pool = () => stage.exchange.server.context.pool;
const isRead = () =>
  readWhenDue({ pool: pool(), reader: stage.reader, now: () => stage.exchange.server.context.clock.now(), goesOn: () => true });
const isInLine = async () =>
  (
    await pool().query(
      'SELECT 1 FROM custody_read r JOIN custody_block b ON b.chain = r.chain AND b.height = r.height AND b.hash = r.block_hash',
    )
  ).rowCount === 1;

it('the block that a chain is first seen at is of its line: what is read there can be compared', async () => {
  await pool().query('DELETE FROM custody_block');
  await pool().query('DELETE FROM custody_head');
  await stage.follow();
  expect(await isRead()).toBe(true);
  expect(await isInLine()).toBe(true);
});

it('a read whose block is gone is not waited on for five minutes, and one that stands is', async () => {
  await stage.mine(1);
  await pool().query("UPDATE custody_read SET block_hash = 'gone'");
  expect(await isRead()).toBe(true);
  expect(await isInLine()).toBe(true);
  expect(await isRead()).toBe(false);
});
