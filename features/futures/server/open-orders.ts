// The member's open orders, live from the engine: what was just acknowledged is always among them.
import { handle } from '@maru/kit/server/feature.ts';
import { openOrders } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { presentOrder } from './present-order.ts';
import { requestedSymbol, symbolAt } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const openOrdersHandler = handle(openOrders, async (context, call) => {
  const { site, query } = call;
  const symbol = query.futuresOptionId === undefined ? -1 : requestedSymbol(site, query.futuresOptionId).symbol;
  const { seq, orders } = await readEngine.openOrders(context, site.id, memberOf(call).account, symbol);
  return { data: orders.map((order) => presentOrder(symbolAt(site, order.symbol), { ...order, end: -1 })), sequence: seq };
});
