// Area TEN: members, partners, coupons and products of another site behave as if they did not exist, whatever the request says.
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from '../../apps/server/testing/test-exchange.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { attack, expectStatus } from './cases.ts';

let exchange: TestExchange;
let anna: TestMember;
beforeAll(async () => {
  exchange = await openTestExchange();
  anna = await exchange.member('anna', '100');
});
afterAll(() => exchange.stop());

attack('TEN-05', async (attacked) => {
  // The product itself is of a later release; its bit is off at both sites.
  const body = { name: 'A', phone: '010-1', point: '10', detailJson: '{}' };
  const before = (await anna.get('/api/wallet/my')).body.data;
  expectStatus(attacked, (await anna.post('/api/dnw/p2p', body)).status);
  expect((await anna.get('/api/wallet/my')).body.data).toEqual(before);
  // One that is built and switched off: refused by the server, whatever the menu shows.
  const { pool } = exchange.server.context;
  await pool.query(`UPDATE site_site SET config = config || '{"type": 0}' WHERE id = $1`, [HANOK]);
  const hana = await exchange.member('hana', '100', HANOK);
  const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
  await expect.poll(async () => (await hana.post('/api/futures/order', order)).body.code).toBe('PRODUCT_OFF');
  expectStatus(attacked, (await hana.post('/api/futures/order', order)).status);
  await pool.query(`UPDATE site_site SET config = config || '{"type": 8}' WHERE id = $1`, [HANOK]);
});

attack('TEN-06', async (attacked) => {
  // Host and token decide: this site's wallet counts in USDT, the other's in won.
  const plain = await anna.get('/api/dnw/conversion');
  const named = await anna.get('/api/dnw/conversion', { siteInfoId: HANOK });
  expectStatus(attacked, named.status);
  if (named.status === 200) expect(named.body.data).toEqual(plain.body.data);
  expect(JSON.stringify(named.body)).not.toContain('KRW');
  const abroad = exchange.guest(HANOK);
  const carried = await abroad.get('/api/wallet/my', { siteInfoId: MARU }, { authorization: `Bearer ${anna.token}` });
  expect([401, 403]).toContain(carried.status);
});

attack('TEN-08', async (attacked) => {
  const { pool } = exchange.server.context;
  await pool.query("INSERT INTO partner_partner (site_id, code, name) VALUES ($1, 'HANOKPARTNER', 'Partner of the other site')", [HANOK]);
  const theirs = await exchange.guest().get('/api/partner/verify', { partnerPk: 'HANOKPARTNER' });
  expectStatus(attacked, theirs.status);
  expect((await exchange.guest(HANOK).get('/api/partner/verify', { partnerPk: 'HANOKPARTNER' })).status).toBe(200);
  const never = await exchange.guest().get('/api/partner/verify', { partnerPk: 'NOBODYATALL' });
  expect([theirs.status, theirs.body.code, theirs.body.message]).toEqual([never.status, never.body.code, never.body.message]);
});

attack('TEN-10', async (attacked) => {
  const password = 'a-long-passphrase';
  expect((await exchange.guest().post('/api/login', { username: 'anna', password })).status).toBe(200);
  const abroad = await exchange.guest(HANOK).post('/api/login', { username: 'anna', password });
  expectStatus(attacked, abroad.status);
  const unknown = await exchange.guest(HANOK).post('/api/login', { username: 'nobody-here', password });
  expect([abroad.status, abroad.body.code, abroad.body.message]).toEqual([unknown.status, unknown.body.code, unknown.body.message]);
});
