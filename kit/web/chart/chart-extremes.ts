// The highest and the lowest price in view, marked at their bars and named; the library would write bare figures.
import { type Chart, type IndicatorDrawParams, type KLineData, registerIndicator } from 'klinecharts';
import { figure } from '../i18n/figures.ts';
import { defineCatalog } from '../i18n/language.ts';
import { textOf } from '../i18n/use-text.ts';
import { extremesOf } from './extremes.ts';

export const extremeTexts = defineCatalog({
  'chart.highest': ['최고', 'High'],
  'chart.lowest': ['최저', 'Low'],
});
const t = textOf(extremeTexts);
const NAME = 'MARU_EXTREMES';
/** From a bar's end up or down, then towards the words. */
const RISE_PX = 8;
const REACH_PX = 12;

export function showExtremes(chart: Chart): void {
  // The bars themselves are its result: nothing to compute per update.
  registerIndicator<KLineData>({ name: NAME, calc: (bars) => bars, figures: [], draw });
  chart.createIndicator(
    {
      name: NAME,
      paneId: 'candle_pane',
      createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
    },
    true,
  );
}

function draw({ ctx, chart, bounding, xAxis, yAxis }: IndicatorDrawParams<KLineData, unknown, unknown>): boolean {
  const bars = chart.getDataList();
  // `from` counts the room right of the newest bar as bars left of the view.
  const { realFrom, to } = chart.getVisibleRange();
  const found = extremesOf(bars, realFrom + 1, to);
  if (!found) return true;
  const decimals = chart.getSymbol()?.pricePrecision ?? 0;
  const { color, family, size } = chart.getStyles().indicator.tooltip.legend;
  ctx.font = `${size}px ${family}`;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = color;
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  const mark = (index: number, price: number, word: string, way: 1 | -1) => {
    const x = Math.round(xAxis.convertToPixel(index)) + 0.5;
    const from = Math.round(yAxis.convertToPixel(price)) + way * 2.5;
    const y = from + way * RISE_PX;
    const side = x > bounding.width / 2 ? -1 : 1;
    ctx.beginPath();
    ctx.moveTo(x, from);
    ctx.lineTo(x, y);
    ctx.lineTo(x + side * REACH_PX, y);
    ctx.stroke();
    ctx.textAlign = side > 0 ? 'left' : 'right';
    ctx.fillText(`${word} ${figure(price.toFixed(decimals))}`, x + side * (REACH_PX + 3), y);
  };
  mark(found.highest, bars[found.highest].high, t('chart.highest'), -1);
  mark(found.lowest, bars[found.lowest].low, t('chart.lowest'), 1);
  return true;
}
