// Markets of the power ball as they are read: by their code, with the name of their row, what they cover, and how likely they are.
import { POWER_BALL_MARKETS, POWER_BALL_OUTCOMES, type MarketRow, type PowerBallMarket } from '@maru/engine/rounds/power-ball-markets.ts';

export type Language = 'ko' | 'en';

const numbers = new Map(POWER_BALL_MARKETS.map(({ code }, market) => [code, market]));

/** Its place in POWER_BALL_MARKETS; undefined: no market of the power ball. */
export const marketOf = (code: string): number | undefined => numbers.get(code);

const rowNames: Readonly<Record<Exclude<MarketRow, 'cross'>, Readonly<Record<Language, string>>>> = {
  power: { ko: '파워볼', en: 'Power ball' },
  powerPair: { ko: '파워볼', en: 'Power ball' },
  powerBand: { ko: '파워볼 구간', en: 'Power ball band' },
  powerNumber: { ko: '파워볼 숫자', en: 'Power ball' },
  sum: { ko: '일반볼 합', en: 'Sum' },
  sumPair: { ko: '일반볼 합', en: 'Sum' },
  sumSize: { ko: '일반볼 합', en: 'Sum' },
  sumBand: { ko: '일반볼 합 구간', en: 'Sum band' },
};

/** What goes before a market's own name. */
export const rowNameOf = ({ row }: Pick<PowerBallMarket, 'row'>, language: Language): string =>
  row === 'cross' ? `${rowNames.power[language]} · ${rowNames.sum[language]}` : rowNames[row][language];

/** As a slip or a list calls it: `파워볼 짝`, `일반볼 합 오버`, `파워볼 홀 · 합 짝`. */
export function nameOf(code: string, language: Language): string {
  const market = POWER_BALL_MARKETS[numbers.get(code) ?? -1];
  if (market === undefined) return code;
  if (market.row !== 'cross') return `${rowNames[market.row][language]} ${market[language]}`;
  const [power, sum] = market[language].split(' · ');
  return language === 'ko' ? `파워볼 ${power} · 합 ${sum}` : `Power ball ${power.toLowerCase()} · sum ${sum}`;
}

/** Power balls that win: `1 3 5 7 9`, or `0~4` where they are neighbours. */
export function powersText({ powers }: Pick<PowerBallMarket, 'powers'>): string {
  const list = Array.from({ length: 10 }, (_, n) => n).filter((n) => ((powers >> n) & 1) === 1);
  const isRun = list.length > 1 && list.every((n, i) => n === list[0] + i);
  return isRun ? `${list[0]}~${list.at(-1)}` : list.join(' ');
}

/** `15~72`; undefined where every sum wins. */
export function sumsText({ from, to }: Pick<PowerBallMarket, 'from' | 'to'>): string | undefined {
  return from === 15 && to === 130 ? undefined : `${from}~${to}`;
}

/** Of all outcomes, in percent: up to `places` decimals, none that say nothing. */
export function percentOf(outcomes: number, places = 1): string {
  const percent = (outcomes / POWER_BALL_OUTCOMES) * 100;
  return `${Number(percent.toFixed(places))}%`;
}
