// What an opening order sets aside (rules 6.4): initial margin, open loss and one taker fee, each rounded up.
import { mul3DivCeil, mulDivFloor, ceilDiv } from '../money/rounding.ts';
import { MARK_PER_TICK, type Units } from '../money/units.ts';
import { tradingFee } from './fee.ts';
import { initialMargin } from './margin.ts';

export interface OrderCost {
  initialMargin: number;
  openLoss: number;
  feeReserve: number;
  cost: number;
}

/** Loss an order would open with: ceil(q x |min(0, s x (MP - P))|). `side` +1 buy, -1 sell. */
export function openLoss(units: Units, side: number, price: number, mark: number, lots: number): number {
  const gap = side * (mark - price * MARK_PER_TICK);
  if (gap >= 0) return 0;
  return mul3DivCeil(0 - gap, lots, units.costNum, units.costDen * MARK_PER_TICK);
}

/** Cost of opening `lots` at the assumed price. */
export function orderCost(
  units: Units,
  side: number,
  price: number,
  mark: number,
  lots: number,
  leverage: number,
  takerFee: number,
): OrderCost {
  const margin = initialMargin(units, price, lots, leverage);
  const loss = openLoss(units, side, price, mark, lots);
  const feeReserve = tradingFee(units, price, lots, takerFee);
  return { initialMargin: margin, openLoss: loss, feeReserve, cost: margin + loss + feeReserve };
}

/**
 * Price in ticks that a market order is assumed to pay: BUY bestAsk x 1.0005, SELL max(bestBid, mark); to ticks as rules 1.2
 * say of computed prices (buy floor, sell ceil).
 */
export function assumedMarketPrice(side: number, bestBid: number, bestAsk: number, mark: number): number {
  if (side > 0) return mulDivFloor(bestAsk, 10_005, 10_000);
  return Math.max(bestBid, ceilDiv(mark, MARK_PER_TICK));
}

/** Two taker legs of 0.04 %: what the specification's client adds to the estimate of a long (D-3). */
export const LONG_ESTIMATE_RATE = 80_000;

/** The figure on the ticket: the engine's cost, except that a long shows the specification's 0.08 % in place of one taker fee. */
export function estimatedCost(
  units: Units,
  side: number,
  price: number,
  mark: number,
  lots: number,
  leverage: number,
  takerFee: number,
): number {
  const exact = orderCost(units, side, price, mark, lots, leverage, takerFee);
  if (side < 0) return exact.cost;
  const shown = tradingFee(units, price, lots, LONG_ESTIMATE_RATE);
  return exact.initialMargin + exact.openLoss + Math.max(shown, exact.feeReserve);
}
