// What an order's flags say of how it works: its leg, whether it can only close, whether it waits for its trigger.
import { OrderFlag } from '../wire/order-terms.ts';

const REDUCE_ONLY = 1 << 10;
/** Types above Market wait for their trigger. */
const WAITS = 6 << 3;

/** Leg an order works on: 1 for positionSide SHORT, else 0. */
export function legOf(flags: number): number {
  return (flags & 6) === 4 ? 1 : 0;
}

/** Orders that can only reduce: the reduce-only flag, SELL on LONG, BUY on SHORT (rules 3.5). */
export function isClosing(flags: number): boolean {
  if ((flags & REDUCE_ONLY) !== 0) return true;
  const positionSide = (flags >> 1) & 3;
  return positionSide !== 0 && (positionSide === 1) === ((flags & 1) === 1);
}

export function isReduceOnly(flags: number): boolean {
  return (flags & REDUCE_ONLY) !== 0;
}

/** True for flags of an order that waits for its trigger. */
export function isWaiting(flags: number): boolean {
  return (flags & WAITS) !== 0;
}

export function isByMark(flags: number): boolean {
  return (flags & OrderFlag.ByMark) !== 0;
}
