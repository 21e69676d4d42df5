// The end of every command: test what was touched, liquidate what fails, then report positions and accounts once each.
import * as layout from './layout.ts';
import { EventKind } from './event.ts';
import { type EventBuffer, emitWarned } from './event-buffer.ts';
import { isBusy, isHedge } from './futures/exposure.ts';
import { isBreached, liquidate } from './futures/liquidate.ts';
import { marginRatioPpm } from './futures/margin.ts';
import { releaseLeg } from './futures/position.ts';
import { futuresWallet, isolatedPurse } from './ledger/account.ts';
import { WIDE_BASE } from './money/wide.ts';
import type { EngineState } from './state.ts';

const {
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_SYMBOL,
  LIFE,
  LIFE_FEES,
  LIFE_ID,
  LIFE_ISOLATED,
  LIFE_REALIZED,
  LIFE_WIDE_COST,
  MAINTENANCE,
  META_TIME,
  ORDER_MARGIN,
  POSITION_MARGIN,
  RISK,
  WARNED,
  WARNED_AT,
} = layout;

const PER_BASE = 2 ** -40;
const WARN_EVERY_MS = 60_000;

export function finish(s: EngineState, e: EventBuffer): void {
  if (s.touchedExposureCount !== 0 || s.alarmCount !== 0) testScopes(s, e);
  for (let k = 0; k < s.touchedExposureCount; k++) reportExposure(s, e, s.touchedExposures[k]);
  for (let k = 0; k < s.touchedAccountCount; k++) reportAccount(s, e, s.touchedAccounts[k]);
  s.touchedExposureCount = 0;
  s.touchedAccountCount = 0;
}

/** After a refusal nothing was touched by rule; this only keeps the scratch clean. */
export function forget(s: EngineState): void {
  for (let k = 0; k < s.touchedExposureCount; k++) s.exposureTouched[s.touchedExposures[k]] = 0;
  for (let k = 0; k < s.touchedAccountCount; k++) s.accountTouched[s.touchedAccounts[k]] = 0;
  s.touchedExposureCount = 0;
  s.touchedAccountCount = 0;
  s.alarmCount = 0;
}

// A liquidation trades with other members, so it goes on until a whole pass finds nobody in breach. Order: scope number.
function testScopes(s: EngineState, e: EventBuffer): void {
  for (;;) {
    let breached = 0;
    for (let k = 0; k < s.alarmCount; k++) {
      if (isBreached(s, s.alarms[k])) s.alarms[breached++] = s.alarms[k];
      else warnScope(s, e, s.alarms[k]);
    }
    s.alarmCount = breached;
    for (let k = 0; k < s.touchedExposureCount; k++) testExposure(s, s.touchedExposures[k]);
    // Isolated margin and fees leave the cross wallet, so the cross scope of every touched account is tested too.
    for (let k = 0; k < s.touchedAccountCount; k++) testScope(s, s.touchedAccounts[k]);
    if (s.alarmCount === 0) break;
    const due = s.alarms.slice(0, s.alarmCount).sort();
    s.alarmCount = 0;
    for (const scope of due) if (isBreached(s, scope)) liquidate(s, e, scope);
  }
  for (let k = 0; k < s.touchedExposureCount; k++) warnExposure(s, e, s.touchedExposures[k]);
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
  if (isBreached(s, scope) && s.alarmCount < s.alarms.length) s.alarms[s.alarmCount++] = scope;
}

function warnExposure(s: EngineState, e: EventBuffer, exposure: number): void {
  const ex = exposure * EXPOSURE;
  for (let leg = 0; leg < 2; leg++) {
    const slot = s.exposures[ex + EX_LEG + leg];
    if (slot >= 0) warnScope(s, e, s.positionScope[slot]);
  }
}

/** MarginWarned at 80 %, armed again below 70 %, at most once in 60 s (rules 9.7). Also called for scopes a mark tick flagged. */
export function warnScope(s: EngineState, e: EventBuffer, scope: number): void {
  const row = scope * RISK;
  const maintenance = s.risk[row + MAINTENANCE];
  const equity = s.risk[row + EQUITY];
  if (s.risk[row + WARNED] !== 0) {
    if (10 * maintenance < 7 * equity || maintenance === 0) s.risk[row + WARNED] = 0;
    return;
  }
  if (maintenance === 0 || 5 * maintenance < 4 * equity) return;
  s.risk[row + WARNED] = 1;
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

function reportExposure(s: EngineState, e: EventBuffer, exposure: number): void {
  const ex = exposure * EXPOSURE;
  s.exposureTouched[exposure] = 0;
  for (let leg = 0; leg < 2; leg++) {
    const slot = s.exposures[ex + EX_LEG + leg];
    if (slot < 0 || s.positionTouched[slot] === 0) continue;
    s.positionTouched[slot] = 0;
    if (s.positionLots[slot] !== 0) reportPosition(s, e, exposure, leg, slot);
  }
  if (!isBusy(s, exposure)) {
    releaseLeg(s, exposure, 0);
    releaseLeg(s, exposure, 1);
  }
}

function reportPosition(s: EngineState, e: EventBuffer, exposure: number, leg: number, slot: number): void {
  const ex = exposure * EXPOSURE;
  const account = s.exposures[ex + EX_ACCOUNT];
  const life = slot * LIFE;
  const l = s.positionLife;
  let hi = l[life + LIFE_WIDE_COST];
  let lo = l[life + LIFE_WIDE_COST + 1];
  if (s.positionWide[slot] === 0) {
    const cost = s.positionCost[slot] < 0 ? 0 - s.positionCost[slot] : s.positionCost[slot];
    hi = Math.floor(cost * PER_BASE);
    lo = cost - hi * WIDE_BASE;
  }
  const isolated = s.positionScope[slot] >= s.capacity.accounts ? 1 : 0;
  const at = e.begin(EventKind.PositionChanged, account, s.exposures[ex + EX_SYMBOL]);
  const w = e.words;
  w[at + 6] = l[life + LIFE_ID];
  w[at + 7] = leg === 1 ? 2 : isHedge(s, account) ? 1 : 0;
  w[at + 8] = s.positionLots[slot];
  w[at + 9] = hi;
  w[at + 10] = lo;
  w[at + 11] = l[life + LIFE_ISOLATED];
  w[at + 12] = l[life + LIFE_REALIZED];
  w[at + 13] = l[life + LIFE_FEES];
  w[at + 15] = s.positionLeverage[slot] * 2 + isolated;
}

function reportAccount(s: EngineState, e: EventBuffer, account: number): void {
  s.accountTouched[account] = 0;
  const row = account * RISK;
  const wallet = s.ledger[futuresWallet(account)];
  const equity = s.risk[row + EQUITY];
  const free = equity - s.risk[row + POSITION_MARGIN] - s.risk[row + ORDER_MARGIN];
  const at = e.begin(EventKind.AccountChanged, account, -1);
  const w = e.words;
  w[at + 6] = wallet;
  w[at + 7] = s.ledger[isolatedPurse(account)];
  w[at + 8] = s.risk[row + ORDER_MARGIN];
  w[at + 9] = s.risk[row + POSITION_MARGIN];
  w[at + 10] = equity - wallet;
  w[at + 11] = s.risk[row + MAINTENANCE];
  w[at + 12] = free > 0 ? free : 0;
}
