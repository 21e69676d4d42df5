// Whether a scope must be liquidated, and whether the prices that judge it may be used (rules 2, 8.2, 9.1).
import * as layout from '../layout.ts';
import { MarginType, SwitchBit } from '../wire/command.ts';
import type { EngineState } from '../state.ts';
import { marginTypeOf } from './exposure.ts';

const {
  ACCOUNT,
  ACCOUNT_FIRST,
  EQUITY,
  EXPOSURE,
  EX_LEG,
  EX_NEXT,
  EX_SYMBOL,
  LISTED,
  LIVE,
  MAINTENANCE,
  MARK_TIME,
  MARK_VALID,
  META_SITE_SWITCHES,
  META_TIME,
  RISK,
  SWITCHES,
} = layout;

/** A mark older than this judges nobody: after a restart or a gap nothing is liquidated before a fresh one (rules 8.2, I19). */
export const MARK_MAX_AGE_MS = 10_000;

/** True when the scope fails the test of rules 9.1 and every price that judges it may be used. */
export function isBreached(s: EngineState, scope: number): boolean {
  const row = scope * RISK;
  const maintenance = s.risk[row + MAINTENANCE];
  return maintenance > 0 && s.risk[row + EQUITY] <= maintenance && mayLiquidate(s, scope);
}

// Halted, closed or unconfirmed symbols suspend liquidation (rules 2, 8.2), but they shield nothing else: a cross account is judged as
// long as one of its symbols trades, the others counting at their frozen marks, or a grain of gold would keep BTC safe all weekend.
function mayLiquidate(s: EngineState, scope: number): boolean {
  if (scope >= s.capacity.accounts) return isPriceUsable(s, s.blockSymbol[(scope - s.capacity.accounts) >> 5]);
  for (let x = s.accounts[scope * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    if (marginTypeOf(s, x) === MarginType.Crossed && holdsLots(s, x) && isPriceUsable(s, s.exposures[x * EXPOSURE + EX_SYMBOL]))
      return true;
  }
  return false;
}

/** True while liquidations, triggers and settlements may act on the symbol's mark: trading, confirmed and fresh. */
export function isPriceUsable(s: EngineState, symbol: number): boolean {
  const live = symbol * LIVE;
  const bits = s.live[live + SWITCHES] | s.meta[META_SITE_SWITCHES];
  if (s.live[live + LISTED] !== 1) return false;
  if ((bits & (SwitchBit.Halt | SwitchBit.FeedHalt | SwitchBit.MarketClosed)) !== 0 || s.live[live + MARK_VALID] === 0) return false;
  return s.meta[META_TIME] - s.live[live + MARK_TIME] <= MARK_MAX_AGE_MS;
}

function holdsLots(s: EngineState, exposure: number): boolean {
  for (let leg = 0; leg < 2; leg++) {
    const slot = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
    if (slot >= 0 && s.positionLots[slot] !== 0) return true;
  }
  return false;
}
