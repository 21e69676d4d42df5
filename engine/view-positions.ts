// Views of positions, with the figures that formulas give at the present mark.
import {
  ACCOUNT,
  ACCOUNT_FIRST,
  EQUITY,
  EXPOSURE,
  EX_LEG,
  EX_NEXT,
  EX_SYMBOL,
  LIFE,
  LIFE_FEES,
  LIFE_FUNDING,
  LIFE_ID,
  LIFE_ISOLATED,
  LIFE_OPENED_AT,
  LIFE_REALIZED,
  LIVE,
  MAINTENANCE,
  MARK,
  RISK,
  SUMS,
  SUM_LOTS,
  SUM_NOTIONAL,
  SUM_RESERVED,
} from './layout.ts';
import { adlLight, isCounterpartyOff } from './futures/adl.ts';
import { isOpen } from './ledger/open-account.ts';
import { freeMargin, releasedByClose } from './futures/check-order.ts';
import { findPosition, removableOf } from './futures/change-margin.ts';
import { findExposure, isHedge, legLots, leverageOf } from './futures/exposure.ts';
import { type Leg, liquidationPrice } from './futures/liquidation-price.ts';
import { notionalAtMark } from './futures/margin.ts';
import { bestOpposite } from './futures/match.ts';
import { bracketLots, maxOrderLots } from './futures/max-open.ts';
import { assumedMarketPrice } from './futures/order-cost.ts';
import { entryCostOf, positionSideOf, symbolOfPosition } from './futures/position.ts';
import { maxNotionalOf } from './market/tiers.ts';
import { futuresWallet } from './ledger/account.ts';
import type { Instrument } from './market/instrument.ts';
import { floorDiv } from './money/rounding.ts';
import { MARK_PER_TICK } from './money/units.ts';
import { isListed } from './market/listed.ts';
import type { EngineState } from './state.ts';
import { isHeld } from './futures/work-queue.ts';

export interface PositionView {
  positionId: number;
  symbol: number;
  /** 0 both, 1 long, 2 short. */
  positionSide: number;
  lots: number;
  /** Magnitude in the symbol's cost units. */
  entryCost: bigint;
  isolatedWallet: number;
  realizedPnl: number;
  feesPaid: number;
  /** Funding over its life, positive when it was paid. */
  fundingPaid: number;
  leverage: number;
  marginType: number;
  mark: number;
  unrealizedPnl: number;
  initialMargin: number;
  maintenanceMargin: number;
  /** isolatedWallet + uPnL, or the account's cross margin balance. */
  marginBalance: number;
  scopeMaintenanceMargin: number;
  /** Mark units (tick / 100), 0 = none. */
  liquidationPrice: number;
  removable: number;
  openedAt: number;
  /** Bars of the queue light of deleveraging, 1 to 5; 0 = the symbol has a counterparty, so there is none (rules 9.6). */
  adlLight: number;
  /** Its scope waits for its liquidation. */
  inLiquidation: boolean;
}

export function openPositionsView(s: EngineState, account: number, symbol: number): PositionView[] {
  const positions: PositionView[] = [];
  if (!isOpen(s, account)) return positions;
  for (let x = s.accounts[account * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    if (symbol !== -1 && s.exposures[x * EXPOSURE + EX_SYMBOL] !== symbol) continue;
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[x * EXPOSURE + EX_LEG + leg];
      if (slot >= 0 && s.positionLots[slot] !== 0) positions.push(viewOf(s, account, x, slot));
    }
  }
  return positions;
}

export function positionView(s: EngineState, account: number, positionId: number): PositionView | null {
  if (!isOpen(s, account)) return null;
  const slot = findPosition(s, account, positionId);
  return slot < 0 ? null : viewOf(s, account, s.positionExposure[slot], slot);
}

function viewOf(s: EngineState, account: number, exposure: number, slot: number): PositionView {
  const life = slot * LIFE;
  const l = s.positionLife;
  const symbol = symbolOfPosition(s, slot);
  const scope = s.positionScope[slot] * RISK;
  const isolated = s.positionScope[slot] >= s.capacity.accounts;
  return {
    positionId: l[life + LIFE_ID],
    symbol,
    positionSide: positionSideOf(s, exposure, slot),
    lots: s.positionLots[slot],
    entryCost: BigInt(entryCostOf(s, slot)),
    isolatedWallet: l[life + LIFE_ISOLATED],
    realizedPnl: l[life + LIFE_REALIZED],
    feesPaid: l[life + LIFE_FEES],
    fundingPaid: l[life + LIFE_FUNDING],
    leverage: s.positionLeverage[slot],
    marginType: isolated ? 1 : 0,
    mark: s.live[symbol * LIVE + MARK],
    unrealizedPnl: s.positionPnl[slot],
    initialMargin: s.positionMargin[slot],
    maintenanceMargin: s.positionMaintenance[slot],
    marginBalance: s.risk[scope + EQUITY],
    scopeMaintenanceMargin: s.risk[scope + MAINTENANCE],
    liquidationPrice: liquidationPriceOf(s, account, exposure, slot, isolated),
    removable: isolated ? removableOf(s, slot) : 0,
    openedAt: l[life + LIFE_OPENED_AT],
    adlLight: isCounterpartyOff(s.instruments[symbol] as Instrument) ? adlLight(s, slot) : 0,
    inLiquidation: isHeld(s, s.positionScope[slot]),
  };
}

