// A trailing stop as it stands now: its best price so far, and the price that fires it, by the engine's own formula.
import { trailingStop } from '@maru/engine/futures/trailing-stop.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { Order } from '@maru/futures/contract.ts';
import { follows } from '@maru/futures/order-type-table.ts';

/** Rates are in 10^-8, this of a percent. */
const RATE_PER_PERCENT = 1_000_000;

/** Orders are reported with their symbol's own decimals. */
const decimalsOf = (price: string | undefined): number => price?.split('.')[1]?.length ?? 2;

export interface TrailingNow {
  best: string;
  trigger: string;
}

/** Undefined until it follows: before, it waits for its activation. */
export function trailingNow(order: Pick<Order, 'side'> & Partial<Order>): TrailingNow | undefined {
  const decimals = decimalsOf(order.price);
  const perPrice = 10 ** decimals * MARK_PER_TICK;
  const extreme = Math.round(Number(order.extremePrice ?? 0) * perPrice);
  const rate = Math.round(Number(order.callbackRate ?? 0) * RATE_PER_PERCENT);
  if (!(extreme > 0) || !(rate > 0)) return undefined;
  const fires = trailingStop(extreme, rate, order.side === 'SELL');
  return { best: (extreme / perPrice).toFixed(decimals), trigger: (fires / perPrice).toFixed(decimals) };
}

/** The same order after a price was seen, in decimals; undefined where it is no better. */
export function followed(order: Order, seen: number): Order | undefined {
  const best = Number(order.extremePrice ?? 0);
  if (!follows(order.type) || !(seen > 0)) return undefined;
  // Without an activation price it follows from the first price on.
  const isFirst = best === 0 && Number(order.activationPrice ?? 0) === 0;
  if (best === 0 && !isFirst) return undefined;
  const isBetter = isFirst || (order.side === 'SELL' ? seen > best : seen < best);
  return isBetter ? { ...order, extremePrice: String(seen) } : undefined;
}
