// A deposit from a real Ethereum node to the member's wallet: seen, credited at the first threshold, withdrawable at the second; what a chain
// takes back is taken back, and nothing is ever counted twice (issue 15, 2; I1, I11).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reorganise } from '@maru/chains/testing/eth-under-test.ts';
import { startEthDemoNode, type EthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { ethDeriver } from '@maru/chains/eth/deriver.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import type { ChainReader } from '@maru/chains/chain.ts';
import { accountOf, Purse } from '@maru/engine/ledger/account.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { openSeed } from '@maru/custody/server/sign/seed-file.ts';
import { writeKeys } from '@maru/custody/server/sign/write-keys.ts';
import { followChain } from '@maru/custody/server/watch/follow-chain.ts';
import { makeAddresses } from '@maru/custody/server/watch/make-addresses.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANOK, MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

const USDT = 0;
const folder = mkdtempSync(join(tmpdir(), 'maru-custody-'));
let exchange: TestExchange;
let node: EthDemoNode;
let reader: ChainReader;
let alice: TestMember;
let bob: TestMember;

beforeAll(async () => {
  [exchange, node] = await Promise.all([openTestExchange({ hasDeposits: true, more: [custodyFeature] }), startEthDemoNode()]);
  reader = await openEthReader({ url: node.url, chainId: node.chainId, coins: node.coins });
  await writeKeys(pool(), openSeed(join(folder, 'seed'), 'test', { isFirst: true }), 1);
  [alice, bob] = [await exchange.member('alice'), await exchange.member('bobby')];
  // From here on the chain is followed; what was before is nobody's.
  await look();
});
afterAll(async () => {
  await Promise.all([exchange?.stop(), node?.close()]);
  rmSync(folder, { recursive: true });
});

const pool = () => exchange.server.context.pool;

/** What the watcher's process does once a second, and the server's job behind it. */
async function look(): Promise<void> {
  await makeAddresses(pool(), 'ETH', ethDeriver);
  while ((await followChain({ pool: pool(), reader, now: () => exchange.server.context.clock.now(), goesOn: () => true })) > 0);
  exchange.server.context.jobs.hurry('custody.deposits');
}

async function mine(blocks: number): Promise<void> {
  await node.mine(blocks);
  await look();
}

async function addressOf(member: TestMember, coinName: string): Promise<string> {
  const asking = member.post('/api/wallet/generate', { coinName });
  await makeUntil(member.account);
  const { body } = await asking;
  expect(body.data).toMatchObject({ walletType: coinName, chain: 'ETH', memo: null });
  return body.data.address;
}

async function makeUntil(account: number): Promise<void> {
  await expect
    .poll(async () => {
      await makeAddresses(pool(), 'ETH', ethDeriver);
      const { rows } = await pool().query('SELECT address FROM custody_address WHERE site_id = $1 AND account = $2', [MARU, account]);
      return rows[0]?.address ?? null;
    })
    .not.toBeNull();
}

const deposits = async (member: TestMember) =>
  (await member.get('/api/dnw/deposit/list')).body.data.content as { state: string; confirmations: number; point: string }[];
const newest = async (member: TestMember) => (await deposits(member))[0];
const held = (member: TestMember, purse: number, asset = USDT) =>
  exchange.server.engines.query<number>(MARU, 'ledger', accountOf(member.account, asset, purse));

describe('an address', () => {
  it('is the member’s own, the same for ever and for each coin of the chain, and never another’s', async () => {
    const first = await addressOf(alice, 'ETH_USDT');
    expect(await addressOf(alice, 'ETH_USDT')).toBe(first);
    expect(await addressOf(alice, 'ETH')).toBe(first);
    expect(await addressOf(bob, 'ETH_USDT')).not.toBe(first);
  });

  it('of ten calls at once one is made', async () => {
    const carol = await exchange.member('carol');
    const answers = Promise.all(Array.from({ length: 10 }, () => carol.post('/api/wallet/generate', { coinName: 'ETH' })));
    await makeUntil(carol.account);
    expect(new Set((await answers).map(({ body }) => body.data.address)).size).toBe(1);
  });

  it('of a coin that the site does not take is refused, naming the field', async () => {
    for (const coinName of ['BINARY', 'NOPE', 'USDT'])
      expect((await alice.post('/api/wallet/generate', { coinName })).body).toMatchObject({
        code: 'COIN_NOT_TAKEN',
        data: { field: 'coinName' },
      });
    expect((await exchange.guest().post('/api/wallet/generate', { coinName: 'ETH' })).status).toBe(401);
  });
});

describe('test coins of a demo', () => {
  it('go to an address that is made, one member at a time, and only for coins that are taken', async () => {
    const gina = await exchange.member('gina');
    const ask = (coinName: string) =>
      gina.post('/api/dnw/deposit/test_coins', { coinName }, { 'idempotency-key': `${coinName}${Math.random()}` });
    expect((await ask('ETH_USDT')).body).toMatchObject({ code: 'ADDRESS_NOT_MADE' });
    expect((await ask('BINARY')).body).toMatchObject({ code: 'COIN_NOT_TAKEN' });
    const to = await addressOf(gina, 'ETH_USDT');
    const [one, other] = await Promise.all([ask('ETH_USDT'), ask('ETH_USDT')]);
    expect([one.status, other.status].sort()).toEqual([200, 429]);
    expect([one.body.code, other.body.code]).toContain('TEST_COINS_WAIT');
    const { rows } = await pool().query('SELECT address, coin, amount FROM custody_test_coin WHERE account = $1', [gina.account]);
    expect(rows).toEqual([{ address: to, coin: 'ETH_USDT', amount: '3000000000' }]);
  });

  it('of a brand that takes none nothing is to be had, nor its addresses', async () => {
    const hana = await exchange.member('hana', '0', HANOK);
    expect((await hana.get('/api/site_info/dnw')).body.data.deposits).toEqual([]);
    expect((await hana.post('/api/wallet/generate', { coinName: 'ETH' })).body).toMatchObject({ code: 'COIN_NOT_TAKEN' });
    expect((await hana.get('/api/dnw/deposit/list')).body.data).toMatchObject({ content: [], totalElements: 0 });
  });
});

describe('two thresholds', () => {
  it('is pending at its first block, spendable at the third, withdrawable at the sixth', async () => {
    await node.send(await addressOf(alice, 'ETH_USDT'), 'ETH_USDT', 1_500_000_000n);
    await mine(1);
    await expect.poll(() => newest(alice)).toMatchObject({ state: 'CONFIRMING', point: '1500', confirmations: 1 });
    expect([await held(alice, Purse.Pending), await held(alice, Purse.Available)]).toEqual([1_500_000_000, 0]);
    await mine(1);
    await expect.poll(() => newest(alice)).toMatchObject({ state: 'CONFIRMING', confirmations: 2 });
    await mine(1);
    await expect.poll(() => newest(alice)).toMatchObject({ state: 'CREDITED' });
    expect([await held(alice, Purse.Pending), await held(alice, Purse.Available)]).toEqual([0, 1_500_000_000]);
    await mine(3);
    await expect.poll(() => newest(alice)).toMatchObject({ state: 'UNLOCKED' });
  });

  it('many steps at once, a look repeated and a restarted server count once', async () => {
    await node.send(await addressOf(bob, 'ETH_USDT'), 'ETH_USDT', 7_000_000n);
    await mine(8);
    await Promise.all([look(), look(), look()]);
    await expect.poll(() => newest(bob)).toMatchObject({ state: 'UNLOCKED', point: '7' });
    await exchange.crash();
    await look();
    expect(await held(bob, Purse.Available)).toBe(7_000_000);
    expect(await deposits(bob)).toHaveLength(1);
  });

  it('less than the least waits, and goes on together with what makes it up', async () => {
    const dave = await exchange.member('dave');
    const address = await addressOf(dave, 'ETH_USDT');
    await node.send(address, 'ETH_USDT', 400_000n);
    await mine(8);
    await expect.poll(() => newest(dave)).toMatchObject({ state: 'SMALL' });
    expect(await held(dave, Purse.Available)).toBe(0);
    await node.send(address, 'ETH_USDT', 600_000n);
    await mine(8);
    await expect.poll(async () => (await deposits(dave)).map(({ state }) => state)).toEqual(['UNLOCKED', 'UNLOCKED']);
    expect(await held(dave, Purse.Available)).toBe(1_000_000);
  });

  it('a coin finer than the ledger is credited in whole units', async () => {
    const ETH = 3;
    const erin = await exchange.member('erin');
    await node.send(await addressOf(erin, 'ETH'), 'ETH', 10n ** 18n + 5n);
    await mine(8);
    await expect.poll(() => newest(erin)).toMatchObject({ state: 'UNLOCKED', point: '1' });
    expect(await held(erin, Purse.Available, ETH)).toBe(100_000_000);
    const { rows } = await pool().query('SELECT dust FROM custody_deposit WHERE account = $1', [erin.account]);
    expect(rows).toEqual([{ dust: '5' }]);
  });
});

describe('a limit on deposits that a member has set for itself', () => {
  it('hides where to send once it is reached, over all coins; what comes all the same is credited', async () => {
    const judy = await exchange.member('judy', '0');
    const address = await addressOf(judy, 'ETH_USDT');
    expect((await judy.post('/api/user/limits', { kind: 'DEPOSIT', limit: '100' })).status).toBe(200);
    const given = await judy.post('/api/dnw/deposit/test_coins', { coinName: 'ETH_USDT' }, { 'idempotency-key': 'judy' });
    expect([given.status, given.body.code, given.body.data]).toMatchObject([403, 'OWN_DEPOSIT_LIMIT', { limit: '100', left: '100' }]);
    await node.send(address, 'ETH_USDT', 99_000_000n);
    await mine(8);
    await expect.poll(() => newest(judy)).toMatchObject({ state: 'UNLOCKED' });
    expect(await addressOf(judy, 'ETH_USDT')).toBe(address);
    await node.send(address, 'ETH_USDT', 1_000_000n);
    await mine(8);
    await expect.poll(async () => (await deposits(judy)).map(({ state }) => state)).toEqual(['UNLOCKED', 'UNLOCKED']);
    await expect
      .poll(
        async () => (await judy.get('/api/user/limits')).body.data.content.find(({ kind }: { kind: string }) => kind === 'DEPOSIT').used,
      )
      .toBe('100.000000');
    for (const coinName of ['ETH_USDT', 'ETH']) {
      const hidden = await judy.post('/api/wallet/generate', { coinName });
      expect([hidden.status, hidden.body.code, hidden.body.data]).toMatchObject([403, 'OWN_DEPOSIT_LIMIT', { left: '0' }]);
    }
    await node.send(address, 'ETH_USDT', 5_000_000n);
    await mine(8);
    await expect.poll(() => held(judy, Purse.Available)).toBe(105_000_000);
  });
});

describe('a chain that turns aside', () => {
  it('what it drops for good is taken back, and told', async () => {
    const frank = await exchange.member('frank');
    await node.send(await addressOf(frank, 'ETH_USDT'), 'ETH_USDT', 20_000_000n);
    await mine(1);
    await expect.poll(() => newest(frank)).toMatchObject({ state: 'CONFIRMING' });
    await reorganise(node, 1);
    await look();
    await expect.poll(() => newest(frank)).toMatchObject({ confirmations: 0 });
    expect(await held(frank, Purse.Pending)).toBe(20_000_000);
    await mine(7);
    await expect.poll(() => newest(frank)).toMatchObject({ state: 'ORPHANED' });
    expect([await held(frank, Purse.Pending), await held(frank, Purse.Available)]).toEqual([0, 0]);
  });
});

it('the ledger’s mirror of custody is what the members’ addresses hold on the chain', async () => {
  const { rows } = await pool().query<{ address: string }>(`SELECT address FROM custody_address WHERE chain = 'ETH'`);
  let onChain = 0n;
  for (const { address } of rows) onChain += await reader.balanceOf(address, 'ETH_USDT');
  const { rows: sums } = await pool().query<{ sum: string }>(
    `SELECT sum(amount)::text AS sum FROM custody_deposit WHERE asset = 0 AND state IN ('CONFIRMING', 'CREDITED', 'UNLOCKED')`,
  );
  expect(BigInt(sums[0].sum)).toBe(onChain);
});
