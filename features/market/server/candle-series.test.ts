// Candles are exact from trades: every interval equals what a slow count over all its trades gives.
import { expect, test } from 'vitest';
import { type Interval, intervals } from '../contract.ts';
import { type CandleBar, CandleSeries, quoteOf } from './candle-series.ts';
import { candleStart } from './intervals.ts';

const start = Date.parse('2026-11-22T23:58:30Z');

/** Deterministic trades over a week and a day, several a minute at first, then sparse. */
const trades = Array.from({ length: 4000 }, (_, i) => ({
  time: start + (i < 2000 ? i * 137 : 2000 * 137 + (i - 2000) * 345_601),
  price: 6_180_000 + Math.round(4000 * Math.sin(i / 9) + 900 * Math.sin(i * 7.3)),
  lots: 1 + ((i * 7919) % 500),
}));

test('closed and running candles hold first, highest, lowest, last price and summed volume of their trades', () => {
  const closed = new Map<Interval, CandleBar[]>(intervals.map((interval) => [interval, []]));
  const series = new CandleSeries((interval, bar) => closed.get(interval)?.push(bar));
  for (const { time, price, lots } of trades) series.trade(time, price, lots, quoteOf(price, lots, 2, 3));
  for (const interval of intervals) {
    const expected = [...Map.groupBy(trades, ({ time }) => candleStart(interval, time))].map(([openAt, own]): CandleBar => {
      const prices = own.map((trade) => trade.price);
      return {
        openAt,
        open: prices[0],
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices[prices.length - 1],
        lots: own.reduce((sum, trade) => sum + trade.lots, 0),
        quote: own.reduce((sum, trade) => sum + Math.floor((trade.price * trade.lots) / 10), 0),
        isSimulated: false,
      };
    });
    const running = series.running(interval);
    expect([...(closed.get(interval) ?? []), running]).toEqual(expected);
  }
});

test('a candle closes when its time is over though nobody trades, and a week begins on Monday 00:00 UTC', () => {
  const closed: [Interval, number][] = [];
  const series = new CandleSeries((interval, bar) => closed.push([interval, bar.openAt]));
  series.trade(start, 100, 1, 1);
  series.closeDue(start + 1000);
  expect(closed).toEqual([['1s', start]]);
  series.closeDue(Date.parse('2026-11-23T00:00:00Z'));
  expect(closed.map(([interval]) => interval)).toEqual(intervals);
  expect(candleStart('1w', Date.parse('2026-11-25T12:00:00Z'))).toBe(Date.parse('2026-11-23T00:00:00Z'));
});

test('quote volume is floored to 10^-4 USDT whatever the symbol’s units', () => {
  expect(quoteOf(6_180_000, 1, 2, 3)).toBe(618_000);
  expect(quoteOf(21_450, 15, 4, 1)).toBe(32_175);
  expect(quoteOf(3_301, 99_999, 5, 5)).toBe(330);
});

test('a restored candle goes on with later trades and keeps its simulated mark', () => {
  const series = new CandleSeries(() => {});
  const openAt = candleStart('1h', start);
  series.trade(start, 105, 2, 210);
  series.restore('1h', { openAt, open: 90, high: 120, low: 80, close: 100, lots: 50, quote: 5000, isSimulated: true });
  expect(series.running('1h')).toEqual({ openAt, open: 90, high: 120, low: 80, close: 105, lots: 52, quote: 5210, isSimulated: true });
});
