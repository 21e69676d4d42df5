// Withdrawals over a real Ethereum node, every process' steps by hand: server's job, watcher, signer, in any order and as often as a test likes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainReader, Preparer } from '@maru/chains/chain.ts';
import { type EthDemoNode, startEthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { ethDeriver } from '@maru/chains/eth/deriver.ts';
import { openEthPreparer } from '@maru/chains/eth/preparer.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import { ethSigning } from '@maru/chains/eth/signing.ts';
import { custodyProcesses } from '@maru/custody/process-contract.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { readPolicy, writeDemoPolicy } from '@maru/custody/server/sign/policy.ts';
import { openSeed } from '@maru/custody/server/sign/seed-file.ts';
import { type SignerParts, signPayouts } from '@maru/custody/server/sign/sign-payouts.ts';
import { openSignedLog } from '@maru/custody/server/sign/signed-log.ts';
import { writeKeys } from '@maru/custody/server/sign/write-keys.ts';
import { bumpPayouts } from '@maru/custody/server/watch/bump-payouts.ts';
import { followChain } from '@maru/custody/server/watch/follow-chain.ts';
import { fundHot } from '@maru/custody/server/watch/fund-hot.ts';
import { makeAddresses } from '@maru/custody/server/watch/make-addresses.ts';
import type { PayoutParts } from '@maru/custody/server/watch/payout-chain.ts';
import { preparePayouts } from '@maru/custody/server/watch/prepare-payouts.ts';
import { sendPayouts } from '@maru/custody/server/watch/send-payouts.ts';
import { advanceWithdrawals } from '@maru/custody/server/withdrawals/advance-withdrawals.ts';
import { bookEntries } from '@maru/custody/server/withdrawals/book-entries.ts';
import { takeArrivals } from '@maru/custody/server/deposits/take-arrivals.ts';
import { advanceDeposits } from '@maru/custody/server/deposits/advance-deposits.ts';
import { vi } from 'vitest';
import { MARU, openTestExchange, type TestExchange, type TestMember } from './test-exchange.ts';

export const WITHDRAW_PASSWORD = '274913';
const MOST_FEE = 500n * 10n ** 9n;
const WAITS = { timeout: 120_000, interval: 50 };

export interface PayoutStage {
  exchange: TestExchange;
  node: EthDemoNode;
  reader: ChainReader;
  signer: SignerParts;
  /** Each one step of one process, as often as it is called. */
  server(): Promise<void>;
  prepare(): Promise<number>;
  sign(): Promise<number>;
  send(): Promise<void>;
  bump(stuckAfterMs?: number): Promise<number>;
  follow(): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** The server killed, and begun again on the same database. */
  crash(): Promise<void>;
  /** The signer begins anew from its files. */
  restartSigner(): void;
  /** All steps in order with blocks between, until nothing is open. */
  settle(): Promise<void>;
  /** A member with coins that may leave, and a withdrawal password. */
  rich(username: string, coin: string, amount: bigint): Promise<TestMember>;
  addressOf(member: TestMember, coin: string): Promise<string>;
  close(): Promise<void>;
}

/** What watcher and signer have of their own. */
async function openTools(exchange: TestExchange, { url, chainId, coins }: EthDemoNode, folder: string) {
  const reader = await openEthReader({ url, chainId, coins });
  const preparer: Preparer = await openEthPreparer({ url, chainId, coins, mostFeePerGas: MOST_FEE });
  const seed = openSeed(join(folder, 'seed'), 'test', { isFirst: true });
  writeDemoPolicy(join(folder, 'policy'));
  const policy = readPolicy(join(folder, 'policy'));
  const context = () => exchange.server.context;
  const now = () => context().clock.now();
  const parts = (): PayoutParts => ({ pool: context().pool, chain: 'ETH', reader, preparer, deriver: ethDeriver, now });
  const openSigner = (): SignerParts => ({
    get pool() {
      return context().pool;
    },
    seed,
    policy,
    log: openSignedLog(join(folder, 'signed.log')),
    chains: new Map([['ETH', { signing: ethSigning({ chainId, coins }), deriver: ethDeriver }]]),
    now,
  });
  return { reader, seed, context, now, parts, openSigner };
}

export async function openPayoutStage(): Promise<PayoutStage> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-payout-'));
  const [exchange, node] = await Promise.all([openTestExchange({ hasDeposits: true, more: [custodyFeature] }), startEthDemoNode()]);
  const { reader, seed, context, now, parts, openSigner } = await openTools(exchange, node, folder);
  const stage: PayoutStage = {
    exchange,
    node,
    reader,
    signer: openSigner(),
    async server() {
      await takeArrivals(context());
      await advanceDeposits(
        context(),
        () => true,
        () => undefined,
      );
      await bookEntries(context());
      await advanceWithdrawals(
        context(),
        () => true,
        () => undefined,
      );
    },
    prepare: () => preparePayouts(parts()),
    sign: () => signPayouts(stage.signer),
    send: () => sendPayouts(parts()),
    bump: (stuckAfterMs = 0) => bumpPayouts(parts(), stuckAfterMs),
    async follow() {
      while ((await followChain({ pool: context().pool, reader, now, goesOn: () => true })) > 0);
    },
    async mine(blocks) {
      await node.mine(blocks);
      await stage.follow();
    },
    async crash() {
      await exchange.crash();
      await standAlone(exchange);
    },
    restartSigner: () => void (stage.signer = openSigner()),
    settle: () => settleAll(stage),
    rich: (username, coin, amount) => makeRich(stage, username, coin, amount),
    addressOf: (member, coin) => addressOf(stage, member, coin),
    async close() {
      await Promise.all([exchange.stop(), node.close()]);
      rmSync(folder, { recursive: true });
    },
  };
  await standAlone(exchange);
  await writeKeys(context().pool, seed, 1);
  await beginWithCoins(stage, now);
  return stage;
}

