// A mark tick over all positions of a symbol, exact inside ranges that the tables prove: futures/revalue.ts spelt out, without a call a leg.
//
// A leg costs what its instructions cost (bench/mark-tick.ts). So a row is found by shifts and its fields by `|`, which V8 never checks
// for overflow; what all legs share comes from an array, where it is a real number already; and a block is a function of its own, which is
// compiled whole after a few calls, while a long loop would be compiled from its middle, where nothing is constant yet. Its arrays are
// constants too as long as the thread has made this kernel for one state only; with several a leg costs two to three times as much.
import * as layout from '../layout.ts';
import { POSITION_BLOCK } from '../capacity.ts';
import type { Instrument } from '../market/instrument.ts';
import { LEVERAGE_TABLE, TIER_ROW, TIER_TABLE } from '../market/mark-tables.ts';
import { RECIPROCAL_RANGE } from '../money/reciprocal.ts';
import type { EngineState } from '../state.ts';

const { EQUITY, MAINTENANCE, POSITION_MARGIN, RISK, WARNED } = layout;

/** Values are kept under half the range by the tables; so is the cost here, and their difference stays inside it. */
export const HALF_RANGE = RECIPROCAL_RANGE * 0.5;

/** Rows are powers of two, so that `row | field` is `row + field`. */
const RISK_SHIFT = 3;
const TIER_SHIFT = 3;
if (1 << RISK_SHIFT !== RISK || 1 << TIER_SHIFT !== TIER_ROW) throw new Error('the rows of the mark kernel have moved');

// Words of `terms` and `found`.
const MARK_SCALE = 0;
const COST_SCALE = 1;
const PNL_RECIPROCAL = 2;
const AT_MARK = 3;
const ALARMS = 0;
const WAITING = 1;

/** Values every leg of a symbol at a mark; answers how many wait in `s.pending` for the exact formulas. */
export type MarkKernel = (i: Instrument, symbol: number, mark: number) => number;

export function makeMarkKernel(s: EngineState): MarkKernel {
  const terms = new Float64Array(4);
  const found = new Int32Array(2);
  const valueBlock = makeBlockKernel(s, terms, found);
  const { symbolBlocks, blockNext } = s;
  return (i, symbol, mark) => {
    terms[MARK_SCALE] = i.markScale;
    terms[COST_SCALE] = i.costScale;
    terms[PNL_RECIPROCAL] = i.pnlReciprocal;
    terms[AT_MARK] = mark;
    found[ALARMS] = s.alarmCount;
    found[WAITING] = 0;
    const index = symbol | 0;
    for (let block = symbolBlocks[index] - 1; block >= 0; block = blockNext[block] - 1) {
      valueBlock(block * POSITION_BLOCK, index * TIER_TABLE, index * LEVERAGE_TABLE);
    }
    s.alarmCount = found[ALARMS];
    return found[WAITING];
  };
}

function makeBlockKernel(s: EngineState, terms: Float64Array, found: Int32Array) {
  const { positionLots, positionCost, positionPnl, positionMaintenance, positionMargin, positionScope, positionLeverage, positionTier } = s;
  const { risk, alarms, pending, tierTable, leverageTable } = s;
  return (first: number, tiers: number, leverages: number): void => {
    const markScale = terms[MARK_SCALE];
    const costScale = terms[COST_SCALE];
    const pnlReciprocal = terms[PNL_RECIPROCAL];
    const mark = terms[AT_MARK];
    let alarmCount = found[ALARMS];
    let waiting = found[WAITING];
    for (let k = 0; k < POSITION_BLOCK; k++) {
      const slot = first | k;
      const lots = positionLots[slot];
      const signed = mark * lots;
      const product = Math.abs(signed);
      const tier = (tiers + (positionTier[slot] << TIER_SHIFT)) | 0;
      const cost = positionCost[slot] * costScale;
      if (!(product > tierTable[tier] && product <= tierTable[tier | 1] && Math.abs(cost) <= HALF_RANGE)) {
        if (lots !== 0) pending[waiting++] = slot;
        continue;
      }
      const leverage = (leverages + (positionLeverage[slot] << 1)) | 0;
      const value = product * markScale;
      const pnl = Math.floor((signed * markScale - cost + 0.5) * pnlReciprocal);
      const margin = Math.floor((value + leverageTable[leverage] - 0.5) * leverageTable[leverage | 1]);
      const maintenance =
        Math.floor((product * tierTable[tier | 2] + tierTable[tier | 3] - 0.5) * tierTable[tier | 4]) - tierTable[tier | 5];
      const row = positionScope[slot] << RISK_SHIFT;
      const equity = risk[row | EQUITY] + (pnl - positionPnl[slot]);
      const needed = risk[row | MAINTENANCE] + (maintenance - positionMaintenance[slot]);
      risk[row | EQUITY] = equity;
      risk[row | MAINTENANCE] = needed;
      risk[row | POSITION_MARGIN] += margin - positionMargin[slot];
      positionPnl[slot] = pnl;
      positionMaintenance[slot] = maintenance;
      positionMargin[slot] = margin;
      if ((5 * needed >= 4 * equity || risk[row | WARNED] !== 0) && alarmCount < alarms.length) alarms[alarmCount++] = row >> RISK_SHIFT;
    }
    found[ALARMS] = alarmCount;
    found[WAITING] = waiting;
  };
}
