// The demo's own watcher and signer, as processes: coins that a member asks for come in by themselves, go out again, and are gathered (issue 15).
import { randomBytes } from 'node:crypto';
import { mixedCase } from '@maru/chains/address/checksums.ts';
import { EOS_DEMO_FAUCET } from '@maru/chains/address/demo-faucet.ts';
import { btcDemo, dogeDemo } from '@maru/chains/bitcoin/network.ts';
import { addressOf } from '@maru/chains/bitcoin/own-scripts.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { textOf } from '@maru/chains/tron/address.ts';
import { OutScript } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import xrpl from 'xrpl';
import { openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

const PASSWORD = '274913';
let exchange: TestExchange;
/** One for each coin: a demo gives a member one after the other, seconds apart. */
const senders = new Map<string, TestMember>();

beforeAll(async () => {
  exchange = await openTestExchange({ hasDeposits: true, more: [custodyFeature] });
  const { pool } = exchange.server.context;
  // Judged in USDT, and this exchange has no price of every coin.
  await pool.query('UPDATE custody_level SET day_limit = NULL, month_limit = NULL');
});
afterAll(() => exchange?.stop());

interface Network {
  walletType: string;
  chain: string;
  least: string;
}
const networks = async (of: TestMember) => (await of.get('/api/site_info/dnw')).body.data.withdrawals as Network[];

async function senderOf(walletType: string): Promise<TestMember> {
  const sender = await exchange.member(`sender${walletType.toLowerCase().replace('_', '')}`, '0');
  const typed = { password: PASSWORD, loginPassword: 'a-long-passphrase' };
  expect((await sender.post('/api/player/update_withdraw_password', typed)).status).toBe(200);
  const { pool } = exchange.server.context;
  await pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [sender.member]);
  senders.set(walletType, sender);
  return sender;
}

const legacy = (network: typeof btcDemo) => addressOf(network, OutScript.encode({ type: 'pkh', hash: randomBytes(20) })) as string;
/** Somebody else's. */
const strangers: Readonly<Record<string, () => { address: string; memo?: string }>> = {
  ETH: () => ({ address: mixedCase(`0x${randomBytes(20).toString('hex')}`) }),
  TRON: () => ({ address: textOf(randomBytes(20).toString('hex')) }),
  BTC: () => ({ address: legacy(btcDemo) }),
  DOGE: () => ({ address: legacy(dogeDemo) }),
  EOS: () => ({ address: EOS_DEMO_FAUCET, memo: 'for me' }),
  XRP: () => ({ address: xrpl.Wallet.generate().address, memo: '77' }),
};

async function getCoins({ walletType: coinName }: Network): Promise<void> {
  const sender = await senderOf(coinName);
  const asked = () => sender.post('/api/wallet/generate', { coinName });
  await expect.poll(async () => (await asked()).body.data.address, { message: coinName }).not.toBeNull();
  const given = await sender.post('/api/dnw/deposit/test_coins', { coinName }, { 'idempotency-key': `coins-${coinName}` });
  expect(given.status, JSON.stringify(given.body)).toBe(200);
  const deposits = () => sender.get('/api/dnw/deposit/list', { walletType: coinName });
  await expect.poll(async () => (await deposits()).body.data.content[0]?.state, { message: coinName }).toBe('UNLOCKED');
}

async function payOut({ walletType, chain, least }: Network): Promise<void> {
  const sender = senders.get(walletType) as TestMember;
  // Some are beyond the site's threshold of the travel rule, where nobody knows a price.
  const travel = { kind: 'OWN', beneficiary: '김마루', isStated: true };
  const body = { walletType, point: least, password: PASSWORD, travel, ...strangers[chain]() };
  const applied = await sender.post('/api/dnw/withdraw/apply', body, { 'idempotency-key': `out-${walletType}` });
  expect(applied.status, `${walletType} ${JSON.stringify(applied.body)}`).toBe(200);
  const { withdrawalId } = applied.body.data as { withdrawalId: number };
  const { pool } = exchange.server.context;
  const isAt = async () => {
    const { rows } = await pool.query(
      `SELECT w.wallet_type, w.state, w.ledger, w.reason, w.waits, p.refused FROM custody_withdrawal w LEFT JOIN custody_payout p ON p.withdrawal_id = w.withdrawal_id
       WHERE w.withdrawal_id = $1 ORDER BY p.payout_id DESC`,
      [withdrawalId],
    );
    return rows[0];
  };
  await expect.poll(isAt, { message: walletType }).toMatchObject({ state: 'CONFIRMED' });
}

