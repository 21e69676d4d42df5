// Candles of intervals that the exchange does not keep, folded from shorter ones that begin at the same moments.
import { DAY_MS, HOUR_MS, monthAfter, monthDays, utcDayText } from '@maru/kit/contract/calendar.ts';
import { type Candle, chartPage, type Interval, type PriceType } from '@maru/market/contract.ts';
import { add } from './decimals.ts';
import { type Ask, dataOf } from './fapi-endpoint.ts';

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

const monthAt = (time: number, later: number): number => monthDays(monthAfter(utcDayText(time).slice(0, 7), later)).first * DAY_MS;

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

type Page = (query: { from?: string; before?: string; interval?: Interval; limit?: string }) => Promise<Candle[]>;

/**
 * Whether the oldest candle lacks parts that the exchange keeps no more: it does not begin with its first part, nothing shorter stands before it,
 * and the longer candles, which are kept longer, know of trades before. A market that began there is none of these.
 */
async function isCut(page: Page, kind: Derived, first: Candle | undefined): Promise<boolean> {
  if (first === undefined || first[0] === kind.startOf(first[0])) return false;
  if ((await page({ before: String(first[0]), limit: '1' })).length > 0) return false;
  const longer = await page({ interval: kind.base === '1d' ? '1w' : '1d', before: String(first[0] + 1), limit: '2' });
  return longer.length > 1 || (longer.length === 1 && Number(longer[0][1]) !== Number(first[1]));
}

/** The newest up to the end, or the first that begin from a beginning on; the oldest only where all of it is kept. */
export async function derivedCandles(ask: Ask, symbol: string, priceType: PriceType, kind: Derived, span: CandleSpan): Promise<Candle[]> {
  const { from, to, limit } = span;
  const now = ask.context.clock.now();
  const end = kind.next(kind.startOf(Math.min(to ?? now, now)));
  const page: Page = async (query) =>
    (await dataOf(ask.call(chartPage, { query: { symbol, interval: kind.base, priceType, limit: String(PAGE), ...query } }))).candles;
  // One more than asked for: the first may have been cut.
  const wanted = (limit + 1) * kind.parts;
  const whole = async () => foldCandles(found, kind).slice((await isCut(page, kind, found[0])) ? 1 : 0);
  let found: Candle[] = [];
  if (from === undefined) {
    for (let before = end; found.length < wanted; before = found[0][0]) {
      const candles = await page({ before: String(before) });
      found = [...candles, ...found];
      if (candles.length < PAGE) break;
    }
    return (await whole()).slice(-limit);
  }
  const first = kind.startOf(from) === from ? from : kind.next(kind.startOf(from));
  for (let next = first; found.length < wanted && next < end; ) {
    const candles = await page({ from: String(next), before: String(end) });
    found.push(...candles);
    if (candles.length < PAGE) break;
    next = (candles.at(-1) as Candle)[0] + kind.baseMs;
  }
  return (await whole()).slice(0, limit);
}
