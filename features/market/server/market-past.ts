// The market's past at start: candles go on where they stood, or a fresh demo gets its back-fill, symbol by symbol.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Pool } from 'pg';
import type { Interval, PriceType } from '../contract.ts';
import { backFillOf } from './back-fill.ts';
import type { CandleBar } from './candle-series.ts';
import { filledSymbols, newestBars, readBars, readBarsFrom, type StoredBar, writeBars } from './candle-store.ts';
import { carriedCandles } from './carried-candles.ts';
import { candleStart } from './intervals.ts';
import { madeUpBar } from './made-up-candles.ts';
import { notionalOfRecording } from './replay-feed.ts';
import { carriedSampled, sampledPrices, writeSampled } from './sampled-store.ts';
import type { SymbolMarket } from './symbol-market.ts';
import { syntheticPath } from './synthetic-path.ts';
import { syntheticPremium } from './synthetic-premium.ts';
/** Finer candles of one that was cut off: a minute has 60, a week of a market that never stored one has few days. */
const MOST_PARTS = 2_000;
export interface MarketPast {
  /** Resolves when the symbol's day and running candles are known: soon, whatever SQL has to do. */
  known(symbol: number): Promise<void>;
  /** Resolves when the symbol's candles are in SQL; puts it first in the line if they are not. */
  ready(symbol: number): Promise<void>;
  /** Resolves when all are. */
  done: Promise<void>;
  /** Lets the symbol in hand finish. */
  stop(): Promise<void>;
}

export function openMarketPast(options: {
  pool: Pool;
  markets: readonly SymbolMarket[];
  seed: number;
  /** Gives a fresh installation a made-up past; where the money is real a chart begins with its first trade. */
  isDemo: boolean;
  /** A symbol's past is made and written when it is asked for, not before; tests that need none. */
  waitsToBeAsked?: boolean;
  now(): number;
  onFault(error: Error): void;
}): MarketPast {
  const { pool, markets, seed, isDemo, waitsToBeAsked = false, now } = options;
  const works = new Map<number, Work>();
  let isStopped = false;
  const filled = filledSymbols(pool);
  // Rows from this second on are ours and in the running candles already.
  const startedAt = Math.floor(now() / 1000) * 1000;

  // One symbol's past takes some 30 ms of this thread: others get their turn between two.
  let line: Promise<unknown> = Promise.resolve();
  function inLine<T>(work: () => T): Promise<T> {
    const turn = line.then(() => new Promise((resolve) => setTimeout(resolve, 1))).then(work);
    line = turn.catch(() => {});
    return turn;
  }

  function bring(market: SymbolMarket): Work {
    const made = filled.then(async (present) => {
      if (present.has(market.symbol.id) || !isDemo) return restore(pool, market, startedAt);
      const price = await livePrice(market, seed, now);
      return inLine(() => makePast(market, seed, price, now()));
    });
    return { made, written: undefined };
  }
  function workOf(symbol: number): Work {
    const present = works.get(symbol);
    if (present !== undefined) return present;
    const work = bring(markets[symbol]);
    works.set(symbol, work);
    work.made.catch((error: Error) => forget(symbol, error));
    return work;
  }
  function forget(symbol: number, error: Error): void {
    // The next question tries again.
    works.delete(symbol);
    options.onFault(error);
  }
  function ready(symbol: number): Promise<void> {
    const work = workOf(symbol);
    if (work.written === undefined) {
      work.written = work.made.then((rows) => storePast(pool, rows));
      work.written.catch((error: Error) => works.get(symbol) === work && forget(symbol, error));
    }
    return work.written;
  }
  const done = (async () => {
    for (const { symbol } of waitsToBeAsked ? [] : markets) {
      if (isStopped) return;
      await ready(symbol.id).catch(() => {});
    }
  })();
  return {
    known: (symbol) => workOf(symbol).made.then(() => {}),
    ready,
    done,
    async stop() {
      isStopped = true;
      await Promise.allSettled([done, ...[...works.values()].map((work) => work.written ?? work.made)]);
    },
  };
}

/** Closed candles, and the first parts of those that live news came into and that have closed since. */
interface MadeRows {
  closed: StoredBar[];
  heads: StoredBar[];
}

interface Work {
  /** The rows to store, once the symbol's day and running candles are known. */
  made: Promise<MadeRows>;
  written: Promise<void> | undefined;
}

