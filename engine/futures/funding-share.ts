// What a position held at a funding time counts, not what it holds when the settlement comes (rules 8.5). A leg that trades between the two
// leaves its share here, as it was; the settlement works shares off before the legs that did not trade.
//
// Funding times lie on one grid, so the engine knows them without being told. Shares are of the newest one: what was never settled by the
// next is let go.
import * as layout from '../layout.ts';
import { isListed } from '../market/listed.ts';
import type { EngineState } from '../state.ts';
import { positionSideOf, symbolOfPosition } from './position.ts';

const {
  EXPOSURE,
  EX_ACCOUNT,
  FUNDING_TIME,
  LIFE,
  LIFE_FUNDED_AT,
  LIFE_ID,
  LIFE_OPENED_AT,
  LIVE,
  META_SHARES,
  META_SHARE_AT,
  META_TIME,
  SHARE,
  SHARE_ACCOUNT,
  SHARE_ID,
  SHARE_LOTS,
  SHARE_SIDE,
  SHARE_SYMBOL,
} = layout;

/** Eight hours, from 00:00 UTC (rules 2). */
export const FUNDING_GRID_MS = 28_800_000;

/** The clock has passed a funding time: shares are of that one now. */
export function passFundingTime(s: EngineState, time: number): void {
  s.meta[META_SHARE_AT] = time - (time % FUNDING_GRID_MS);
  s.meta[META_SHARES] = 0;
}

/** What a leg that opens now has been funded for: nothing before it counts. */
export function fundedAtOpening(s: EngineState, symbol: number): number {
  const settled = s.live[symbol * LIVE + FUNDING_TIME];
  const passed = s.meta[META_SHARE_AT];
  return s.meta[META_TIME] > passed && passed > settled ? passed : settled;
}

/** Keeps what the leg held at the last funding time, if that is not settled yet: call before its lots change. */
export function keepShare(s: EngineState, position: number): void {
  const at = s.meta[META_SHARE_AT];
  const life = position * LIFE;
  if (s.positionLife[life + LIFE_FUNDED_AT] >= at) return;
  const symbol = symbolOfPosition(s, position);
  const lots = s.positionLots[position];
  // A fill in the very millisecond of the funding time still counts.
  if (lots === 0 || s.meta[META_TIME] <= at || s.positionLife[life + LIFE_OPENED_AT] > at) return;
  if (s.live[symbol * LIVE + FUNDING_TIME] >= at || !isListed(s, symbol)) return;
  const exposure = s.positionExposure[position];
  const row = s.meta[META_SHARES] * SHARE;
  s.shares[row + SHARE_ACCOUNT] = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  s.shares[row + SHARE_SYMBOL] = symbol;
  s.shares[row + SHARE_SIDE] = positionSideOf(s, exposure, position);
  s.shares[row + SHARE_LOTS] = lots;
  s.shares[row + SHARE_ID] = s.positionLife[life + LIFE_ID];
  s.meta[META_SHARES]++;
  s.positionLife[life + LIFE_FUNDED_AT] = at;
}

/** Takes the share at `index` out; the last one moves into its place. */
export function takeShare(s: EngineState, index: number): void {
  const last = --s.meta[META_SHARES];
  s.shares.copyWithin(index * SHARE, last * SHARE, (last + 1) * SHARE);
}

/** A symbol that leaves the exchange takes its shares along: what comes back begins anew. */
export function dropShares(s: EngineState, symbol: number): void {
  for (let k = s.meta[META_SHARES] - 1; k >= 0; k--) if (s.shares[k * SHARE + SHARE_SYMBOL] === symbol) takeShare(s, k);
}
