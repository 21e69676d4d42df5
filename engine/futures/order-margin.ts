// What a symbol's open orders of one side cost an account together (rules 6.4): only what exceeds an opposite position.
import { mulDivCeil } from '../money/rounding.ts';

/**
 * Reserve charged for one side: the orders' full reserve, less the part of their lots that only closes `closable` lots of the
 * opposite one-way position; pro rata over all orders of the side, rounded up.
 */
export function chargedReserve(reserved: number, lots: number, closable: number): number {
  if (closable <= 0) return reserved;
  if (closable >= lots) return 0;
  return mulDivCeil(reserved, lots - closable, lots);
}

/** Reserve kept by an order after `filled` of its `rest` lots were filled, rounded up. */
export function restReserve(reserved: number, rest: number, filled: number): number {
  return filled >= rest ? 0 : mulDivCeil(reserved, rest - filled, rest);
}
