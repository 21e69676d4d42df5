// Sides of a posting for sums over members: an account of the house as it is, of members the wallet alone.
//
// A short number's side is 0 to 31; of a long one the key stands below zero, the house's from -1 down, members' behind them: 16 bits hold all.
import { HOUSE_OWNER, isLong, LONG, ownerOf, SLOTS, SPAN, wordOf } from './numbering.ts';

export function sideOf(ledger: number): number {
  const isHouse = ownerOf(ledger) === HOUSE_OWNER;
  if (!isLong(ledger)) return wordOf(ledger) + (isHouse ? 0 : SLOTS);
  return -1 - (ledger - LONG - ownerOf(ledger) * SPAN) - (isHouse ? 0 : SPAN);
}

export const FIRST_HOUSE_SIDE = -SPAN;
export const LAST_HOUSE_SIDE = SLOTS - 1;

export function isHouseSide(side: number): boolean {
  return side <= LAST_HOUSE_SIDE && side >= FIRST_HOUSE_SIDE;
}

/** An account with this side: the house's own, of members the first one's. */
export function accountAtSide(side: number): number {
  if (isHouseSide(side)) return side >= 0 ? side : LONG - 1 - side;
  return side >= 0 ? side : LONG + SPAN - 1 - side - SPAN;
}
