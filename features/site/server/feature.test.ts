// Site info by host, the server's time, fees, and boot payload: over real HTTP.
import { startTestServer, testSites, type TestServer } from '@maru/kit/server/testing/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteInfo } from '../contract.ts';
import { fraction, siteFeature } from './feature.ts';
import { loadSites } from './load-sites.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    features: [siteFeature],
    sites: testSites(),
    prepare: (context) => loadSites(context.pool, context.sites, testSites()),
  });
});
afterAll(() => server.stop());

const ask = async (url: string, host = 'a.test') => (await server.http.app.inject({ url, headers: { host } })).json();

test('the host decides the site; the info holds the contract and the specification’s lists', async () => {
  const { data } = await ask('/api/site_info/code?code=b', 'b.test');
  expect(siteInfo.safeParse(data).success).toBe(true);
  expect(data).toMatchObject({ id: 2, code: 'b', type: 8, usedCoins: 'USDT', stockPrefix: 'BINANCE', isDemo: false, feed: 'binance' });
  expect(data.hasSlot).toBe(false);
  expect(JSON.parse(data.coinWalletInfoJson)).toEqual({ USDT: { currency: 'USDT', network: 'TRON', isStaking: false } });
  expect(JSON.parse(data.coinInfoJson).USDT.decimals).toBe(6);
});

test('a code of another site behaves as if that site did not exist', async () => {
  expect(await ask('/api/site_info/code?code=b')).toMatchObject({ status: 'fail', code: 'SITE_UNKNOWN', data: { field: 'code' } });
});

test('the time offset is server minus client', async () => {
  const asked = Date.now();
  const { data } = await ask(`/api/server_time_offset?ms=${asked - 5000}`);
  expect(data.offset).toBeGreaterThanOrEqual(5000);
  expect(data.offset).toBeLessThanOrEqual(5000 + Date.now() - asked);
});

test('fees are plain decimals outside the envelope; the estimate of a long has two taker legs', async () => {
  expect(await ask('/fee.json')).toEqual({ futures: { maker: '0.0002', taker: '0.0004', estimateLong: '0.0008' } });
  expect([0, 1, 100_000_000, 150_000_000, 20_000].map(fraction)).toEqual(['0', '0.00000001', '1', '1.5', '0.0002']);
});

test('a row that an operator changed is not overwritten by the seed', async () => {
  const { pool, sites } = server.context;
  await pool.query(`UPDATE site_site SET config = jsonb_set(config, '{stockPrefix}', '"PYTH"') WHERE id = 1`);
  await loadSites(pool, sites, testSites());
  expect((await ask('/api/site_info/code')).data.stockPrefix).toBe('PYTH');
});

test('1.8: coins of the menus are the row’s, what is no coin left out; deposits are those that can come in, staking and purchases are not there', async () => {
  const { pool, sites } = server.context;
  const wanted = {
    usedCoins: ['USDT', 'BINARY', 'TRON_USDT', 'BTC'],
    // USDT is no network, XRP and DOGE are no wallets of the site.
    depositCoins: ['TRON_USDT', 'USDT', 'XRP', 'BTC', 'DOGE'],
    buyCoins: ['USDT', 'BTC'],
    isStaking: true,
  };
  await pool.query('UPDATE site_site SET config = config || $1 WHERE id = 2', [JSON.stringify(wanted)]);
  await loadSites(pool, sites, testSites());
  // Outside of a demo a coin comes in where its chain has a node.
  const { config } = server.context;
  expect((await ask('/api/site_info/code', 'b.test')).data.depositCoins).toBe('');
  const node = ['http://localhost:1'];
  Object.assign(config, { chains: { ...config.chains, nodes: { TRON: node, BTC: node } } });
  const { data } = await ask('/api/site_info/code', 'b.test');
  expect(data).toMatchObject({ usedCoins: 'USDT,BINARY,TRON_USDT,BTC', depositCoins: 'TRON_USDT,BTC', buyCoins: '' });
  expect(JSON.parse(data.coinWalletInfoJson)).toEqual({
    USDT: { currency: 'USDT', network: 'TRON', isStaking: false },
    TRON_USDT: { currency: 'USDT', network: 'TRON', isStaking: false },
    BTC: { currency: 'BTC', network: 'BTC', isStaking: false },
  });
  expect(Object.keys(JSON.parse(data.coinInfoJson))).toEqual(['USDT', 'BTC']);
  expect(JSON.parse((await ask('/api/site_info/code')).data.coinWalletInfoJson).USDT.isStaking).toBe(false);
});

test('who stands behind a site is its row’s, and is not asked of a site that says nothing', async () => {
  const { pool, sites } = server.context;
  const both = (text: string) => ({ ko: text, en: text });
  const company = { name: both('Company'), representative: both('Kim'), address: both('Seoul'), registration: '123-45-67890' };
  await pool.query('UPDATE site_site SET config = config || $1 WHERE id = 2', [JSON.stringify({ company })]);
  await loadSites(pool, sites, testSites());
  expect((await ask('/api/site_info/code', 'b.test')).data.company).toEqual(company);
  expect((await ask('/api/site_info/code')).data.company).toBeUndefined();
});
