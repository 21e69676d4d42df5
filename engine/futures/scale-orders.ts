// Scale orders: one quantity spread over a range of prices as single limit orders; pure, so that a preview and the server agree.
import { mulDivFloor } from '../money/rounding.ts';
import { RATE_ONE } from '../money/units.ts';

export interface ScaleRequest {
  /** First and last price, ticks, either way round. */
  from: number;
  to: number;
  count: number;
  lots: number;
  /** Size of the last order as a multiple of the first, 10^-8: RATE_ONE = equal, twice that = twice as much. */
  skew: number;
}

export interface ScaleOrder {
  price: number;
  lots: number;
}

export const MAX_SCALE_ORDERS = 50;
const MAX_SKEW = 100;

/**
 * Prices at equal distances, rounded down to the tick; sizes along a straight line, rounded down to the lot, what that leaves going to the
 * last. Empty when the request cannot be met: fewer than two orders, no room between the prices, or an order of no lots.
 */
export function scaleOrders({ from, to, count, lots, skew }: ScaleRequest): ScaleOrder[] {
  if (![from, to, count, lots, skew].every((n) => Number.isSafeInteger(n) && n > 0)) return [];
  const steps = count - 1;
  const span = Math.abs(to - from);
  if (count < 2 || count > MAX_SCALE_ORDERS || skew > MAX_SKEW * RATE_ONE || span < steps) return [];
  // Weight of order k: one step's worth at the first, skew times as much at the last.
  const weight = (k: number) => RATE_ONE * (steps - k) + skew * k;
  const whole = mulDivFloor(count, (RATE_ONE + skew) * steps, 2);
  const orders: ScaleOrder[] = [];
  let left = lots;
  for (let k = 0; k < count; k++) {
    const size = k === steps ? left : mulDivFloor(lots, weight(k), whole);
    left -= size;
    if (size <= 0) return [];
    const away = mulDivFloor(span, k, steps);
    orders.push({ price: to >= from ? from + away : from - away, lots: size });
  }
  return orders;
}
