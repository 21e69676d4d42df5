// Candles on real SQL: 1,000 back-filled per interval and symbol that end at the live price, history by page, running candles over a restart.
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Interval, intervals } from '../contract.ts';
import { backFillOf } from './back-fill.ts';
import type { CandleBar } from './candle-series.ts';
import { CandleWriter, dropOldSeconds, readBars, SECONDS_KEPT_MS, writeBars } from './candle-store.ts';
import { chooseFeeds, SYNTHETIC_SEED } from './feed-choice.ts';
import { candleStart, intervalMs } from './intervals.ts';
import { createMarketHub, type MarketHub } from './market-hub.ts';
import { openMarketPast } from './market-past.ts';
import { marketMigrations } from './migrations.ts';
import { dropOldSampled, readSampled, SAMPLED_KEPT_MS, sampledPrices, writeSampled } from './sampled-store.ts';
import { marketSymbols, symbolByName } from './symbol-table.ts';
import { syntheticPath } from './synthetic-path.ts';
import { isOpen } from './trading-hours.ts';

const wednesday = Date.parse('2026-11-18T03:00:30Z');
const saturday = Date.parse('2026-11-21T09:00:00Z');
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase(marketMigrations);
  pool = createPool(database.address, { name: 'market-test', max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface World {
  hub: MarketHub;
  writer: CandleWriter;
  sampledWriter: CandleWriter;
  run(ms: number): void;
  now(): number;
}

async function market(start: number): Promise<World> {
  let now = start;
  const { feeds } = chooseFeeds({ kind: 'replay', isDemo: true, now: () => now });
  const writer = new CandleWriter((rows) => writeBars(pool, rows, 'merge'));
  const sampledWriter = new CandleWriter((rows) => writeSampled(pool, rows));
  const hub = createMarketHub({
    feeds,
    now: () => now,
    isTimed: false,
    listeners: {
      onClosed(of, interval, bar, priceType) {
        (priceType === 'LAST' ? writer : sampledWriter).add({ symbol: of.symbol.id, priceType, interval, bar });
      },
    },
  });
  await hub.start();
  const run = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now += 50;
      hub.beat(now);
    }
  };
  return { hub, writer, sampledWriter, run, now: () => now };
}

const pastOf = (world: World, isDemo = true) =>
  openMarketPast({
    pool,
    markets: world.hub.markets,
    seed: SYNTHETIC_SEED,
    isDemo,
    now: world.now,
    onFault(error) {
      throw error;
    },
  });

describe('a fresh installation', () => {
  test('without the demo makes nothing up: no candle, and no price that no feed brought', async () => {
    const world = await market(saturday);
    await pastOf(world, false).done;
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM market_candle');
    expect(rows[0].n).toBe(0);
    const closed = world.hub.markets.filter(({ symbol }) => !isOpen(symbol.hours, saturday));
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.map(({ last }) => last)).toEqual(closed.map(() => 0));
  });

  test('has 1,000 candles per interval and symbol soon, each ending at the live price without a jump', async () => {
    const world = await market(wednesday);
    world.run(2000);
    const began = performance.now();
    await pastOf(world).done;
    const tookMs = performance.now() - began;
    const { rows } = await pool.query(
      'SELECT symbol, period, count(*)::int AS n, bool_and(is_simulated) AS simulated FROM market_candle GROUP BY 1, 2',
    );
    expect(rows).toHaveLength(marketSymbols.length * intervals.length);
    expect(rows.filter(({ n, simulated }) => n !== 1000 || !simulated)).toEqual([]);
    for (const { symbol, last, candles } of world.hub.markets) {
      for (const interval of intervals) {
        const [newest] = await readBars(pool, symbol.id, interval, Number.MAX_SAFE_INTEGER, 1);
        const next = candles.running(interval)?.open ?? last;
        expect(Math.abs(newest.close - next) / next, `${symbol.name} ${interval}`).toBeLessThan(0.003);
      }
    }
    // Generous against a busy machine; printed figures are in the bench.
    expect(tookMs).toBeLessThan(120_000);
  });

  test('a second start adds the minute that ended meanwhile, no more, and knows price and day statistics at once', async () => {
    const world = await market(wednesday + 60_000);
    await pastOf(world).done;
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM market_candle');
    expect(rows[0].n).toBe(marketSymbols.length * (intervals.length * 1000 + 1));
    for (const each of world.hub.markets) {
      expect(each.last, each.symbol.name).toBeGreaterThan(0);
      expect(each.day.figures(world.now())?.lots, each.symbol.name).toBeGreaterThan(0);
    }
  });
});

