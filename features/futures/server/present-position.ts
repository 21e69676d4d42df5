// Positions, open and closed, as the wire shows them: averages, break-even and returns are reports, rounded half-even only here.
import { MarginType } from '@maru/engine/wire/command.ts';
import { marginRatioShown } from '@maru/engine/futures/margin.ts';
import { breakEvenPrice, entryPrice, returnOnEquity } from '@maru/engine/futures/pnl.ts';
import { ceilDiv, divHalfEvenBig, floorDiv } from '@maru/engine/money/rounding.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { ClosedPosition, Position } from '../contract.ts';
import { amountText, averageText, isoText, markText, percentText, priceText, quantityText, REPORT_DECIMALS } from './decimal-text.ts';
import type { PositionView } from './engine-views.ts';
import { positionSideName } from './present-order.ts';
import { marginTypeName } from './setting-names.ts';
import type { SiteSymbol } from './site-symbols.ts';

/** Shown when the balance is gone: the account is being liquidated. */
const NO_BALANCE_RATIO = '100.00';

export function presentPosition(symbol: SiteSymbol, p: PositionView): Position {
  const { units } = symbol;
  const side = p.lots > 0 ? 1 : -1;
  const lots = Math.abs(p.lots);
  const flows = { feesPaid: p.feesPaid, fundingPaid: p.fundingPaid, realizedPnl: p.realizedPnl };
  const isolated = p.marginType === MarginType.Isolated;
  return {
    futuresPositionId: p.positionId,
    futuresOptionId: symbol.futuresOptionId,
    symbol: symbol.data.code,
    positionSide: positionSideName(p.positionSide),
    tradeType: side > 0 ? 'LONG' : 'SHORT',
    quantity: quantityText(symbol, lots),
    entryPrice: averageText(symbol, entryPrice(units, p.entryCost, lots, REPORT_DECIMALS)),
    breakEvenPrice: averageText(symbol, breakEvenPrice(units, side, lots, p.entryCost, flows, REPORT_DECIMALS)),
    markPrice: markText(symbol, p.mark),
    liquidationPrice: liquidationText(symbol, p.liquidationPrice, side),
    leverage: p.leverage,
    marginType: marginTypeName(p.marginType),
    margin: amountText(isolated ? p.isolatedWallet : p.initialMargin),
    maintenanceMargin: amountText(p.maintenanceMargin),
    marginRatio: ratioText(p.marginBalance, p.scopeMaintenanceMargin),
    unrealizedPnl: amountText(p.unrealizedPnl),
    roe: percentText(returnOnEquity(units, side, p.mark, lots, p.entryCost, p.leverage)),
    realizedPnl: amountText(p.realizedPnl),
    feesPaid: amountText(p.feesPaid),
    fundingPaid: amountText(p.fundingPaid),
    adlLight: p.adlLight,
    isLiquidating: p.inLiquidation,
    removableMargin: amountText(isolated ? p.removable : 0),
    marketType: 'FUTURES',
    openedAt: isoText(p.openedAt),
  };
}

/** The liquidation price in ticks, never shown later than it acts (rules 1.2); 0 = none. */
export function liquidationTicks(liquidationPrice: number, side: number): number {
  if (liquidationPrice <= 0) return 0;
  return side > 0 ? ceilDiv(liquidationPrice, MARK_PER_TICK) : floorDiv(liquidationPrice, MARK_PER_TICK);
}

function liquidationText(symbol: SiteSymbol, liquidationPrice: number, side: number): string {
  const ticks = liquidationTicks(liquidationPrice, side);
  return ticks === 0 ? '0' : priceText(symbol, ticks);
}

/** Maintenance over balance in percent (rules 9.1). */
export function ratioText(marginBalance: number, maintenance: number): string {
  const shown = marginRatioShown(marginBalance, maintenance);
  return Number.isFinite(shown) ? percentText(shown) : NO_BALANCE_RATIO;
}

/** What is known of a position that ended; costs in the symbol's cost units over its whole life. */
export interface ClosedFacts {
  positionId: number;
  /** Signed by the side held: all lots closed. */
  lots: number;
  entryCost: bigint;
  exitCost: bigint;
  realizedPnl: number;
  feesPaid: number;
  fundingPaid: number;
  leverage: number;
  end: number;
  openedAt?: number;
  time: number;
}

/** By closed-end.ts. */
const closedEnds = ['CLOSED', 'FLIPPED', 'LIQUIDATED', 'SETTLED', 'DELEVERAGED'] as const;

export function presentClosed(symbol: SiteSymbol, c: ClosedFacts): ClosedPosition {
  const { units, data } = symbol;
  const side = c.lots > 0 ? 1n : -1n;
  const lots = Math.abs(c.lots);
  const roe = c.entryCost === 0n ? 0n : divHalfEvenBig(side * (c.exitCost - c.entryCost) * BigInt(c.leverage) * 10_000n, c.entryCost);
  return {
    futuresPositionId: c.positionId,
    futuresOptionId: symbol.futuresOptionId,
    symbol: data.code,
    stock: data.base,
    tradeType: c.lots > 0 ? 'LONG' : 'SHORT',
    leverage: c.leverage,
    quantity: quantityText(symbol, lots),
    startPrice: averageText(symbol, entryPrice(units, c.entryCost, lots, REPORT_DECIMALS)),
    closePrice: averageText(symbol, entryPrice(units, c.exitCost, lots, REPORT_DECIMALS)),
    realizedPnl: amountText(c.realizedPnl),
    feesPaid: amountText(c.feesPaid),
    fundingPaid: amountText(c.fundingPaid),
    closedPnl: amountText(c.realizedPnl - c.feesPaid - c.fundingPaid),
    roe: percentText(roe),
    end: closedEnds[c.end] ?? 'CLOSED',
    ...(c.openedAt === undefined ? {} : { openedAt: isoText(c.openedAt) }),
    closedAt: isoText(c.time),
  };
}
