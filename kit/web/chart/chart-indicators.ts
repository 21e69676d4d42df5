// The indicators on a chart: over the candles or each in a pane of its own, with our volume (a strip with a true scale) and our ATR.
import { type Chart, type Indicator, type KLineData, registerIndicator } from 'klinecharts';
import { averageTrueRange } from './average-true-range.ts';
import { factsOf, type IndicatorColors, type IndicatorId, indicatorIds, isOver } from './indicator-ids.ts';
import { legendOfIndicator } from './indicator-legend.ts';
import { gapFor } from './legend-space.ts';

const PANE = 'candle_pane';
const OWN_VOLUME = 'MARU_VOLUME';
/** Room above a pane's own lines, for its legend. */
const LEGEND_PX = 24;
/** Differences of prices, which a cheap symbol has small. */
const differences: ReadonlySet<IndicatorId> = new Set(['MACD', 'ATR', 'MTM', 'AO', 'DMA', 'TRIX', 'EMV']);
const nothing = { name: '', calcParamsText: '', features: [], legends: [] };

export const libraryName = (id: IndicatorId) => (id === 'VOLUME' ? OWN_VOLUME : id);
export const indicatorOf = (chart: Chart, id: IndicatorId): Indicator | undefined => chart.getIndicators({ name: libraryName(id) })[0];

/** The chart's own lines with the colours that were chosen; undefined where none was. */
function stylesOf(chart: Chart, id: IndicatorId, colors: IndicatorColors) {
  const chosen = colors[id];
  if (!chosen?.some((color) => color !== undefined)) return undefined;
  const usual = chart.getStyles().indicator.lines;
  return {
    lines: Array.from({ length: factsOf(id).lines }, (_, at) => ({
      ...usual[at % usual.length],
      ...(chosen[at] ? { color: chosen[at] } : {}),
    })),
  };
}

function create(chart: Chart, id: IndicatorId, colors: IndicatorColors): void {
  const { params } = factsOf(id);
  const styles = stylesOf(chart, id, colors);
  chart.createIndicator(
    {
      name: libraryName(id),
      ...(params ? { calcParams: [...params] } : {}),
      ...(styles ? { styles } : {}),
      ...(isOver(id) ? { paneId: PANE } : id === 'VOLUME' ? {} : { precision: differences.has(id) ? 4 : 2 }),
      // Over the candles the page writes the legend, beside the bars; in a pane it stands above the lines.
      createTooltipDataSource: ({ indicator, crosshair }) => {
        if (isOver(id)) return nothing;
        const { name, parts } = legendOfIndicator(chart, indicator as Indicator, id, crosshair.dataIndex ?? indicator.result.length - 1);
        const legends = parts.map(({ title, value, color }) => ({
          title: { text: title ? `${title} ` : '', color },
          value: { text: value, color },
        }));
        return { name, calcParamsText: '', features: [], legends };
      },
    },
    isOver(id),
  );
}

export function applyIndicators(chart: Chart, ids: readonly IndicatorId[], colors: IndicatorColors): void {
  const wanted = new Set(ids);
  for (const id of indicatorIds) {
    const shown = indicatorOf(chart, id);
    if (shown && !wanted.has(id)) chart.removeIndicator({ name: libraryName(id) });
    else if (!shown && wanted.has(id)) create(chart, id, colors);
    else if (shown) chart.overrideIndicator({ name: libraryName(id), styles: stylesOf(chart, id, colors) ?? null });
  }
}

/** Half of the height is the candles' at least; the volume's strip is the lowest of the panes. */
export function sharePanes(chart: Chart, height: number): void {
  const panes = indicatorIds.flatMap((id) => (isOver(id) ? [] : (indicatorOf(chart, id)?.paneId ?? [])));
  const isLow = height < 340;
  const space = (height * 0.5) / Math.max(1, panes.length);
  for (const id of indicatorIds) {
    const pane = isOver(id) ? undefined : indicatorOf(chart, id)?.paneId;
    if (!pane) continue;
    const most = id === 'VOLUME' ? (isLow ? 44 : 60) : isLow ? 52 : 84;
    const own = Math.round(Math.max(32, Math.min(most, space)));
    chart.setPaneOptions({ id: pane, height: own, minHeight: 32 });
    chart.overrideYAxis({ paneId: pane, gap: { top: gapFor(LEGEND_PX, own), bottom: id === 'VOLUME' ? 0 : 0.04 } });
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
  registerIndicator<{ volume: number; rises: boolean }>({
    name: OWN_VOLUME,
    shortName: 'VOL',
    series: 'volume',
    shouldFormatBigNumber: true,
    precision: 0,
    // From nothing to the largest in view: a bar twice as high is twice as much.
    minValue: 0,
    calc: (bars: KLineData[]) => bars.map(({ volume = 0, open, close }) => ({ volume, rises: close >= open })),
    figures: [
      {
        key: 'volume',
        title: '',
        type: 'bar',
        baseValue: 0,
        styles: ({ data, defaultStyles }) => {
          const bar = defaultStyles?.bars[0];
          return { color: data.current?.rises === false ? bar?.downColor : bar?.upColor };
        },
      },
    ],
  });
}
