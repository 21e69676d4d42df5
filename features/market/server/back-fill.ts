// A past for a fresh installation: 1,000 made-up candles of each interval that end at the live price, marked simulated.
import { type Interval, intervals } from '../contract.ts';
import { type CandleBar, extendBar, quoteOf } from './candle-series.ts';
import { BACK_FILL_CANDLES } from './candle-store.ts';
import { candleStart, intervalMs } from './intervals.ts';
import type { MarketSymbol } from './symbol-table.ts';
import { share, type SyntheticPath } from './synthetic-path.ts';
import { isOpen, lastOpenMoment, nextOpening } from './trading-hours.ts';

/** Looks at the path inside one candle; the next candle opens where this one closed. */
const LOOKS = 4;
/** Trades of a synthetic symbol in a second, in usual trade sizes: some fewer than two. */
const TRADES_A_SECOND = 1.6;

export interface BackFill {
  /** Closed candles, oldest first. */
  closed: Map<Interval, CandleBar[]>;
  /** What the running candle of each interval holds so far. */
  running: Map<Interval, CandleBar>;
}

/** What a symbol trades in a second, in its quote currency, where nothing is known of its market. */
const usualNotional = ({ tradeNotional }: MarketSymbol): number => tradeNotional * TRADES_A_SECOND;

/** The past of `path` shifted so that its price at `end` is `endTicks`, trading `notional` in a second on average. */
export function backFillOf(
  symbol: MarketSymbol,
  path: SyntheticPath,
  end: number,
  endTicks: number,
  notional: number = usualNotional(symbol),
): BackFill {
  const last = lastOpenMoment(symbol.hours, end);
  const made = { symbol, path, scale: endTicks / Math.exp(path.logAt(last)), notional, last };
  const out: BackFill = { closed: new Map(), running: new Map() };
  let finer: CandleBar[] = [];
  for (const interval of intervals) {
    const starts = bucketStarts(symbol, interval, last);
    const bars = starts.map((openAt) => aggregated(finer, openAt, intervalMs[interval], last) ?? sampled(made, interval, openAt));
    const newest = bars.at(-1);
    const isRunning = newest !== undefined && newest.openAt + intervalMs[interval] > end;
    if (isRunning) out.running.set(interval, newest);
    out.closed.set(interval, (isRunning ? bars.slice(0, -1) : bars).slice(-BACK_FILL_CANDLES));
    finer = bars;
  }
  return out;
}

/** Openings of the newest candles in which the market was open, oldest first: one more than asked for, the running one. */
function bucketStarts(symbol: MarketSymbol, interval: Interval, last: number): number[] {
  const length = intervalMs[interval];
  const starts: number[] = [];
  for (let openAt = candleStart(interval, last); starts.length <= BACK_FILL_CANDLES; openAt -= length) {
    if (hasOpenTime(symbol, openAt, length)) starts.push(openAt);
    // Over a closing longer than a candle: on from the last open moment before it.
    else openAt = candleStart(interval, lastOpenMoment(symbol.hours, openAt)) + length;
  }
  return starts.reverse();
}

function hasOpenTime(symbol: MarketSymbol, openAt: number, length: number): boolean {
  return isOpen(symbol.hours, openAt) || nextOpening(symbol.hours, openAt) < openAt + length;
}

/** From the finer interval's bars where they cover the whole candle, so that the intervals agree. */
function aggregated(finer: readonly CandleBar[], openAt: number, length: number, last: number): CandleBar | undefined {
  if (finer.length === 0 || finer[0].openAt > openAt || openAt > last) return undefined;
  let from = lowerBound(finer, openAt);
  if (from === finer.length || finer[from].openAt >= openAt + length) return undefined;
  const bar = { ...finer[from], openAt };
  for (from++; from < finer.length && finer[from].openAt < openAt + length; from++) extendBar(bar, finer[from]);
  return bar;
}

function lowerBound(bars: readonly CandleBar[], openAt: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[middle].openAt < openAt) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface MadeUp {
  symbol: MarketSymbol;
  path: SyntheticPath;
  scale: number;
  notional: number;
  /** The last open moment. */
  last: number;
}

function sampled({ symbol, path, scale, notional, last }: MadeUp, interval: Interval, openAt: number): CandleBar {
  const length = intervalMs[interval];
  const until = Math.min(openAt + length, last);
  const from = Math.min(nextOpening(symbol.hours, openAt), until);
  const open = ticksOf(scale, path.logAt(from));
  const close = ticksOf(scale, path.logAt(lastOpenMoment(symbol.hours, until)));
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  for (let i = 1; i < LOOKS; i++) {
    const time = lastOpenMoment(symbol.hours, from + ((until - from) * i) / LOOKS);
    const look = ticksOf(scale, path.logCoarse(time, length / 16));
    if (look > high) high = look;
    else if (look < low) low = look;
  }
  const chance = share(symbol.id, openAt / 1000, 31);
  const seconds = Math.max(1, (until - from) / 1000);
  // Twice as much at times, half as much often.
  const traded = notional * seconds * (0.5 + 1.5 * chance * chance);
  const lots = Math.max(1, Math.round((traded / close) * 10 ** (symbol.tickDecimals + symbol.lotDecimals)));
  const quote = quoteOf(close, lots, symbol.tickDecimals, symbol.lotDecimals);
  return { openAt, open, high, low, close, lots, quote, isSimulated: true };
}

function ticksOf(scale: number, log: number): number {
  return Math.max(2, Math.round(scale * Math.exp(log)));
}
