// What the chart's ruler says of a way between two points: price and percent, bars and time.
import { figure, percent } from '../i18n/figures.ts';
import { defineCatalog } from '../i18n/language.ts';
import { textOf } from '../i18n/use-text.ts';
import { DAY_SECONDS } from '../../contract/calendar.ts';

export const rulerTexts = defineCatalog({
  'chart.ruler.bars': ['봉 {bars}개', '{bars} bars'],
  'chart.ruler.bar': ['봉 1개', '1 bar'],
  'chart.ruler.day': ['{count}일', '{count}d'],
  'chart.ruler.hour': ['{count}시간', '{count}h'],
  'chart.ruler.minute': ['{count}분', '{count}m'],
  'chart.ruler.second': ['{count}초', '{count}s'],
});
const t = textOf(rulerTexts);

export interface MeasuredWay {
  from: number;
  to: number;
  decimals: number;
  /** From the left one to the right one. */
  bars: number;
  ms: number;
}

export function rulerWords({ from, to, decimals, bars, ms }: MeasuredWay): [price: string, time: string] {
  const change = figure((to - from).toFixed(decimals), { sign: true });
  const price = from > 0 ? `${change} (${percent((((to - from) / from) * 100).toFixed(2))})` : change;
  const count = Math.abs(bars);
  return [price, `${count === 1 ? t('chart.ruler.bar') : t('chart.ruler.bars', { bars: count })} · ${timeWords(Math.abs(ms))}`];
}

const units = [
  ['day', DAY_SECONDS],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The two largest units that are not zero. */
function timeWords(ms: number): string {
  let left = Math.round(ms / 1_000);
  const words: string[] = [];
  for (const [unit, seconds] of units) {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    if (count > 0) words.push(t(`chart.ruler.${unit}`, { count }));
  }
  return words.slice(0, 2).join(' ') || t('chart.ruler.minute', { count: 0 });
}
