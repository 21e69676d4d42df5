// Candles for the chart: pages by call, the running one by topic; after a lost connection the series is loaded anew.
import { call } from '@maru/kit/web/api-client.ts';
import type { BarSource, ChartBar, ChartPeriod } from '@maru/kit/web/chart/chart-series.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { type Candle, chart, chartPage, type Interval, klineTopic, priceKlineTopic } from '@maru/market/contract.ts';
import type { ChartBasis } from './chart-prefs.ts';

export const periods: Record<Interval, ChartPeriod> = {
  '1s': { type: 'second', span: 1 },
  '1m': { type: 'minute', span: 1 },
  '3m': { type: 'minute', span: 3 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
};
const FIRST = '500';
const PAGE = '500';

export function barOf([time, open, high, low, close, volume]: Candle): ChartBar {
  return { time, open: Number(open), high: Number(high), low: Number(low), close: Number(close), volume: Number(volume) };
}

const priceTypes = { last: undefined, mark: 'MARK', index: 'INDEX' } as const;

export function barSource(symbol: string, interval: Interval, basis: ChartBasis = 'last'): BarSource {
  const priceType = priceTypes[basis];
  const priced = priceType ? { symbol, interval, priceType } : { symbol, interval };
  return {
    async load(before) {
      if (before === null) {
        const candles = await call(chart, { query: { ...priced, limit: FIRST } });
        return { bars: candles.map(barOf), more: candles.length > 0 };
      }
      const page = await call(chartPage, { query: { ...priced, before: String(before), limit: PAGE } });
      return { bars: page.candles.map(barOf), more: page.more };
    },
    subscribe: (push) => {
      const take = (candle: Candle) => push(barOf(candle));
      return priceType
        ? subscribeTopic(priceKlineTopic, { symbol, interval, priceType }, take)
        : subscribeTopic(klineTopic, { symbol, interval }, take);
    },
  };
}
