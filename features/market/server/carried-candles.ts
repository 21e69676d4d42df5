// Candles over the time when nothing ran: running ones are written when they close, so a stop or a crash takes them. They are put together again
// from closed finer ones, those that would have closed meanwhile too, or the next longer ones would lack their part for ever.
import { type Interval, intervals } from '../contract.ts';
import { type CandleBar, extendBar } from './candle-series.ts';
import { candleStart, finerOf, intervalMs } from './intervals.ts';

export interface CarriedCandles {
  /** Over by now and never written, oldest first. */
  closed: Map<Interval, CandleBar[]>;
  running: Map<Interval, CandleBar>;
}

/** When each interval's newest written candle opened; absent: none was written yet. */
export type NewestWritten = ReadonlyMap<Interval, number>;

/** From when on finer candles are asked for: behind the newest written one, and all of the running one. */
export function carriedFrom(interval: Interval, newest: NewestWritten, startedAt: number): number {
  const last = newest.get(interval);
  return last === undefined ? 0 : Math.min(last + intervalMs[interval], candleStart(interval, startedAt));
}

/** `read`: written candles of an interval that opened at `from` or later and before the start, oldest first. */
export async function carriedCandles(
  startedAt: number,
  newest: NewestWritten,
  read: (interval: Interval, from: number) => CandleBar[] | Promise<CandleBar[]>,
): Promise<CarriedCandles> {
  const carried: CarriedCandles = { closed: new Map(), running: new Map() };
  for (const interval of intervals) {
    const finer = finerOf[interval];
    if (finer === undefined) continue;
    const from = carriedFrom(interval, newest, startedAt);
    const rest = carried.running.get(finer);
    const parts = [...(await read(finer, from)), ...(carried.closed.get(finer) ?? []), ...(rest === undefined ? [] : [rest])];
    const whole = foldParts(
      interval,
      parts.filter(({ openAt }) => openAt >= from),
    );
    const runningAt = candleStart(interval, startedAt);
    carried.closed.set(
      interval,
      whole.filter(({ openAt }) => openAt < runningAt),
    );
    const running = whole.find(({ openAt }) => openAt === runningAt);
    if (running !== undefined) carried.running.set(interval, running);
  }
  return carried;
}

function foldParts(interval: Interval, parts: readonly CandleBar[]): CandleBar[] {
  const whole: CandleBar[] = [];
  for (const part of parts.toSorted((a, b) => a.openAt - b.openAt)) {
    const openAt = candleStart(interval, part.openAt);
    const last = whole.at(-1);
    if (last === undefined || last.openAt < openAt) whole.push({ ...part, openAt });
    else {
      extendBar(last, part);
      last.isSimulated &&= part.isSimulated;
    }
  }
  return whole;
}
