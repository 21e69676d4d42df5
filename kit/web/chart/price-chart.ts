// The one door to the chart library: data, looks, indicators, drawings and the way from price to pixel. Nothing else imports klinecharts.
import { type Chart, type Crosshair, dispose, init, type KLineData, type Period as LibraryPeriod, registerLocale } from 'klinecharts';
import { type ChartColors, chartStyles } from './chart-styles.ts';
import { type Drawing, type DrawingTool, readDrawings, watchDrawings } from './chart-drawings.ts';
import { applyIndicators, type IndicatorId, registerOwnIndicators } from './chart-indicators.ts';

export interface ChartBar {
  /** Open time, ms. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}
export interface BarSource {
  /** Bars older than `before` (null: the newest ones), oldest first. */
  load(before: number | null): Promise<{ bars: ChartBar[]; more: boolean }>;
  subscribe(push: (bar: ChartBar) => void): () => void;
}
export type ChartPeriod = LibraryPeriod;
export interface ChartSeries {
  symbol: string;
  priceDecimals: number;
  sizeDecimals: number;
  period: ChartPeriod;
  source: BarSource;
}
export interface PlotArea {
  width: number;
  height: number;
  /** Width of the price axis right of the plot. */
  axis: number;
  /** x of the newest bar. */
  lastX: number;
}
export interface PriceChart {
  show(series: ChartSeries): void;
  restyle(colors: ChartColors, axisWidth: number): void;
  setBarSpace(space: number): void;
  setIndicators(ids: readonly IndicatorId[]): void;
  startDrawing(tool: DrawingTool, magnet: boolean): void;
  drawings(): Drawing[];
  restoreDrawings(drawings: readonly Drawing[]): void;
  showDrawings(visible: boolean): void;
  clearDrawings(): void;
  priceToY(price: number): number | undefined;
  yToPrice(y: number): number | undefined;
  plot(): PlotArea | undefined;
  /** The bar under the crosshair, else the newest, with the values of the averages drawn over it. */
  legend(): { bar: ChartBar; averages: { period: number; value: number }[] } | undefined;
  newest(): ChartBar | undefined;
  /** Called after scroll, zoom, new data and resize; read positions in it. */
  onLayout(changed: () => void): () => void;
  /** Called when a load failed or succeeded. */
  onLoad(changed: (state: 'loading' | 'ready' | 'empty' | 'failed') => void): () => void;
  scrollToNow(): void;
  resize(): void;
  destroy(): void;
}
export interface PriceChartOptions {
  language: 'ko' | 'en';
  timeZone: string;
  colors: ChartColors;
  axisWidth: number;
  onDrawings(drawings: Drawing[]): void;
}

/** Pushing candles faster costs main thread and shows nothing more. */
const PUSH_EVERY_MS = 200;
const PANE = 'candle_pane';

const toLibrary = (bar: ChartBar): KLineData => ({
  timestamp: bar.time,
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
  volume: bar.volume,
});
const fromLibrary = (bar: KLineData): ChartBar => ({ ...bar, time: bar.timestamp, volume: bar.volume ?? 0 });

