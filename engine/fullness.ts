// How near a site is to the end of its capacity class, so that its host can load it into the next one in a quiet moment.
import { META_ACCOUNTS, META_BLOCKS, META_EXPOSURES, META_SYMBOLS } from './layout.ts';
import { blocksOf } from './state.ts';
import type { EngineState } from './state.ts';
import { freeLevels, heldOrders } from './futures/order-book.ts';
import { heldNodes } from './futures/price-index.ts';

/** True when any pool is more than three quarters full. Requests are a ring and never fill up. */
export function isNearlyFull(s: EngineState): boolean {
  const c = s.capacity;
  return (
    isOver(s.meta[META_ACCOUNTS], c.accounts) ||
    isOver(s.meta[META_SYMBOLS], c.symbols + (c.symbols >> 1)) ||
    isOver(s.meta[META_EXPOSURES], c.exposures) ||
    isOver(s.meta[META_BLOCKS], blocksOf(c)) ||
    isOver(heldOrders(s.books), c.orders) ||
    isOver(c.levels - freeLevels(s.books), c.levels) ||
    isOver(heldNodes(s.books.index), c.nodes)
  );
}

function isOver(used: number, capacity: number): boolean {
  return used * 4 > capacity * 3;
}
