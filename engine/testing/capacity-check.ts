// What the engine says of its capacity and books beside what the naive engine counts, and that no ladder locks a book that trades.
import type { EngineState } from '../state.ts';
import { LIVE, META_BUCKETS_HELD, META_EXPOSURES, META_MORE_ACCOUNTS, META_SITE_SWITCHES, META_SYMBOLS, SWITCHES } from '../layout.ts';
import type { Instrument } from '../market/instrument.ts';
import { SwitchBit } from '../wire/command.ts';
import { usableLadder } from '../futures/counterparty.ts';
import { bestPrice, freeLevels, heldOrders } from '../futures/order-book.ts';
import { heldNodes } from '../futures/price-index.ts';
import type { Naive } from './naive/model.ts';
import { levelsOf, nodesOf, stopsOf } from './naive/capacity.ts';

const NO_TRADING = SwitchBit.Halt | SwitchBit.FeedHalt | SwitchBit.MarketClosed | SwitchBit.CancelOnly;

/** I3 with the counterparty: where trading is on, what the ladder offers lies beyond the members' best (rules 3.3). */
export function checkLadders(state: EngineState): string[] {
  const broken: string[] = [];
  for (let symbol = 0; symbol < state.meta[META_SYMBOLS]; symbol++) {
    if (((state.live[symbol * LIVE + SWITCHES] | state.meta[META_SITE_SWITCHES]) & NO_TRADING) !== 0) continue;
    for (const side of [0, 1]) {
      const member = bestPrice(state.books, symbol, side);
      const level = usableLadder(state, state.instruments[symbol] as Instrument, symbol, 1 - side);
      if (member === 0 || level < 0) continue;
      const price = state.ladders.prices[level];
      if (side === 0 ? price <= member : price >= member)
        broken.push(`I3 the ladder of symbol ${symbol} at ${price} meets members at ${member}`);
    }
  }
  return broken;
}

export function checkCapacity(state: EngineState, naive: Naive): string[] {
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
  same('ledger accounts', state.meta[META_MORE_ACCOUNTS], naive.occupancy.accounts.size);
  same('exposures', state.meta[META_EXPOSURES], naive.occupancy.exposures.size);
  return differences;
}
