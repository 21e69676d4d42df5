// The prices of a trade from entry to exit, for the picture on its card: real candles of its time, evenly sampled.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { chart, type Interval } from '@maru/market/contract.ts';
import { BOARDS } from './share-card.ts';
import { resample, type TradeResult } from './trade-result.ts';

/** The finest interval whose bars of the trade fit one answer. */
const spans: readonly (readonly [Interval, number])[] = [
  ['1s', 1_000],
  ['1m', 60_000],
  ['5m', 300_000],
  ['1h', 3_600_000],
  ['1d', DAY_MS],
];
const MOST_BARS = 500;

export async function pathOf(result: TradeResult): Promise<number[]> {
  const entry = Number(result.entry);
  const exit = Number(result.exit);
  const until = result.closedAt ? Date.parse(result.closedAt) : Date.now();
  const from = result.openedAt ? Date.parse(result.openedAt) : until - 3_600_000;
  const [interval, spanMs] = spans.find(([, ms]) => (Date.now() - from) / ms <= MOST_BARS) ?? spans[spans.length - 1];
  try {
    const candles = await call(chart, {
      query: { symbol: result.symbol, interval, limit: String(Math.min(MOST_BARS, Math.ceil((Date.now() - from) / spanMs) + 2)) },
    });
    const closes = candles.filter(([time]) => time >= from - spanMs && time <= until).map(([, , , , close]) => Number(close));
    return resample(closes, entry, exit, BOARDS);
  } catch {
    return resample([], entry, exit, BOARDS);
  }
}
