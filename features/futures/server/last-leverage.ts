// The member's leverage and margin type of a symbol, and the notional they allow.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { lastLeverage } from '../contract.ts';
import { amountText } from './decimal-text.ts';
import { readEngine } from './engine-views.ts';
import { marginTypeName } from './setting-names.ts';
import { requestedSymbol } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const lastLeverageHandler = handle(lastLeverage, async (context, call) => {
  const { futuresOptionId } = call.query;
  const { symbol } = requestedSymbol(call.site, futuresOptionId);
  const s = await readEngine.settings(context, call.site.id, memberOf(call).account, symbol);
  if (s === null) throw new Refusal('ACCOUNT_UNKNOWN');
  return {
    data: { futuresOptionId, leverage: s.leverage, marginType: marginTypeName(s.marginType), maxNotional: amountText(s.maxNotional) },
  };
});
