// The naive engine's locks and copy-trade rules (rules 3.6 checks 2 and 19, 5.3, 10.6): what an account's flags or a liquidation refuse.
import { AccountFlag, OrderType } from '../../wire/command.ts';
import { Reject } from '../../reject.ts';
import { accountOf, isHedge, isIsolated, type Naive, type NaiveOrder, positionOf } from './model.ts';
import { signOf } from './risk.ts';
import { isHeld } from './scope.ts';

const has = (s: Naive, account: number, flag: number): boolean => (accountOf(s, account).flags & flag) !== 0;

/** By operators, or because it is leaving. */
const isShut = (s: Naive, account: number) => has(s, account, AccountFlag.Frozen) || has(s, account, AccountFlag.Leaving);

/** Operators hold the account to less leverage than this. */
export function aboveLimit(s: Naive, account: number, leverage: number): boolean {
  const limit = Math.floor(accountOf(s, account).flags / 256) % 128;
  return limit > 0 && leverage > limit;
}

/** Check 2: may this account order at all, and open? */
export function lockFault(s: Naive, account: number, reduces: boolean): number {
  if (isShut(s, account)) return Reject.ACCOUNT_FROZEN;
  if (has(s, account, AccountFlag.MayNotOrder)) return Reject.PARTNER_MAY_NOT_ORDER;
  return has(s, account, AccountFlag.ReduceOnly) && !reduces ? Reject.ACCOUNT_REDUCE_ONLY : 0;
}

/** Copy-trade rules, after mode and position rules. */
export function copyFault(s: Naive, o: NaiveOrder, reduces: boolean): number {
  if (has(s, o.account, AccountFlag.FollowerCopied)) return Reject.FOLLOWER_USES_COPY_TAB;
  if (o.type > OrderType.Market) return has(s, o.account, AccountFlag.Trader) ? Reject.TRADER_MAY_NOT_TPSL : 0;
  if (!has(s, o.account, AccountFlag.TraderCopied)) return 0;
  if (reduces) return Reject.TRADER_CLOSES_BY_COPYING;
  const other = isHedge(s, o.account) ? 3 - o.positionSide : o.positionSide;
  const held = positionOf(s, o.account, o.symbol, other);
  return held !== undefined && signOf(held.lots) !== o.sign ? Reject.TRADER_ORDER_OPPOSITE : 0;
}

/** Check 19: the scope the order works in, or the wallet behind it, is being liquidated. */
export function liquidationFault(s: Naive, account: number, symbol: number, positionSide: number): number {
  if (isHeld(s, { account, symbol: -1, positionSide: 0 })) return Reject.ACCOUNT_IN_LIQUIDATION;
  if (!isIsolated(s, account, symbol)) return 0;
  return isHeld(s, { account, symbol, positionSide }) ? Reject.ACCOUNT_IN_LIQUIDATION : 0;
}

/** What a member does besides orders. */
export function actingFault(s: Naive, account: number): number {
  if (isShut(s, account)) return Reject.ACCOUNT_FROZEN;
  return isHeld(s, { account, symbol: -1, positionSide: 0 }) ? Reject.ACCOUNT_IN_LIQUIDATION : 0;
}

/** Leverage, margin type and mode stand still while copied orders are open; `locked` is what a lead is told. */
export function settingFault(s: Naive, account: number, locked: number): number {
  const acting = actingFault(s, account);
  if (acting) return acting;
  if (has(s, account, AccountFlag.FollowerCopied)) return Reject.FOLLOWER_USES_COPY_TAB;
  return has(s, account, AccountFlag.TraderCopied) ? locked : 0;
}
