// Every interval agrees with every finer one (issue 13.25): the made-up past, what is traded and read live, and the seam between them.
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Interval, intervals, type PriceType } from '../contract.ts';
import { backFillOf } from './back-fill.ts';
import { type CandleBar, CandleSeries } from './candle-series.ts';
import { CandleWriter, readBars, writeBars } from './candle-store.ts';
import { SYNTHETIC_SEED } from './feed-choice.ts';
import { candleStart, intervalMs } from './intervals.ts';
import { madeUpBar } from './made-up-candles.ts';
import { createMarketHub } from './market-hub.ts';
import { openMarketPast } from './market-past.ts';
import { marketMigrations } from './migrations.ts';
import { SampledCandles } from './sampled-candles.ts';
import { sampledPrices, writeSampled } from './sampled-store.ts';
import { symbolByName } from './symbol-table.ts';
import { syntheticPath } from './synthetic-path.ts';
import { syntheticPremium } from './synthetic-premium.ts';
import { handFeed } from './testing/hand-feed.ts';

type Series = ReadonlyMap<Interval, readonly CandleBar[]>;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase(marketMigrations);
  pool = createPool(database.address, { name: 'candles-agree', max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Of every two intervals of which one divides the other; answers how many candles were compared whole. */
function expectAgreement(series: Series, label: string): number {
  let compared = 0;
  for (const finer of intervals) {
    for (const coarser of intervals) {
      if (intervalMs[coarser] <= intervalMs[finer] || intervalMs[coarser] % intervalMs[finer] !== 0) continue;
      const fine = series.get(finer) ?? [];
      const grouped = Map.groupBy(fine, ({ openAt }) => candleStart(coarser, openAt));
      for (const bar of series.get(coarser) ?? []) {
        const parts = grouped.get(bar.openAt);
        if (parts === undefined) continue;
        const where = `${label}: ${coarser} at ${bar.openAt} against ${finer}`;
        const isWhole = fine[0].openAt <= bar.openAt;
        if (isWhole) compared++;
        const told = { high: Math.max(...parts.map(({ high }) => high)), low: Math.min(...parts.map(({ low }) => low)) };
        const sums = { lots: sumOf(parts, 'lots'), quote: sumOf(parts, 'quote') };
        const close = parts.at(-1)?.close;
        if (isWhole)
          expect({ ...bar, isSimulated: undefined }, where).toEqual({
            openAt: bar.openAt,
            open: parts[0].open,
            ...told,
            close,
            ...sums,
            isSimulated: undefined,
          });
        else
          expect([bar.high >= told.high, bar.low <= told.low, bar.lots >= sums.lots, bar.close], where).toEqual([true, true, true, close]);
      }
    }
  }
  return compared;
}

const sumOf = (bars: readonly CandleBar[], what: 'lots' | 'quote') => bars.reduce((sum, bar) => sum + bar[what], 0);

const ends = ['2026-11-18T03:00:30Z', '2026-11-18T03:07:29.640Z', '2026-11-21T09:00:00Z', '2026-11-22T23:59:59.999Z'].map(Date.parse);

test.each(['BINANCE:SOLUSDT', 'BINANCE:BTCUSDT', 'PYTH:XAUUSD'])('the made-up past of %s, and of its mark, index and premium', (name) => {
  const symbol = symbolByName(name)!;
  const path = syntheticPath(SYNTHETIC_SEED, symbol);
  const premiumAt = syntheticPremium(SYNTHETIC_SEED, symbol);
  for (const end of ends) {
    const { closed, running } = backFillOf(symbol, path, end, path.ticksAt(end));
    const all = new Map(
      intervals.map((interval) => [interval, [...closed.get(interval)!, ...(running.has(interval) ? [running.get(interval)!] : [])]]),
    );
    const label = `${name} until ${new Date(end).toISOString()}`;
    expect(expectAgreement(all, label)).toBeGreaterThan(1500);
    for (const type of sampledPrices) {
      const made = new Map(
        [...all].map(([interval, bars]) => [
          interval,
          bars.map((bar) => madeUpBar({ type, premiumAt, hours: symbol.hours, end }, interval, bar)),
        ]),
      );
      expectAgreement(made, `${type} of ${label}`);
    }
  }
});

/** Trades at uneven moments around boundaries of all intervals, some seconds busy, some minutes without any. */
const moments = (from: number, count: number): number[] => {
  let at = from;
  return Array.from({ length: count }, (_, i) => (at += 40 + ((i * 7919) % 2900) + (i % 97 === 0 ? 250_000 : 0)));
};

test('trades and readings of ours', () => {
  for (const from of ends) {
    const traded = new Map<Interval, CandleBar[]>(intervals.map((interval) => [interval, []]));
    const read = new Map<Interval, CandleBar[]>(intervals.map((interval) => [interval, []]));
    const series = new CandleSeries((interval, bar) => traded.get(interval)?.push(bar));
    const sampled = new SampledCandles((interval, bar) => read.get(interval)?.push(bar));
    for (const [i, time] of moments(from, 3000).entries()) {
      const price = 1_000_000 + ((i * 104_729) % 9973);
      if (i % 3 === 0) series.closeDue(time);
      series.trade(time, price, 1 + (i % 7), price);
      sampled.sample(time, price);
    }
    for (const interval of intervals) {
      for (const [all, running] of [
        [traded, series.running(interval)],
        [read, sampled.running(interval)],
      ] as const)
        if (running !== undefined) all.get(interval)?.push({ ...running });
    }
    expect(expectAgreement(traded, 'traded')).toBeGreaterThan(400);
    expect(expectAgreement(read, 'read')).toBeGreaterThan(400);
  }
});

test('the seam: trades come before the past is made, and minutes end while it waits for its turn', async () => {
  const symbol = symbolByName('BINANCE:SOLUSDT')!;
  let now = Date.parse('2026-11-18T03:59:41.300Z');
  const feed = handFeed([symbol.id]);
  const writer = new CandleWriter((rows) => writeBars(pool, rows, 'merge'));
  const sampledWriter = new CandleWriter((rows) => writeSampled(pool, rows));
  const hub = createMarketHub({
    feeds: [feed],
    now: () => now,
    isTimed: false,
    listeners: {
      onClosed: (of, interval, bar, priceType) =>
        (priceType === 'LAST' ? writer : sampledWriter).add({ symbol: of.symbol.id, priceType, interval, bar }),
    },
  });
  await hub.start();
  const market = hub.markets[symbol.id];
  const news = (ms: number) => {
    for (const until = now + ms; now < until; ) {
      now += 100;
      const price = 1_480_000 + ((now * 31) % 977);
      feed.tell({ kind: 'depth', symbol: symbol.id, eventAt: now, receivedAt: now, bids: [price - 5, 50], asks: [price + 5, 50] });
      feed.tell({ kind: 'index', symbol: symbol.id, eventAt: now, receivedAt: now, constituent: 'venue', price: price * 100 + 40 });
      if (now % 300 === 0)
        feed.tell({ kind: 'trade', symbol: symbol.id, eventAt: now, receivedAt: now, id: now, price, lots: 7, side: 'B' });
      hub.beat(now);
      hub.beat(now);
    }
  };
  // Over the end of an hour: closed candles of all lengths but the day's are written before the past is made.
  news(25_000);
  await writer.flush();
  await sampledWriter.flush();
  news(70_000);
  const past = openMarketPast({
    pool,
    markets: hub.markets,
    seed: SYNTHETIC_SEED,
    isDemo: true,
    waitsToBeAsked: true,
    now: () => now,
    onFault(error) {
      throw error;
    },
  });
  await past.ready(symbol.id);
  news(130_000);
  await writer.flush();
  await sampledWriter.flush();
  const bars = async (type: PriceType, interval: Interval) => {
    const series = type === 'LAST' ? market.candles : market.sampled[type];
    const running = series.running(interval);
    const stored = type === 'LAST' ? await readBars(pool, symbol.id, interval, Number.MAX_SAFE_INTEGER, 2000) : [];
    return [...stored, ...(running === undefined ? [] : [running])];
  };
  const all = new Map<Interval, CandleBar[]>();
  for (const interval of intervals) all.set(interval, await bars('LAST', interval));
  expect(expectAgreement(all, 'over the seam')).toBeGreaterThan(1500);
  await past.stop();
});
