// What an alert says when its price is there, in both languages, and its figures as text.
import type { AlertRow } from './alert-rows.ts';
import { decimalText } from '../market-wire.ts';
import { symbolByName } from '../symbol-table.ts';
import { isMove } from '../../alert-contract.ts';

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

/** Two decimals, down: never more than it moved. */
function movedText(from: number, to: number): string {
  return decimalText(Math.floor((Math.abs(to - from) * 10_000) / from), 2);
}

const windows: Readonly<Record<number, { ko: string; en: string }>> = {
  5: { ko: '5분', en: '5 minutes' },
  15: { ko: '15분', en: '15 minutes' },
  60: { ko: '1시간', en: '1 hour' },
  240: { ko: '4시간', en: '4 hours' },
  1440: { ko: '24시간', en: '24 hours' },
};

function moveWords(row: AlertRow, reached: number, from: number): AlertWords {
  const pair = pairOf(row.symbol);
  const { ko, en } = prices[row.price_type];
  const window = windows[row.window_minutes ?? 0];
  const [now, before] = [reached, from].map((price) => grouped(levelText(row.symbol, price)));
  const moved = movedText(from, reached);
  const has = reached > from ? { ko: '올랐어요', en: 'rose' } : { ko: '내렸어요', en: 'fell' };
  const note = row.note === '' ? '' : ` · ${row.note}`;
  return {
    title: { ko: `${pair} ${ko} ${window?.ko} 안에 ${moved}% ${has.ko}`, en: `${pair} ${en} ${has.en} ${moved}% within ${window?.en}` },
    content: { ko: `${before}에서 ${now}${note}`, en: `From ${before} to ${now}${note}` },
    link: `/future/${pair}`,
  };
}

export function wordsOf(row: AlertRow, reached: number, from: number | null): AlertWords {
  if (from !== null) return moveWords(row, reached, from);
  const pair = pairOf(row.symbol);
  const { ko, en } = prices[row.price_type];
  const level = grouped(levelText(row.symbol, row.level ?? reached));
  const now = grouped(levelText(row.symbol, reached));
  const has = {
    RISES_TO: { ko: '이상이 됐어요', en: 'rose to' },
    FALLS_TO: { ko: '이하가 됐어요', en: 'fell to' },
    REACHES: { ko: '에 닿았어요', en: 'reached' },
  }[isMove(row.condition) ? 'REACHES' : row.condition];
  const note = row.note === '' ? '' : ` · ${row.note}`;
  return {
    title: { ko: `${pair} ${ko} ${level}${row.condition === 'REACHES' ? '' : ' '}${has.ko}`, en: `${pair} ${en} ${has.en} ${level}` },
    content: { ko: `지금 ${now}${note}`, en: `Now ${now}${note}` },
    link: `/future/${pair}`,
  };
}
