// TP/SL of a position as orders on the wire.
import type { Order } from '../contract.ts';
import type { OrderView, TpslView } from './engine-views.ts';
import { presentOrder } from './present-order.ts';
import type { SiteSymbol } from './site-symbols.ts';

export function presentTpsl(
  symbol: SiteSymbol,
  view: TpslView | null,
): { takeProfit: Order | null; stopLoss: Order | null; partial: Order[] } {
  const present = (order: OrderView) => presentOrder(symbol, { ...order, end: -1 });
  return {
    takeProfit: view?.takeProfit ? present(view.takeProfit) : null,
    stopLoss: view?.stopLoss ? present(view.stopLoss) : null,
    partial: view?.partial.map(present) ?? [],
  };
}
