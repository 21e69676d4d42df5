// Largest quantity a balance opens (rules 6.5), and the percent buttons on it.
import { floorDiv, toSafe, divFloorBig, mulDivFloor, mul3DivFloor } from '../money/rounding.ts';
import { MARK_PER_TICK, RATE_ONE, type Units } from '../money/units.ts';
import { tradingFee } from './fee.ts';
import { orderCost } from './order-cost.ts';
import { chargedReserve } from './order-margin.ts';

export interface MaxOpenRequest {
  /** +1 buy, -1 sell. */
  side: number;
  price: number;
  mark: number;
  leverage: number;
  takerFee: number;
  available: number;
}

/**
 * floor(available / (P x (1 / L + fee) + max(0, s x (P - MP)))) in lots. Three ceilings of the real cost can ask for up to three
 * units more than the exact division; then that much less is spent, so what is answered is always affordable.
 */
export function maxOpenLots(units: Units, r: MaxOpenRequest): number {
  const lots = exactLots(units, r, r.available);
  if (lots <= 0) return 0;
  if (orderCost(units, r.side, r.price, r.mark, lots, r.leverage, r.takerFee).cost <= r.available) return lots;
  return Math.max(0, exactLots(units, r, r.available - 3));
}

function exactLots(units: Units, r: MaxOpenRequest, available: number): number {
  if (available <= 0 || r.price <= 0) return 0;
  const one = BigInt(RATE_ONE);
  const marginAndFee = BigInt(r.price) * (one + BigInt(r.takerFee) * BigInt(r.leverage)) * BigInt(MARK_PER_TICK);
  const gap = Math.max(0, r.side * (r.price * MARK_PER_TICK - r.mark));
  const perLot = (marginAndFee + BigInt(gap) * BigInt(r.leverage) * one) * BigInt(units.costNum);
  const money = BigInt(available) * BigInt(units.costDen) * BigInt(r.leverage) * one * BigInt(MARK_PER_TICK);
  return toSafe(divFloorBig(money, perLot));
}

/** What stands beside a new order on its side of a one-way or hedge book. */
export interface BesideOrder {
  /** Lots and full reserve of the opening orders that rest on the same side. */
  waitingLots: number;
  waitingReserve: number;
  /** Lots of the opposite position, closed first; 0 in hedge mode. */
  closable: number;
  /** Margin that closing all of it sets free (rules 5.7). */
  freed: number;
}

/** Largest order that the margin check lets pass, what it closes included; at most `most`. */
export function maxOrderLots(units: Units, r: MaxOpenRequest, beside: BesideOrder, most: number): number {
  const { waitingLots, waitingReserve, closable } = beside;
  const charged = chargedReserve(waitingReserve, waitingLots, closable);
  const flip = closable > 0 ? beside.freed - tradingFee(units, r.price, closable, r.takerFee) : 0;
  const isAffordable = (lots: number): boolean => {
    if (waitingLots + lots <= closable) return true;
    const reserve = orderCost(units, r.side, r.price, r.mark, lots, r.leverage, r.takerFee).cost;
    const cost = chargedReserve(waitingReserve + reserve, waitingLots + lots, closable) - charged;
    return cost <= r.available + flip;
  };
  let good = 0;
  let bad = most + 1;
  while (bad - good > 1) {
    const middle = good + floorDiv(bad - good, 2);
    if (isAffordable(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Lots that a bracket still has room for: floor(room / mark) with room = max notional - what is held and ordered on that side. */
export function bracketLots(units: Units, capacity: number, mark: number): number {
  if (capacity <= 0 || mark <= 0) return 0;
  return floorDiv(mul3DivFloor(capacity, units.costDen, MARK_PER_TICK, mark), units.costNum);
}

/** floor(max x percent / 100): the 10, 25, 50, 75, 100 % buttons. */
export function percentOf(maxLots: number, percent: number): number {
  return mulDivFloor(maxLots, percent, 100);
}
