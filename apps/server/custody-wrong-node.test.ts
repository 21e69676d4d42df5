// A node of another network, or whose chain has begun anew: nothing that it says counts, nothing is paid over it, and the desk is told (issue 15, 2 and 4).
import { startEthDemoNode, type EthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import type { ChainReader } from '@maru/chains/chain.ts';
import { followChain } from '@maru/custody/server/watch/follow-chain.ts';
import { haltedAlert } from '@maru/custody/server/watch/halted-alert.ts';
import { payOut } from '@maru/custody/server/watch/pay-out.ts';
import { readBalances } from '@maru/custody/server/watch/read-balances.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayoutStage, type PayoutStage, WITHDRAW_PASSWORD } from './testing/payout-stage.ts';
import { MARU, type TestMember } from './testing/test-exchange.ts';

const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
const notOurs = /not of the chain that was followed/;
let stage: PayoutStage;
let other: EthDemoNode;
let member: TestMember;
/** Another chain's, which counts what it is asked. */
let wrong: ChainReader;
let asked = 0;

beforeAll(async () => {
  [stage, other] = await Promise.all([openPayoutStage(), startEthDemoNode()]);
  const { url, chainId, coins } = other;
  const reader = await openEthReader({ url, chainId, coins });
  wrong = { ...reader, blockAt: (height) => (asked++, reader.blockAt(height)) };
  member = await stage.rich('wrongnode', 'ETH_USDT', 200_000_000n);
  await stage.mine(20);
});
afterAll(() => Promise.all([stage?.close(), other?.close()]));

const pool = () => stage.exchange.server.context.pool;
const now = () => stage.exchange.server.context.clock.now();
const follow = (reader: ChainReader) => followChain({ pool: pool(), reader, now, goesOn: () => true });
const line = async () =>
  (await pool().query("SELECT height, hash FROM custody_block WHERE chain = 'ETH' ORDER BY height")).rows as unknown[];
const head = async () =>
  (await pool().query('SELECT scanned_height, tip_height, final_height, halted_ms IS NOT NULL AS halted FROM custody_head')).rows[0];
async function approved(key: string): Promise<number> {
  const body = { walletType: 'ETH_USDT', point: '20', address: OUTSIDE, password: WITHDRAW_PASSWORD };
  const { body: answer } = await member.post('/api/dnw/withdraw/apply', body, { 'idempotency-key': key });
  await expect
    .poll(async () => (await pool().query('SELECT state FROM custody_withdrawal ORDER BY 1')).rows.at(-1)?.state)
    .toBe('APPROVED');
  return answer.data.withdrawalId as number;
}
const payouts = async (id: number) =>
  (
    await pool().query<{ state: string; offered: number }>(
      'SELECT state, offered_ms::float8 AS offered FROM custody_payout WHERE withdrawal_id = $1',
      [id],
    )
  ).rows;

it('is not followed back to the first block, moves no block of the line, and halts the chain', async () => {
  const [before, was] = [await line(), await head()];
  for (const blocks of [0, 60]) {
    await other.mine(blocks);
    asked = 0;
    await expect(follow(wrong)).rejects.toThrow(notOurs);
    expect(asked).toBeLessThan(5);
    expect(await line()).toEqual(before);
    expect(await head()).toEqual({ ...was, halted: true });
  }
  await expect(readBalances({ pool: pool(), reader: wrong, now, goesOn: () => true })).rejects.toThrow(notOurs);
});

it('nothing is prepared over it, signed or sent, and operators are told', async () => {
  const { chain, preparer, deriver } = stage.chain;
  const id = await approved('wrong-1');
  await expect(payOut({ pool: pool(), chain, reader: wrong, preparer, deriver, now }, [])).rejects.toThrow(notOurs);
  expect(await payouts(id)).toEqual([]);
  await stage.prepare();
  expect(await stage.sign()).toBe(0);
  expect(await payouts(id)).toEqual([{ state: 'PREPARED', offered: 0 }]);
  expect(await haltedAlert({ pool: pool() }).look()).toContainEqual({
    site: MARU,
    subject: 'ETH',
    severity: 'PAGE',
    figures: { chain: 'ETH' },
  });
  const operator = await stage.exchange.operator();
  const { chains } = (await operator.get('/api/admin/custody')).body.data;
  expect(chains.find((one: { chain: string }) => one.chain === 'ETH')).toMatchObject({ state: 'HALTED' });
});

it('goes on by itself once a node has the blocks that were read', async () => {
  await stage.mine(1);
  expect(await head()).toMatchObject({ halted: false });
  expect(await haltedAlert({ pool: pool() }).look()).toEqual([]);
  await stage.settle();
  expect(await stage.chain.balanceOf(OUTSIDE, 'ETH_USDT')).toBeGreaterThan(0n);
});
