// Mark to market: PnL and margins of position legs at a mark, and what that does to their scopes (rules 6.1, 7.4, 8.2).
//
// One kernel for a fill and for a mark tick over all positions of a symbol: a few multiplications a leg, exact inside ranges that
// the tables prove; what is larger, wide, or in another bracket than last time takes the formulas themselves.
import * as layout from '../layout.ts';
import { POSITION_BLOCK } from '../capacity.ts';
import type { Instrument } from '../market/instrument.ts';
import { LEVERAGE_TABLE, MAX_TIERS, TIER_ROW, TIER_TABLE } from '../market/mark-tables.ts';
import { mul3DivCeil } from '../money/rounding.ts';
import type { EngineState } from '../state.ts';
import { initialMarginAtMark, maintenanceMarginAt } from './margin.ts';
import { HALF_RANGE, makeMarkKernel } from './mark-kernel.ts';
import { unrealizedPnl } from './pnl.ts';
import { entryCostOf, symbolOfPosition } from './position.ts';
import { tierOf } from '../market/tiers.ts';

const { EQUITY, LIVE, MAINTENANCE, MARK, POSITION_MARGIN, RISK, WARNED } = layout;

/** Re-reads a leg at the symbol's mark and moves its scope by the difference. */
export function revalue(s: EngineState, i: Instrument, slot: number): void {
  const mark = s.live[symbolOfPosition(s, slot) * LIVE + MARK];
  if (!revaluePlain(s, i, slot, mark)) revalueExact(s, i, slot, mark);
}

/** Values every position of the symbol anew and notes the scopes in danger for the end of the command. */
export function tick(s: EngineState, i: Instrument, symbol: number, mark: number): void {
  if (s.symbolBlocks[symbol] === 0) return;
  s.kernel ??= makeMarkKernel(s);
  const waiting = s.kernel(i, symbol, mark);
  for (let k = 0; k < waiting; k++) {
    revalueExact(s, i, s.pending[k], mark);
    noteDanger(s, s.positionScope[s.pending[k]]);
  }
}

/** Values every position of the symbol by the formulas themselves, whatever bracket it was in: its brackets changed. */
export function revalueAll(s: EngineState, i: Instrument, symbol: number): void {
  const mark = s.live[symbol * LIVE + MARK];
  for (let block = s.symbolBlocks[symbol] - 1; block >= 0; block = s.blockNext[block] - 1) {
    const first = block * POSITION_BLOCK;
    for (let slot = first; slot < first + POSITION_BLOCK; slot++) {
      if (s.positionLots[slot] === 0) continue;
      revalueExact(s, i, slot, mark);
      noteDanger(s, s.positionScope[slot]);
    }
  }
}

// False when a product may leave the exact range or the bracket changed. Bracket MAX_TIERS is no bracket: wide or never valued.
function revaluePlain(s: EngineState, i: Instrument, slot: number, mark: number): boolean {
  const lots = s.positionLots[slot];
  const signed = mark * lots;
  const product = Math.abs(signed);
  const symbol = symbolOfPosition(s, slot);
  const tier = symbol * TIER_TABLE + s.positionTier[slot] * TIER_ROW;
  const cost = s.positionCost[slot] * i.costScale;
  const t = s.tierTable;
  if (!(product > t[tier] && product <= t[tier + 1] && Math.abs(cost) <= HALF_RANGE)) return false;
  const leverage = symbol * LEVERAGE_TABLE + s.positionLeverage[slot] * 2;
  const pnl = Math.floor((signed * i.markScale - cost + 0.5) * i.pnlReciprocal) + 0;
  const margin = Math.floor((product * i.markScale + s.leverageTable[leverage] - 0.5) * s.leverageTable[leverage + 1]);
  const maintenance = Math.floor((product * t[tier + 2] + t[tier + 3] - 0.5) * t[tier + 4]) - t[tier + 5];
  const row = s.positionScope[slot] * RISK;
  const risk = s.risk;
  risk[row + EQUITY] += pnl - s.positionPnl[slot];
  risk[row + MAINTENANCE] += maintenance - s.positionMaintenance[slot];
  risk[row + POSITION_MARGIN] += margin - s.positionMargin[slot];
  s.positionPnl[slot] = pnl;
  s.positionMaintenance[slot] = maintenance;
  s.positionMargin[slot] = margin;
  return true;
}

/** The formulas of pnl.ts and margin.ts, at any size; also finds the bracket for the next time. */
function revalueExact(s: EngineState, i: Instrument, slot: number, mark: number): void {
  const lots = s.positionLots[slot];
  const size = lots < 0 ? 0 - lots : lots;
  let pnl = 0;
  let margin = 0;
  let maintenance = 0;
  s.positionTier[slot] = MAX_TIERS;
  if (size !== 0) {
    pnl = unrealizedPnl(i.units, lots < 0 ? -1 : 1, mark, size, entryCostOf(s, slot));
    margin = initialMarginAtMark(i.units, mark, size, s.positionLeverage[slot]);
    maintenance = maintenanceMarginAt(i.maintenance, mark, size);
    const ratio = i.maintenance.notional;
    if (s.positionWide[slot] === 0) s.positionTier[slot] = tierOf(i.maintenance.tiers, mul3DivCeil(mark, size, ratio.num, ratio.den));
  }
  const row = s.positionScope[slot] * RISK;
  s.risk[row + EQUITY] += pnl - s.positionPnl[slot];
  s.risk[row + MAINTENANCE] += maintenance - s.positionMaintenance[slot];
  s.risk[row + POSITION_MARGIN] += margin - s.positionMargin[slot];
  s.positionPnl[slot] = pnl;
  s.positionMaintenance[slot] = maintenance;
  s.positionMargin[slot] = margin;
}

/** Notes a scope that has 80 % of its margin used, or was warned before: finish.ts looks closer. */
export function noteDanger(s: EngineState, scope: number): void {
  const row = scope * RISK;
  if (5 * s.risk[row + MAINTENANCE] < 4 * s.risk[row + EQUITY] && s.risk[row + WARNED] === 0) return;
  if (s.alarmCount < s.alarms.length) s.alarms[s.alarmCount++] = scope;
}

/** Notes every scope with a position in the symbol, for tests that a switch or a mark held back. */
export function alarmSymbol(s: EngineState, symbol: number): void {
  for (let block = s.symbolBlocks[symbol] - 1; block >= 0; block = s.blockNext[block] - 1) {
    const first = block * POSITION_BLOCK;
    for (let slot = first; slot < first + POSITION_BLOCK; slot++) if (s.positionLots[slot] !== 0) noteDanger(s, s.positionScope[slot]);
  }
}
