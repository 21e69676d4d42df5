// What can go wrong when asking for market data.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const marketErrors = defineErrors({
  SYMBOL_NOT_LISTED: { status: 404, ko: '없는 종목이에요.', en: 'There is no such symbol.', field: 'symbol' },
});
