// The one way to the chart library: data, looks, indicators, drawings and the way from price to pixel. Nothing else imports klinecharts.
import { type Chart, type Crosshair, dispose, init, type KLineData } from 'klinecharts';
import { shortSum } from '../i18n/figures.ts';
import { currentLanguage } from '../i18n/language.ts';
import { feedChart, type LoadState } from './chart-feed.ts';
import type { ChartBar, ChartSeries } from './chart-series.ts';
import { type ChartColors, chartStyles } from './chart-styles.ts';
import type { DrawingListener } from './drawing-toolbox.ts';
import { type LateToolbox, lateToolbox } from './late-toolbox.ts';
import { type RightSpace, rightSpace } from './right-space.ts';
import { applyIndicators, indicatorOf, registerOwnIndicators, sharePanes } from './chart-indicators.ts';
import { type IndicatorColors, type IndicatorId, indicatorIds, isOver } from './indicator-ids.ts';
import { type IndicatorLegend, legendOfIndicator } from './indicator-legend.ts';
import { gapFor } from './legend-space.ts';

export interface PlotArea {
  width: number;
  height: number;
  /** Width of the price axis right of the plot. */
  axis: number;
  /** x of the newest bar. */
  lastX: number;
}
export interface PriceChart extends LateToolbox, RightSpace {
  show(series: ChartSeries): void;
  restyle(colors: ChartColors, axisWidth: number): void;
  setIndicators(ids: readonly IndicatorId[], colors: IndicatorColors): void;
  priceToY(price: number): number | undefined;
  yToPrice(y: number): number | undefined;
  plot(): PlotArea | undefined;
  /** Where the price axis writes its own figures: y of their middles. */
  axisFigures(): readonly number[];
  /** The bar under the crosshair, else the newest, with what the indicators over the candles say of it. */
  legend(): { bar: ChartBar; over: readonly (IndicatorLegend & { id: IndicatorId })[] } | undefined;
  /** Called after scroll, zoom, new data and resize; read positions in it. */
  onLayout(changed: () => void): () => void;
  /** Called when a load failed or succeeded. */
  onLoad(changed: (state: LoadState) => void): () => void;
  resize(): void;
  destroy(): void;
}
export interface PriceChartOptions extends DrawingListener {
  timeZone: string;
  colors: ChartColors;
  axisWidth: number;
}

const PANE = 'candle_pane';
/** Above the candles: the mark of the highest, and where the page writes its legend a line for the bar and one for each indicator over it. */
const MARK_PX = 34;
const LEGEND_LINE_PX = 17;
/** Charts narrower than this have no legend of the page. */
const LEGEND_FROM_PX = 480;

const fromLibrary = (bar: KLineData): ChartBar => ({ ...bar, time: bar.timestamp, volume: bar.volume ?? 0 });

export function createPriceChart(element: HTMLElement, options: PriceChartOptions): PriceChart {
  registerOwnIndicators();
  const chart = init(element, {
    timezone: options.timeZone,
    styles: chartStyles(options.colors, options.axisWidth),
    formatter: { formatBigNumber: (value) => shortSum(Number(value).toFixed(0), currentLanguage(), 1) },
    decimalFold: { threshold: 20 },
    hotkey: { enabled: false },
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
  }) as Chart;
  leaveTabOrder(element);
  // Its own chunk: a chart whose marks do not arrive is a chart all the same.
  void import('./chart-extremes.ts').then(({ showExtremes }) => showExtremes(chart)).catch(() => undefined);
  const layoutListeners = new Set<() => void>();
  const loadListeners = new Set<(state: LoadState) => void>();
  const changed = () => {
    for (const listener of layoutListeners) listener();
  };
  for (const action of ['onVisibleRangeChange', 'onScroll', 'onZoom', 'onPaneDrag'] as const) chart.subscribeAction(action, changed);
  let pointed: Crosshair | undefined;
  chart.subscribeAction('onCrosshairChange', (crosshair) => {
    pointed = crosshair as Crosshair | undefined;
    changed();
  });
  // Dragging the price axis is told by no action.
  element.addEventListener('pointermove', (event) => void (event.buttons !== 0 && changed()));
  const told = (state: LoadState) => {
    for (const listener of loadListeners) listener(state);
  };
  let loader = feedChart(chart, told);

  return {
    show(series) {
      loader.stop();
      loader = feedChart(chart, told, series);
    },
    restyle(colors, axisWidth) {
      chart.setStyles(chartStyles(colors, axisWidth));
    },
    ...rightSpace(chart, PANE, changed),
    setIndicators: (ids, colors) => showIndicators(chart, ids, colors),
    ...lateToolbox(() => import('./drawing-toolbox.ts').then(({ openDrawingToolbox }) => openDrawingToolbox(chart, options))),
    priceToY: (price) => yOf(chart, price),
    yToPrice(y) {
      const at = chart.convertFromPixel([{ y }], { paneId: PANE }) as { value?: number }[] | { value?: number };
      return Array.isArray(at) ? at[0]?.value : at.value;
    },
    plot: () => plotOf(chart),
    axisFigures: () => axisFiguresOf(chart),
    legend: () => legendOf(chart, pointed),
    onLayout: (listener) => {
      layoutListeners.add(listener);
      return () => layoutListeners.delete(listener);
    },
    onLoad: (listener) => {
      loadListeners.add(listener);
      return () => loadListeners.delete(listener);
    },
    resize: () => fit(chart),
    destroy() {
      loader.stop();
      layoutListeners.clear();
      dispose(chart);
    },
  };
}

