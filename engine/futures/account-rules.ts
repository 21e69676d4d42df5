// What an account's flags and a running liquidation refuse: locks first (rules 3.6, check 2), copy-trade rules after the mode, then the
// liquidation (check 19). Cancelling is never refused.
import * as layout from '../layout.ts';
import { AccountFlag, MarginType, OrderType, SHUT_FLAGS } from '../wire/command.ts';
import { legOf } from './order-flags.ts';
import { isHedge, legLots, marginTypeOf } from './exposure.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { isHeld } from './work-queue.ts';
import { flagsOf } from './set-account-flags.ts';

const { EXPOSURE, EX_LEG } = layout;

/** Check 2 for an order: the account may not order at all. */
export function checkLocks(s: EngineState, flags: number): number {
  if ((flags & SHUT_FLAGS) !== 0) return refuse(s, Reject.ACCOUNT_FROZEN);
  if ((flags & AccountFlag.MayNotOrder) !== 0) return refuse(s, Reject.PARTNER_MAY_NOT_ORDER);
  return 0;
}

/** Copy-trade rules of a new or amended order, as far as the account's flags tell them (rules 10.6). */
export function checkCopyRules(s: EngineState, account: number, exposure: number, orderFlags: number, reduces: boolean): number {
  const flags = flagsOf(s, account);
  if ((flags & (AccountFlag.Trader | AccountFlag.TraderCopied | AccountFlag.FollowerCopied)) === 0) return 0;
  if ((flags & AccountFlag.FollowerCopied) !== 0) return refuse(s, Reject.FOLLOWER_USES_COPY_TAB);
  if (((orderFlags >> 3) & 7) > OrderType.Market) return checkTpsl(s, account);
  if ((flags & AccountFlag.TraderCopied) === 0) return 0;
  if (reduces) return refuse(s, Reject.TRADER_CLOSES_BY_COPYING);
  if (holdsOpposite(s, account, exposure, orderFlags & 1)) return refuse(s, Reject.TRADER_ORDER_OPPOSITE);
  return 0;
}

/** Lead traders place no take profit and no stop loss (product specification). */
export function checkTpsl(s: EngineState, account: number): number {
  return (flagsOf(s, account) & AccountFlag.Trader) !== 0 ? refuse(s, Reject.TRADER_MAY_NOT_TPSL) : 0;
}

function holdsOpposite(s: EngineState, account: number, exposure: number, side: number): boolean {
  const other = isHedge(s, account) ? 1 - side : 0;
  const held = legLots(s, exposure, other);
  return side === 0 ? held < 0 : held > 0;
}

/** Check 19: the scope that an order of these flags works in is being liquidated. */
export function checkLiquidation(s: EngineState, account: number, exposure: number, orderFlags: number): number {
  if (isHeld(s, account)) return refuse(s, Reject.ACCOUNT_IN_LIQUIDATION);
  if (exposure < 0 || marginTypeOf(s, exposure) !== MarginType.Isolated) return 0;
  const slot = s.exposures[exposure * EXPOSURE + EX_LEG + legOf(orderFlags)];
  return slot >= 0 && isHeld(s, s.capacity.accounts + slot) ? refuse(s, Reject.ACCOUNT_IN_LIQUIDATION) : 0;
}

/** For what a member does besides orders: settings, margin, transfers out. */
export function checkActing(s: EngineState, account: number): number {
  if ((flagsOf(s, account) & SHUT_FLAGS) !== 0) return refuse(s, Reject.ACCOUNT_FROZEN);
  return isHeld(s, account) ? refuse(s, Reject.ACCOUNT_IN_LIQUIDATION) : 0;
}

/** Leverage, margin type and mode stay as they are while copied orders are open (rules 5.3, 10.6). `locked` is a lead's refusal. */
export function checkSetting(s: EngineState, account: number, locked: number): number {
  const refusal = checkActing(s, account);
  if (refusal !== 0) return refusal;
  const flags = flagsOf(s, account);
  if ((flags & AccountFlag.FollowerCopied) !== 0) return refuse(s, Reject.FOLLOWER_USES_COPY_TAB);
  return (flags & AccountFlag.TraderCopied) !== 0 ? refuse(s, locked) : 0;
}
