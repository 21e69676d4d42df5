// What the running command touched: accounts and exposures to report and to test once, at its end (finish.ts).
import * as layout from './layout.ts';
import type { EngineState } from './state.ts';

const { EXPOSURE, EX_ACCOUNT } = layout;

/** Mark of a touched exposure of which a leg changed; that of another is 1. */
export const WITH_LEG = 2;

export function touchAccount(s: EngineState, account: number): void {
  if (s.accountTouched[account] !== 0) return;
  s.accountTouched[account] = 1;
  s.touchedAccounts[s.touchedAccountCount++] = account;
}

export function touchExposure(s: EngineState, exposure: number): void {
  if (s.exposureTouched[exposure] !== 0) return;
  s.exposureTouched[exposure] = 1;
  s.touchedExposures[s.touchedExposureCount++] = exposure;
  touchAccount(s, s.exposures[exposure * EXPOSURE + EX_ACCOUNT]);
}

/** The same for an exposure of which a leg changed: that is reported too. */
export function touchLeg(s: EngineState, exposure: number, position: number): void {
  s.positionTouched[position] = 1;
  touchExposure(s, exposure);
  s.exposureTouched[exposure] = WITH_LEG;
}

/** Notes the numbers of a refusal and returns its code. */
export function refuse(s: EngineState, code: number, limit = 0, offered = 0): number {
  s.refusedLimit = limit;
  s.refusedOffered = offered;
  return code;
}
