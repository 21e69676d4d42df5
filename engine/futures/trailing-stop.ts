// Where a trailing stop fires: by its extreme and its rate.
import { mulDivCeil, mulDivFloor } from '../money/rounding.ts';
import { RATE_ONE } from '../money/units.ts';

/** Where a trailing stop fires now, mark units: sells at floor(extreme x (1 - rate)), buys at ceil(extreme x (1 + rate)). */
export function trailingStop(extreme: number, rate: number, sells: boolean): number {
  return sells ? mulDivFloor(extreme, RATE_ONE - rate, RATE_ONE) : mulDivCeil(extreme, RATE_ONE + rate, RATE_ONE);
}
