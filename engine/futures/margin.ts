// Initial and maintenance margin, available, withdrawable and removable balance, margin ratio (rules 5.5, 5.6, 6.1 to 6.3, 9.1).
import { type Cost } from '../money/cost.ts';
import { markRateRatio, markRatio, type Ratio } from '../money/ratio.ts';
import { divCeilBig, divHalfEvenBig, mul3DivCeil, mulDivCeil, mulDivFloor, toSafe } from '../money/rounding.ts';
import { MARK_PER_TICK, type Units } from '../money/units.ts';
import { type TierTable, tierOf } from '../market/tiers.ts';

/** ceil(price x lots / leverage): margin of an order or of an opening fill (rules 1.2, 5.5, 6.6). */
export function initialMargin(units: Units, price: number, lots: number, leverage: number): number {
  return mul3DivCeil(price, lots, units.costNum, units.costDen * leverage);
}

/** ceil(mark x lots / leverage): a cross position's set-aside (rules 6.1). */
export function initialMarginAtMark(units: Units, mark: number, lots: number, leverage: number): number {
  return mul3DivCeil(mark, lots, units.costNum, units.costDen * MARK_PER_TICK * leverage);
}

/** ceil(mark x lots): never below the exact notional, so a tier is never taken too low. */
export function notionalAtMark(units: Units, mark: number, lots: number): number {
  return mul3DivCeil(mark, lots, units.costNum, units.costDen * MARK_PER_TICK);
}

/** ceil(price x lots), at ticks. */
export function notionalAt(units: Units, price: number, lots: number): number {
  return mul3DivCeil(price, lots, units.costNum, units.costDen);
}

/** Fractions of one symbol's tiers for `maintenanceMarginAt`, made once. */
export interface MaintenanceRatios {
  readonly tiers: TierTable;
  readonly notional: Ratio;
  readonly rates: readonly Ratio[];
}

export function maintenanceRatios(units: Units, tiers: TierTable): MaintenanceRatios {
  return { tiers, notional: markRatio(units), rates: tiers.mmrs.map((mmr) => markRateRatio(units, mmr)) };
}

/** ceil(N x MMR - cum) at mark, by the bracket of N (rules 6.6). */
export function maintenanceMarginAt(ratios: MaintenanceRatios, mark: number, lots: number): number {
  const tier = tierOf(ratios.tiers, mul3DivCeil(mark, lots, ratios.notional.num, ratios.notional.den));
  const rate = ratios.rates[tier];
  return mul3DivCeil(mark, lots, rate.num, rate.den) - ratios.tiers.cums[tier];
}

/** As above for callers that keep no fractions (previews, tests). */
export function maintenanceMargin(units: Units, tiers: TierTable, mark: number, lots: number): number {
  return maintenanceMarginAt(maintenanceRatios(units, tiers), mark, lots);
}

/** One cross account's figures, all in amount units. */
export interface CrossFigures {
  crossWallet: number;
  crossUnrealizedPnl: number;
  positionMargin: number;
  orderMargin: number;
}

/** max(0, margin balance - position margin - order margin) (rules 6.2). */
export function availableBalance(f: CrossFigures): number {
  return Math.max(0, f.crossWallet + f.crossUnrealizedPnl - f.positionMargin - f.orderMargin);
}

/** As available, but unrealized profit never leaves (rules 6.3, D-10). */
export function withdrawableBalance(f: CrossFigures): number {
  return Math.max(0, f.crossWallet + Math.min(0, f.crossUnrealizedPnl) - f.positionMargin - f.orderMargin);
}

/** Isolated margin that may be taken back: max(0, floor(wallet + min(0, uPnL) - ceil(q x max(EP, MP) / L))) (rules 5.6, D-9). */
export function removableMargin(
  units: Units,
  isolatedWallet: number,
  unrealized: number,
  mark: number,
  lots: number,
  entryCost: Cost,
  leverage: number,
): number {
  const atMark = initialMarginAtMark(units, mark, lots, leverage);
  const atEntry = toSafe(divCeilBig(BigInt(entryCost), BigInt(units.costDen) * BigInt(leverage)));
  return Math.max(0, isolatedWallet + Math.min(0, unrealized) - Math.max(atMark, atEntry));
}

/** Isolated margin that a partial close of `closing` out of `lots` sets free, floor; all of it at the last close (rules 5.5). */
export function releasedMargin(isolatedWallet: number, lots: number, closing: number): number {
  return closing === lots ? isolatedWallet : mulDivFloor(isolatedWallet, closing, lots);
}

/** The liquidation test of rules 9.1: equality liquidates (D-17). */
export function isLiquidatable(marginBalance: number, maintenance: number): boolean {
  return maintenance > 0 && marginBalance <= maintenance;
}

/** True from 80 % of the margin used on (rules 9.7); exact. */
export function isWarned(marginBalance: number, maintenance: number): boolean {
  return maintenance > 0 && 5 * maintenance >= 4 * marginBalance;
}

/** True below 70 %: the next warning is armed again. */
export function isCalm(marginBalance: number, maintenance: number): boolean {
  return maintenance === 0 || 10 * maintenance < 7 * marginBalance;
}

/** maintenance / balance in parts per million, ceil; a balance of nothing or less counts as `Infinity`, no position as 0. */
export function marginRatioPpm(marginBalance: number, maintenance: number): number {
  if (maintenance <= 0) return 0;
  if (marginBalance <= 0) return Number.POSITIVE_INFINITY;
  return mulDivCeil(maintenance, 1_000_000, marginBalance);
}

/** Margin ratio for the screen in hundredths of a percent, half-even. */
export function marginRatioShown(marginBalance: number, maintenance: number): number {
  if (maintenance <= 0) return 0;
  if (marginBalance <= 0) return Number.POSITIVE_INFINITY;
  return toSafe(divHalfEvenBig(BigInt(maintenance) * 10_000n, BigInt(marginBalance)));
}
