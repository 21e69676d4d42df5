// An installation of real money gives up the brand that it began with: it does not come back with a start, nor with a restored backup.
import { decideRequest } from './testing/decide-request.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, type BackupPlaces, restore } from '@maru/kit/server/backup.ts';
import { loadConfig } from '@maru/kit/server/config.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { emptyDatabase } from '@maru/kit/server/testing/postgres.ts';
import { marketMigrations } from '@maru/market/server/migrations.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from './server.ts';
import { type BrandOperator, brandOperator, requestOf, wantedBrand } from './testing/brand-desk.ts';
import { type TestExchange, openTestExchange } from './testing/test-exchange.ts';
import { exchangeFeatures } from './testing/exchange-features.ts';

const env = { NODE_ENV: 'production', MARU_DEMO: 'off', MARU_ADMIN_HOST: 'localhost', MARU_FEED: 'replay' };
const reason = '다른 이름으로 시작해요';
let exchange: TestExchange;
let first: BrandOperator;
let second: BrandOperator;

beforeAll(async () => {
  exchange = await openTestExchange({ env });
  [first, second] = [await brandOperator(exchange), await brandOperator(exchange)];
});
afterAll(() => exchange.stop());

const at = (code: string) => ({ 'x-maru-site': code });
const giveUp = (code: string) => first.post('/api/admin/site/give-up', { code, reason }, at(code));
const standing = () => exchange.server.context.sites.all().map(({ id, code }) => [id, code]);
const hosted = () => exchange.server.engines.status().map(({ site, ready }) => [site, ready]);

async function begin(code: string, id: number): Promise<void> {
  const asked = await first.post('/api/admin/site/create', { ...wantedBrand, code, hosts: [`${code}.test`] });
  expect((await decideRequest(second, requestOf(asked))).body.status).toBe('success');
  await expect.poll(hosted).toContainEqual([id, true]);
}

it('not while it is the only one; with another beside it, it goes and does not come back with a start', async () => {
  expect(standing()).toEqual([[1, 'maru']]);
  expect((await giveUp('maru')).body.code).toBe('BRAND_LAST');
  await begin('nuri', 2);
  expect((await decideRequest(second, requestOf(await giveUp('maru')), { headers: at('maru') })).body.status).toBe('success');
  await expect.poll(hosted).toEqual([[2, true]]);
  expect((await giveUp('nuri')).body.code).toBe('BRAND_LAST');
  await exchange.restart();
  expect([standing(), hosted()]).toEqual([[[2, 'nuri']], [[2, true]]]);
  // Of the host of the back office, which is no brand's: the first that stands.
  expect((await first.get('/api/admin/site/launch')).body.data.code).toBe('nuri');
});

it('its code begun again is a third one, and a restored copy hosts what stands', async () => {
  await begin('maru', 3);
  expect(standing()).toEqual([
    [2, 'nuri'],
    [3, 'maru'],
  ]);
  const { dataDir, address } = exchange.server;
  const dir = mkdtempSync(join(tmpdir(), 'maru-copy-'));
  const target = await emptyDatabase();
  const placesIn = (folder: string, of: BackupPlaces['address']): BackupPlaces => ({
    address: of,
    snapshotDir: join(folder, 'snapshots'),
    archiveDir: join(folder, 'archive'),
    filesDir: join(folder, 'files'),
    maker: engineMaker('small'),
  });
  const features = exchangeFeatures({ name: 'market', errors: {}, routes: [], migrations: marketMigrations });
  try {
    await backup(placesIn(dataDir, address), join(dir, 'backup'), new Date(exchange.server.context.clock.now()));
    const migrations = features.flatMap((feature) => [...(feature.migrations ?? [])]);
    await restore(placesIn(join(dir, 'data'), target.address), join(dir, 'backup'), migrations);
    const config = loadConfig({ ...env, PORT: '0', MARU_SECOND_PORT: '0', MARU_DATA: join(dir, 'data'), MARU_LOG: 'silent' });
    const copy = await startServer({
      config,
      address: target.address,
      say: () => {},
      features,
      arePart: true,
      hasMarket: false,
      warmsUp: false,
    });
    expect(copy.engines.status().map(({ site }) => site)).toEqual([2, 3]);
    expect(copy.context.sites.byCode('maru')?.id).toBe(3);
    await copy.stop();
  } finally {
    await target.drop();
    rmSync(dir, { recursive: true });
  }
});
