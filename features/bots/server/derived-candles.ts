// Candles of intervals that the house does not keep, folded from shorter ones that begin at the same moments.
import { type Candle, chartPage, type Interval, type PriceType } from '@maru/market/contract.ts';
import { add } from './decimals.ts';
import { type Ask, dataOf } from './fapi-endpoint.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface Derived {
  base: Interval;
  baseMs: number;
  /** Of the shorter ones in one, at most. */
  parts: number;
  startOf(time: number): number;
  next(start: number): number;
}

const every = (ms: number, base: Interval, baseMs: number): Derived => ({
  base,
  baseMs,
  parts: ms / baseMs,
  startOf: (time) => Math.floor(time / ms) * ms,
  next: (start) => start + ms,
});

const derived: Readonly<Record<string, Derived>> = {
  '2h': every(2 * HOUR_MS, '1h', HOUR_MS),
  '6h': every(6 * HOUR_MS, '1h', HOUR_MS),
  '8h': every(8 * HOUR_MS, '4h', 4 * HOUR_MS),
  '12h': every(12 * HOUR_MS, '4h', 4 * HOUR_MS),
  '3d': every(3 * DAY_MS, '1d', DAY_MS),
  '1M': { base: '1d', baseMs: DAY_MS, parts: 31, startOf: (time) => monthAt(time, 0), next: (start) => monthAt(start, 1) },
};

function monthAt(time: number, later: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}

export const derivedOf = (interval: string): Derived | undefined => (Object.hasOwn(derived, interval) ? derived[interval] : undefined);

/** One candle out of those that lie within it; what is missing is left out. */
export function foldCandles(candles: readonly Candle[], { startOf }: Pick<Derived, 'startOf'>): Candle[] {
  const folded: Candle[] = [];
  for (const candle of candles) {
    const start = startOf(candle[0]);
    const last = folded.at(-1);
    if (last === undefined || last[0] !== start) folded.push([start, ...(candle.slice(1) as Rest)]);
    else folded[folded.length - 1] = joined(last, candle);
  }
  return folded;
}
type Rest = Candle extends [number, ...infer R] ? R : never;

function joined(a: Candle, b: Candle): Candle {
  const [at, open, high, low, , volume, quote, isSimulated] = a;
  const [, , bHigh, bLow, close, bVolume, bQuote, isBSimulated] = b;
  return [
    at,
    open,
    Number(bHigh) > Number(high) ? bHigh : high,
    Number(bLow) < Number(low) ? bLow : low,
    close,
    add(volume, bVolume),
    add(quote, bQuote),
    isSimulated === 1 || isBSimulated === 1 ? 1 : 0,
  ];
}

const PAGE = 1500;

export interface CandleSpan {
  from: number | undefined;
  to: number | undefined;
  limit: number;
}

/** The newest up to the end, or the first that begin from a beginning on. */
export async function derivedCandles(ask: Ask, symbol: string, priceType: PriceType, kind: Derived, span: CandleSpan): Promise<Candle[]> {
  const { from, to, limit } = span;
  const now = ask.context.clock.now();
  const end = kind.next(kind.startOf(Math.min(to ?? now, now)));
  const page = async (query: object) =>
    (await dataOf(ask.call(chartPage, { query: { symbol, interval: kind.base, priceType, limit: String(PAGE), ...query } }))).candles;
  const wanted = limit * kind.parts;
  let found: Candle[] = [];
  if (from === undefined) {
    for (let before = end; found.length < wanted + kind.parts; before = found[0][0]) {
      const candles = await page({ before: String(before) });
      found = [...candles, ...found];
      if (candles.length < PAGE) break;
    }
    const folded = foldCandles(found, kind);
    // The first may have been cut.
    return folded.length > limit ? folded.slice(-limit) : folded;
  }
  const first = kind.startOf(from) === from ? from : kind.next(kind.startOf(from));
  for (let next = first; found.length < wanted && next < end; ) {
    const candles = await page({ from: String(next), before: String(end) });
    found.push(...candles);
    if (candles.length < PAGE) break;
    next = (candles.at(-1) as Candle)[0] + kind.baseMs;
  }
  return foldCandles(found, kind).slice(0, limit);
}