const coins = ['BTC', 'DOGE', 'EOS', 'ETH', 'ETH_USDT', 'TRON', 'TRON_USDT', 'XRP'];
let all: Network[] = [];

it('a demo takes each of its coins in without anybody’s help', async () => {
  const looker = await exchange.member('looker', '0');
  // The first look starts them.
  all = await networks(looker);
  expect(all.map(({ walletType }) => walletType).toSorted()).toEqual(coins);
  await Promise.all(all.map(getCoins));
});

it('and pays out each of them', async () => {
  await Promise.all(all.map(payOut));
});

it('what came in is gathered at the hot addresses, and what pays for it is nobody’s deposit', async () => {
  const { pool } = exchange.server.context;
  const paying = all.map(({ walletType }) => walletType);
  const deposits = async () => (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM custody_deposit')).rows[0].n;
  const before = await deposits();
  await pool.query('UPDATE custody_coin SET sweep_from = deposit_least WHERE wallet_type = ANY($1)', [paying]);
  const gathered = async () => {
    const { rows } = await pool.query<{ coin: string }>(
      `SELECT DISTINCT coin FROM custody_sweep WHERE kind = 'SWEEP' AND state = 'DONE' ORDER BY coin`,
    );
    return rows.map(({ coin }) => coin);
  };
  // A token's fuel comes first, and each is compared with the ledger before it is signed.
  await expect.poll(gathered, { timeout: 240_000 }).toEqual(paying.toSorted());
  const open = async () => (await pool.query(`SELECT 1 FROM custody_sweep WHERE state = 'OPEN'`)).rowCount;
  await expect.poll(open).toBe(0);
  expect(await deposits()).toBe(before);
});

it('a name that nobody has is refused before anything is asked for', async () => {
  const sender = senders.get('EOS') as TestMember;
  const asked = (address: string) => sender.get('/api/dnw/withdraw/quote', { walletType: 'EOS', address, point: '10' });
  const { status, body } = await asked('nobodythere1');
  expect([status, body.code, body.data]).toEqual([400, 'ADDRESS_NOT_THERE', { field: 'address', chain: 'EOS', address: 'nobodythere1' }]);
  expect((await asked(EOS_DEMO_FAUCET)).body.data).toMatchObject({ address: EOS_DEMO_FAUCET, isInside: false });
});

it('afterwards ledger and chain are the same for every coin, and nothing is stopped', async () => {
  const { pool, clock } = exchange.server.context;
  const asked = clock.now();
  // As the desk asks for a comparison now.
  await pool.query('UPDATE custody_read SET asked_ms = $1', [asked]);
  const compared = async () => {
    const { rows } = await pool.query<{ asset: number; isEqual: boolean; differences: unknown }>(
      `SELECT DISTINCT ON (asset) asset, is_equal AS "isEqual", differences FROM custody_run WHERE site_id = 1 AND read_ms >= $1 ORDER BY asset, run_id DESC`,
      [asked],
    );
    return rows;
  };
  await expect.poll(async () => (await compared()).length).toBe(7);
  expect((await compared()).filter(({ isEqual }) => !isEqual)).toEqual([]);
  // Nor was anything ever different on its way.
  expect((await pool.query('SELECT asset, differences FROM custody_run WHERE NOT is_equal')).rows).toEqual([]);
  expect((await pool.query('SELECT * FROM custody_stop')).rows).toEqual([]);
});
