// Position legs: their slots, exact entry cost, and their share in the scope's equity and margins.
//
// Lots and cost are signed (short negative). An ordinary cost is one double; one beyond 2^53 is kept in two words (wide).
import * as layout from '../layout.ts';
import { MarginType } from '../command.ts';
import { POSITION_BLOCK } from '../capacity.ts';
import type { Cost } from '../money/cost.ts';
import { ceilDiv, floorDiv, mul3DivCeil } from '../money/rounding.ts';
import { readWide, wideHi, wideLo } from '../money/wide.ts';
import type { Instrument } from '../market/instrument.ts';
import { type EngineState, blocksOf } from '../state.ts';
import { leverageOf } from './exposure.ts';
import { initialMarginAtMark, maintenanceMarginAt } from './margin.ts';
import { unrealizedPnl } from './pnl.ts';
import { tierOf } from '../market/tiers.ts';

const {
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_SETTING,
  EX_SYMBOL,
  LIFE,
  LIFE_ID,
  LIFE_WIDE_COST,
  LIVE,
  MAINTENANCE,
  MARK,
  META_BLOCKS,
  POSITION_MARGIN,
  RISK,
} = layout;

const BLOCK_SHIFT = 5;
/** Below it every product of the plain path is exact. */
const PLAIN = 2 ** 51;

export function symbolOfPosition(s: EngineState, slot: number): number {
  return s.blockSymbol[slot >> BLOCK_SHIFT];
}

export function hasRoomForPositions(s: EngineState, symbol: number, legs: number): boolean {
  if (s.meta[META_BLOCKS] < blocksOf(s.capacity)) return true;
  let free = s.symbolFree[symbol];
  for (let i = 1; i < legs && free !== 0; i++) free = s.positionFree[free - 1];
  return free !== 0;
}

/** Slot of a leg of the exposure, taken if it has none. It stays taken while the exposure has orders or lots. */
export function holdLeg(s: EngineState, instrument: Instrument, exposure: number, leg: number): number {
  const row = exposure * EXPOSURE;
  const held = s.exposures[row + EX_LEG + leg];
  if (held >= 0) return held;
  const symbol = s.exposures[row + EX_SYMBOL];
  if (s.symbolFree[symbol] === 0) addBlock(s, symbol);
  const slot = s.symbolFree[symbol] - 1;
  s.symbolFree[symbol] = s.positionFree[slot];
  s.exposures[row + EX_LEG + leg] = slot;
  s.positionExposure[slot] = exposure;
  s.positionLeverage[slot] = leverageOf(s, exposure, instrument);
  const isolated = (s.exposures[row + EX_SETTING] & 1) === MarginType.Isolated;
  s.positionScope[slot] = isolated ? s.capacity.accounts + slot : s.exposures[row + EX_ACCOUNT];
  if (isolated) s.risk.fill(0, (s.capacity.accounts + slot) * RISK, (s.capacity.accounts + slot + 1) * RISK);
  return slot;
}

/** Gives a leg's slot back; its lots are 0. */
export function releaseLeg(s: EngineState, exposure: number, leg: number): void {
  const row = exposure * EXPOSURE;
  const slot = s.exposures[row + EX_LEG + leg];
  if (slot < 0) return;
  const symbol = s.exposures[row + EX_SYMBOL];
  s.exposures[row + EX_LEG + leg] = -1;
  s.positionExposure[slot] = -1;
  s.positionScope[slot] = s.capacity.accounts + s.capacity.positions;
  s.positionFree[slot] = s.symbolFree[symbol];
  s.symbolFree[symbol] = slot + 1;
}

function addBlock(s: EngineState, symbol: number): void {
  const block = s.meta[META_BLOCKS]++;
  s.blockSymbol[block] = symbol;
  s.blockNext[block] = s.symbolBlocks[symbol];
  s.symbolBlocks[symbol] = block + 1;
  const first = block * POSITION_BLOCK;
  for (let slot = first + POSITION_BLOCK - 1; slot >= first; slot--) {
    s.positionExposure[slot] = -1;
    s.positionScope[slot] = s.capacity.accounts + s.capacity.positions;
    s.positionFree[slot] = s.symbolFree[symbol];
    s.symbolFree[symbol] = slot + 1;
  }
}

/** Entry cost as a magnitude in cost units, exact. */
export function entryCostOf(s: EngineState, slot: number): Cost {
  if (s.positionWide[slot] !== 0)
    return readWide(s.positionLife[slot * LIFE + LIFE_WIDE_COST], s.positionLife[slot * LIFE + LIFE_WIDE_COST + 1]);
  return Math.abs(s.positionCost[slot]);
}

/** Sets the magnitude of the entry cost; the sign is the lots'. */
export function setEntryCost(s: EngineState, slot: number, cost: Cost): void {
  const life = slot * LIFE;
  if (typeof cost === 'number') {
    s.positionWide[slot] = 0;
    s.positionCost[slot] = s.positionLots[slot] < 0 ? 0 - cost : cost;
    s.positionLife[life + LIFE_WIDE_COST] = 0;
    s.positionLife[life + LIFE_WIDE_COST + 1] = 0;
    return;
  }
  s.positionWide[slot] = 1;
  s.positionCost[slot] = 0;
  s.positionLife[life + LIFE_WIDE_COST] = wideHi(cost);
  s.positionLife[life + LIFE_WIDE_COST + 1] = wideLo(cost);
}

export function positionIdOf(s: EngineState, slot: number): number {
  return s.positionLife[slot * LIFE + LIFE_ID];
}

/** Re-reads a leg's PnL and margins at the symbol's mark and moves its scope by the difference. */
export function revalue(s: EngineState, instrument: Instrument, slot: number): void {
  revalueAt(s, instrument, slot, s.live[symbolOfPosition(s, slot) * LIVE + MARK]);
}

export function revalueAt(s: EngineState, i: Instrument, slot: number, mark: number): void {
  const lots = s.positionLots[slot];
  const size = lots < 0 ? 0 - lots : lots;
  const product = mark * size;
  const value = product * i.markScale;
  const cost = s.positionCost[slot] * i.costScale;
  let pnl = 0;
  let margin = 0;
  let maintenance = 0;
  if (size !== 0) {
    if (s.positionWide[slot] === 0 && value <= PLAIN && cost <= PLAIN && cost >= -PLAIN) {
      pnl = floorDiv((lots < 0 ? 0 - value : value) - cost, i.pnlDen);
      margin = ceilDiv(value, i.pnlDen * s.positionLeverage[slot]);
    } else {
      pnl = unrealizedPnl(i.units, lots < 0 ? -1 : 1, mark, size, entryCostOf(s, slot));
      margin = initialMarginAtMark(i.units, mark, size, s.positionLeverage[slot]);
    }
    maintenance = maintenanceMarginAt(i.maintenance, mark, size);
    const ratio = i.maintenance.notional;
    s.positionTier[slot] = tierOf(i.maintenance.tiers, mul3DivCeil(mark, size, ratio.num, ratio.den));
  }
  const row = s.positionScope[slot] * RISK;
  s.risk[row + EQUITY] += pnl - s.positionPnl[slot];
  s.risk[row + MAINTENANCE] += maintenance - s.positionMaintenance[slot];
  s.risk[row + POSITION_MARGIN] += margin - s.positionMargin[slot];
  s.positionPnl[slot] = pnl;
  s.positionMaintenance[slot] = maintenance;
  s.positionMargin[slot] = margin;
}
