// A symbol's candles before a time, from SQL, from what waits to be written, and the running one.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Interval, PriceType } from '../contract.ts';
import { type CandleBar, extendBar } from './candle-series.ts';
import { BACK_FILL_CANDLES, readBars, readBarsFrom, readMadeUp } from './candle-store.ts';
import { SYNTHETIC_SEED } from './feed-choice.ts';
import { madeUpBar } from './made-up-candles.ts';
import { marketService } from './market-service.ts';
import { readSampled, readSampledFrom } from './sampled-store.ts';
import type { SampledPrice, SymbolMarket } from './symbol-market.ts';
import type { MarketSymbol } from './symbol-table.ts';
import { syntheticPremium } from './synthetic-premium.ts';

export const PAGE_MAX = 1500;

type Parts = Pick<AppContext, 'services' | 'pool'>;

/** Oldest first, at most `limit` of them (and never more than a page and one). */
export async function barsBefore(
  context: Parts,
  market: SymbolMarket,
  interval: Interval,
  before: number,
  limit: number,
  priceType: PriceType = 'LAST',
): Promise<CandleBar[]> {
  const { past, writer } = context.services.use(marketService);
  const { id } = market.symbol;
  await past.ready(id);
  const count = Math.min(limit, PAGE_MAX + 1);
  if (priceType !== 'LAST') return sampledBefore(context, market, priceType, interval, before, count);
  // Taken before the rows are read: a candle written meanwhile then comes twice, never not at all.
  const recent = writer.unwritten(id, interval, 'LAST');
  const running = market.candles.running(interval);
  const stored = await readBars(context.pool, id, interval, before, count);
  return joined(stored, running === undefined ? recent : [...recent, running], before).slice(-count);
}

/** Later candles replace stored ones of the same time unless they only carry on what is stored. */
export function joined(stored: readonly CandleBar[], recent: readonly CandleBar[], before: number): CandleBar[] {
  const out = stored.map((bar) => ({ ...bar }));
  for (const bar of recent) {
    if (bar.openAt >= before) continue;
    const same = out.at(-1);
    if (same === undefined || same.openAt < bar.openAt) out.push({ ...bar });
    else if (same.openAt === bar.openAt && same.lots < bar.lots) out[out.length - 1] = { ...bar };
    else if (same.openAt === bar.openAt && same.isSimulated) extendBar(same, bar);
  }
  return out;
}

/** Before the first candle that was sampled stand those made up with the last price's. */
async function sampledBefore(
  context: Parts,
  market: SymbolMarket,
  type: SampledPrice,
  interval: Interval,
  before: number,
  count: number,
): Promise<CandleBar[]> {
  const { symbol } = market;
  const recent = context.services.use(marketService).sampledWriter.unwritten(symbol.id, interval, type);
  const running = market.sampled[type].running(interval);
  const stored = await readSampled(context.pool, symbol.id, type, interval, before, count);
  const bars = sampledJoined(stored, running === undefined ? recent : [...recent, running], before).slice(-count);
  if (bars.length === count) return bars;
  const past = await readMadeUp(context.pool, symbol.id, interval, bars[0]?.openAt ?? before, count - bars.length);
  const series = madeUpOf(symbol, type);
  return [...past.map((bar) => madeUpBar(series, interval, bar)), ...bars];
}

const madeUpOf = (symbol: MarketSymbol, type: SampledPrice) => ({
  type,
  premiumAt: syntheticPremium(SYNTHETIC_SEED, symbol),
  hours: symbol.hours,
});

/** Of two halves of one candle the later says where it closed; the same candle twice is itself. */
export function sampledJoined(stored: readonly CandleBar[], recent: readonly CandleBar[], before: number): CandleBar[] {
  const out = stored.map((bar) => ({ ...bar }));
  for (const bar of recent) {
    if (bar.openAt >= before) continue;
    const same = out.at(-1);
    if (same === undefined || same.openAt < bar.openAt) out.push({ ...bar });
    else if (same.openAt === bar.openAt) extendBar(same, bar);
  }
  return out;
}

export interface Span {
  /** Open times: the first included, the second not. */
  from: number;
  before: number;
  limit: number;
}

/** The first candles of a span, oldest first. */
export async function barsFrom(
  context: Parts,
  market: SymbolMarket,
  interval: Interval,
  priceType: PriceType,
  { from, before, limit }: Span,
): Promise<CandleBar[]> {
  const { past, writer, sampledWriter } = context.services.use(marketService);
  const { symbol } = market;
  await past.ready(symbol.id);
  const count = Math.min(limit, PAGE_MAX + 1);
  const series = priceType === 'LAST' ? market.candles : market.sampled[priceType];
  const waiting = (priceType === 'LAST' ? writer : sampledWriter).unwritten(symbol.id, interval, priceType);
  const running = series.running(interval);
  const recent = (running === undefined ? waiting : [...waiting, running]).filter(({ openAt }) => openAt >= from);
  if (priceType === 'LAST') {
    const stored = await readBarsFrom(context.pool, symbol.id, interval, from, before, count);
    return stored.length === count ? stored : joined(stored, recent, before).slice(0, count);
  }
  const { bars: stored, firstAt } = await readSampledFrom(context.pool, symbol.id, priceType, interval, from, before, count);
  const bars = stored.length === count ? stored : sampledJoined(stored, recent, before);
  const madeUpTo = Math.min(before, firstAt ?? bars[0]?.openAt ?? before);
  const made = madeUpTo <= from ? [] : await readMadeUp(context.pool, symbol.id, interval, madeUpTo, BACK_FILL_CANDLES);
  const madeUp = madeUpOf(symbol, priceType);
  const due = made.filter(({ openAt }) => openAt >= from).slice(0, count);
  return [...due.map((bar) => madeUpBar(madeUp, interval, bar)), ...bars].slice(0, count);
}
