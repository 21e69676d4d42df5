// The naive engine's scopes: a cross account or one isolated leg, its equity, its maintenance margin, and whether it must go.
import { SwitchBit } from '../../wire/command.ts';
import { sum } from './exact.ts';
import { isIsolated, type Naive, type NaivePosition, positionsOf, sameScope, type Scope, symbolOf, wallet } from './model.ts';
import { maintenance, unrealized } from './risk.ts';

/** A mark that has not moved for so long judges nobody (rules 2, 8.2). */
export const MARK_MAX_AGE_MS = 10_000;
const HALTS = SwitchBit.Halt | SwitchBit.MarketClosed | SwitchBit.FeedHalt;

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

/** What is being delisted settles at its last mark: nobody is liquidated on it any more, even who waited for it (rules 2). */
export function isPriced(s: Naive, symbol: number): boolean {
  const m = symbolOf(s, symbol);
  return !m.isDelisted && m.valid && s.time - m.markAt <= MARK_MAX_AGE_MS && ((s.siteSwitches | m.switches) & HALTS) === 0;
}

/** Every scope of an account that must go now. */
export function failing(s: Naive, account: number): Scope[] {
  const scopes: Scope[] = [{ account, symbol: -1, positionSide: 0 }];
  for (const p of positionsOf(s, account)) {
    if (isIsolated(s, account, p.symbol)) scopes.push({ account, symbol: p.symbol, positionSide: p.positionSide });
  }
  return scopes.filter((scope) => mustLiquidate(s, scope));
}

export const isHeld = (s: Naive, scope: Scope): boolean => s.held.some((h) => sameScope(h, scope));
