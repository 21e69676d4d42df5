// Who is in danger after what a command did: scopes in breach are held for their liquidation, those near it are warned (rules 9.1, 9.7).
import * as layout from './layout.ts';
import { MarginType } from './wire/command.ts';
import type { EventBuffer } from './wire/event-buffer.ts';
import { isBreached } from './futures/breach.ts';
import { isCalm, isWarned, marginRatioPpm } from './futures/margin.ts';
import type { EngineState } from './state.ts';
import { holdScope, isHeld, waitingScopes } from './futures/work-queue.ts';
import { emitWarned } from './wire/event-writers.ts';

const { EQUITY, EXPOSURE, EX_ACCOUNT, EX_LEG, EX_SETTING, EX_SYMBOL, LIFE, LIFE_ID, MAINTENANCE, META_TIME, RISK, WARNED, WARNED_AT } =
  layout;

const WARN_EVERY_MS = 60_000;
const WARNED_BIT = 1;

/**
 * Tests what the running command touched and what a mark noted; the scopes in breach join the queue as one wave, by scope number. Returns
 * how many there are.
 */
export function noteTouched(s: EngineState, e: EventBuffer): number {
  let breached = 0;
  for (let k = 0; k < s.alarmCount; k++) {
    const scope = s.alarms[k];
    if (isHeld(s, scope)) continue;
    if (isBreached(s, scope)) s.alarms[breached++] = scope;
    else warnScope(s, e, scope);
  }
  s.alarmCount = breached;
  for (let k = 0; k < s.touchedExposureCount; k++) testExposure(s, s.touchedExposures[k]);
  // Isolated margin and fees leave the cross wallet, so the cross scope of every touched account is tested too.
  for (let k = 0; k < s.touchedAccountCount; k++) testScope(s, s.touchedAccounts[k]);
  const wave = s.alarmCount;
  if (wave === 0) return 0;
  const before = waitingScopes(s);
  // A scope may have been noted for each of its legs.
  for (const scope of s.alarms.subarray(0, wave).sort()) holdScope(s, scope);
  s.alarmCount = 0;
  return waitingScopes(s) - before;
}

/** True when nothing that the command touched is near its end or was warned: then there is nobody to hold, to warn or to arm again. */
export function areTouchedCalm(s: EngineState): boolean {
  for (let k = 0; k < s.touchedAccountCount; k++) if (!isScopeCalm(s, s.touchedAccounts[k])) return false;
  const { accounts } = s.capacity;
  for (let k = 0; k < s.touchedExposureCount; k++) {
    const ex = s.touchedExposures[k] * EXPOSURE;
    if ((s.exposures[ex + EX_SETTING] & 1) === MarginType.Crossed) continue;
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[ex + EX_LEG + leg];
      if (slot >= 0 && s.positionScope[slot] >= accounts && !isScopeCalm(s, s.positionScope[slot])) return false;
    }
  }
  return true;
}

function isScopeCalm(s: EngineState, scope: number): boolean {
  const row = scope * RISK;
  return s.risk[row + WARNED] === 0 && 5 * s.risk[row + MAINTENANCE] < 4 * s.risk[row + EQUITY];
}

function testExposure(s: EngineState, exposure: number): void {
  const ex = exposure * EXPOSURE;
  for (let leg = 0; leg < 2; leg++) {
    const slot = s.exposures[ex + EX_LEG + leg];
    if (slot >= 0 && s.positionScope[slot] >= s.capacity.accounts) testScope(s, s.positionScope[slot]);
  }
}

function testScope(s: EngineState, scope: number): void {
  if (s.risk[scope * RISK + EQUITY] > s.risk[scope * RISK + MAINTENANCE]) return;
  if (!isHeld(s, scope) && isBreached(s, scope) && s.alarmCount < s.alarms.length) s.alarms[s.alarmCount++] = scope;
}

/** Warns the owners of touched legs and wallets that are near their end now. */
export function warnTouched(s: EngineState, e: EventBuffer): void {
  for (let k = 0; k < s.touchedExposureCount; k++) {
    const ex = s.touchedExposures[k] * EXPOSURE;
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[ex + EX_LEG + leg];
      if (slot >= 0) warnScope(s, e, s.positionScope[slot]);
    }
  }
  // A wallet that shrank without a trade brings its cross scope nearer too.
  for (let k = 0; k < s.touchedAccountCount; k++) warnScope(s, e, s.touchedAccounts[k]);
}

// MarginWarned at 80 %, armed again below 70 %, at most once in 60 s (rules 9.7); a held scope is past warnings.
function warnScope(s: EngineState, e: EventBuffer, scope: number): void {
  const row = scope * RISK;
  const maintenance = s.risk[row + MAINTENANCE];
  const equity = s.risk[row + EQUITY];
  const state = s.risk[row + WARNED];
  if (state !== 0) {
    if (state === WARNED_BIT && isCalm(equity, maintenance)) s.risk[row + WARNED] = 0;
    return;
  }
  if (!isWarned(equity, maintenance)) return;
  s.risk[row + WARNED] = WARNED_BIT;
  if (s.risk[row + WARNED_AT] !== 0 && s.meta[META_TIME] - s.risk[row + WARNED_AT] < WARN_EVERY_MS) return;
  s.risk[row + WARNED_AT] = s.meta[META_TIME];
  const ratio = marginRatioPpm(equity, maintenance);
  const ppm = ratio > 1_000_000 ? 1_000_000 : ratio;
  if (scope < s.capacity.accounts) {
    emitWarned(e, scope, -1, 0, ppm);
    return;
  }
  const slot = scope - s.capacity.accounts;
  const ex = s.positionExposure[slot] * EXPOSURE;
  emitWarned(e, s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL], s.positionLife[slot * LIFE + LIFE_ID], ppm);
}