/** The library asks to be focused before everything else on the page; the chart's own controls are the lines and tools. */
function leaveTabOrder(element: HTMLElement): void {
  for (const child of element.children as unknown as HTMLElement[]) if (child.tabIndex > 0) child.tabIndex = -1;
}

/** Below the candles: the mark of the lowest. */
const BOTTOM_PX = 26;

/**
 * Room for the legend above and a mark below. As a share: of pixels the library makes one itself, by a height that is zero while another
 * tab is in front, and never draws again.
 */
function makeSpace(chart: Chart): void {
  const size = chart.getSize(PANE, 'main');
  if (!size?.height) return;
  const over = indicatorIds.filter((id) => isOver(id) && indicatorOf(chart, id)).length;
  const top = MARK_PX + (size.width >= LEGEND_FROM_PX ? 10 + (1 + over) * LEGEND_LINE_PX : 0);
  chart.overrideYAxis({ paneId: PANE, gap: { top: gapFor(top, size.height), bottom: BOTTOM_PX / size.height } });
}

/** Panes below leave the candles less height; the library measures them a moment after it is told. */
function showIndicators(chart: Chart, ids: readonly IndicatorId[], colors: IndicatorColors): void {
  applyIndicators(chart, ids, colors);
  share(chart);
}

function share(chart: Chart): void {
  sharePanes(chart, chart.getDom()?.clientHeight ?? 0);
  queueMicrotask(() => makeSpace(chart));
}

function fit(chart: Chart): void {
  chart.resize();
  share(chart);
}

function yOf(chart: Chart, price: number): number | undefined {
  if (chart.getDataList().length === 0) return undefined;
  const at = chart.convertToPixel({ value: price }, { paneId: PANE }) as { y?: number };
  return at.y !== undefined && Number.isFinite(at.y) ? at.y : undefined;
}

function axisFiguresOf(chart: Chart): number[] {
  const [axis] = chart.getYAxes({ paneId: PANE });
  return axis?.getTicks().map(({ coord }) => coord) ?? [];
}

function plotOf(chart: Chart): PlotArea | undefined {
  const main = chart.getSize(PANE, 'main');
  const axis = chart.getSize(PANE, 'yAxis');
  if (!main) return undefined;
  const count = chart.getDataList().length;
  const at = count === 0 ? {} : (chart.convertToPixel({ dataIndex: count - 1 }, { paneId: PANE }) as { x?: number });
  return { width: main.width, height: main.height, axis: axis?.width ?? 0, lastX: at.x ?? main.width };
}

function legendOf(chart: Chart, pointed: Crosshair | undefined): ReturnType<PriceChart['legend']> {
  const list = chart.getDataList();
  if (list.length === 0) return undefined;
  const index =
    pointed?.paneId !== undefined && pointed.dataIndex !== undefined && list[pointed.dataIndex] ? pointed.dataIndex : list.length - 1;
  const over = indicatorIds.flatMap((id) => {
    const indicator = isOver(id) ? indicatorOf(chart, id) : undefined;
    return indicator ? [{ id, ...legendOfIndicator(chart, indicator, id, index) }] : [];
  });
  return { bar: fromLibrary(list[index]), over };
}
