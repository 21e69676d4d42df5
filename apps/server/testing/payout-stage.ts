// Withdrawals over a node of a chain (Ethereum's where none is named), every process' steps by hand: server's job, watcher, signer, in any order and as often as a test likes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainReader } from '@maru/chains/chain.ts';
import { coldNetworks } from '@maru/chains/cold-signing.ts';
import type { EthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { custodyProcesses } from '@maru/custody/process-contract.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { writeDemoPolicy } from '@maru/custody/server/sign/demo-policy.ts';
import { readPolicy } from '@maru/custody/server/sign/policy.ts';
import { openSeed } from '@maru/custody/server/sign/seed-file.ts';
import { type SignerParts, signPayouts } from '@maru/custody/server/sign/sign-payouts.ts';
import { openSignedLog } from '@maru/custody/server/sign/signed-log.ts';
import { writeKeys } from '@maru/custody/server/sign/write-keys.ts';
import { bumpPayouts } from '@maru/custody/server/watch/bump-payouts.ts';
import { followChain } from '@maru/custody/server/watch/follow-chain.ts';
import { prepareFromCold } from '@maru/custody/server/watch/from-cold.ts';
import { fundHot } from '@maru/custody/server/watch/fund-hot.ts';
import { makeAddresses } from '@maru/custody/server/watch/make-addresses.ts';
import { moveToCold } from '@maru/custody/server/watch/move-to-cold.ts';
import type { PayoutParts } from '@maru/custody/server/watch/payout-chain.ts';
import { preparePayouts } from '@maru/custody/server/watch/prepare-payouts.ts';
import { prepareSweeps } from '@maru/custody/server/watch/prepare-sweeps.ts';
import { takeSigned } from '@maru/custody/server/watch/take-signed.ts';
import { sendPayouts } from '@maru/custody/server/watch/send-payouts.ts';
import { advanceWithdrawals } from '@maru/custody/server/withdrawals/advance-withdrawals.ts';
import { bookEntries } from '@maru/custody/server/withdrawals/book-entries.ts';
import { finishSweeps } from '@maru/custody/server/withdrawals/finish-sweeps.ts';
import { bookUnassigned } from '@maru/custody/server/deposits/book-unassigned.ts';
import { takeArrivals } from '@maru/custody/server/deposits/take-arrivals.ts';
import { advanceDeposits } from '@maru/custody/server/deposits/advance-deposits.ts';
import { vi } from 'vitest';
import { ethStage, type OpenStageChain, type StageChain } from './stage-chains.ts';
import { MARU, openTestExchange, type TestExchange, type TestMember } from './test-exchange.ts';

export const WITHDRAW_PASSWORD = '274913';
const WAITS = { timeout: 120_000, interval: 50 };

export interface StageAddress {
  address: string;
  memo: string | null;
}

export interface PayoutStage<Node = EthDemoNode> {
  exchange: TestExchange;
  chain: StageChain<Node>;
  node: Node;
  reader: ChainReader;
  signer: SignerParts;
  /** Each one step of one process, as often as it is called. */
  server(): Promise<void>;
  prepare(): Promise<number>;
  sweep(): Promise<number>;
  toCold(): Promise<number>;
  fromCold(): Promise<number>;
  takeSigned(): Promise<number>;
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
  /** With the number that tells members apart on chains where they share an address. */
  placeOf(member: TestMember, coin: string): Promise<StageAddress>;
  close(): Promise<void>;
}

const coldOf = ({ chain, signing }: StageChain<unknown>) => ({ network: coldNetworks.demo[chain], signing });

/** What watcher and signer have of their own. */
function openTools(exchange: TestExchange, { chain, reader, preparer, deriver, signing }: StageChain<unknown>, folder: string) {
  const seed = openSeed(join(folder, 'seed'), 'test', { isFirst: true });
  writeDemoPolicy(join(folder, 'policy'));
  const policy = readPolicy(join(folder, 'policy'));
  const context = () => exchange.server.context;
  const now = () => context().clock.now();
  const parts = (): PayoutParts => ({ pool: context().pool, chain, reader, preparer, deriver, now });
  const openSigner = (): SignerParts => ({
    get pool() {
      return context().pool;
    },
    seed,
    policy,
    log: openSignedLog(join(folder, 'signed.log')),
    chains: new Map([[chain, { signing, deriver }]]),
    now,
  });
  return { seed, context, now, parts, openSigner };
}

export const openPayoutStage = (): Promise<PayoutStage> => openStage(ethStage);

export async function openStage<Node>(open: OpenStageChain<Node>): Promise<PayoutStage<Node>> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-payout-'));
  const exchange = await openTestExchange({ hasDeposits: true, more: [custodyFeature] });
  const chain = await open(() => exchange.server.context.pool);
  const { reader } = chain;
  const { seed, context, now, parts, openSigner } = openTools(exchange, chain, folder);
  const stage: PayoutStage<Node> = {
    exchange,
    chain,
    node: chain.node,
    reader,
    signer: openSigner(),
    async server() {
      await takeArrivals(context());
      await bookUnassigned(context());
      await advanceDeposits(
        context(),
        () => true,
        () => undefined,
      );
      await finishSweeps(context());
      await bookEntries(context());
      await advanceWithdrawals(
        context(),
        () => true,
        () => undefined,
      );
    },
    prepare: () => preparePayouts(parts()),
    sweep: () => prepareSweeps(parts()),
    toCold: () => moveToCold(parts()),
    fromCold: () => prepareFromCold(parts(), coldOf(chain)),
    takeSigned: () => takeSigned(parts(), coldOf(chain)),
    sign: () => signPayouts(stage.signer),
    send: () => sendPayouts(parts()),
    bump: (stuckAfterMs = 0) => bumpPayouts(parts(), stuckAfterMs),
    async follow() {
      while ((await followChain({ pool: context().pool, reader, now, goesOn: () => true })) > 0);
    },
    async mine(blocks) {
      await chain.mine(blocks);
      await stage.follow();
    },
    async crash() {
      await exchange.crash();
      await standAlone(exchange);
    },
    restartSigner: () => void (stage.signer = openSigner()),
    settle: () => settleAll(stage),
    rich: (username, coin, amount) => makeRich(stage, username, coin, amount),
    addressOf: async (member, coin) => (await placeOf(stage, member, coin)).address,
    placeOf: (member, coin) => placeOf(stage, member, coin),
    async close() {
      await Promise.all([exchange.stop(), chain.close()]);
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

async function settleAll(stage: PayoutStage<unknown>): Promise<void> {
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
async function beginWithCoins(stage: PayoutStage<unknown>, now: () => number): Promise<void> {
  const { exchange, chain, reader } = stage;
  const { pool } = exchange.server.context;
  await stage.follow();
  const fund = () => fundHot({ pool, chain: chain.chain, reader, deriver: chain.deriver, now, pay: chain.pay });
  for (const { code, contract, symbol } of chain.coins)
    await pool.query('UPDATE custody_coin SET contract = $2, symbol = $3, out_paused = NULL WHERE wallet_type = $1', [
      code,
      contract ?? null,
      symbol ?? null,
    ]);
  // What is asked of a receiver, limits, and the rules about persons' habits have tests of their own (custody-rules.test.ts).
  await pool.query('UPDATE custody_terms SET travel_from_won = NULL');
  await pool.query('UPDATE custody_level SET day_limit = NULL, month_limit = NULL');
  await pool.query(`UPDATE custody_rule SET is_on = false WHERE rule NOT IN ('AMOUNT', 'FIRST', 'MANY')`);
  await fund();
  await stage.mine(1);
  await fund();
  await stage.server();
}

async function placeOf({ exchange, chain }: PayoutStage<unknown>, member: TestMember, coinName: string): Promise<StageAddress> {
  const { pool } = exchange.server.context;
  const asking = member.post('/api/wallet/generate', { coinName });
  await vi.waitUntil(async () => {
    await makeAddresses(pool, chain.chain, chain.deriver);
    const { rows } = await pool.query<{ address: string | null }>(
      'SELECT address FROM custody_address WHERE site_id = $1 AND account = $2 AND chain = $3',
      [MARU, member.account, chain.chain],
    );
    return rows[0]?.address != null;
  }, WAITS);
  const { address, memo } = (await asking).body.data as StageAddress;
  return { address, memo };
}

async function makeRich(stage: PayoutStage<unknown>, username: string, coin: string, amount: bigint): Promise<TestMember> {
  const member = await stage.exchange.member(username, '0');
  const { address, memo } = await stage.placeOf(member, coin);
  await stage.chain.pay(coin, address, memo, amount);
  await stage.mine(8);
  await stage.server();
  await givePassword(stage, member);
  return member;
}

/** A new one holds withdrawals for a day; the test's clock does not wait for it. */
async function givePassword({ exchange }: PayoutStage<unknown>, member: TestMember): Promise<void> {
  const set = await member.post('/api/player/update_withdraw_password', {
    password: WITHDRAW_PASSWORD,
    loginPassword: 'a-long-passphrase',
  });
  if (set.status !== 200) throw new Error(JSON.stringify(set.body));
  await exchange.server.context.pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [member.member]);
}
