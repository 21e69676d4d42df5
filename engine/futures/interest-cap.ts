// The cap on what members together hold of a symbol, long or short, at every fill: an order tells its lots when it is taken, but a
// resting one may open them much later, when others have filled the room (rules 5.4 for all members; ADR 0011).
import * as layout from '../layout.ts';
import type { Instrument } from '../market/instrument.ts';
import { mulDivFloor } from '../money/rounding.ts';
import type { EngineState } from '../state.ts';
import { legLots } from './exposure.ts';
import { legOf } from './order-flags.ts';

const { EXPOSURE, EX_SYMBOL, LIVE, MARK, OPEN_LONG, OPEN_SHORT, ORDER, ORDER_FLAGS, ORDER_OWNER } = layout;

/** Below this share of the cap plain floating numbers are exact enough to say that there is room. */
const SURELY = 0.999;
/** More than there ever are, and whole in a double. */
const MOST_LOTS = 8e15;

/**
 * Lots that the order in `slot` may trade with the one in `other` (-1 = the counterparty), at most `lots`: no trade may raise open interest
 * of a side above the cap. What one of them opens and the other closes raises nothing.
 */
export function lotsUnderCap(s: EngineState, i: Instrument, slot: number, other: number, lots: number): number {
  const most = i.spec.maxOpenInterest;
  if (most === 0) return lots;
  const live = s.exposures[s.books.rows[slot * ORDER + ORDER_OWNER] * EXPOSURE + EX_SYMBOL] * LIVE;
  const long = s.live[live + OPEN_LONG];
  const short = s.live[live + OPEN_SHORT];
  if (isSurelyUnder(i, s.live[live + MARK], (long > short ? long : short) + lots)) return lots;
  const side = s.books.rows[slot * ORDER + ORDER_FLAGS] & 1;
  const held = other < 0 ? (side === 0 ? long : short) : long > short ? long : short;
  const capacity = lotsOfCap(s, i, live) - held;
  const free = closableBy(s, slot) + (other < 0 ? 0 : closableBy(s, other)) + (capacity > 0 ? capacity : 0);
  return free < lots ? free : lots;
}

/** True when so many lots are under the cap beyond doubt, told without a division. */
export function isSurelyUnder(i: Instrument, mark: number, lots: number): boolean {
  return lots * mark * i.amountPerMarkLot < i.spec.maxOpenInterest * SURELY;
}

/** True when the side that the order in `slot` would open on has no room left. */
export function isSideFull(s: EngineState, i: Instrument, slot: number): boolean {
  const row = slot * ORDER;
  const live = s.exposures[s.books.rows[row + ORDER_OWNER] * EXPOSURE + EX_SYMBOL] * LIVE;
  return s.live[live + ((s.books.rows[row + ORDER_FLAGS] & 1) === 0 ? OPEN_LONG : OPEN_SHORT)] >= lotsOfCap(s, i, live);
}

/** Most lots whose notional at the present mark, rounded up, is not above the cap. */
export function lotsOfCap(s: EngineState, i: Instrument, live: number): number {
  const { num, den } = i.maintenance.notional;
  const mark = s.live[live + MARK];
  if (i.spec.maxOpenInterest > mark * i.amountPerMarkLot * MOST_LOTS) return MOST_LOTS;
  return mulDivFloor(i.spec.maxOpenInterest, den, mark * num);
}

// Lots of the order's leg that a fill would close before it opens any.
function closableBy(s: EngineState, slot: number): number {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const held = legLots(s, s.books.rows[slot * ORDER + ORDER_OWNER], legOf(flags));
  const opposite = (flags & 1) === 0 ? 0 - held : held;
  return opposite > 0 ? opposite : 0;
}
