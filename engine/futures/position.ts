// Position legs: their slots, exact entry cost, and their share in the scope's equity and margins.
//
// Lots and cost are signed (short negative). An ordinary cost is one double; one beyond 2^53 is kept in two words (wide).
import * as layout from '../layout.ts';
import { MarginType } from '../wire/command.ts';
import { POSITION_BLOCK } from '../capacity.ts';
import type { Cost } from '../money/cost.ts';
import { readWide, wideHi, wideLo } from '../money/wide.ts';
import type { Instrument } from '../market/instrument.ts';
import { MAX_TIERS } from '../market/mark-tables.ts';
import { type EngineState, blocksOf } from '../state.ts';
import { isHedge, leverageOf } from './exposure.ts';

const { EXPOSURE, EX_ACCOUNT, EX_LEG, EX_SETTING, EX_SYMBOL, LIFE, LIFE_ID, LIFE_WIDE_COST, META_BLOCKS, RISK } = layout;

const BLOCK_SHIFT = 5;

export function symbolOfPosition(s: EngineState, slot: number): number {
  return s.blockSymbol[slot >> BLOCK_SHIFT];
}

export function hasCapacityForPositions(s: EngineState, symbol: number, legs: number): boolean {
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
  const leverage = leverageOf(s, exposure, instrument);
  s.positionLeverage[slot] = leverage;
  // From the first order on it is the member's own: another default of the symbol must not change it under a position.
  if (s.exposures[row + EX_SETTING] === 0) s.exposures[row + EX_SETTING] = leverage * 2;
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
  const block = s.meta[META_BLOCKS] | 0;
  s.meta[META_BLOCKS] = block + 1;
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
  s.positionTier[slot] = MAX_TIERS;
  s.positionCost[slot] = 0;
  s.positionLife[life + LIFE_WIDE_COST] = wideHi(cost);
  s.positionLife[life + LIFE_WIDE_COST + 1] = wideLo(cost);
}

/** 0 both, 1 long, 2 short: the leg's name on the wire. */
export function positionSideOf(s: EngineState, exposure: number, position: number): number {
  const ex = exposure * EXPOSURE;
  if (s.exposures[ex + EX_LEG + 1] === position) return 2;
  return isHedge(s, s.exposures[ex + EX_ACCOUNT]) ? 1 : 0;
}

export function positionIdOf(s: EngineState, slot: number): number {
  return s.positionLife[slot * LIFE + LIFE_ID];
}