/** Waits briefly for the first live price; a market that is closed or silent starts from its path. */
async function livePrice(market: SymbolMarket, seed: number, now: () => number): Promise<number> {
  for (let i = 0; i < 40 && market.last === 0 && market.state !== 'closed' && market.source !== 'synthetic'; i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return market.last || syntheticPath(seed, market.symbol).ticksAt(now());
}

async function storePast(pool: Pool, { closed, heads }: MadeRows): Promise<void> {
  await writeBars(pool, closed, 'fill');
  const [traded, sampled] = [true, false].map((isLast) => heads.filter(({ priceType }) => (priceType === 'LAST') === isLast));
  await writeBars(pool, traded, 'head');
  await writeSampled(pool, sampled, 'head');
}

/** Makes the past up until live news began, puts the market on its feet, and answers the rows to store. */
function makePast(market: SymbolMarket, seed: number, price: number, now: number): MadeRows {
  const { symbol } = market;
  const recorded = market.source === 'replay' ? notionalOfRecording(symbol.name) : undefined;
  const end = candleStart('1s', market.liveSince || now);
  const { closed, running } = backFillOf(symbol, syntheticPath(seed, symbol), end, price, recorded);
  const rows: MadeRows = { closed: [], heads: [] };
  for (const [interval, bars] of closed) for (const bar of bars) rows.closed.push({ symbol: symbol.id, interval, bar, priceType: 'LAST' });
  const premiumAt = syntheticPremium(seed, symbol);
  for (const [interval, bar] of running) {
    const parts = sampledPrices.map((type) => ({
      priceType: type,
      bar: madeUpBar({ type, premiumAt, hours: symbol.hours, end }, interval, bar),
    }));
    if (candleStart(interval, now) > bar.openAt) {
      for (const part of [{ priceType: 'LAST' as const, bar }, ...parts]) rows.heads.push({ symbol: symbol.id, interval, ...part });
      continue;
    }
    for (const part of parts) market.sampled[part.priceType].restore(interval, part.bar);
    market.candles.restore(interval, bar);
  }
  seedDay(market, closed.get('5m') ?? [], running.get('5m'), now);
  market.begin(price, now);
  return rows;
}

/** What a stop or a crash cut off goes on where it stood; answers the candles that ended meanwhile and are to be stored. */
async function restore(pool: Pool, market: SymbolMarket, startedAt: number): Promise<MadeRows> {
  const { id } = market.symbol;
  const newest = await newestBars(pool, id, startedAt);
  const read = (interval: Interval, from: number) => readBarsFrom(pool, id, interval, from, startedAt, MOST_PARTS);
  const { closed, running } = await carriedCandles(startedAt, newest, read);
  const rows: MadeRows = { closed: rowsOf(id, 'LAST', closed), heads: [] };
  const goOn = (priceType: PriceType, bars: ReadonlyMap<Interval, CandleBar>) => {
    const series = priceType === 'LAST' ? market.candles : market.sampled[priceType];
    for (const [interval, bar] of bars) {
      // Live news may have closed it in the moments since.
      if ((series.running(interval)?.openAt ?? 0) > bar.openAt) rows.heads.push({ symbol: id, interval, bar, priceType });
      else series.restore(interval, { ...bar });
    }
  };
  goOn('LAST', running);
  for (const [type, sampled] of await carriedSampled(pool, id, startedAt)) {
    goOn(type, sampled.running);
    rows.heads.push(...rowsOf(id, type, sampled.closed));
  }
  const fives = [...(await readBars(pool, id, '5m', startedAt, DAY_MS / 300_000)), ...(closed.get('5m') ?? [])];
  seedDay(market, fives, running.get('5m'), startedAt);
  const newestSecond = (await readBars(pool, id, '1s', startedAt, 1))[0] ?? fives.at(-1);
  if (newestSecond !== undefined) market.begin(newestSecond.close, newestSecond.openAt);
  return rows;
}

function rowsOf(symbol: number, priceType: PriceType, closed: ReadonlyMap<Interval, readonly CandleBar[]>): StoredBar[] {
  return [...closed].flatMap(([interval, bars]) => bars.map((bar) => ({ symbol, interval, bar, priceType })));
}

function seedDay(market: SymbolMarket, fives: readonly CandleBar[], running: CandleBar | undefined, now: number): void {
  for (const bar of running === undefined ? fives : [...fives, running]) {
    if (bar.openAt > now - DAY_MS) market.day.addPast(bar);
  }
}