// Rules 9.2: an isolated leg stands alone on its margin; cross legs of a symbol share the wallet less what the other symbols need.
function liquidationPriceOf(s: EngineState, account: number, exposure: number, slot: number, isolated: boolean): number {
  const symbol = symbolOfPosition(s, slot);
  const i = s.instruments[symbol] as Instrument;
  const mark = s.live[symbol * LIVE + MARK];
  if (isolated) return liquidationPrice(i.units, i.spec.tiers, [legOfSlot(s, slot)], s.positionLife[slot * LIFE + LIFE_ISOLATED], mark);
  const legs: Leg[] = [];
  let pnl = 0;
  let maintenance = 0;
  for (let leg = 0; leg < 2; leg++) {
    const held = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
    if (held < 0 || s.positionLots[held] === 0) continue;
    legs.push(legOfSlot(s, held));
    pnl += s.positionPnl[held];
    maintenance += s.positionMaintenance[held];
  }
  const row = account * RISK;
  const otherPnl = s.risk[row + EQUITY] - s.ledger[futuresWallet(account)] - pnl;
  const balance = s.ledger[futuresWallet(account)] - (s.risk[row + MAINTENANCE] - maintenance) + otherPnl;
  return liquidationPrice(i.units, i.spec.tiers, legs, balance, mark);
}

function legOfSlot(s: EngineState, slot: number): Leg {
  const lots = s.positionLots[slot];
  return { side: lots < 0 ? -1 : 1, lots: Math.abs(lots), entryCost: entryCostOf(s, slot) };
}

/**
 * Largest opening quantity (rules 6.5): by free margin, by maxQty and by the bracket; `price` 0 = at market. `side` 0 buy, 1 sell.
 * Nothing opens above the highest price there is (check 8), nor more than counts exactly at the price (check 13).
 */
export function maxOpenableView(
  s: EngineState,
  account: number,
  symbol: number,
  side: number,
  price: number,
): { lots: number; available: number } {
  const i = isListed(s, symbol) ? s.instruments[symbol] : undefined;
  const mark = i === undefined ? 0 : s.live[symbol * LIVE + MARK];
  if (i === undefined || !isOpen(s, account) || mark === 0) return { lots: 0, available: 0 };
  const exposure = findExposure(s, account, symbol);
  const leverage = leverageOf(s, exposure, i);
  const sign = side === 0 ? 1 : -1;
  const best = bestOpposite(s, i, symbol, side);
  const assumed =
    price > 0 ? price : best === 0 ? 0 : side === 0 ? assumedMarketPrice(1, 0, best, mark) : assumedMarketPrice(-1, best, 0, mark);
  const leg = isHedge(s, account) && side === 1 ? 1 : 0;
  const held = legLots(s, exposure, leg);
  const opposite = held * sign < 0;
  const slot = exposure < 0 ? -1 : s.exposures[exposure * EXPOSURE + EX_LEG + leg];
  const free = freeMargin(s, account, exposure);
  const freed = opposite && slot >= 0 ? releasedByClose(s, exposure, slot) : 0;
  const sums = exposure * SUMS;
  const maxLots = price > 0 ? i.spec.maxLots : i.spec.maxMarketLots;
  const most = price > i.spec.maxPrice ? 0 : Math.min(maxLots, floorDiv(i.maxProduct, Math.max(1, assumed)));
  const beside = {
    waitingLots: exposure < 0 ? 0 : s.exposureSums[sums + SUM_LOTS + side],
    waitingReserve: exposure < 0 ? 0 : s.exposureSums[sums + SUM_RESERVED + side],
    closable: opposite && !isHedge(s, account) ? Math.abs(held) : 0,
    freed,
  };
  const request = { side: sign, price: assumed, mark, leverage, takerFee: i.spec.takerFee, available: free };
  const byMargin = most === 0 ? 0 : maxOrderLots(i.units, request, beside, most);
  const waiting = exposure < 0 ? 0 : s.exposureSums[sums + SUM_NOTIONAL + side];
  const position = held === 0 ? 0 : notionalAtMark(i.units, mark, Math.abs(held));
  const capacity = maxNotionalOf(i.spec.tiers, leverage) - waiting - (opposite ? 0 - position : position);
  // What only closes needs no room in the bracket.
  const byBracket = Math.max(bracketLots(i.units, capacity, assumed * MARK_PER_TICK), beside.closable - beside.waitingLots);
  return { lots: Math.max(0, Math.min(byMargin, byBracket)), available: Math.max(0, free + freed) };
}
