// A past for a fresh installation: 1,000 made-up candles of each interval that end at the live price, marked simulated.
import { type Interval, intervals } from '../contract.ts';
import { type CandleBar, extendBar, quoteOf } from './candle-series.ts';
import { BACK_FILL_CANDLES } from './candle-store.ts';
import { candleStart, finerOf, intervalMs } from './intervals.ts';
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

/**
 * The past of `path` up to `end` (not included), shifted so that its price there is `endTicks`, trading `notional` in a second on
 * average. Every interval is made of the finer ones as far as they go.
 */
export function backFillOf(
  symbol: MarketSymbol,
  path: SyntheticPath,
  end: number,
  endTicks: number,
  notional: number = usualNotional(symbol),
): BackFill {
  const last = lastOpenMoment(symbol.hours, end - 1);
  const made = { symbol, path, scale: endTicks / Math.exp(path.logAt(last)), notional, last };
  const out: BackFill = { closed: new Map(), running: new Map() };
  const all = new Map<Interval, CandleBar[]>();
  for (const interval of intervals) {
    const finer = all.get(finerOf[interval] ?? interval) ?? [];
    const bars = bucketStarts(symbol, interval, last, reachOf(symbol, interval, last)).map((openAt) =>
      barOf(made, finer, interval, openAt),
    );
    all.set(interval, bars);
    const newest = bars.at(-1);
    const isRunning = newest !== undefined && newest.openAt + intervalMs[interval] > end;
    if (isRunning) out.running.set(interval, newest);
    out.closed.set(interval, (isRunning ? bars.slice(0, -1) : bars).slice(-BACK_FILL_CANDLES));
  }
  return out;
}

/** Three minutes and five are no multiples of each other: both are made of single minutes as far back as they go. */
function reachOf(symbol: MarketSymbol, interval: Interval, last: number): number {
  if (interval !== '1m') return last;
  return Math.min(...intervals.filter((each) => finerOf[each] === '1m').map((each) => bucketStarts(symbol, each, last, last)[0]));
}

/**
 * Openings of the newest candles in which the market was open, oldest first: one more than asked for, the running one, and on until
 * `reach` is within them.
 */
function bucketStarts(symbol: MarketSymbol, interval: Interval, last: number, reach: number): number[] {
  const length = intervalMs[interval];
  const starts: number[] = [];
  for (let openAt = candleStart(interval, last); starts.length <= BACK_FILL_CANDLES || openAt >= reach; openAt -= length) {
    if (hasOpenTime(symbol, openAt, length)) starts.push(openAt);
    // Over a closing longer than a candle: on from the last open moment before it.
    else openAt = candleStart(interval, lastOpenMoment(symbol.hours, openAt)) + length;
  }
  return starts.reverse();
}

function hasOpenTime(symbol: MarketSymbol, openAt: number, length: number): boolean {
  return isOpen(symbol.hours, openAt) || nextOpening(symbol.hours, openAt) < openAt + length;
}

/** Of the finer interval's bars; what they do not reach of it is looked up on the path. */
function barOf(made: MadeUp, finer: readonly CandleBar[], interval: Interval, openAt: number): CandleBar {
  const until = openAt + intervalMs[interval];
  let next = lowerBound(finer, openAt);
  if (next === finer.length || finer[next].openAt >= until) return sampled(made, openAt, openAt, until);
  const begins = nextOpening(made.symbol.hours, openAt);
  const bar = next === 0 && finer[0].openAt > begins ? sampled(made, openAt, begins, finer[0].openAt) : { ...finer[next++], openAt };
  for (; next < finer.length && finer[next].openAt < until; next++) extendBar(bar, finer[next]);
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

/** The part of a candle from one moment to another. */
function sampled({ symbol, path, scale, notional, last }: MadeUp, openAt: number, begins: number, ends: number): CandleBar {
  const length = ends - begins;
  const until = Math.min(ends, last);
  const from = Math.min(nextOpening(symbol.hours, begins), until);
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