describe('the made-up past', () => {
  const gold = symbolByName('PYTH:XAUUSD') ?? marketSymbols[0];
  const solana = symbolByName('BINANCE:SOLUSDT') ?? marketSymbols[0];

  test('is gapless where the market always trades, and each candle opens where the one before closed', () => {
    const path = syntheticPath(SYNTHETIC_SEED, solana);
    const { closed } = backFillOf(solana, path, wednesday, path.ticksAt(wednesday));
    for (const interval of intervals) {
      const bars = closed.get(interval) as CandleBar[];
      for (const [i, bar] of bars.slice(1).entries()) {
        expect(bar.openAt - bars[i].openAt).toBe(intervalMs[interval]);
        expect(Math.abs(bar.open - bars[i].close)).toBeLessThanOrEqual(1);
        expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
        expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
      }
    }
  });

  test('intervals agree: the newest hour is made of its minutes', () => {
    const path = syntheticPath(SYNTHETIC_SEED, solana);
    const { closed } = backFillOf(solana, path, wednesday, path.ticksAt(wednesday));
    const hour = closed.get('1h')?.at(-1) as CandleBar;
    const minutes = (closed.get('1m') as CandleBar[]).filter(
      ({ openAt }) => openAt >= hour.openAt && openAt < hour.openAt + intervalMs['1h'],
    );
    expect(minutes).toHaveLength(60);
    expect(hour.high).toBe(Math.max(...minutes.map(({ high }) => high)));
    expect(hour.lots).toBe(minutes.reduce((sum, { lots }) => sum + lots, 0));
  });

  test('trades on average as much as its market is said to, also where that is told by a recording', () => {
    const path = syntheticPath(SYNTHETIC_SEED, solana);
    for (const notional of [undefined, 400_000]) {
      const { closed } = backFillOf(solana, path, wednesday, path.ticksAt(wednesday), notional);
      for (const interval of ['1m', '5m', '1h', '1d'] as Interval[]) {
        const bars = (closed.get(interval) as CandleBar[]).slice(-900);
        const traded = bars.reduce((sum, { lots, close }) => sum + lots * close, 0) / 10 ** (solana.tickDecimals + solana.lotDecimals);
        const perSecond = traded / ((bars.length * intervalMs[interval]) / 1000);
        const ratio = perSecond / (notional ?? solana.tradeNotional * 1.6);
        expect(ratio, interval).toBeGreaterThan(0.9);
        expect(ratio, interval).toBeLessThan(1.1);
      }
    }
  });

  test('has no candle while the market was closed, and at a weekend ends with the session', () => {
    const path = syntheticPath(SYNTHETIC_SEED, gold);
    const { closed, running } = backFillOf(gold, path, saturday, path.ticksAt(saturday));
    for (const interval of ['1s', '1m', '15m', '1h'] as Interval[]) {
      const bars = closed.get(interval) as CandleBar[];
      expect(bars).toHaveLength(1000);
      expect(bars.every(({ openAt }) => isOpen('korea', openAt))).toBe(true);
      expect(running.has(interval)).toBe(false);
    }
    expect(closed.get('1m')?.at(-1)?.openAt).toBe(Date.parse('2026-11-20T20:59:00Z'));
  });
});

test('history comes by page: no candle twice, none left out', async () => {
  const minute = 60_000;
  const bars = Array.from(
    { length: 250 },
    (_, i): CandleBar => ({
      openAt: i * minute,
      open: i + 1,
      high: i + 2,
      low: i + 1,
      close: i + 2,
      lots: 1,
      quote: 5,
      isSimulated: false,
    }),
  );
  await writeBars(
    pool,
    bars.map((bar) => ({ symbol: 900, priceType: 'LAST' as const, interval: '1m' as const, bar })),
    'merge',
  );
  const seen: number[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await readBars(pool, 900, '1m', before, 100);
    if (page.length === 0) break;
    seen.unshift(...page.map(({ openAt }) => openAt));
    before = page[0].openAt;
  }
  expect(seen).toEqual(bars.map(({ openAt }) => openAt));
});

test('a candle cut in two is one: the later part joins the row', async () => {
  const bar = { openAt: 5_000_000, open: 10, high: 14, low: 9, close: 12, lots: 3, quote: 30, isSimulated: false };
  await writeBars(pool, [{ symbol: 901, priceType: 'LAST', interval: '1m', bar }], 'merge');
  await writeBars(
    pool,
    [{ symbol: 901, priceType: 'LAST', interval: '1m', bar: { ...bar, open: 12, high: 13, low: 7, close: 8, lots: 2, quote: 20 } }],
    'merge',
  );
  expect(await readBars(pool, 901, '1m', 6_000_000, 5)).toEqual([{ ...bar, low: 7, close: 8, lots: 5, quote: 50 }]);
});

test('after a kill the running candles are what their trades were, but for the last unwritten second', async () => {
  const first = await market(wednesday + 3_600_000);
  await pastOf(first).done;
  first.run(75_000);
  await first.writer.flush();
  const solana = symbolByName('BINANCE:SOLUSDT')?.id ?? 0;
  const before = first.hub.markets[solana].candles.running('5m') as CandleBar;
  const second = await market(first.now());
  const past = pastOf(second);
  await past.ready(solana);
  await past.stop();
  const after = second.hub.markets[solana].candles.running('5m') as CandleBar;
  expect(after.openAt).toBe(before.openAt);
  expect(after.high).toBe(before.high);
  expect(after.low).toBe(before.low);
  expect(after.lots).toBeGreaterThan(before.lots * 0.9);
  expect(after.lots).toBeLessThanOrEqual(before.lots);
});

