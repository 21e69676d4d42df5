// Per symbol, what futures/revalue.ts multiplies by to value a leg: per bracket and per leverage, as rows of the state's tables.
import { RECIPROCAL_RANGE, reciprocalOf } from '../money/reciprocal.ts';
import { floorDiv, mulDivFloor } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';

/** Most brackets a symbol may have; as a leg's bracket: none known. */
export const MAX_TIERS = 16;
/** Row of a bracket: above, upTo (mark x lots), rate, its divisor and reciprocal, maintenance amount. */
export const TIER_ROW = 8;
export const TIER_TABLE = (MAX_TIERS + 1) * TIER_ROW;
/** Leverages 0 to 127, each with the divisor of value to margin and its reciprocal. */
export const MAX_LEVERAGE = 127;
export const LEVERAGE_TABLE = (MAX_LEVERAGE + 1) * 2;

/**
 * Fills a symbol's part of both tables. `upTo` also keeps every product inside half the range where reciprocals are exact, so that
 * differences fit; the row of "no bracket" holds nothing.
 */
export function fillMarkTables(tierTable: Float64Array, leverageTable: Float64Array, symbol: number, i: Instrument): void {
  const { caps, cums } = i.spec.tiers;
  const { rates } = i.maintenance;
  let above = 0;
  for (let k = 0; k <= MAX_TIERS; k++) {
    const row = symbol * TIER_TABLE + k * TIER_ROW;
    tierTable.fill(0, row, row + TIER_ROW);
    tierTable[row + 1] = -1;
    if (k >= caps.length) continue;
    const most = Math.min(caps[k], floorDiv(Number.MAX_SAFE_INTEGER, i.pnlDen));
    const cap = k === caps.length - 1 ? Number.MAX_SAFE_INTEGER : mulDivFloor(most, i.pnlDen, i.markScale);
    const exact = floorDiv(RECIPROCAL_RANGE, 2 * Math.max(i.markScale, rates[k].num));
    tierTable.set([above, Math.min(cap, exact), rates[k].num, rates[k].den, reciprocalOf(rates[k].den), cums[k]], row);
    above = cap;
  }
  for (let leverage = 1; leverage <= MAX_LEVERAGE; leverage++) {
    const row = symbol * LEVERAGE_TABLE + leverage * 2;
    leverageTable[row] = i.pnlDen * leverage;
    leverageTable[row + 1] = reciprocalOf(i.pnlDen * leverage);
  }
}
