// A stop or a crash over the ends of candles: what ended while nothing ran is there afterwards, of every interval and of every price.
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Interval, intervals } from '../contract.ts';
import { type CandleBar, CandleSeries } from './candle-series.ts';
import { CandleWriter, readBars, writeBars } from './candle-store.ts';
import { SYNTHETIC_SEED } from './feed-choice.ts';
import { createMarketHub } from './market-hub.ts';
import { openMarketPast } from './market-past.ts';
import { marketMigrations } from './migrations.ts';
import { SampledCandles } from './sampled-candles.ts';
import { readSampled, writeSampled } from './sampled-store.ts';
import { symbolByName } from './symbol-table.ts';
import { handFeed } from './testing/hand-feed.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase(marketMigrations);
  pool = createPool(database.address, { name: 'carried-candles', max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

type Kept = Map<Interval, CandleBar[]>;
const empty = (): Kept => new Map(intervals.map((interval) => [interval, []]));

/** One that never stops, and writers that keep what closes. */
function stage(symbol: number) {
  const [traded, read] = [empty(), empty()];
  const writer = new CandleWriter((rows) => writeBars(pool, rows, 'merge'));
  const sampledWriter = new CandleWriter((rows) => writeSampled(pool, rows));
  const truth = {
    candles: new CandleSeries((interval, bar) => traded.get(interval)?.push(bar)),
    sampled: new SampledCandles((interval, bar) => read.get(interval)?.push(bar)),
  };
  const open = () => ({
    candles: new CandleSeries((interval, bar) => writer.add({ symbol, interval, bar, priceType: 'LAST' })),
    sampled: new SampledCandles((interval, bar) => sampledWriter.add({ symbol, interval, bar, priceType: 'MARK' })),
  });
  const flush = async () => {
    await writer.flush();
    await sampledWriter.flush();
  };
  return { traded, read, truth, open, flush, writer, sampledWriter };
}

test.each([
  ['a minute', '2026-11-18T03:07:29Z', 47_000],
  ['an hour', '2026-11-18T03:31:12Z', 47 * 60_000],
  ['a day and a week', '2026-11-22T22:41:55Z', 26 * 3_600_000],
])('over the end of %s', async (_name, begin, awayMs) => {
  const symbol = symbolByName('BINANCE:SOLUSDT')!;
  await pool.query('TRUNCATE market_candle, market_sampled_candle');
  const { traded, read, truth, open, flush, writer, sampledWriter } = stage(symbol.id);
  let now = Date.parse(begin);
  const news = (running: Pick<typeof truth, 'candles' | 'sampled'>, seconds: number) => {
    for (let i = 0; i < seconds; i++, now += 1000) {
      const price = 1_000_000 + ((now / 1000) % 9973);
      for (const { candles, sampled } of [truth, running]) {
        candles.closeDue(now);
        candles.trade(now, price, 3, price);
        sampled.sample(now, price * 100);
      }
    }
    for (const { candles } of [truth, running]) candles.closeDue(now);
  };
  const first = open();
  news(first, 700);
  // Its last second closes; everything longer that runs is gone.
  first.sampled.sample(now, 0);
  await flush();
  now += awayMs;
  const hub = createMarketHub({
    feeds: [handFeed([symbol.id])],
    now: () => now,
    isTimed: false,
    listeners: {
      onClosed: (of, interval, bar, priceType) =>
        (priceType === 'LAST' ? writer : sampledWriter).add({ symbol: of.symbol.id, priceType, interval, bar }),
    },
  });
  const past = openMarketPast({
    pool,
    markets: hub.markets,
    seed: SYNTHETIC_SEED,
    isDemo: false,
    waitsToBeAsked: true,
    now: () => now,
    onFault(error) {
      throw error;
    },
  });
  await past.ready(symbol.id);
  const market = hub.markets[symbol.id];
  news({ candles: market.candles, sampled: market.sampled.MARK }, 400);
  await flush();
  for (const interval of intervals.filter((one) => one !== '1s')) {
    const expected = [...(traded.get(interval) ?? []), truth.candles.running(interval)].filter((bar) => bar !== undefined);
    const running = market.candles.running(interval);
    const stored = await readBars(pool, symbol.id, interval, Number.MAX_SAFE_INTEGER, 2000);
    expect([...stored, ...(running === undefined ? [] : [running])], interval).toEqual(expected);
    const marks = await readSampled(pool, symbol.id, 'MARK', interval, Number.MAX_SAFE_INTEGER, 2000);
    const ofMarks = [...(read.get(interval) ?? []), truth.sampled.running(interval)].filter((bar) => bar !== undefined);
    const runningMark = market.sampled.MARK.running(interval);
    expect([...marks, ...(runningMark === undefined ? [] : [runningMark])], `mark ${interval}`).toEqual(ofMarks);
  }
  await past.stop();
});
