// An exposure: what one account has in one symbol: its setting, its two position legs, and the sums over its open orders.
import * as layout from '../layout.ts';
import { MarginType, PositionMode } from '../wire/command.ts';
import type { Instrument } from '../market/instrument.ts';
import type { EngineState } from '../state.ts';
import { chargedReserve } from './order-margin.ts';

const {
  ACCOUNT,
  ACCOUNT_FIRST,
  ACCOUNT_MODE,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_NEWEST,
  EX_NEXT,
  EX_ORDERS,
  EX_SETTING,
  EX_SYMBOL,
  META_EXPOSURES,
  ORDER_MARGIN,
  RISK,
  SUMS,
  SUM_CHARGED,
  SUM_LOTS,
  SUM_RESERVED,
} = layout;

function hashOf(account: number, symbol: number): number {
  const h = Math.imul(account, 0x9e3779b1) ^ Math.imul(symbol + 1, 0x85ebca6b);
  return Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> 0;
}

/** Exposure of (account, symbol), -1 = none yet. */
export function findExposure(s: EngineState, account: number, symbol: number): number {
  const table = s.exposureTable;
  const mask = table.length - 1;
  for (let at = hashOf(account, symbol) & mask; ; at = (at + 1) & mask) {
    const found = table[at] - 1;
    if (found < 0) return -1;
    const row = found * EXPOSURE;
    if (s.exposures[row + EX_ACCOUNT] === account && s.exposures[row + EX_SYMBOL] === symbol) return found;
  }
}

export function hasCapacityForExposure(s: EngineState): boolean {
  return s.meta[META_EXPOSURES] < s.capacity.exposures;
}

/** Existing or new exposure. The caller has checked that there is room. */
export function openExposure(s: EngineState, account: number, symbol: number): number {
  const found = findExposure(s, account, symbol);
  if (found >= 0) return found;
  const made = s.meta[META_EXPOSURES] | 0;
  s.meta[META_EXPOSURES] = made + 1;
  const row = made * EXPOSURE;
  s.exposures[row + EX_ACCOUNT] = account;
  s.exposures[row + EX_SYMBOL] = symbol;
  s.exposures[row + EX_LEG] = -1;
  s.exposures[row + EX_LEG + 1] = -1;
  s.exposures[row + EX_NEXT] = s.accounts[account * ACCOUNT + ACCOUNT_FIRST];
  s.accounts[account * ACCOUNT + ACCOUNT_FIRST] = made + 1;
  enterTable(s, made);
  return made;
}

/** Puts an exposure into the table; also used to rebuild it after a load. */
export function enterTable(s: EngineState, exposure: number): void {
  const table = s.exposureTable;
  const mask = table.length - 1;
  const row = exposure * EXPOSURE;
  let at = hashOf(s.exposures[row + EX_ACCOUNT], s.exposures[row + EX_SYMBOL]) & mask;
  while (table[at] !== 0) at = (at + 1) & mask;
  table[at] = exposure + 1;
}

/** Leverage chosen, or the symbol's default. `exposure` may be -1. */
export function leverageOf(s: EngineState, exposure: number, instrument: Instrument): number {
  const setting = exposure < 0 ? 0 : s.exposures[exposure * EXPOSURE + EX_SETTING];
  return setting === 0 ? instrument.spec.defaultLeverage : setting >> 1;
}

export function marginTypeOf(s: EngineState, exposure: number): number {
  return exposure < 0 ? MarginType.Crossed : s.exposures[exposure * EXPOSURE + EX_SETTING] & 1;
}

export function isHedge(s: EngineState, account: number): boolean {
  return s.accounts[account * ACCOUNT + ACCOUNT_MODE] === PositionMode.Hedge;
}

/** Signed lots of a leg (0 one-way or long, 1 short). */
export function legLots(s: EngineState, exposure: number, leg: number): number {
  if (exposure < 0) return 0;
  const slot = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
  return slot < 0 ? 0 : s.positionLots[slot];
}

/** Lots of an opposite one-way position that orders of `side` would close first; 0 in hedge mode. */
export function closableLots(s: EngineState, exposure: number, account: number, side: number): number {
  if (exposure < 0 || isHedge(s, account)) return 0;
  const held = legLots(s, exposure, 0);
  const opposite = side === 0 ? 0 - held : held;
  return opposite > 0 ? opposite : 0;
}

/** Brings the account's order margin up to date after an order or a position of the exposure changed. */
export function recharge(s: EngineState, exposure: number): void {
  const row = exposure * SUMS;
  const ex = exposure * EXPOSURE;
  const sums = s.exposureSums;
  const account = s.exposures[ex + EX_ACCOUNT];
  const slot = s.exposures[ex + EX_LEG];
  const held = slot < 0 ? 0 : s.positionLots[slot];
  let charged = sums[row + SUM_RESERVED] + sums[row + SUM_RESERVED + 1];
  // Orders of the side that a one-way position is closed by are charged less (rules 6.4); most have none to close.
  if (held !== 0 && !isHedge(s, account)) {
    const closer = held < 0 ? 0 : 1;
    const reserved = sums[row + SUM_RESERVED + closer];
    if (reserved !== 0) charged += chargedReserve(reserved, sums[row + SUM_LOTS + closer], held < 0 ? 0 - held : held) - reserved;
  }
  const before = sums[row + SUM_CHARGED];
  if (charged === before) return;
  sums[row + SUM_CHARGED] = charged;
  s.risk[account * RISK + ORDER_MARGIN] += charged - before;
}

/** True while the exposure has open orders or a position. */
export function isBusy(s: EngineState, exposure: number): boolean {
  return s.exposures[exposure * EXPOSURE + EX_ORDERS] !== 0 || legLots(s, exposure, 0) !== 0 || legLots(s, exposure, 1) !== 0;
}

/** Slot of the newest open order, -1 = none. */
export function newestOrder(s: EngineState, exposure: number): number {
  return s.exposures[exposure * EXPOSURE + EX_NEWEST] - 1;
}
