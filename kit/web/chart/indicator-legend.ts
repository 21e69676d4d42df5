// What an indicator says of a bar: its name in the page's language, each line's value in decimals that can be read, in the line's colour.
import type { Chart, Indicator } from 'klinecharts';
import { figure, shortSum } from '../i18n/figures.ts';
import { currentLanguage } from '../i18n/language.ts';
import { textOf } from '../i18n/use-text.ts';
import type { IndicatorId } from './indicator-ids.ts';
import { indicatorTexts } from './indicator-texts.ts';

export interface LegendPart {
  title: string;
  value: string;
  color: string;
}
export interface IndicatorLegend {
  name: string;
  parts: readonly LegendPart[];
}

const t = textOf(indicatorTexts);
/** The library's words for lines that have a better one. */
const lineTexts: Record<string, 'indicator.upper' | 'indicator.middle' | 'indicator.lower'> = {
  up: 'indicator.upper',
  mid: 'indicator.middle',
  dn: 'indicator.lower',
};
/** From here on a value is a sum, told in few letters. */
const SUM_FROM = 100_000;

/** Prices as the symbol writes them; sums in few letters; small differences with as many decimals as the price has. */
export function legendValue(value: number, isPrice: boolean, priceDecimals: number): string {
  if (isPrice) return figure(value.toFixed(priceDecimals));
  const size = Math.abs(value);
  if (size >= SUM_FROM) return (value < 0 ? '−' : '') + shortSum(size.toFixed(0), currentLanguage(), 2);
  const text = figure(size.toFixed(size >= 0.1 || size === 0 ? 2 : Math.max(4, priceDecimals)));
  return (value < 0 ? '−' : '') + text;
}

export function legendOfIndicator(chart: Chart, indicator: Indicator, id: IndicatorId, index: number): IndicatorLegend {
  const priceDecimals = chart.getSymbol()?.pricePrecision ?? 2;
  const values = (indicator.result[index] ?? {}) as Record<string, number | undefined>;
  const usual = chart.getStyles().indicator.lines;
  const lines = indicator.styles?.lines ?? usual;
  let line = 0;
  const parts = indicator.figures.flatMap(({ key, title, type }) => {
    const color = String(
      (type === 'line' ? lines[line++ % lines.length]?.color : undefined) ?? chart.getStyles().indicator.tooltip.legend.color,
    );
    const value = values[key];
    if (value === undefined || !Number.isFinite(value)) return [];
    const word = lineTexts[key] ? t(lineTexts[key]) : (title ?? '').replace(/:\s*$/, '');
    return [{ title: word, value: legendValue(value, indicator.series === 'price', priceDecimals), color }];
  });
  const params = indicator.calcParams.length > 0 ? ` (${indicator.calcParams.join(', ')})` : '';
  return { name: `${t(`indicator.${id}`)}${params}`, parts };
}
