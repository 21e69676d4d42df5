// The liquidation of one scope, step by step, each tested again (rules 9.3): cancel its orders, net hedge legs, step down the brackets of
// its largest leg, and only then close everything, settle to exactly what is left, or to zero with the deficit paid (9.5).
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { LiquidationStage, OrderEnd } from '../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse, PostingReason } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';
import { readWide } from '../money/wide.ts';
import { notionalAtMark } from './margin.ts';
import { tierOf } from '../market/tiers.ts';
import type { EngineState } from '../state.ts';
import { touchAccount } from '../touched.ts';
import { releaseScope } from './work-queue.ts';
import { tierReduction } from './bankruptcy.ts';
import { isBreached, isPriceUsable } from './breach.ts';
import { averagePrice } from './close-lots.ts';
import { isHedge } from './exposure.ts';
import { closeOrder } from './order-life.ts';
import { payDeficit, setIsolated } from './fill.ts';
import { collectDebt } from './debt.ts';
import { settleAccountFunding } from './funding.ts';
import { cancelScope } from './liquidation-orders.ts';
import { clearanceOf, type ClosingLeg, crossLegs, emitStep, legOfPosition, sellInBook, sold, soldPrice } from './liquidation-legs.ts';
import { netHedgeLegs } from './net-legs.ts';
import { positionIdOf } from './position.ts';
import { takeOver } from './take-over.ts';
import { emitLiquidationFinished, emitLiquidationStarted } from '../wire/event-writers.ts';

const {
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_SYMBOL,
  LIFE,
  LIFE_CLOSED_LOTS,
  LIFE_EXIT_COST,
  LIFE_ISOLATED,
  LIVE,
  MAINTENANCE,
  MARK,
  META_FUNDINGS,
  RISK,
  WARNED,
} = layout;

/** Does the turn of a held scope: it is tested once more, and let go when it is safe again. */
export function liquidate(s: EngineState, e: EventBuffer, scope: number): void {
  const slot = scope - s.capacity.accounts;
  const account = slot < 0 ? scope : s.exposures[s.positionExposure[slot] * EXPOSURE + EX_ACCOUNT];
  if (s.meta[META_FUNDINGS] !== 0 && isBreached(s, scope)) settleAccountFunding(s, e, account);
  if (!isBreached(s, scope)) return releaseScope(s, scope);
  touchAccount(s, account);
  reportStart(s, e, scope, account);
  const cancelled = cancelScope(s, e, scope, account);
  const first = legsOf(s, scope)[0];
  if (cancelled > 0) emitStep(s, e, scope, first, LiquidationStage.Cancelled, 0, 0, 0);
  if (slot < 0 && isHedge(s, account)) netHedgeLegs(s, e, scope, account);
  while (isBreached(s, scope) && stepDown(s, e, scope));
  if (isBreached(s, scope)) closeAll(s, e, scope, account);
  else emitStep(s, e, scope, first, LiquidationStage.Safe, 0, 0, 0);
  releaseScope(s, scope);
}

function legsOf(s: EngineState, scope: number): ClosingLeg[] {
  const slot = scope - s.capacity.accounts;
  return slot < 0 ? crossLegs(s, scope) : [legOfPosition(s, s.positionExposure[slot], slot)];
}

function reportStart(s: EngineState, e: EventBuffer, scope: number, account: number): void {
  const slot = scope - s.capacity.accounts;
  const symbol = slot < 0 ? -1 : s.exposures[s.positionExposure[slot] * EXPOSURE + EX_SYMBOL];
  emitLiquidationStarted(
    e,
    account,
    symbol,
    slot < 0 ? 0 : positionIdOf(s, slot),
    slot < 0 ? 0 : s.live[symbol * LIVE + MARK],
    s.risk[scope * RISK + EQUITY],
    s.risk[scope * RISK + MAINTENANCE],
  );
}

// Step 4: the leg with the largest maintenance margin goes down one bracket. False when there is nothing to step down, no equity to save,
// or the book did not take it: then the whole scope is closed.
function stepDown(s: EngineState, e: EventBuffer, scope: number): boolean {
  if (s.risk[scope * RISK + EQUITY] <= 0) return false;
  const leg = largestLeg(s, scope);
  if (leg === undefined) return false;
  const { units, spec } = leg.instrument;
  const mark = s.live[leg.symbol * LIVE + MARK];
  if (tierOf(spec.tiers, notionalAtMark(units, mark, leg.size)) === 0) return false;
  const lots = tierReduction(units, spec.tiers, mark, leg.size);
  sellInBook(s, e, leg, lots, true);
  const paid = payClearance(s, e, scope, leg, clearanceOf(leg.instrument));
  if (sold.lots > 0) emitStep(s, e, scope, leg, LiquidationStage.SteppedDown, sold.lots, soldPrice(leg.instrument), paid);
  return sold.lots === lots;
}

