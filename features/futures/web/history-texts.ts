// Words of the histories and of their page.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const historyTexts = defineCatalog({
  'history.title': ['선물 거래 내역', 'Futures history'],
  'history.lead': [
    '주문, 체결, 펀딩, 포지션을 기간과 조건으로 찾고 CSV로 받을 수 있어요.',
    'Find orders, trades, funding and positions by period and state, and download them as CSV.',
  ],
  'history.order': ['주문', 'Orders'],
  'history.trade': ['체결', 'Trades'],
  'history.funding': ['펀딩', 'Funding'],
  'history.position': ['포지션', 'Positions'],
  'history.liquidation': ['청산', 'Liquidations'],
  'history.kinds': ['내역 종류', 'Kinds of history'],
  'history.count': ['{count}건', '{count} rows'],
  'history.countOne': ['{count}건', '{count} row'],
  'history.countMany': ['10,000건 이상', 'over 10,000 rows'],
  'history.saving': ['파일을 만들고 있어요', 'Making the file'],
  'history.saved': ['{count}건을 파일로 받았어요', '{count} rows saved'],
  'history.failed': ['파일을 만들지 못했어요', 'The file could not be made'],
  'filter.more': ['조건', 'Filters'],
  'filter.allSymbols': ['모든 종목', 'All symbols'],
  'filter.allSide': ['모든 방향', 'Both sides'],
  'filter.allType': ['모든 유형', 'All types'],
  'filter.allStatus': ['모든 상태', 'All states'],
  'filter.reset': ['조건 지우기', 'Clear filters'],
  'filter.symbol': ['종목', 'Symbol'],
});
