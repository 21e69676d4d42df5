// A symbol's candles before a time, from SQL, from what waits to be written, and the running one.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Interval } from '../contract.ts';
import { type CandleBar, extendBar } from './candle-series.ts';
import { readBars } from './candle-store.ts';
import { marketRoom } from './market-room.ts';
import type { SymbolMarket } from './symbol-market.ts';

export const PAGE_MAX = 1500;

/** Oldest first, at most `limit` of them (and never more than a page and one). */
export async function barsBefore(
  context: AppContext,
  market: SymbolMarket,
  interval: Interval,
  before: number,
  limit: number,
): Promise<CandleBar[]> {
  const { past, writer } = context.services.use(marketRoom);
  const { id } = market.symbol;
  await past.ready(id);
  const count = Math.min(limit, PAGE_MAX + 1);
  // Taken before the rows are read: a candle written meanwhile then comes twice, never not at all.
  const recent = writer.unwritten(id, interval);
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
