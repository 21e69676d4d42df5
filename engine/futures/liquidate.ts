// Liquidation in full (rules 9): cancel, close in the book inside the market bound, take over the rest, settle to exactly zero.
import * as layout from '../layout.ts';
import { MarginType, OrderType, SelfTrade, SwitchBit } from '../command.ts';
import { type EventBuffer, emitLiquidationFinished, emitLiquidationStarted } from '../event-buffer.ts';
import { FillRole, OrderEnd, PositionEnd } from '../event.ts';
import { HousePurse, PostingReason, futuresWallet, isolatedPurse } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';
import { type Instrument, walkLimit } from '../market/instrument.ts';
import { divCeilBig, divFloorBig, toSafe } from '../money/rounding.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import { readWide } from '../money/wide.ts';
import type { EngineState } from '../state.ts';
import { touchAccount, touchExposure } from '../touched.ts';
import { equityShare } from './bankruptcy.ts';
import { findExposure, marginTypeOf, newestOrder, recharge } from './exposure.ts';
import { feeOf } from './fee.ts';
import { endLife, payDeficit, payLiquidation, positionSideOf, reportFilled, setIsolated, takeAll } from './fill.ts';
import { match } from './match.ts';
import { takeOrder } from './order-book.ts';
import { closeAllOrders, closeOrder, fill, isClosing, legOf, reportPlaced } from './order-life.ts';
import { positionIdOf } from './position.ts';
import { revalue } from './revalue.ts';

const {
  ACCOUNT,
  ACCOUNT_FIRST,
  CHAIN,
  CHAIN_OLDER,
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_NEXT,
  EX_SYMBOL,
  FACTS,
  LIFE,
  LIFE_CLOSED_LOTS,
  LIFE_EXIT_COST,
  LIFE_ISOLATED,
  LIVE,
  MAINTENANCE,
  MARK,
  MARK_VALID,
  META_SITE_SWITCHES,
  META_SYMBOLS,
  META_TIME,
  META_TRADE_SERIAL,
  ORDER,
  ORDER_FILLED_COST,
  ORDER_FILLED_LOTS,
  ORDER_FLAGS,
  ORDER_LOTS,
  ORDER_PLACED_AT,
  ORDER_REST,
  REALS,
  RISK,
  SWITCHES,
  WARNED,
} = layout;

interface ClosingLeg {
  exposure: number;
  position: number;
  symbol: number;
  instrument: Instrument;
  id: number;
  size: number;
  order: number;
}

/** True when the scope fails the test of rules 9.1 and every price that judges it may be used. */
export function isBreached(s: EngineState, scope: number): boolean {
  const row = scope * RISK;
  const maintenance = s.risk[row + MAINTENANCE];
  return maintenance > 0 && s.risk[row + EQUITY] <= maintenance && mayLiquidate(s, scope);
}

// Halted, closed or unconfirmed symbols suspend liquidation (rules 2, 8.2), but they shield nothing else: a cross account is judged as
// long as one of its symbols trades, the others counting at their frozen marks, or a grain of gold would keep BTC safe all weekend.
function mayLiquidate(s: EngineState, scope: number): boolean {
  if (scope >= s.capacity.accounts) return mayTrade(s, s.blockSymbol[(scope - s.capacity.accounts) >> 5]);
  for (let x = s.accounts[scope * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    if (marginTypeOf(s, x) === MarginType.Crossed && holdsLots(s, x) && mayTrade(s, s.exposures[x * EXPOSURE + EX_SYMBOL])) return true;
  }
  return false;
}

function mayTrade(s: EngineState, symbol: number): boolean {
  const bits = s.live[symbol * LIVE + SWITCHES] | s.meta[META_SITE_SWITCHES];
  return (bits & (SwitchBit.Halt | SwitchBit.FeedHalt | SwitchBit.MarketClosed)) === 0 && s.live[symbol * LIVE + MARK_VALID] !== 0;
}

function holdsLots(s: EngineState, exposure: number): boolean {
  for (let leg = 0; leg < 2; leg++) {
    const slot = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
    if (slot >= 0 && s.positionLots[slot] !== 0) return true;
  }
  return false;
}

export function liquidate(s: EngineState, e: EventBuffer, scope: number): void {
  const isolated = scope >= s.capacity.accounts;
  const first = isolated ? s.positionExposure[scope - s.capacity.accounts] : -1;
  const account = isolated ? s.exposures[first * EXPOSURE + EX_ACCOUNT] : scope;
  const row = scope * RISK;
  const symbol = isolated ? s.exposures[first * EXPOSURE + EX_SYMBOL] : -1;
  emitLiquidationStarted(
    e,
    account,
    symbol,
    isolated ? positionIdOf(s, scope - s.capacity.accounts) : 0,
    isolated ? s.live[symbol * LIVE + MARK] : 0,
    s.risk[row + EQUITY],
    s.risk[row + MAINTENANCE],
  );
  if (isolated) cancelLeg(s, e, first, s.exposures[first * EXPOSURE + EX_LEG + 1] === scope - s.capacity.accounts ? 1 : 0);
  else cancelCross(s, e, account);
  const legs = isolated ? [legOfPosition(s, first, scope - s.capacity.accounts)] : crossLegs(s, account);
  let clearance = 0;
  for (const leg of legs) clearance += closeInBook(s, e, leg);
  const purse = isolated ? isolatedPurse(account) : futuresWallet(account);
  const left = s.risk[row + EQUITY];
  const fee = left <= 0 ? 0 : left < clearance ? left : clearance;
  if (fee > 0) {
    post(s, e, account, symbol, purse, HousePurse.Insurance, fee, PostingReason.ClearanceFee, 0);
    if (isolated) setIsolated(s, legs[0].position, isolatedOf(s, legs[0].position) - fee);
  }
  takeOver(s, e, scope, legs);
  const insured = settleScope(s, e, account, symbol, scope, purse, legs);
  report(s, e, account, legs, fee, insured);
  s.risk[row + WARNED] = 0;
  touchAccount(s, account);
}

// Rules 9.3, step 2. Isolated: the orders of that symbol and side.
function cancelLeg(s: EngineState, e: EventBuffer, exposure: number, leg: number): void {
  let slot = newestOrder(s, exposure);
  while (slot >= 0) {
    const older = s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1;
    if (legOf(s.books.rows[slot * ORDER + ORDER_FLAGS]) === leg) closeOrder(s, e, slot, OrderEnd.Liquidation);
    slot = older;
  }
}

// Cross: the orders of all cross symbols, and those that would open in isolated symbols: the wallet that promised their margin
// and fee is about to be used up.
function cancelCross(s: EngineState, e: EventBuffer, account: number): void {
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const x = findExposure(s, account, symbol);
    if (x < 0) continue;
    if (marginTypeOf(s, x) === MarginType.Crossed) closeAllOrders(s, e, x, OrderEnd.Liquidation);
    else cancelOpening(s, e, x);
  }
}

