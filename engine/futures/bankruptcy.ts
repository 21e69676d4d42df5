// Bankruptcy price and the steps of a liquidation's arithmetic (rules 9.3 to 9.5).
import { type Cost } from '../money/cost.ts';
import { divCeilBig, divFloorBig, mulDivFloor, toSafe } from '../money/rounding.ts';
import { MARK_PER_TICK, type Units } from '../money/units.ts';
import { notionalAtMark } from './margin.ts';
import { type TierTable, tierOf } from '../market/tiers.ts';

/**
 * Price with `decimals` at which `backing` of the leg is used up: EP - s x backing / q; long up, short down, so that equity at it
 * is never below 0. `backing` is the isolatedWallet, or for cross the wallet share (equity share less the leg's own uPnL).
 */
export function bankruptcyPrice(units: Units, side: number, lots: number, entryCost: Cost, backing: number, decimals: number): bigint {
  const cost = BigInt(entryCost) - BigInt(side) * BigInt(backing) * BigInt(units.costDen);
  const num = cost * 10n ** BigInt(decimals + units.lotDecimals);
  const den = BigInt(lots) * 10n ** BigInt(units.costDecimals);
  return side > 0 ? divCeilBig(num, den) : divFloorBig(num, den);
}

/** A leg's part of the account's equity: E x MM_i / sum of MM, floor (rules 9.4). */
export function equityShare(equity: number, maintenance: number, totalMaintenance: number): number {
  return mulDivFloor(equity, maintenance, totalMaintenance);
}

/** Lots to close so that the position falls to the next lower bracket: ceil((N - cap) / MP); all of it in the first (rules 9.3). */
export function tierReduction(units: Units, tiers: TierTable, mark: number, lots: number): number {
  const tier = tierOf(tiers, notionalAtMark(units, mark, lots));
  if (tier === 0) return lots;
  const value = BigInt(mark) * BigInt(lots) * BigInt(units.costNum);
  const over = value - BigInt(tiers.caps[tier - 1]) * BigInt(units.costDen * MARK_PER_TICK);
  return Math.min(lots, toSafe(divCeilBig(over, BigInt(mark) * BigInt(units.costNum))));
}

/** How a liquidated scope ends (rules 9.5): fee to the fund, the rest to the member, or the fund pays what is missing. */
export function settleLiquidation(
  backing: number,
  realized: number,
  feeOnNotional: number,
): { fee: number; refund: number; deficit: number } {
  const left = backing + realized;
  if (left <= 0) return { fee: 0, refund: 0, deficit: 0 - left };
  const fee = Math.min(left, feeOnNotional);
  return { fee, refund: left - fee, deficit: 0 };
}
