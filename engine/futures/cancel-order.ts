// CancelOrder and CancelAll: always allowed, whatever the switches say (rules 2).
import * as layout from '../layout.ts';
import { isOpen } from '../ledger/open-account.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { OrderEnd, OrderStatus } from '../wire/event.ts';
import { isListed } from '../market/listed.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { findExposure } from './exposure.ts';
import { slotOfOrder } from './order-book.ts';
import { closeAllOrders, closeOrder } from './order-life.ts';
import { placed } from './place-order.ts';

const { EXPOSURE, EX_ACCOUNT, FACTS, META_SYMBOLS, ORDER, ORDER_FILLED_COST, ORDER_FILLED_LOTS, ORDER_OWNER } = layout;

/** For what the site may end an order of a member's; what the engine ends by itself it names by itself. */
const SITE_ENDS: readonly number[] = [OrderEnd.Operator, OrderEnd.OwnLimit, OrderEnd.GoodTillDate];

/** `end` 0 = the member wants it, else why the site ends it. */
export function cancelOrder(s: EngineState, e: EventBuffer, account: number, orderId: number, end: number): number {
  if (end !== 0 && !SITE_ENDS.includes(end)) return refuse(s, Reject.PARAM_MALFORMED);
  const slot = ownOrder(s, account, orderId);
  if (slot < 0) return refuse(s, Reject.ORDER_UNKNOWN);
  placed.orderId = orderId;
  placed.filledLots = s.orderFacts[slot * FACTS + ORDER_FILLED_LOTS];
  placed.filledCost = s.orderFacts[slot * FACTS + ORDER_FILLED_COST];
  placed.status = end === OrderEnd.GoodTillDate ? OrderStatus.Expired : OrderStatus.Canceled;
  closeOrder(s, e, slot, end === 0 ? OrderEnd.CanceledByMember : end);
  return 0;
}

/** Slot of the account's own open order, -1 = none: ids of others behave as if they did not exist. */
export function ownOrder(s: EngineState, account: number, orderId: number): number {
  const slot = slotOfOrder(s.books, orderId);
  if (slot < 0) return -1;
  return s.exposures[s.books.rows[slot * ORDER + ORDER_OWNER] * EXPOSURE + EX_ACCOUNT] === account ? slot : -1;
}

/** symbol -1 = all symbols. Nothing to cancel is no error. */
export function cancelAll(s: EngineState, e: EventBuffer, account: number, symbol: number): number {
  if (symbol !== -1 && !isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  for (let k = 0; k < s.meta[META_SYMBOLS]; k++) {
    if (symbol !== -1 && symbol !== k) continue;
    const exposure = findExposure(s, account, k);
    if (exposure >= 0) closeAllOrders(s, e, exposure, OrderEnd.CanceledByMember);
  }
  return 0;
}
