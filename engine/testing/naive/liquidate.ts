// The naive engine's liquidation in full (rules 9.1, 9.3 to 9.5): cancel, close in the market, take over what is left, settle.
import { OrderType, SelfTrade, SwitchBit, TimeInForce } from '../../command.ts';
import { FillRole, OrderEnd } from '../../event.ts';
import { futuresWallet, HousePurse, isolatedPurse } from '../../ledger/account.ts';
import { abs, ceilDiv, floorDiv, max, min, sum } from './exact.ts';
import {
  isIsolated,
  type Naive,
  type NaiveOrder,
  type NaivePosition,
  ordersOf,
  positionsOf,
  post,
  removeOrder,
  symbolOf,
  wallet,
} from './model.ts';
import { walk } from './match.ts';
import { switchesOf } from './place.ts';
import { feeAt, isCloser, maintenance, signOf, unrealized } from './risk.ts';
import { cutReducers, house, payDeficit } from './settle.ts';

/** A cross account (symbol -1), or one isolated leg. */
export interface Scope {
  account: number;
  symbol: number;
  positionSide: number;
}

export function scopePositions(s: Naive, scope: Scope): NaivePosition[] {
  const all = positionsOf(s, scope.account);
  if (scope.symbol === -1) return all.filter((p) => !isIsolated(s, scope.account, p.symbol));
  return all.filter((p) => p.symbol === scope.symbol && p.positionSide === scope.positionSide);
}

export function scopeEquity(s: Naive, scope: Scope): bigint {
  const positions = scopePositions(s, scope);
  const own = scope.symbol === -1 ? wallet(s, scope.account) : sum(positions.map((p) => p.isolated));
  return own + sum(positions.map((p) => unrealized(s, p)));
}

export const scopeMaintenance = (s: Naive, scope: Scope): bigint => sum(scopePositions(s, scope).map((p) => maintenance(s, p)));

/** Equality liquidates (D-17). Where no symbol of the scope trades on a valid price, nobody is liquidated (rules 2, 8.2). */
export function mustLiquidate(s: Naive, scope: Scope): boolean {
  const positions = scopePositions(s, scope);
  if (!positions.some((p) => isPriced(s, p.symbol))) return false;
  return scopeEquity(s, scope) <= scopeMaintenance(s, scope);
}

function isPriced(s: Naive, symbol: number): boolean {
  const m = symbolOf(s, symbol);
  return m.valid && (switchesOf(s, m) & (SwitchBit.Halt | SwitchBit.MarketClosed | 32)) === 0;
}

/** Every scope of an account that must go now. */
export function failing(s: Naive, account: number): Scope[] {
  const scopes: Scope[] = [{ account, symbol: -1, positionSide: 0 }];
  for (const p of positionsOf(s, account)) {
    if (isIsolated(s, account, p.symbol)) scopes.push({ account, symbol: p.symbol, positionSide: p.positionSide });
  }
  return scopes.filter((scope) => mustLiquidate(s, scope));
}

export function liquidate(s: Naive, scope: Scope): void {
  s.touched.add(scope.account);
  cancelScope(s, scope);
  const positions = scopePositions(s, scope).sort((a, b) => a.symbol - b.symbol || a.positionSide - b.positionSide);
  let filledFee = 0n;
  for (const p of positions) {
    const m = symbolOf(s, p.symbol);
    const before = s.fills.length;
    if (isPriced(s, p.symbol)) walk(s, liquidationOrder(p), FillRole.Liquidation, bankruptcyTicks(s, scope, p));
    const mine = s.fills.slice(before).filter((fill) => fill.role === FillRole.Liquidation);
    filledFee += feeAt(m, sum(mine.map((fill) => fill.price * fill.lots)), 1n, m.spec.clearanceFee);
  }
  settle(s, scope, positions, filledFee);
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

function liquidationOrder(p: NaivePosition): NaiveOrder {
  return {
    id: -1,
    account: p.account,
    symbol: p.symbol,
    sign: -signOf(p.lots),
    positionSide: p.positionSide,
    type: OrderType.Market,
    timeInForce: TimeInForce.IOC,
    selfTrade: SelfTrade.ExpireMaker,
    reduceOnly: true,
    price: 0n,
    lots: abs(p.lots),
    rest: abs(p.lots),
    reserved: 0n,
    slippage: 0n,
    arrival: 0,
    age: 0,
  };
}

/** Clearance fee, take-over of what the market did not take, and who pays a deficit (rules 9.4, 9.5). */
function settle(s: Naive, scope: Scope, positions: readonly NaivePosition[], filledFee: bigint): void {
  const isolated = scope.symbol !== -1;
  const purse = isolated ? isolatedPurse(scope.account) : futuresWallet(scope.account);
  const rest = positions.filter((p) => p.lots !== 0n);
  const backing = () => (isolated ? sum(positions.map((p) => p.isolated)) : wallet(s, scope.account));
  let equity = backing() + sum(rest.map((p) => unrealized(s, p)));
  const fee = min(max(0n, equity), filledFee);
  move(s, positions[0], purse, house(HousePurse.Insurance), fee, isolated);
  equity -= fee;
  takeOver(s, rest, purse, equity, isolated);
  const left = backing();
  if (left < 0n) payDeficit(s, purse, -left);
  if (isolated && left > 0n) post(s, purse, futuresWallet(scope.account), left);
  for (const p of positions) p.isolated = 0n;
  s.positions = s.positions.filter((p) => !positions.includes(p));
  for (const p of positions) cutReducers(s, p.account, p.symbol);
}

function move(s: Naive, p: NaivePosition, from: number, to: number, amount: bigint, isolated: boolean): void {
  post(s, from, to, amount);
  if (isolated) p.isolated -= amount;
}

/** The house takes the rest at the bankruptcy price while there is equity (shares by maintenance margin), else at mark. */
function takeOver(s: Naive, rest: readonly NaivePosition[], purse: number, equity: bigint, isolated: boolean): void {
  const total = sum(rest.map((p) => maintenance(s, p)));
  let shared = 0n;
  rest.forEach((p, i) => {
    let share = 0n;
    if (equity > 0n) share = i === rest.length - 1 ? equity - shared : floorDiv(equity * maintenance(s, p), total);
    shared += share;
    const realized = unrealized(s, p) - share;
    move(s, p, house(HousePurse.Futures), purse, realized, false);
    if (isolated) p.isolated += realized;
    symbolOf(s, p.symbol).house += p.lots;
  });
}