/** A demo would start a watcher and a signer of its own, over a chain of its own. */
const standAlone = ({ server }: TestExchange) => server.context.services.use(custodyProcesses).stop();

async function settleAll(stage: PayoutStage): Promise<void> {
  const { pool } = stage.exchange.server.context;
  for (let round = 0; round < 30; round++) {
    await stage.server();
    await stage.prepare();
    await stage.sign();
    await stage.server();
    await stage.send();
    await stage.mine(2);
    const { rows } = await pool.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM custody_withdrawal WHERE ledger IN ('NONE', 'HELD', 'SENT') AND state <> 'REVIEW'`,
    );
    if (rows[0].open === 0) return;
  }
  throw new Error('withdrawals are open after thirty rounds');
}

/** As a demo's watcher does at its start. The server's own jobs run beside all that a test does by hand. */
async function beginWithCoins(stage: PayoutStage, now: () => number): Promise<void> {
  const { exchange, node, reader } = stage;
  const { pool } = exchange.server.context;
  await stage.follow();
  const pay = (coin: string, to: string, _memo: string | null, amount: bigint) => node.send(to, coin, amount);
  const fund = () => fundHot({ pool, chain: 'ETH', reader, deriver: ethDeriver, now, pay });
  await pool.query(`UPDATE custody_coin SET contract = $1 WHERE wallet_type = 'ETH_USDT'`, [node.coins[1].contract]);
  // What is asked of a receiver and the rules about persons' habits have tests of their own (custody-rules.test.ts).
  await pool.query('UPDATE custody_terms SET travel_from_won = NULL');
  await pool.query('UPDATE custody_level SET day_limit = NULL, month_limit = NULL');
  await pool.query(`UPDATE custody_rule SET is_on = false WHERE rule NOT IN ('AMOUNT', 'FIRST', 'MANY')`);
  await fund();
  await stage.mine(1);
  await fund();
  await stage.server();
}

async function addressOf({ exchange }: PayoutStage, member: TestMember, coinName: string): Promise<string> {
  const { pool } = exchange.server.context;
  const asking = member.post('/api/wallet/generate', { coinName });
  await vi.waitUntil(async () => {
    await makeAddresses(pool, 'ETH', ethDeriver);
    const { rows } = await pool.query<{ address: string | null }>(
      'SELECT address FROM custody_address WHERE site_id = $1 AND account = $2',
      [MARU, member.account],
    );
    return rows[0]?.address != null;
  }, WAITS);
  return (await asking).body.data.address as string;
}

async function makeRich(stage: PayoutStage, username: string, coin: string, amount: bigint): Promise<TestMember> {
  const member = await stage.exchange.member(username, '0');
  await stage.node.send(await stage.addressOf(member, coin), coin, amount);
  await stage.mine(8);
  await stage.server();
  await givePassword(stage, member);
  return member;
}

/** A new one holds withdrawals for a day; the test's clock does not wait for it. */
async function givePassword({ exchange }: PayoutStage, member: TestMember): Promise<void> {
  const set = await member.post('/api/player/update_withdraw_password', {
    password: WITHDRAW_PASSWORD,
    loginPassword: 'a-long-passphrase',
  });
  if (set.status !== 200) throw new Error(JSON.stringify(set.body));
  await exchange.server.context.pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [member.member]);
}
