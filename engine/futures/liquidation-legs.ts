// The legs of a scope under liquidation: which they are, how one is sold in the book, and what each step reports (rules 9.3, 9.4).
import * as layout from '../layout.ts';
import { MarginType } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { EventKind, FillRole, OrderEnd, writerOf } from '../wire/event.ts';
import { type Instrument, walkLimit } from '../market/instrument.ts';
import { divCeilBig, divFloorBig, toSafe } from '../money/rounding.ts';
import { MARK_PER_TICK, RATE_ONE } from '../money/units.ts';
import { readWide } from '../money/wide.ts';
import type { EngineState } from '../state.ts';
import { equityShare } from './bankruptcy.ts';
import { isPriceUsable } from './breach.ts';
import { averagePrice, boundCost, placeClosing, restOf } from './close-lots.ts';
import { findExposure, marginTypeOf } from './exposure.ts';
import { match } from './match.ts';
import { closeOrder } from './order-life.ts';
import { positionIdOf } from './position.ts';

const LiquidationStep = writerOf(
  'LiquidationStep',
  'stage',
  'positionId',
  'lots',
  'price',
  'fee',
  'equity',
  'maintenanceMargin',
  'bankruptcyPrice',
);

const { EQUITY, EXPOSURE, EX_ACCOUNT, EX_LEG, EX_SYMBOL, LIFE, LIFE_EXIT_COST, LIVE, MAINTENANCE, MARK, META_SYMBOLS, RISK } = layout;

export interface ClosingLeg {
  account: number;
  exposure: number;
  position: number;
  symbol: number;
  instrument: Instrument;
  id: number;
  /** Lots at the start of the step. */
  size: number;
  /** The engine's order while it has a rest, else -1. */
  order: number;
  /** Worst tick of its last walk. */
  limit: number;
}

/** Cross legs with lots: symbols ascending, long or one-way before short. */
export function crossLegs(s: EngineState, account: number): ClosingLeg[] {
  const legs: ClosingLeg[] = [];
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const x = findExposure(s, account, symbol);
    if (x < 0 || marginTypeOf(s, x) !== MarginType.Crossed) continue;
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[x * EXPOSURE + EX_LEG + leg];
      if (slot >= 0 && s.positionLots[slot] !== 0) legs.push(legOfPosition(s, x, slot));
    }
  }
  return legs;
}

export function legOfPosition(s: EngineState, exposure: number, position: number): ClosingLeg {
  const symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  const account = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  const instrument = s.instruments[symbol] as Instrument;
  const size = Math.abs(s.positionLots[position]);
  return { account, exposure, position, symbol, instrument, id: positionIdOf(s, position), size, order: -1, limit: 0 };
}

/** Lots of the last walk, and what they sold for in cost units. */
export const sold = { lots: 0, exit: 0n };

/** A market order of the engine for `lots` of the leg inside the market bound; with `ends` its rest ends too, else it stays in leg.order. */
export function sellInBook(s: EngineState, e: EventBuffer, leg: ClosingLeg, lots: number, ends: boolean): void {
  const side = s.positionLots[leg.position] > 0 ? 1 : 0;
  leg.order = placeClosing(s, e, leg.exposure, leg.position, lots);
  leg.limit = bankruptcyLimit(s, leg, side);
  const before = exitOf(s, leg.position);
  // A symbol that does not trade now has no book to close in: the counterparty takes the leg over.
  if (isPriceUsable(s, leg.symbol)) match(s, e, leg.instrument, leg.order, leg.limit, FillRole.Liquidation, 0);
  sold.exit = exitOf(s, leg.position) - before;
  boundCost(s, leg.order);
  const rest = restOf(s, leg.order);
  sold.lots = lots - rest;
  if (rest === 0 || ends) {
    closeOrder(s, e, leg.order, rest === 0 ? OrderEnd.Filled : OrderEnd.Expired);
    leg.order = -1;
  }
}

// Worst price of the walk: the market bound, and never beyond the leg's bankruptcy price, else a thin book would let an accomplice
// take from the fund. Its part of the scope's equity is by maintenance margin (rules 9.4); without equity the mark is the limit.
function bankruptcyLimit(s: EngineState, leg: ClosingLeg, side: number): number {
  const mark = s.live[leg.symbol * LIVE + MARK];
  const row = s.positionScope[leg.position] * RISK;
  const equity = s.risk[row + EQUITY];
  const share = equity > 0 ? equityShare(equity, s.positionMaintenance[leg.position], s.risk[row + MAINTENANCE]) : 0;
  const { costNum, costDen } = leg.instrument.units;
  const lots = Math.abs(s.positionLots[leg.position]);
  const perTick = BigInt(MARK_PER_TICK) * BigInt(lots) * BigInt(costNum);
  const value = BigInt(mark) * BigInt(lots) * BigInt(costNum);
  const cushion = BigInt(share) * BigInt(MARK_PER_TICK) * BigInt(costDen);
  const bound = walkLimit(side, mark, leg.instrument.spec.marketBound);
  if (side === 1) return Math.max(bound, toSafe(divCeilBig(value - cushion, perTick)));
  return Math.min(bound, toSafe(divFloorBig(value + cushion, perTick)));
}

function exitOf(s: EngineState, position: number): bigint {
  const at = position * LIFE + LIFE_EXIT_COST;
  return readWide(s.positionLife[at], s.positionLife[at + 1]);
}

/** Clearance fee on what was sold last, up (rules 9.5). */
export function clearanceOf(i: Instrument): number {
  return toSafe(divCeilBig(sold.exit * BigInt(i.spec.clearanceFee), BigInt(i.units.costDen) * BigInt(RATE_ONE)));
}

/** Average price in ticks of what was sold last. */
export function soldPrice(i: Instrument): number {
  return averagePrice(i, sold.exit, sold.lots);
}

/** Reports what a step did and where the scope stands after it. */
export function emitStep(
  s: EngineState,
  e: EventBuffer,
  scope: number,
  leg: ClosingLeg,
  stage: number,
  lots: number,
  price: number,
  fee: number,
): void {
  const at = e.begin(EventKind.LiquidationStep, leg.account, leg.symbol);
  const w = e.words;
  w[at + LiquidationStep.stage] = stage;
  w[at + LiquidationStep.positionId] = leg.id;
  w[at + LiquidationStep.lots] = lots;
  w[at + LiquidationStep.price] = price;
  w[at + LiquidationStep.fee] = fee;
  w[at + LiquidationStep.equity] = s.risk[scope * RISK + EQUITY];
  w[at + LiquidationStep.maintenanceMargin] = s.risk[scope * RISK + MAINTENANCE];
  w[at + LiquidationStep.bankruptcyPrice] = leg.limit;
}
