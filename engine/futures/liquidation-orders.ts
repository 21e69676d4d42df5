// Step 2 of a liquidation: which open orders end with it (rules 9.3, ADR 0008).
import * as layout from '../layout.ts';
import { MarginType } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { OrderEnd } from '../wire/event.ts';
import type { EngineState } from '../state.ts';
import { isClosing, legOf } from './order-flags.ts';
import { findExposure, marginTypeOf, newestOrder } from './exposure.ts';
import { closeAllOrders, closeOrder, closeTriggersWhere } from './order-life.ts';

const { CHAIN, CHAIN_OLDER, EXPOSURE, EX_LEG, META_SYMBOLS, ORDER, ORDER_FLAGS } = layout;

/** Isolated: the orders of that symbol and side. Cross: those of all cross symbols. Returns how many ended. */
export function cancelScope(s: EngineState, e: EventBuffer, scope: number, account: number): number {
  const slot = scope - s.capacity.accounts;
  if (slot >= 0) {
    const exposure = s.positionExposure[slot];
    const leg = s.exposures[exposure * EXPOSURE + EX_LEG + 1] === slot ? 1 : 0;
    return cancelWhere(s, e, exposure, (flags) => legOf(flags) === leg);
  }
  let cancelled = 0;
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const x = findExposure(s, account, symbol);
    if (x < 0) continue;
    if (marginTypeOf(s, x) === MarginType.Crossed) cancelled += closeAllOrders(s, e, x, OrderEnd.Liquidation);
    // The wallet that promised the margin of isolated openings is about to be used up.
    else cancelled += cancelWhere(s, e, x, (flags) => !isClosing(flags));
  }
  return cancelled;
}

function cancelWhere(s: EngineState, e: EventBuffer, exposure: number, ends: (flags: number) => boolean): number {
  let cancelled = 0;
  let slot = newestOrder(s, exposure);
  while (slot >= 0) {
    const older = s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1;
    if (ends(s.books.rows[slot * ORDER + ORDER_FLAGS])) {
      closeOrder(s, e, slot, OrderEnd.Liquidation);
      cancelled++;
    }
    slot = older;
  }
  return cancelled + closeTriggersWhere(s, e, exposure, ends, OrderEnd.Liquidation);
}
