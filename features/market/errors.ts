// What can go wrong when asking for market data.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const marketErrors = defineErrors({
  PRICE_NOT_DOUBTED: {
    status: 409,
    ko: '지금은 확인할 가격이 없거나, 그사이 가격이 달라졌어요. 새로 보고 다시 요청해 주세요.',
    en: 'There is no such price in doubt now, or it has moved meanwhile. Look again and ask anew.',
    field: 'symbol',
  },
  SYMBOL_NOT_LISTED: { status: 404, ko: '없는 종목이에요.', en: 'There is no such symbol.', field: 'symbol' },
});
