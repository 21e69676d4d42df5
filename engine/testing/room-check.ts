// How much room the engine says it holds, beside what the naive engine counts.
import type { EngineState } from '../state.ts';
import { META_BUCKETS_HELD, META_EXPOSURES } from '../layout.ts';
import { freeLevels, heldOrders } from '../futures/order-book.ts';
import { heldNodes } from '../futures/price-index.ts';
import type { Naive } from './naive/model.ts';
import { levelsOf, nodesOf, stopsOf } from './naive/room.ts';

export function checkRoom(state: EngineState, naive: Naive): string[] {
  const differences: string[] = [];
  const same = (what: string, engine: number, counted: number) => {
    if (engine !== counted) differences.push(`room for ${what}: the engine holds ${engine}, counted ${counted}`);
  };
  const levels = levelsOf(naive);
  const stops = stopsOf(naive);
  same('orders', heldOrders(state.books), naive.orders.length);
  same('prices', state.capacity.levels - 1 - freeLevels(state.books), levels.size);
  same('nodes of prices', heldNodes(state.books.index) - 1, nodesOf(levels));
  same('stops', state.meta[META_BUCKETS_HELD], stops.size);
  same('nodes of stops', heldNodes(state.triggers.index) - 1, nodesOf(stops));
  same('exposures', state.meta[META_EXPOSURES], naive.room.exposures.size);
  return differences;
}