function cancelOpening(s: EngineState, e: EventBuffer, exposure: number): void {
  let slot = newestOrder(s, exposure);
  while (slot >= 0) {
    const older = s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1;
    if (!isClosing(s.books.rows[slot * ORDER + ORDER_FLAGS])) closeOrder(s, e, slot, OrderEnd.Liquidation);
    slot = older;
  }
}

function crossLegs(s: EngineState, account: number): ClosingLeg[] {
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

function legOfPosition(s: EngineState, exposure: number, position: number): ClosingLeg {
  const symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  const instrument = s.instruments[symbol] as Instrument;
  return { exposure, position, symbol, instrument, id: positionIdOf(s, position), size: Math.abs(s.positionLots[position]), order: -1 };
}

// Step 5: a market order of the engine inside the market bound. Returns the clearance fee on what it filled.
function closeInBook(s: EngineState, e: EventBuffer, leg: ClosingLeg): number {
  const held = s.positionLots[leg.position];
  const side = held > 0 ? 1 : 0;
  // Own orders of the other leg must not stop it.
  const flags = side | (positionSideOf(s, leg.exposure, leg.position) << 1) | (OrderType.Market << 3) | (SelfTrade.ExpireMaker << 8);
  leg.order = takeOrder(s.books, leg.exposure, flags, 0, leg.size);
  const facts = leg.order * FACTS;
  s.orderFacts.fill(0, facts, facts + FACTS);
  s.orderFacts[facts + ORDER_LOTS] = leg.size;
  s.orderFacts[facts + ORDER_PLACED_AT] = s.meta[META_TIME];
  reportPlaced(s, e, leg.order);
  // A symbol that does not trade now has no book to close in: the house takes the leg over.
  if (mayTrade(s, leg.symbol)) match(s, e, leg.instrument, leg.order, bankruptcyLimit(s, leg, side), FillRole.Liquidation, 0);
  const cost = s.orderFacts[facts + ORDER_FILLED_COST];
  if (s.books.reals[leg.order * REALS + ORDER_REST] === 0) {
    closeOrder(s, e, leg.order, OrderEnd.Filled);
    leg.order = -1;
  }
  return cost === 0 ? 0 : feeOf(cost, 1, leg.instrument.clearance);
}

// Worst price of the walk: the market bound, and never beyond the leg's bankruptcy price, else a thin book would let an accomplice
// take from the fund. Its part of the scope's equity is by maintenance margin (rules 9.4); without equity the mark is the limit.
function bankruptcyLimit(s: EngineState, leg: ClosingLeg, side: number): number {
  const mark = s.live[leg.symbol * LIVE + MARK];
  const row = s.positionScope[leg.position] * RISK;
  const equity = s.risk[row + EQUITY];
  const share = equity > 0 ? equityShare(equity, s.positionMaintenance[leg.position], s.risk[row + MAINTENANCE]) : 0;
  const { costNum, costDen } = leg.instrument.units;
  const perTick = BigInt(MARK_PER_TICK) * BigInt(leg.size) * BigInt(costNum);
  const value = BigInt(mark) * BigInt(leg.size) * BigInt(costNum);
  const cushion = BigInt(share) * BigInt(MARK_PER_TICK) * BigInt(costDen);
  const bound = walkLimit(side, mark, leg.instrument.spec.marketBound);
  if (side === 1) return Math.max(bound, toSafe(divCeilBig(value - cushion, perTick)));
  return Math.min(bound, toSafe(divFloorBig(value + cushion, perTick)));
}

// What the book did not take goes to the house: at the bankruptcy price while equity is left, at the mark when none is (9.4, 9.5).
function takeOver(s: EngineState, e: EventBuffer, scope: number, legs: ClosingLeg[]): void {
  const rest = legs.filter((leg) => leg.order >= 0);
  let equity = s.risk[scope * RISK + EQUITY];
  let maintenance = s.risk[scope * RISK + MAINTENANCE];
  for (let k = 0; k < rest.length; k++) {
    const { position } = rest[k];
    let realized = s.positionPnl[position];
    if (equity > 0) {
      const own = s.positionMaintenance[position];
      const share = k === rest.length - 1 ? equity : equityShare(equity, own, maintenance);
      realized -= share;
      equity -= share;
      maintenance -= own;
    }
    takeOverLeg(s, e, rest[k], realized);
  }
}

function takeOverLeg(s: EngineState, e: EventBuffer, leg: ClosingLeg, realized: number): void {
  const { exposure, position, order, instrument } = leg;
  const lots = s.books.reals[order * REALS + ORDER_REST];
  const tradeId = ++s.meta[META_TRADE_SERIAL];
  const exitBefore = exitOf(s, position);
  const held = takeAll(s, instrument, position, realized);
  const price = averagePrice(instrument, exitOf(s, position) - exitBefore, lots);
  s.orderFacts[order * FACTS + ORDER_FILLED_LOTS] += lots;
  s.orderFacts[order * FACTS + ORDER_FILLED_COST] += price * lots;
  s.books.reals[order * REALS + ORDER_REST] = 0;
  fill.price = price;
  fill.lots = lots;
  fill.tradeId = tradeId;
  fill.fee = 0;
  fill.realized = realized;
  reportFilled(s, e, order, FillRole.Liquidation, leg.id);
  payLiquidation(s, e, exposure, position, realized, PostingReason.LiquidationTakeover, tradeId);
  endLife(s, e, exposure, position, held, PositionEnd.Liquidated);
  revalue(s, instrument, position);
  recharge(s, exposure);
  closeOrder(s, e, order, OrderEnd.Liquidation);
  touchExposure(s, exposure);
}

// The member ends at what is left, or at exactly zero with the deficit paid (I5). Returns what the insurance fund paid.
function settleScope(
  s: EngineState,
  e: EventBuffer,
  account: number,
  symbol: number,
  scope: number,
  purse: number,
  legs: ClosingLeg[],
): number {
  const left = s.risk[scope * RISK + EQUITY];
  let insured = 0;
  if (left < 0) {
    insured = payDeficit(s, e, account, symbol, purse, 0 - left, 0);
    if (scope >= s.capacity.accounts) setIsolated(s, legs[0].position, isolatedOf(s, legs[0].position) - left);
  } else if (scope >= s.capacity.accounts && left > 0) {
    post(s, e, account, symbol, purse, futuresWallet(account), left, PostingReason.IsolatedMargin, 0);
    setIsolated(s, legs[0].position, 0);
  }
  return insured;
}

function report(s: EngineState, e: EventBuffer, account: number, legs: ClosingLeg[], fee: number, insured: number): void {
  for (let k = 0; k < legs.length; k++) {
    const leg = legs[k];
    const last = k === legs.length - 1;
    const price = averagePrice(leg.instrument, exitOf(s, leg.position), lifeLots(s, leg.position));
    emitLiquidationFinished(e, account, leg.symbol, leg.id, last ? fee : 0, last ? insured : 0, leg.size, price);
  }
}

function isolatedOf(s: EngineState, position: number): number {
  return s.positionLife[position * LIFE + LIFE_ISOLATED];
}
function lifeLots(s: EngineState, position: number): number {
  return s.positionLife[position * LIFE + LIFE_CLOSED_LOTS];
}
function exitOf(s: EngineState, position: number): bigint {
  return readWide(s.positionLife[position * LIFE + LIFE_EXIT_COST], s.positionLife[position * LIFE + LIFE_EXIT_COST + 1]);
}
// Floor, in ticks: a report, the amounts are exact without it.
function averagePrice(i: Instrument, exit: bigint, lots: number): number {
  return lots === 0 ? 0 : toSafe(divFloorBig(exit, BigInt(lots) * BigInt(i.units.costNum)));
}
