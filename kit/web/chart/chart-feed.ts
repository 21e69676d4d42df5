// Feeds one series into the chart: pages by call, the running bar a few times a second; answers of an older series are dropped.
import type { Chart, KLineData } from 'klinecharts';
import type { ChartBar, ChartSeries } from './chart-series.ts';

export type LoadState = 'loading' | 'ready' | 'empty' | 'failed';

/** Pushing candles faster costs main thread and shows nothing more. */
const PUSH_EVERY_MS = 200;

const toLibrary = (bar: ChartBar): KLineData => ({
  timestamp: bar.time,
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
  volume: bar.volume,
});
/** Loads and follows one series; answers of a series that is no longer shown are dropped. */
export function feedChart(chart: Chart, told: (state: LoadState) => void, series?: ChartSeries): { stop(): void } {
  let alive = true;
  let unsubscribe: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    alive = false;
    unsubscribe?.();
    clearTimeout(timer);
  };
  if (!series) return { stop };
  const follow = (push: (bar: KLineData) => void) => {
    let waiting: ChartBar | undefined;
    let lastPushAt = 0;
    const flush = () => {
      timer = undefined;
      if (!alive || !waiting || document.hidden) return;
      push(toLibrary(waiting));
      lastPushAt = performance.now();
      waiting = undefined;
    };
    unsubscribe = series.source.subscribe((bar) => {
      // A new bar goes at once, or the old one's last price would be lost.
      if (waiting && waiting.time !== bar.time) flush();
      waiting = bar;
      timer ??= setTimeout(flush, Math.max(0, lastPushAt + PUSH_EVERY_MS - performance.now()));
    });
  };
  // The loader goes first: setting symbol and period would each ask the one before it.
  chart.setDataLoader({ getBars: () => {} });
  chart.setSymbol({ ticker: series.symbol, pricePrecision: series.priceDecimals, volumePrecision: series.sizeDecimals });
  chart.setPeriod(series.period);
  told('loading');
  chart.setDataLoader({
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward') return callback([], { backward: false });
      try {
        const page = await series.source.load(type === 'init' ? null : timestamp);
        if (!alive) return;
        callback(page.bars.map(toLibrary), { forward: page.more, backward: false });
        if (type === 'init') told(page.bars.length === 0 ? 'empty' : 'ready');
      } catch {
        if (alive && type === 'init') told('failed');
        if (alive) callback([], { forward: type !== 'init', backward: false });
      }
    },
    subscribeBar: ({ callback }) => alive && follow(callback),
  });
  return { stop };
}
