// The demo's own watcher and signer, as processes: coins that a member asks for come in by themselves, and go out again (issue 15).
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestExchange, type TestExchange } from './testing/test-exchange.ts';

const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
const PASSWORD = '274913';
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await openTestExchange({ hasDeposits: true, more: [custodyFeature] });
});
afterAll(() => exchange?.stop());

it('a demo pays a withdrawal without anybody’s help', async () => {
  const alice = await exchange.member('alice', '0');
  const { pool } = exchange.server.context;
  // The first look starts them.
  expect((await alice.get('/api/dnw/withdraw/quote', { walletType: 'ETH_USDT' })).status).toBe(200);
  const asked = () => alice.post('/api/wallet/generate', { coinName: 'ETH_USDT' });
  await expect.poll(async () => (await asked()).body.data.address).not.toBeNull();
  expect((await alice.post('/api/dnw/deposit/test_coins', { coinName: 'ETH_USDT' }, { 'idempotency-key': 'coins' })).status).toBe(200);
  const typed = { password: PASSWORD, loginPassword: 'a-long-passphrase' };
  expect((await alice.post('/api/player/update_withdraw_password', typed)).status).toBe(200);
  await pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [alice.member]);
  const quote = () => alice.get('/api/dnw/withdraw/quote', { walletType: 'ETH_USDT' });
  await expect.poll(async () => (await quote()).body.data.available).toBe('3000');
  const body = { walletType: 'ETH_USDT', point: '100', address: OUTSIDE, password: PASSWORD };
  const applied = await alice.post('/api/dnw/withdraw/apply', body, { 'idempotency-key': 'out' });
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  const { withdrawalId } = applied.body.data as { withdrawalId: number };
  const state = async () => (await alice.get('/api/dnw/withdraw', { withdrawalId })).body.data.state as string;
  await expect.poll(state).toBe('CONFIRMED');
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM custody_entry WHERE is_booked ORDER BY name');
  expect(rows.map(({ name }) => name)).toEqual(['DEMO|ETH', 'DEMO|ETH_USDT']);
});
