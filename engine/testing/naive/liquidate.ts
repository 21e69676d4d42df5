// The naive engine's liquidation (rules 9.3 to 9.5): cancel, net hedge legs, step down, close in the market, take over, settle.
import { FillRole, OrderEnd } from '../../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../../ledger/account.ts';
import { deleverage, isCounterpartyOff } from './adl.ts';
import { closingOrder } from './closing-order.ts';
import { collect } from './debt.ts';
import { abs, ceilDiv, floorDiv, max, min, sum } from './exact.ts';
import { keepShare, settleFunding } from './funding.ts';
import { balance, isIsolated, type Naive, type NaivePosition, ordersOf, post, removeOrder, type Scope, symbolOf, wallet } from './model.ts';
import { walk } from './match.ts';
import { feeAt, isCloser, maintenance, signOf, tierAt, unrealized } from './risk.ts';
import { closeAtMark, cutReducers, endPosition, house, payDeficit } from './settle.ts';
import { forgetWarning } from './warn.ts';
import { isPriced, mustLiquidate, scopeEquity, scopeMaintenance, scopePositions } from './scope.ts';

export function liquidate(s: Naive, scope: Scope): void {
  s.touched.add(scope.account);
  for (const p of scopePositions(s, scope)) settleFunding(s, p);
  if (!mustLiquidate(s, scope)) return;
  cancelScope(s, scope);
  if (scope.symbol === -1 && netLegs(s, scope) && !mustLiquidate(s, scope)) return;
  for (let more = true; more; ) {
    more = stepDown(s, scope);
    if (!mustLiquidate(s, scope)) return;
  }
  const positions = inOrder(scopePositions(s, scope));
  let filledFee = 0n;
  for (const p of positions) filledFee += closeInMarket(s, scope, p, abs(p.lots));
  if (settle(s, scope, positions, filledFee)) forgetWarning(s, scope);
}

const inOrder = (positions: NaivePosition[]) => positions.sort((a, b) => a.symbol - b.symbol || a.positionSide - b.positionSide);

/** Step 3: LONG and SHORT of one symbol close against each other at the mark, free of fees. */
function netLegs(s: Naive, scope: Scope): boolean {
  let netted = false;
  for (const long of inOrder(scopePositions(s, scope))) {
    const short = scopePositions(s, scope).find((p) => p.symbol === long.symbol && p.lots < 0n);
    if (long.lots <= 0n || short === undefined || !isPriced(s, long.symbol)) continue;
    const lots = min(long.lots, -short.lots);
    closeAtMark(s, long, lots);
    closeAtMark(s, short, lots);
    cutReducers(s, scope.account, long.symbol);
    netted = true;
  }
  return netted;
}

/** Step 4: the position with the largest maintenance margin falls to the next lower bracket. False when there is nothing to step. */
function stepDown(s: Naive, scope: Scope): boolean {
  let largest: NaivePosition | undefined;
  for (const p of inOrder(scopePositions(s, scope))) {
    if (isPriced(s, p.symbol) && (largest === undefined || maintenance(s, p) > maintenance(s, largest))) largest = p;
  }
  // A scope without equity has nothing that a smaller position could save.
  if (largest === undefined || scopeEquity(s, scope) <= 0n) return false;
  const m = symbolOf(s, largest.symbol);
  const value = m.mark * abs(largest.lots) * m.costNum;
  const tier = tierAt(m, value);
  if (tier === 0) return false;
  const over = value - BigInt(m.spec.tiers.caps[tier - 1]) * m.costDen * 100n;
  const lots = min(abs(largest.lots), ceilDiv(over, m.mark * m.costNum));
  const before = abs(largest.lots);
  const fee = closeInMarket(s, scope, largest, lots);
  chargeClearance(s, scope, largest, fee);
  return before - abs(largest.lots) === lots;
}

/** Returns the clearance fee on what the market took. */
function closeInMarket(s: Naive, scope: Scope, p: NaivePosition, lots: bigint): bigint {
  const m = symbolOf(s, p.symbol);
  const before = s.fills.length;
  if (isPriced(s, p.symbol)) walk(s, closingOrder(p, lots), FillRole.Liquidation, bankruptcyTicks(s, scope, p));
  const mine = s.fills.slice(before).filter((fill) => fill.role === FillRole.Liquidation);
  return feeAt(m, sum(mine.map((fill) => fill.price * fill.lots)), 1n, m.spec.clearanceFee);
}

