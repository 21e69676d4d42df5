// What the list of symbols says.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const pickerTexts = defineCatalog({
  'market.search': ['종목 찾기', 'Search symbols'],
  'market.none': ['찾는 종목이 없어요', 'No such symbol'],
  'market.noneNext': ['다른 이름이나 코드로 찾아 보세요.', 'Try another name or code.'],
  'market.cat.all': ['전체', 'All'],
  'market.cat.star': ['즐겨찾기', 'Starred'],
  'market.cat.crypto': ['코인', 'Crypto'],
  'market.cat.forex': ['외환', 'Forex'],
  'market.cat.metal': ['금', 'Metals'],
  'market.cat.index': ['지수', 'Indices'],
  'market.col.symbol': ['종목', 'Symbol'],
  'market.col.price': ['현재가', 'Price'],
  'market.col.change': ['24시간', '24h'],
  'market.col.volume': ['거래대금', 'Turnover'],
  'market.unsafeShort': ['확인 중', 'checking'],
  'market.feedAway': [
    '시세가 끊겨 {open}개 중 {waiting}개 종목이 기다리고 있어요. {time}부터예요.',
    'The price feed is away: {waiting} of {open} symbols wait since {time}.',
  ],
  'market.feedWaits': [
    '{open}개 중 {waiting}개 종목이 시세를 기다려요. {time}부터예요.',
    '{waiting} of {open} symbols wait for prices since {time}.',
  ],
  'market.orderBy': ['{column} 순서로 보기', 'Order by {column}'],
});