test('mark, index and premium candles: every interval agrees with its seconds, and a kill costs the last unwritten second only', async () => {
  const first = await market(wednesday + 7_200_000);
  await pastOf(first).done;
  const cardano = symbolByName('BINANCE:ADAUSDT')?.id ?? 0;
  const read: Record<string, number[]> = { MARK: [], INDEX: [], PREMIUM: [] };
  const begin = first.now();
  for (let i = 0; i < 1300; i++) {
    first.run(100);
    const { pricing } = first.hub.markets[cardano];
    read.MARK.push(pricing.mark);
    read.INDEX.push(pricing.index);
    read.PREMIUM.push(pricing.premium);
  }
  await first.sampledWriter.flush();
  for (const type of sampledPrices) {
    const seconds = await readSampled(pool, cardano, type, '1s', first.now(), 200);
    expect(seconds.length, type).toBeGreaterThan(100);
    const [minute] = (await readSampled(pool, cardano, type, '1m', first.now(), 2)).filter(({ openAt }) => openAt >= begin);
    const within = seconds.filter(({ openAt }) => openAt >= minute.openAt && openAt < minute.openAt + 60_000);
    expect(within, type).toHaveLength(60);
    expect([minute.open, minute.close], type).toEqual([within[0].open, within[59].close]);
    expect(minute.high, type).toBe(Math.max(...within.map(({ high }) => high)));
    expect(minute.low, type).toBe(Math.min(...within.map(({ low }) => low)));
    expect([minute.lots, minute.isSimulated], type).toEqual([0, false]);
    // Every reading is inside the day that holds them all; the last is its close.
    const day = first.hub.markets[cardano].sampled[type].running('1d') as CandleBar;
    expect(day.high, type).toBeGreaterThanOrEqual(Math.max(...read[type]));
    expect(day.close, type).toBe(read[type].at(-1));
  }
  const second = await market(first.now());
  const past = pastOf(second);
  await past.ready(cardano);
  await past.stop();
  for (const type of sampledPrices) {
    const before = first.hub.markets[cardano].sampled[type].running('5m') as CandleBar;
    const after = second.hub.markets[cardano].sampled[type].running('5m') as CandleBar;
    expect([after.openAt, after.open], type).toEqual([before.openAt, before.open]);
    expect(after.high, type).toBeLessThanOrEqual(before.high);
    expect(after.low, type).toBeGreaterThanOrEqual(before.low);
  }
});

test('sampled candles are dropped by their own times, hours stay; a candle cut in two is one', async () => {
  const bar = { openAt: 0, open: 5, high: 6, low: 4, close: 5, lots: 0, quote: 0, isSimulated: false };
  const symbol = marketSymbols.length - 1;
  const rows = intervals.map((interval) => ({
    symbol,
    priceType: 'MARK' as const,
    interval,
    bar: { ...bar, openAt: candleStart(interval, 1000) },
  }));
  await writeSampled(pool, rows);
  await writeSampled(pool, [{ ...rows[1], bar: { ...rows[1].bar, open: 5, high: 9, low: 5, close: 8 } }]);
  expect(await readSampled(pool, symbol, 'MARK', '1m', 2000, 9)).toEqual([{ ...rows[1].bar, high: 9, low: 4, close: 8 }]);
  const left = async () => {
    const found = [];
    for (const interval of intervals) if ((await readSampled(pool, symbol, 'MARK', interval, 2000, 9)).length > 0) found.push(interval);
    return found;
  };
  await dropOldSampled(pool, (SAMPLED_KEPT_MS['1s'] ?? 0) + 2000);
  expect(await left()).toEqual(intervals.slice(1));
  await dropOldSampled(pool, (SAMPLED_KEPT_MS['30m'] ?? 0) + 2000);
  expect(await left()).toEqual(['1h', '4h', '1d', '1w']);
});

test('one-second candles are kept for a bounded time, the others stay', async () => {
  const bar = { openAt: 1000, open: 1, high: 1, low: 1, close: 1, lots: 1, quote: 1, isSimulated: false };
  await writeBars(
    pool,
    [
      { symbol: 902, priceType: 'LAST', interval: '1s', bar },
      { symbol: 902, priceType: 'LAST', interval: '1m', bar: { ...bar, openAt: candleStart('1m', 1000) } },
    ],
    'merge',
  );
  await dropOldSeconds(pool, 1001 + SECONDS_KEPT_MS);
  expect(await readBars(pool, 902, '1s', 5000, 5)).toEqual([]);
  expect(await readBars(pool, 902, '1m', 5000, 5)).toHaveLength(1);
});
