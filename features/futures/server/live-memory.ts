// What the live feed remembers of one account while its member may listen: what closing and changing events do not repeat.
import type { LiveAccountView } from './engine-views.ts';
import { liquidationTicks } from './present-position.ts';
import type { OrderFacts } from './present-order.ts';

export interface LiveMemory {
  /** Open orders as last told. */
  orders: Map<number, OrderFacts>;
  /** Open positions by id, with the liquidation price last told, in ticks. */
  positions: Map<number, number>;
  /** Funding paid by open positions, which their end does not repeat. */
  funding: Map<number, number>;
  /** Symbols of the open positions. */
  symbols: Set<number>;
}

export function emptyMemory(): LiveMemory {
  return { orders: new Map(), positions: new Map(), funding: new Map(), symbols: new Set() };
}

/** Takes over how the engine stands now, after the messages of a window were made. */
export function remember(memory: LiveMemory, view: LiveAccountView): void {
  memory.orders.clear();
  memory.positions.clear();
  memory.funding.clear();
  memory.symbols.clear();
  for (const order of view.orders) memory.orders.set(order.orderId, { ...order, end: -1 });
  for (const p of view.positions) {
    memory.positions.set(p.positionId, liquidationTicks(p.liquidationPrice, p.lots));
    memory.funding.set(p.positionId, p.fundingPaid);
    memory.symbols.add(p.symbol);
  }
}
