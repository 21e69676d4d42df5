// What a demo sends to its hot address: once, however long its chain stands still or whoever is killed in between, and again only where it is lost.
import type { ChainReader, Outcome } from '@maru/chains/chain.ts';
import { fundHot } from '@maru/custody/server/watch/fund-hot.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayoutStage, type PayoutStage } from './testing/payout-stage.ts';
import { MARU } from './testing/test-exchange.ts';

let stage: PayoutStage;
beforeAll(async () => {
  stage = await openPayoutStage();
});
afterAll(() => stage?.close());

it('is not sent again because time has passed, but where blocks have and none of them knows of it', async () => {
  const { pool } = stage.exchange.server.context;
  await pool.query(
    "UPDATE custody_entry SET is_due = false, sent_height = NULL, sent_hash = NULL WHERE name = 'DEMO|ETH' AND site_id = $1",
    [MARU],
  );
  let outcome: Outcome | undefined = { state: 'pending' };
  const reader: ChainReader = { ...stage.reader, balanceOf: async () => 0n, outcomeOf: async () => outcome };
  let [sent, now, isKilled] = [0, stage.exchange.server.context.clock.now(), true];
  const pay = async () => {
    sent++;
    if (isKilled) throw new Error('killed');
    return `0x${String(sent).padStart(64, '0')}`;
  };
  const { chain, deriver } = stage.chain;
  const fund = () => fundHot({ pool, chain, reader, deriver, now: () => (now += 3_600_000), pay });

  await expect(fund()).rejects.toThrow('killed');
  isKilled = false;
  for (let n = 0; n < 3; n++) await fund();
  expect(sent).toBe(1);
  await stage.mine(12);
  await fund();
  expect(sent).toBe(2);
  await stage.mine(12);
  await fund();
  expect(sent).toBe(2);
  outcome = undefined;
  await fund();
  expect(sent).toBe(3);
});
