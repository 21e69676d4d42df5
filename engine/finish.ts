// The end of every command: test what was touched, do what work the command may do, then report positions and accounts once each.
import * as layout from './layout.ts';
import { areTouchedCalm, noteTouched, warnTouched } from './danger.ts';
import { EventKind, writerOf } from './wire/event.ts';
import type { EventBuffer } from './wire/event-buffer.ts';
import { armAttached } from './futures/attached-tpsl.ts';
import { isBusy, isHedge } from './futures/exposure.ts';
import { releaseLeg } from './futures/position.ts';
import { futuresWallet, isolatedPurse } from './ledger/account.ts';
import { WIDE_BASE } from './money/wide.ts';
import type { EngineState } from './state.ts';
import { WITH_LEG } from './touched.ts';
import { isSmallWave, isWorkWaiting, work } from './work.ts';
import { heldSetting } from './wire/event-fields.ts';

const AccountChanged = writerOf(
  'AccountChanged',
  'crossWallet',
  'isolatedWallets',
  'orderMargin',
  'positionMargin',
  'unrealizedPnl',
  'maintenanceMargin',
  'available',
);
const PositionChanged = writerOf(
  'PositionChanged',
  'positionId',
  'positionSide',
  'lots',
  'entryCost',
  'entryCostLo',
  'isolatedWallet',
  'realizedPnl',
  'feesPaid',
  'fundingPaid',
  'setting',
);

const {
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_SYMBOL,
  LIFE,
  LIFE_FEES,
  LIFE_FUNDING,
  LIFE_ID,
  LIFE_ISOLATED,
  LIFE_REALIZED,
  LIFE_WIDE_COST,
  MAINTENANCE,
  ORDER_MARGIN,
  POSITION_MARGIN,
  RISK,
} = layout;

const PER_BASE = 2 ** -40;

/** `mayWork`: the command found no work waiting, or is a Tick (work.ts). */
export function finish(s: EngineState, e: EventBuffer, mayWork: boolean): void {
  if (s.opened.length !== 0) armAttached(s, e);
  if (s.alarmCount !== 0 || (mayWork && isWorkWaiting(s)) || !areTouchedCalm(s)) {
    const wave = noteTouched(s, e);
    if (mayWork && isSmallWave(s, wave)) work(s, e);
    warnTouched(s, e);
  }
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

function reportExposure(s: EngineState, e: EventBuffer, exposure: number): void {
  const mark = s.exposureTouched[exposure];
  s.exposureTouched[exposure] = 0;
  if (mark === WITH_LEG) {
    reportLeg(s, e, exposure, 0);
    reportLeg(s, e, exposure, 1);
  }
  if (!isBusy(s, exposure)) {
    releaseLeg(s, exposure, 0);
    releaseLeg(s, exposure, 1);
  }
}

function reportLeg(s: EngineState, e: EventBuffer, exposure: number, leg: number): void {
  const slot = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
  if (slot < 0 || s.positionTouched[slot] === 0) return;
  s.positionTouched[slot] = 0;
  if (s.positionLots[slot] !== 0) reportPosition(s, e, exposure, leg, slot);
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
  const at = e.open(EventKind.PositionChanged, account, s.exposures[ex + EX_SYMBOL]);
  const w = e.words;
  w[at + PositionChanged.positionId] = l[life + LIFE_ID];
  w[at + PositionChanged.positionSide] = leg === 1 ? 2 : isHedge(s, account) ? 1 : 0;
  w[at + PositionChanged.lots] = s.positionLots[slot];
  w[at + PositionChanged.entryCost] = hi;
  w[at + PositionChanged.entryCostLo] = lo;
  w[at + PositionChanged.isolatedWallet] = l[life + LIFE_ISOLATED];
  w[at + PositionChanged.realizedPnl] = l[life + LIFE_REALIZED];
  w[at + PositionChanged.feesPaid] = l[life + LIFE_FEES];
  w[at + PositionChanged.fundingPaid] = l[life + LIFE_FUNDING];
  w[at + PositionChanged.setting] = heldSetting(s.positionLeverage[slot], isolated);
}

function reportAccount(s: EngineState, e: EventBuffer, account: number): void {
  s.accountTouched[account] = 0;
  const row = account * RISK;
  const wallet = s.ledger[futuresWallet(account)];
  const equity = s.risk[row + EQUITY];
  const free = equity - s.risk[row + POSITION_MARGIN] - s.risk[row + ORDER_MARGIN];
  const at = e.open(EventKind.AccountChanged, account, -1);
  const w = e.words;
  w[at + AccountChanged.crossWallet] = wallet;
  w[at + AccountChanged.isolatedWallets] = s.ledger[isolatedPurse(account)];
  w[at + AccountChanged.orderMargin] = s.risk[row + ORDER_MARGIN];
  w[at + AccountChanged.positionMargin] = s.risk[row + POSITION_MARGIN];
  w[at + AccountChanged.unrealizedPnl] = equity - wallet;
  w[at + AccountChanged.maintenanceMargin] = s.risk[row + MAINTENANCE];
  w[at + AccountChanged.available] = free > 0 ? free : 0;
  e.clearFrom(at + AccountChanged.available + 1);
}
