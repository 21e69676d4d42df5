// The naive engine's warnings (rules 9.7): at 80 % of the margin, armed again below 70 %, at most once in a minute for each scope.
import { type Command, CommandKind } from '../../wire/command.ts';
import { isIsolated, type Naive, type NaivePosition, positionsOf, type Scope } from './model.ts';
import { isHeld, scopeEquity, scopeMaintenance } from './scope.ts';

const EVERY_MS = 60_000;

export interface Warning {
  warned: boolean;
  /** ms of the last one told, 0 = none yet. */
  at: number;
}

/** Scopes to be warned by this command: cross ones of every touched account, legs of the symbols it moved or where orders came and went (rules 9.1). */
export function warnTouched(s: Naive, c: Command): string[] {
  const told: string[] = [];
  const isWhole = c.kind === CommandKind.SetSwitch && c.symbol === -1;
  for (const account of s.touched) {
    if (!s.accounts.has(account)) continue;
    judge(s, { account, symbol: -1, positionSide: 0 }, crossWarning(s, account), told);
    for (const p of positionsOf(s, account)) {
      const isMoved = isWhole || p.symbol === c.symbol || s.stirred.has(`${account}:${p.symbol}`);
      if (isMoved && isIsolated(s, account, p.symbol))
        judge(s, { account, symbol: p.symbol, positionSide: p.positionSide }, legWarning(s, p), told);
    }
  }
  return told;
}

function judge(s: Naive, scope: Scope, warning: Warning, told: string[]): void {
  if (isHeld(s, scope)) return;
  const maintenance = scopeMaintenance(s, scope);
  const equity = scopeEquity(s, scope);
  if (warning.warned) {
    if (maintenance === 0n || maintenance * 10n < equity * 7n) warning.warned = false;
    return;
  }
  if (maintenance === 0n || maintenance * 10n < equity * 8n) return;
  warning.warned = true;
  if (warning.at !== 0 && s.time - warning.at < EVERY_MS) return;
  warning.at = s.time;
  told.push(`${scope.account} ${scope.symbol}`);
}

function crossWarning(s: Naive, account: number): Warning {
  const known = s.crossWarnings.get(account) ?? { warned: false, at: 0 };
  s.crossWarnings.set(account, known);
  return known;
}

function legWarning(s: Naive, p: NaivePosition): Warning {
  const known = s.legWarnings.get(p) ?? { warned: false, at: 0 };
  s.legWarnings.set(p, known);
  return known;
}

/** A liquidated scope begins anew. */
export function forgetWarning(s: Naive, scope: Scope): void {
  if (scope.symbol === -1) crossWarning(s, scope.account).warned = false;
}
