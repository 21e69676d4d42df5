// Settled funding rates on real SQL: one row a settlement whatever is told twice, pages both ways, the made-up past before the first.
import { CommandKind } from '@maru/engine/wire/command.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { createEngineRun } from '@maru/kit/server/testing/engine-run.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBars } from './candle-store.ts';
import { dropOldFunding, FUNDING_KEPT_MS, type FundingPage, readFunding } from './funding-history.ts';
import { fundingProjection } from './funding-projection.ts';
import { FUNDING_INTERVAL_MS, rateCapOf } from './funding-samples.ts';
import { marketMigrations } from './migrations.ts';
import { symbolByName } from './symbol-table.ts';

const bitcoin = symbolByName('BINANCE:BTCUSDT')!;
const MARK = 6_000_000_00;
/** The first funding time that the engine settles. */
const FIRST = Math.ceil(1_700_000_000_000 / FUNDING_INTERVAL_MS) * FUNDING_INTERVAL_MS;
const at = (n: number) => FIRST + n * FUNDING_INTERVAL_MS;
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await freshDatabase(marketMigrations);
  pool = createPool(database.address, { name: 'funding-test', max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const page = (more: Partial<FundingPage> = {}): FundingPage => ({
  site: 1,
  index: 0,
  symbol: bitcoin,
  seed: 1,
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  limit: 100,
  isNewestFirst: true,
  ...more,
});
const timesOf = async (more: Partial<FundingPage>) => (await readFunding(pool, page(more))).map(({ time }) => time);

/** An engine that settles `rates`, eight hours apart. */
function settlements(site: number, rates: readonly number[]) {
  const run = createEngineRun(site);
  run.apply(-1, 0, {
    kind: CommandKind.ListSymbol,
    spec: encodeInstrument(instrumentOf(symbolNamed(bitcoin.name), { makerFee: 20_000, takerFee: 40_000 })),
  });
  run.advance(FIRST - 1_700_000_000_000);
  return rates.map((rate, n) => {
    run.apply(-1, 0, { kind: CommandKind.SetMark, mark: MARK + n, index: MARK, last: MARK, valid: 1 });
    expect(run.apply(-1, 0, { kind: CommandKind.SettleFunding, rate, fundingTime: at(n) })).toBe(0);
    // The same time again is refused and leaves no row.
    expect(run.apply(-1, 0, { kind: CommandKind.SettleFunding, rate, fundingTime: at(n) })).not.toBe(0);
    const batch = run.batch();
    run.advance(FUNDING_INTERVAL_MS);
    return batch;
  });
}

async function project(batches: ReturnType<typeof settlements>): Promise<void> {
  const client = await pool.connect();
  try {
    await fundingProjection.apply(client, batches);
  } finally {
    client.release();
  }
}

test('each settlement is one row with its rate, mark and time; another site has its own', async () => {
  await project(settlements(1, [10_000, -5_000, 0, 12_345]));
  await project(settlements(2, [7]));
  expect(await readFunding(pool, page())).toEqual([
    { time: at(3), rate: 12_345, mark: MARK + 3, isSimulated: false },
    { time: at(2), rate: 0, mark: MARK + 2, isSimulated: false },
    { time: at(1), rate: -5_000, mark: MARK + 1, isSimulated: false },
    { time: at(0), rate: 10_000, mark: MARK, isSimulated: false },
  ]);
  expect((await readFunding(pool, page({ site: 2 }))).map(({ rate }) => rate)).toEqual([7]);
});

test('the same batch told twice is refused by the table, so a fault cannot double a rate', async () => {
  await expect(project(settlements(2, [7]))).rejects.toThrow(/duplicate key/);
});

test('before the first settled rate stand the made-up ones, at funding times of made-up candles, within the cap', async () => {
  const bars = Array.from({ length: 40 }, (_, n) => n - 38).map((n) => ({
    symbol: bitcoin.id,
    priceType: 'LAST' as const,
    interval: '4h' as const,
    bar: {
      openAt: FIRST + (n * FUNDING_INTERVAL_MS) / 2,
      open: 5_000_000 + n,
      high: 5_100_000,
      low: 4_900_000,
      close: 5_000_000,
      lots: 1,
      quote: 1,
      isSimulated: true,
    },
  }));
  await writeBars(pool, bars, 'fill');
  const all = await readFunding(pool, page());
  expect(all.map(({ time }) => time)).toEqual(Array.from({ length: 23 }, (_, n) => at(3 - n)));
  expect(all.filter(({ isSimulated }) => isSimulated)).toHaveLength(19);
  expect(all[4]).toMatchObject({ mark: (5_000_000 - 2) * 100, isSimulated: true });
  for (const { rate } of all) expect(Math.abs(rate)).toBeLessThanOrEqual(rateCapOf(bitcoin));
  expect(new Set(all.slice(4).map(({ rate }) => rate)).size).toBeGreaterThan(1);
  expect(await readFunding(pool, page())).toEqual(all);
  expect(await readFunding(pool, page({ isNewestFirst: false }))).toEqual([...all].reverse());
});

test('pages lead on both ways without gap or double, across the border of what was made up', async () => {
  const whole = await timesOf({});
  expect([...(await timesOf({ limit: 6 })), ...(await timesOf({ to: at(-2) - 1, limit: 50 }))]).toEqual(whole);
  expect(await timesOf({ from: at(-1), limit: 3, isNewestFirst: false })).toEqual([at(-1), at(0), at(1)]);
  expect(await timesOf({ from: at(-1), to: at(1) })).toEqual([at(1), at(0), at(-1)]);
});

test('rates older than three years are dropped', async () => {
  await dropOldFunding(pool, at(1) + FUNDING_KEPT_MS);
  expect((await readFunding(pool, page())).filter(({ isSimulated }) => !isSimulated).map(({ time }) => time)).toEqual([
    at(3),
    at(2),
    at(1),
  ]);
});
