// The demo's own watcher and signer, as processes: coins that a member asks for come in by themselves, go out again, and are gathered (issue 15).
import { randomBytes } from 'node:crypto';
import { mixedCase } from '@maru/chains/address/checksums.ts';
import { btcDemo, dogeDemo } from '@maru/chains/bitcoin/network.ts';
import { addressOf } from '@maru/chains/bitcoin/own-scripts.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { OutScript } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import xrpl from 'xrpl';
import { openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

const PASSWORD = '274913';
let exchange: TestExchange;
let sender: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({ hasDeposits: true, more: [custodyFeature] });
  sender = await exchange.member('sender', '0');
  const typed = { password: PASSWORD, loginPassword: 'a-long-passphrase' };
  expect((await sender.post('/api/player/update_withdraw_password', typed)).status).toBe(200);
  const { pool } = exchange.server.context;
  await pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [sender.member]);
  // Judged in USDT, and this exchange has no price of every coin.
  await pool.query('UPDATE custody_level SET day_limit = NULL, month_limit = NULL');
});
afterAll(() => exchange?.stop());

interface Network {
  walletType: string;
  chain: string;
  least: string;
}
const networks = async () => (await sender.get('/api/site_info/dnw')).body.data.withdrawals as Network[];

const legacy = (network: typeof btcDemo) => addressOf(network, OutScript.encode({ type: 'pkh', hash: randomBytes(20) })) as string;
/** Somebody else's. */
const strangers: Readonly<Record<string, () => { address: string; memo?: string }>> = {
  ETH: () => ({ address: mixedCase(`0x${randomBytes(20).toString('hex')}`) }),
  BTC: () => ({ address: legacy(btcDemo) }),
  DOGE: () => ({ address: legacy(dogeDemo) }),
  XRP: () => ({ address: xrpl.Wallet.generate().address, memo: '77' }),
};

async function getCoins(coinName: string): Promise<void> {
  const asked = () => sender.post('/api/wallet/generate', { coinName });
  await expect.poll(async () => (await asked()).body.data.address, { message: coinName }).not.toBeNull();
  // One coin after the other: a demo gives them seconds apart.
  const given = () => sender.post('/api/dnw/deposit/test_coins', { coinName }, { 'idempotency-key': `coins-${coinName}` });
  await expect.poll(async () => (await given()).status, { message: coinName }).toBe(200);
  const deposits = () => sender.get('/api/dnw/deposit/list', { walletType: coinName });
  await expect.poll(async () => (await deposits()).body.data.content[0]?.state, { message: coinName }).toBe('UNLOCKED');
}

async function payOut({ walletType, chain, least }: Network): Promise<void> {
  // Together they are beyond the site's threshold of the travel rule.
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

it('a demo takes each of its coins in, and pays out what it pays, without anybody’s help', async () => {
  // The first look starts them.
  const all = await networks();
  expect(all.map(({ walletType }) => walletType).toSorted()).toEqual(['BTC', 'DOGE', 'ETH', 'ETH_USDT', 'XRP']);
  for (const walletType of ['TRON', 'TRON_USDT', 'EOS']) await getCoins(walletType);
  for (const { walletType } of all) await getCoins(walletType);
  await Promise.all(all.map(payOut));
});

it('what came in is gathered at the hot addresses, and what pays for it is nobody’s deposit', async () => {
  const { pool } = exchange.server.context;
  const paying = (await networks()).map(({ walletType }) => walletType);
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
