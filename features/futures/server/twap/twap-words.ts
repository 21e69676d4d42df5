// What a member is told when a TWAP order ends by itself, in both languages.
import { commonErrors } from '@maru/kit/contract/errors.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { futuresErrors } from '../../errors.ts';
import type { TwapEnd } from '../../twap-contract.ts';
import { quantityText } from '../decimal-text.ts';
import { averagePrice } from '../present-order.ts';
import { symbolAt } from '../site-symbols.ts';
import type { TwapRow } from './twap-rows.ts';

/** What the member did itself it need not be told. */
const ends: Readonly<Partial<Record<TwapEnd, { ko: string; en: string }>>> = {
  FILLED: { ko: '모두 체결됐어요', en: 'is filled' },
  TIME_OVER: { ko: '시간이 끝났어요', en: 'has run its time' },
  POSITION_CLOSED: { ko: '포지션이 없어져 끝났어요', en: 'ended with its position' },
  DELISTED: { ko: '거래 종료로 끝났어요', en: 'ended: the symbol is no longer traded' },
  MARGIN: { ko: '증거금이 부족해 멈췄어요', en: 'stopped for want of margin' },
  REFUSED: { ko: '멈췄어요', en: 'stopped' },
};

const grouped = (text: string) => text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
/** Texts without figures alone: a stop's codes have none. */
const reasons: Readonly<Record<string, { ko: string; en: string }>> = { ...commonErrors, ...futuresErrors };

export interface TwapWords {
  title: { ko: string; en: string };
  content: { ko: string; en: string };
  link: string;
}

/** Undefined: nobody is told. */
export function wordsOf(site: SiteConfig, row: TwapRow): TwapWords | undefined {
  const end = row.end_reason === null ? undefined : ends[row.end_reason];
  if (end === undefined) return undefined;
  const symbol = symbolAt(site, row.symbol);
  const pair = symbol.data.code.split(':')[1] ?? symbol.data.code;
  const quantity = (lots: number) => grouped(trimmed(quantityText(symbol, lots)));
  const filled = `${quantity(row.filled_lots)} / ${quantity(row.lots)} ${symbol.data.base}`;
  const average = grouped(averagePrice(symbol, BigInt(row.filled_cost), row.filled_lots));
  const why = row.end_reason === 'REFUSED' && row.reason !== null ? reasons[row.reason] : undefined;
  const said = (text: string | undefined) => (text === undefined || text.includes('{') ? '' : ` · ${text}`);
  const at = row.filled_lots === 0 ? { ko: '', en: '' } : { ko: `, 평균 ${average}`, en: `, average ${average}` };
  return {
    title: { ko: `${pair} TWAP ${end.ko}`, en: `${pair} TWAP ${end.en}` },
    content: { ko: `${filled} 체결${at.ko}${said(why?.ko)}`, en: `${filled} filled${at.en}${said(why?.en)}` },
    link: `/future/${pair}`,
  };
}
