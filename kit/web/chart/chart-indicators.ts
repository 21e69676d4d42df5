// The indicators offered, and our own volume: in the lowest part of the candles' pane, scaled so that one print does not flatten the rest.
import { type Chart, type KLineData, registerIndicator } from 'klinecharts';
import { averageTrueRange } from './average-true-range.ts';
import { type IndicatorId, indicatorIds } from './indicator-ids.ts';

const over = new Set<IndicatorId>(['VOLUME', 'MA', 'EMA', 'BOLL', 'SAR']);
const params: Partial<Record<IndicatorId, number[]>> = { MA: [7, 25], EMA: [7, 25], RSI: [14], ATR: [14] };
const PANE = 'candle_pane';
const OWN_VOLUME = 'MARU_VOLUME';
const SHARE = 0.15;

const libraryName = (id: IndicatorId) => (id === 'VOLUME' ? OWN_VOLUME : id);

export function applyIndicators(chart: Chart, ids: readonly IndicatorId[]): void {
  const wanted = new Set(ids);
  for (const id of indicatorIds) {
    const name = libraryName(id);
    const shown = chart.getIndicators({ name }).length > 0;
    if (shown && !wanted.has(id)) chart.removeIndicator({ name });
    if (shown || !wanted.has(id)) continue;
    // The legend over the candles is ours; the library would write its own on top of it.
    if (over.has(id))
      chart.createIndicator(
        {
          name,
          calcParams: params[id],
          paneId: PANE,
          createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
        },
        true,
      );
    else {
      chart.createIndicator({ name, calcParams: params[id] }, false);
      const pane = chart.getIndicators({ name })[0]?.paneId;
      if (pane) chart.setPaneOptions({ id: pane, height: 84, minHeight: 48 });
    }
  }
}

let registered = false;
export function registerOwnIndicators(): void {
  if (registered) return;
  registered = true;
  registerIndicator<{ atr?: number }>({
    name: 'ATR',
    shortName: 'ATR',
    series: 'price',
    calcParams: [14],
    figures: [{ key: 'atr', title: 'ATR: ', type: 'line' }],
    calc: (bars, { calcParams: [period] }) => averageTrueRange(bars, Number(period)),
  });
  registerIndicator<KLineData>({
    name: OWN_VOLUME,
    shortName: 'VOL',
    // The bars themselves are its result: nothing to compute per update.
    calc: (bars) => bars,
    figures: [],
    zLevel: -1,
    draw({ ctx, chart, bounding, xAxis }) {
      const list = chart.getDataList();
      const { from, to } = chart.getVisibleRange();
      const ceiling = percentile(list, from, to, 0.94);
      if (ceiling <= 0) return true;
      const style = chart.getStyles().candle.bar;
      const { gapBar } = chart.getBarSpace();
      const reach = bounding.height * SHARE;
      ctx.globalAlpha = 0.3;
      for (let i = from; i < to; i++) {
        const bar = list[i];
        if (!bar) continue;
        const height = Math.min(1, (bar.volume ?? 0) / ceiling) * reach;
        ctx.fillStyle = bar.close >= bar.open ? style.upColor : style.downColor;
        ctx.fillRect(xAxis.convertToPixel(i) - gapBar / 2, bounding.height - height, gapBar, height);
      }
      ctx.globalAlpha = 1;
      return true;
    },
  });
}

function percentile(list: readonly KLineData[], from: number, to: number, share: number): number {
  const volumes: number[] = [];
  for (let i = Math.max(0, from); i < Math.min(to, list.length); i++) volumes.push(list[i].volume ?? 0);
  volumes.sort((a, b) => a - b);
  return volumes[Math.floor(volumes.length * share)] ?? 0;
}
