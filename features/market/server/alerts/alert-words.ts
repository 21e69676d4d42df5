// What an alert says when its price is there, in both languages, and its figures as text.
import type { AlertRow } from './alert-rows.ts';
import { decimalText } from '../market-wire.ts';
import { symbolByName } from '../symbol-table.ts';

/** Hundredths of a tick as text: to the tick where nothing is finer. */
export function levelText(symbol: string, level: number): string {
  const decimals = symbolByName(symbol)?.tickDecimals ?? 0;
  return level % 100 === 0 ? decimalText(level / 100, decimals) : decimalText(level, decimals + 2);
}

const grouped = (text: string) => text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
const pairOf = (symbol: string) => symbol.split(':')[1] ?? symbol;

const prices = {
  LAST: { ko: '최근가', en: 'last price' },
  MARK: { ko: '마크가격', en: 'mark price' },
  INDEX: { ko: '지수가격', en: 'index price' },
} as const;

export interface AlertWords {
  title: { ko: string; en: string };
  content: { ko: string; en: string };
  link: string;
}

export function wordsOf(row: AlertRow, reached: number): AlertWords {
  const pair = pairOf(row.symbol);
  const { ko, en } = prices[row.price_type];
  const level = grouped(levelText(row.symbol, row.level));
  const now = grouped(levelText(row.symbol, reached));
  const has = {
    RISES_TO: { ko: '이상이 됐어요', en: 'rose to' },
    FALLS_TO: { ko: '이하가 됐어요', en: 'fell to' },
    REACHES: { ko: '에 닿았어요', en: 'reached' },
  }[row.condition];
  const note = row.note === '' ? '' : ` · ${row.note}`;
  return {
    title: { ko: `${pair} ${ko} ${level}${row.condition === 'REACHES' ? '' : ' '}${has.ko}`, en: `${pair} ${en} ${has.en} ${level}` },
    content: { ko: `지금 ${now}${note}`, en: `Now ${now}${note}` },
    link: `/future/${pair}`,
  };
}
