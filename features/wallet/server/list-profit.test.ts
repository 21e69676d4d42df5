// The lines of a day's result among very many other postings: all of them page by page, each page at a bounded cost.
import { futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { type WeighedPool, weighedPool } from '@maru/kit/server/testing/weighed-pool.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listProfitHandler } from './list-profit.ts';
import { walletProfitHandler } from './wallet-profit.ts';
import { walletMigrations } from './migrations.ts';

const SITE = 1;
const ACCOUNT = 4;
const OWN = futuresWallet(ACCOUNT);
const HOUSE = 3;
/** Every thousandth posting is a fee; the rest moved money in and out. */
const [POSTINGS, EACH] = [150_000, 1_000];
const START = Date.UTC(2026, 0, 1);
let database: TestDatabase;
let plain: pg.Pool;
let weighed: WeighedPool;

beforeAll(async () => {
  database = await freshDatabase(walletMigrations);
  plain = createPool(database.address, { name: 'test', max: 2 });
  await plain.query(
    `INSERT INTO wallet_ledger SELECT ${SITE}, ${ACCOUNT}, i, 0, ${OWN}, ${HOUSE}, 5,
       CASE WHEN i % ${EACH} = 0 THEN ${PostingReason.TradingFee} ELSE ${PostingReason.Transfer} END, 0, 0, 0, 0, ${START} + i * 1000
     FROM generate_series(1, ${POSTINGS}) i`,
  );
  await plain.query('VACUUM ANALYZE wallet_ledger');
});
afterAll(async () => {
  await plain.end();
  await database.drop();
});
beforeEach(() => {
  weighed = weighedPool(plain);
});

interface Page {
  content: { id: string; amount: string }[];
  totalElements: number;
  sums: { reason: string; amount: string; count: number }[] | null;
  next: string | null;
}
async function page(query: Record<string, unknown>): Promise<Page> {
  const context = { pool: weighed.pool, projections: { waitFor: async () => true } } as unknown as AppContext;
  const call = { site: { id: SITE, symbols: ['BINANCE:BTCUSDT'] }, session: { account: ACCOUNT }, query };
  return (await listProfitHandler.run(context, call as never)).data as Page;
}

it('reads on to the last line; a page that met none says where to go on', async () => {
  const found: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { content, next } = await page({ size: 100, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...content.map(({ id }) => id));
    cursor = next ?? undefined;
    pages++;
  } while (cursor !== undefined);
  expect(found).toEqual(Array.from({ length: POSTINGS / EACH }, (_, i) => `${POSTINGS - i * EACH}-0`));
  expect(pages).toBeLessThan(5);
  for (const { pages: read, scanned, text } of weighed.weights) {
    expect(read, text).toBeLessThan(4_000);
    expect(scanned, text).toEqual([]);
  }
});

it('sums stand where they are of all there is, and are left out where they would not be', async () => {
  expect(await page({ size: 1 })).toMatchObject({ sums: null, totalElements: 100 });
  const day = { startDate: new Date(START).toISOString(), endDate: new Date(START + 10_500_000).toISOString() };
  const first = await page({ size: 1, ...day });
  expect(first.sums).toEqual([{ reason: expect.any(String), amount: '-0.000050', count: 10 }]);
  expect([first.totalElements, first.next]).toEqual([10, '10000-0']);
  expect(await page({ size: 20, ...day })).toMatchObject({ totalElements: 10, next: null });
  // Further on by cursor they are not asked for again.
  expect(await page({ size: 1, cursor: '10000-0', ...day })).toMatchObject({ sums: null, totalElements: 10, next: '9000-0' });
});

it('the result since a moment looks at no more of a history than it may', async () => {
  const profitOf = async (query: Record<string, unknown>) => {
    const call = { site: { id: SITE }, session: { account: ACCOUNT }, query };
    return (
      (await walletProfitHandler.run({ pool: weighed.pool } as unknown as AppContext, call as never)).data as { profit: string | null }
    ).profit;
  };
  expect(await profitOf({})).toBe('-0.000750');
  expect(await profitOf({ startDate: new Date(START + 140_000_000).toISOString() })).toBe('-0.000055');
  // Of whatever kind: more than it may look at makes no answer.
  await plain.query(
    `INSERT INTO wallet_ledger SELECT ${SITE}, ${ACCOUNT}, i, 0, ${OWN}, ${HOUSE}, 5, ${PostingReason.Transfer}, 0, 0, 0, 0, ${START} + i * 1000::bigint
     FROM generate_series(${POSTINGS + 1}, 200001) i`,
  );
  expect(await profitOf({})).toBe(null);
});
