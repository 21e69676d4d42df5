// Sides of a posting for sums over members: an account of the house as it is, of members the wallet alone.
import { isHouse } from './account.ts';
import { PURSES, purseOf } from './numbering.ts';

/** Sides there are. */
export const SIDES = 2 * PURSES;

/** An account of the house is its own side; the wallet of whatever member is one. */
export function sideOf(ledger: number): number {
  return isHouse(ledger) ? ledger : PURSES + purseOf(ledger);
}

export function isHouseSide(side: number): boolean {
  return side < PURSES;
}

/** The side of members' wallets by word. */
export function walletSide(word: number): number {
  return PURSES + word;
}