// Ties: the lower symbol, the long leg.
function largestLeg(s: EngineState, scope: number): ClosingLeg | undefined {
  let largest: ClosingLeg | undefined;
  for (const leg of legsOf(s, scope)) {
    if (!isPriceUsable(s, leg.symbol)) continue;
    if (largest === undefined || s.positionMaintenance[leg.position] > s.positionMaintenance[largest.position]) largest = leg;
  }
  return largest;
}

// The fee of a step never takes more than the equity, nor of an isolated leg more than its margin holds.
function payClearance(s: EngineState, e: EventBuffer, scope: number, leg: ClosingLeg, wanted: number): number {
  const fee = Math.min(wanted, Math.max(0, s.risk[scope * RISK + EQUITY]), marginOf(s, scope, leg));
  chargeClearance(s, e, scope, leg, fee);
  return fee;
}

// What a fee may take of a scope that lives on: an isolated leg's margin, of a cross wallet all.
function marginOf(s: EngineState, scope: number, leg: ClosingLeg): number {
  return scope < s.capacity.accounts ? Number.MAX_SAFE_INTEGER : Math.max(0, isolatedOf(s, leg.position));
}

function chargeClearance(s: EngineState, e: EventBuffer, scope: number, leg: ClosingLeg, fee: number): void {
  if (fee <= 0) return;
  const isolated = scope >= s.capacity.accounts;
  const purse = isolated ? isolatedPurse(leg.account) : futuresWallet(leg.account);
  post(s, e, leg.account, isolated ? leg.symbol : -1, purse, HouseAccount.Insurance, fee, PostingReason.ClearanceFee, 0);
  if (isolated) setIsolated(s, leg.position, isolatedOf(s, leg.position) - fee);
}

// Step 5, and the settlement of 9.5.
function closeAll(s: EngineState, e: EventBuffer, scope: number, account: number): void {
  const legs = legsOf(s, scope);
  let clearance = 0;
  for (const leg of legs) {
    sellInBook(s, e, leg, leg.size, false);
    clearance += clearanceOf(leg.instrument);
    if (sold.lots > 0) emitStep(s, e, scope, leg, LiquidationStage.ClosedInBook, sold.lots, soldPrice(leg.instrument), 0);
  }
  const rest = legs.filter((leg) => leg.order >= 0);
  const fee = Math.min(clearance, Math.max(0, s.risk[scope * RISK + EQUITY]), rest.length > 0 ? marginOf(s, scope, legs[0]) : clearance);
  chargeClearance(s, e, scope, legs[0], fee);
  if (rest.length > 0 && !isBreached(s, scope)) return keepRest(s, e, scope, rest, fee);
  takeOver(s, e, scope, legs);
  const insured = settleScope(s, e, account, scope, legs);
  reportEnd(s, e, account, legs, fee, insured);
  s.risk[scope * RISK + WARNED] = 0;
}

// The book gave more than the mark promised: what is left of the scope is safe, so nobody takes it over.
function keepRest(s: EngineState, e: EventBuffer, scope: number, rest: readonly ClosingLeg[], fee: number): void {
  for (const leg of rest) closeOrder(s, e, leg.order, OrderEnd.Expired);
  emitStep(s, e, scope, rest[0], LiquidationStage.Safe, 0, 0, fee);
}

// The member ends at what is left, or at exactly zero with the deficit paid (I5). Returns what the insurance fund paid.
function settleScope(s: EngineState, e: EventBuffer, account: number, scope: number, legs: readonly ClosingLeg[]): number {
  const isolated = scope >= s.capacity.accounts;
  const purse = isolated ? isolatedPurse(account) : futuresWallet(account);
  const symbol = isolated ? legs[0].symbol : -1;
  const left = s.risk[scope * RISK + EQUITY];
  let insured = 0;
  if (left < 0) {
    insured = payDeficit(s, e, account, symbol, purse, 0 - left, 0);
    if (isolated) setIsolated(s, legs[0].position, isolatedOf(s, legs[0].position) - left);
  } else if (isolated && left > 0) {
    post(s, e, account, symbol, purse, futuresWallet(account), left, PostingReason.IsolatedMargin, 0);
    setIsolated(s, legs[0].position, 0);
  }
  if (left > 0) collectDebt(s, e, account, left);
  return insured;
}

function reportEnd(s: EngineState, e: EventBuffer, account: number, legs: readonly ClosingLeg[], fee: number, insured: number): void {
  for (let k = 0; k < legs.length; k++) {
    const leg = legs[k];
    const last = k === legs.length - 1;
    const life = leg.position * LIFE;
    const exit = readWide(s.positionLife[life + LIFE_EXIT_COST], s.positionLife[life + LIFE_EXIT_COST + 1]);
    const price = averagePrice(leg.instrument, exit, s.positionLife[life + LIFE_CLOSED_LOTS]);
    emitLiquidationFinished(e, account, leg.symbol, leg.id, last ? fee : 0, last ? insured : 0, leg.size, price);
  }
}

function isolatedOf(s: EngineState, position: number): number {
  return s.positionLife[position * LIFE + LIFE_ISOLATED];
}