function chargeClearance(s: Naive, scope: Scope, p: NaivePosition, fee: bigint): void {
  const isolated = scope.symbol !== -1;
  const there = isolated ? min(scopeEquity(s, scope), p.isolated) : scopeEquity(s, scope);
  const paid = min(max(0n, there), fee);
  move(s, p, isolated ? isolatedPurse(scope.account) : futuresWallet(scope.account), house(HouseAccount.Insurance), paid, isolated);
}

/** Tick beyond which the close would cost more than the leg's share of the equity; at the mark when there is none (rules 9.4, 9.5). */
function bankruptcyTicks(s: Naive, scope: Scope, p: NaivePosition): bigint {
  const m = symbolOf(s, p.symbol);
  const equity = max(0n, scopeEquity(s, scope));
  const share = floorDiv(equity * maintenance(s, p), scopeMaintenance(s, scope));
  const value = m.mark * abs(p.lots) * m.costNum;
  const by = 100n * abs(p.lots) * m.costNum;
  return p.lots > 0n ? ceilDiv(value - share * 100n * m.costDen, by) : floorDiv(value + share * 100n * m.costDen, by);
}

function cancelScope(s: Naive, scope: Scope): void {
  for (const o of ordersOf(s, scope.account)) {
    const mine =
      scope.symbol === -1
        ? !isIsolated(s, scope.account, o.symbol) || !isCloser(o)
        : o.symbol === scope.symbol && o.positionSide === scope.positionSide;
    if (mine) removeOrder(s, o, OrderEnd.Liquidation);
  }
}

/** Clearance fee, take-over of what the market did not take, and who pays a deficit (rules 9.4, 9.5). False when the rest is safe. */
function settle(s: Naive, scope: Scope, positions: readonly NaivePosition[], filledFee: bigint): boolean {
  const isolated = scope.symbol !== -1;
  const purse = isolated ? isolatedPurse(scope.account) : futuresWallet(scope.account);
  const rest = positions.filter((p) => p.lots !== 0n);
  const backing = () => (isolated ? sum(positions.map((p) => p.isolated)) : wallet(s, scope.account));
  let equity = backing() + sum(rest.map((p) => unrealized(s, p)));
  let fee = min(max(0n, equity), filledFee);
  if (isolated && rest.length > 0) fee = min(fee, max(0n, positions[0].isolated));
  move(s, positions[0], purse, house(HouseAccount.Insurance), fee, isolated);
  equity -= fee;
  // The market gave more than the mark promised: the rest is safe and stays.
  if (rest.length > 0 && !mustLiquidate(s, scope)) return false;
  takeOver(s, rest, purse, equity, isolated);
  const left = backing();
  if (left < 0n) payDeficit(s, purse, -left);
  if (isolated && left > 0n) post(s, purse, futuresWallet(scope.account), left);
  // What a liquidation leaves over pays what the account owes.
  if (left > 0n) collect(s, scope.account, left);
  for (const p of positions) p.isolated = 0n;
  s.positions = s.positions.filter((p) => !positions.includes(p));
  for (const p of positions) cutReducers(s, p.account, p.symbol);
  return true;
}

function move(s: Naive, p: NaivePosition, from: number, to: number, amount: bigint, isolated: boolean): void {
  post(s, from, to, amount);
  if (isolated) p.isolated -= amount;
}

/** The counterparty, or where there is none the winners, take the rest at the bankruptcy price (shares by maintenance margin). */
function takeOver(s: Naive, rest: readonly NaivePosition[], purse: number, equity: bigint, isolated: boolean): void {
  const total = sum(rest.map((p) => maintenance(s, p)));
  const toShare = equity >= 0n ? equity : uncovered(s, rest, equity);
  let shared = 0n;
  rest.forEach((p, i) => {
    const m = symbolOf(s, p.symbol);
    const share = i === rest.length - 1 ? toShare - shared : floorDiv(toShare * maintenance(s, p), total);
    shared += share;
    const realized = unrealized(s, p) - share;
    const { lots, cost } = p;
    const exit = cost + signOf(lots) * realized * m.costDen;
    move(s, p, house(HouseAccount.Futures), purse, realized, false);
    if (isolated) p.isolated += realized;
    keepShare(s, p);
    p.lots = 0n;
    m.house += lots;
    endPosition(s, p, signOf(lots));
    if (isCounterpartyOff(s, p.symbol)) deleverage(s, p, signOf(lots), abs(lots), exit);
  });
}

/** What of a deficit the winners must bear: nothing while a counterparty quotes one of the legs, else what the fund does not cover. */
function uncovered(s: Naive, rest: readonly NaivePosition[], equity: bigint): bigint {
  if (!rest.every((p) => isCounterpartyOff(s, p.symbol))) return 0n;
  return min(0n, equity + balance(s, house(HouseAccount.Insurance)));
}