export function createPriceChart(element: HTMLElement, options: PriceChartOptions): PriceChart {
  registerKorean();
  registerOwnIndicators();
  const chart = init(element, {
    locale: options.language === 'ko' ? 'ko-KR' : 'en-US',
    timezone: options.timeZone,
    styles: chartStyles(options.colors, options.axisWidth),
    decimalFold: { threshold: 20 },
    hotkey: { enabled: false },
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
  }) as Chart;
  const layoutListeners = new Set<() => void>();
  const loadListeners = new Set<(state: 'loading' | 'ready' | 'empty' | 'failed') => void>();
  const changed = () => {
    for (const listener of layoutListeners) listener();
  };
  for (const action of ['onVisibleRangeChange', 'onScroll', 'onZoom', 'onPaneDrag'] as const) chart.subscribeAction(action, changed);
  let pointed: Crosshair | undefined;
  chart.subscribeAction('onCrosshairChange', (crosshair) => {
    pointed = crosshair as Crosshair | undefined;
    changed();
  });
  const told = (state: 'loading' | 'ready' | 'empty' | 'failed') => {
    for (const listener of loadListeners) listener(state);
  };
  const stopWatching = watchDrawings(chart, options.onDrawings);
  let loader = feedChart(chart, told);

  return {
    show(series) {
      loader.stop();
      loader = feedChart(chart, told, series);
    },
    restyle(colors, axisWidth) {
      chart.setStyles(chartStyles(colors, axisWidth));
    },
    setBarSpace: (space) => chart.setBarSpace(space),
    setIndicators: (ids) => applyIndicators(chart, ids),
    startDrawing: (tool, magnet) => stopWatching.start(tool, magnet),
    drawings: () => readDrawings(chart),
    restoreDrawings: (drawings) => stopWatching.restore(drawings),
    showDrawings: (visible) => stopWatching.show(visible),
    clearDrawings: () => stopWatching.clear(),
    priceToY(price) {
      if (chart.getDataList().length === 0) return undefined;
      const at = chart.convertToPixel({ value: price }, { paneId: PANE }) as { y?: number };
      return at.y !== undefined && Number.isFinite(at.y) ? at.y : undefined;
    },
    yToPrice(y) {
      const at = chart.convertFromPixel([{ y }], { paneId: PANE }) as { value?: number }[] | { value?: number };
      return Array.isArray(at) ? at[0]?.value : at.value;
    },
    plot: () => plotOf(chart),
    legend: () => legendOf(chart, pointed),
    newest() {
      const bar = chart.getDataList().at(-1);
      return bar && fromLibrary(bar);
    },
    onLayout: (listener) => {
      layoutListeners.add(listener);
      return () => layoutListeners.delete(listener);
    },
    onLoad: (listener) => {
      loadListeners.add(listener);
      return () => loadListeners.delete(listener);
    },
    scrollToNow: () => chart.scrollToRealTime(180),
    resize: () => chart.resize(),
    destroy() {
      loader.stop();
      layoutListeners.clear();
      dispose(chart);
    },
  };
}

/** Loads and follows one series; answers of a series that is no longer shown are dropped. */
function feedChart(chart: Chart, told: (state: 'loading' | 'ready' | 'empty' | 'failed') => void, series?: ChartSeries): { stop(): void } {
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

function plotOf(chart: Chart): PlotArea | undefined {
  const main = chart.getSize(PANE, 'main');
  const axis = chart.getSize(PANE, 'yAxis');
  if (!main) return undefined;
  const count = chart.getDataList().length;
  const at = count === 0 ? {} : (chart.convertToPixel({ dataIndex: count - 1 }, { paneId: PANE }) as { x?: number });
  return { width: main.width, height: main.height, axis: axis?.width ?? 0, lastX: at.x ?? main.width };
}

function legendOf(chart: Chart, pointed: Crosshair | undefined): { bar: ChartBar; averages: { period: number; value: number }[] } | undefined {
  const list = chart.getDataList();
  if (list.length === 0) return undefined;
  const index = pointed?.paneId !== undefined && pointed.dataIndex !== undefined && list[pointed.dataIndex] ? pointed.dataIndex : list.length - 1;
  const average = chart.getIndicators({ name: 'MA' })[0];
  const values = (average?.result?.[index] ?? {}) as Record<string, number>;
  const averages = (average?.calcParams ?? [])
    .map((period, i) => ({ period: Number(period), value: values[`ma${i + 1}`] }))
    .filter((a) => Number.isFinite(a.value));
  return { bar: fromLibrary(list[index]), averages };
}

let koreanRegistered = false;
function registerKorean(): void {
  if (koreanRegistered) return;
  koreanRegistered = true;
  registerLocale('ko-KR', {
    time: '시각', open: '시', high: '고', low: '저', close: '종', volume: '거래량', change: '등락', turnover: '거래대금',
    second: '초', minute: '분', hour: '시간', day: '일', week: '주', month: '월', year: '년',
  });
}
