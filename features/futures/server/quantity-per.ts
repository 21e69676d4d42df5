// The largest quantity the member can open now, or a percentage of it (rules 6.5).
import { Side } from '@maru/engine/wire/command.ts';
import { percentOf } from '@maru/engine/futures/max-open.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { quantityPer } from '../contract.ts';
import { amountText, quantityText } from './decimal-text.ts';
import { ticksOf } from './encode.ts';
import { readEngine } from './engine-views.ts';
import { requestedSymbol } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const quantityPerHandler = handle(quantityPer, async (context, call) => {
  const { site, query } = call;
  const symbol = requestedSymbol(site, query.futuresOptionId);
  const price = query.price === undefined ? 0 : ticksOf(symbol, query.price, 'price');
  const side = query.side === 'BUY' ? Side.Buy : Side.Sell;
  const { lots, available } = await readEngine.maxOpenable(context, site.id, memberOf(call).account, symbol.symbol, side, price);
  const quantity = percentOf(lots, query.percent === undefined ? 100 : Number(query.percent));
  return { data: { quantity: quantityText(symbol, quantity), available: amountText(available) } };
});
