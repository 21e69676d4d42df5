// Views of what goes on beside orders: account flags, scopes under liquidation, the last funding, work that waits.
import { flagsOf } from './futures/set-account-flags.ts';
import { isFundingRunning } from './futures/funding.ts';
import {
  ACCOUNT,
  ACCOUNT_FIRST,
  EXPOSURE,
  EX_LEG,
  EX_NEXT,
  FUNDING_RATE,
  FUNDING_TIME,
  LIFE,
  LIFE_ID,
  LIVE,
  META_DELISTINGS,
  META_SYMBOLS,
} from './layout.ts';
import { isOpen } from './ledger/open-account.ts';
import type { EngineState } from './state.ts';
import { isHeld, waitingScopes } from './futures/work-queue.ts';

export interface RiskView {
  /** Bits of AccountFlag. */
  flags: number;
  /** The cross scope waits for its liquidation. */
  held: boolean;
  /** Positions whose isolated scope does. */
  heldPositions: number[];
}

export function riskOfView(s: EngineState, account: number): RiskView | null {
  if (!isOpen(s, account)) return null;
  const heldPositions: number[] = [];
  for (let x = s.accounts[account * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[x * EXPOSURE + EX_LEG + leg];
      if (slot < 0 || s.positionLots[slot] === 0 || s.positionScope[slot] < s.capacity.accounts) continue;
      if (isHeld(s, s.positionScope[slot])) heldPositions.push(s.positionLife[slot * LIFE + LIFE_ID]);
    }
  }
  return { flags: flagsOf(s, account), held: isHeld(s, account), heldPositions };
}

export interface FundingView {
  symbol: number;
  /** Time and rate (10^-8) of the last settlement, 0 = none yet. */
  lastTime: number;
  lastRate: number;
  running: boolean;
}

/** Every symbol's last funding. */
export function fundingView(s: EngineState): FundingView[] {
  const all: FundingView[] = [];
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const live = symbol * LIVE;
    const running = isFundingRunning(s, symbol);
    all.push({ symbol, lastTime: s.live[live + FUNDING_TIME], lastRate: s.live[live + FUNDING_RATE], running });
  }
  return all;
}

export interface WorkView {
  scopes: number;
  fundingSymbols: number[];
  delistings: number;
}

/** What Ticks have yet to do. */
export function workWaitingView(s: EngineState): WorkView {
  const fundingSymbols: number[] = [];
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) if (isFundingRunning(s, symbol)) fundingSymbols.push(symbol);
  return { scopes: waitingScopes(s), fundingSymbols, delistings: s.meta[META_DELISTINGS] };
}
