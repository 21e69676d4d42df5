// The order that one command left and the fills it made, from its own events: the reply of placing, amending and cancelling.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { type FillFacts, fillFacts, foldOrder, type OrderFacts, orderIn } from '../fold-order.ts';

const Head = EventHeadWord;
const { OrderArmed } = EventWord;

/**
 * `before` is how it stood, for amendments and cancels; of a new order the first event says which it is. Undefined when the events do not
 * speak of the order.
 */
export function orderOutcome(
  e: Float64Array,
  account: number,
  orderId: number | undefined,
  before?: OrderFacts,
): { order: OrderFacts; fills: FillFacts[] } | undefined {
  let order = before;
  let id = before?.orderId ?? orderId;
  let isSpokenOf = false;
  const fills: FillFacts[] = [];
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    if (e[i + Head.account] !== account || orderIn(e, i) < 0) continue;
    if (id === undefined && isNewOrder(e, i)) id = orderIn(e, i);
    if (orderIn(e, i) !== id) continue;
    order = foldOrder(order, e, i);
    if (order === undefined) continue;
    isSpokenOf = true;
    if (e[i] === EventKind.OrderFilled) fills.push(fillFacts(e, i));
  }
  return order === undefined || !isSpokenOf ? undefined : { order, fills };
}

/** TP/SL that fills arm are orders of their own, and bear no id of the member's. */
export function isNewOrder(e: Float64Array, i: number): boolean {
  return e[i] === EventKind.OrderPlaced || (e[i] === EventKind.OrderArmed && e[i + OrderArmed.parentId] === 0);
}
