// The engine's order book under the messages of a workload: match, rest, answer.
import {
  OrderBooks,
  bestPrice,
  firstAtBest,
  freeOrder,
  orderIdOf,
  reduceRest,
  restOrder,
  slotOfOrder,
  takeOrder,
  unrestOrder,
} from '@maru/engine/futures/order-book.ts';
import { ORDER, ORDER_FLAGS, ORDER_OWNER, ORDER_REST, REALS } from '@maru/engine/layout.ts';
import { CANCEL, NEW, type Workload } from './public-workload.ts';
import { CANCEL_ACK, CANCEL_REJECT, MODIFY_ACK, MODIFY_REJECT, ORDER_ACK, type Reports, TRADE } from './reports.ts';

const ORDER_ROW = ORDER;
const OWNER = ORDER_OWNER;
const FLAGS = ORDER_FLAGS;
const REST = ORDER_REST;
const REALS_ROW = REALS;

/** The book and, per client id, the order that it named last: ids of a session are dense, so a column finds them. */
export class OurBook {
  declare readonly books: OrderBooks;
  declare readonly orders: Float64Array;
  constructor(orders: number) {
    this.books = new OrderBooks(131_072, 65_536, 8_192, 1);
    // Written once, so that no page of it is met for the first time while it is measured.
    this.orders = new Float64Array(orders + 1).fill(0);
  }
}

export function replayOurs(book: OurBook, flow: Workload, reports: Reports, from: number, to: number): void {
  const { kinds, sides, iocs, lots, ids, prices } = flow;
  for (let k = from; k < to; k++) {
    const kind = kinds[k];
    if (kind === NEW) add(book, reports, k, sides[k], iocs[k], lots[k], ids[k], prices[k]);
    else if (kind === CANCEL) cancel(book, reports, k, ids[k]);
    else modify(book, reports, k, sides[k], lots[k], ids[k], prices[k]);
  }
}

function add(book: OurBook, r: Reports, k: number, side: number, ioc: number, lots: number, id: number, price: number): void {
  r.add(ORDER_ACK, k, side, id, price, lots, 0);
  const rest = take(book.books, r, k, side, price, lots, id);
  if (rest === 0) return;
  if (ioc !== 0) r.add(CANCEL_ACK, k, side, id, price, rest, 0);
  else settle(book, side, price, rest, id);
}

function settle(book: OurBook, side: number, price: number, rest: number, id: number): void {
  const b = book.books;
  const slot = takeOrder(b, id, side, price, rest);
  restOrder(b, 0, slot);
  book.orders[id] = orderIdOf(b, slot);
}

function cancel(book: OurBook, r: Reports, k: number, id: number): void {
  const b = book.books;
  const slot = slotOfOrder(b, book.orders[id]);
  if (slot < 0) {
    r.add(CANCEL_REJECT, k, 0, id, 0, 0, 0);
    return;
  }
  r.add(CANCEL_ACK, k, b.rows[slot * ORDER_ROW + FLAGS] & 1, id, b.prices[slot], 0, 0);
  unrestOrder(b, 0, slot);
  freeOrder(b, slot);
}

function modify(book: OurBook, r: Reports, k: number, side: number, lots: number, id: number, price: number): void {
  const b = book.books;
  const slot = slotOfOrder(b, book.orders[id]);
  if (slot < 0) {
    r.add(MODIFY_REJECT, k, side, id, price, lots, 0);
    return;
  }
  unrestOrder(b, 0, slot);
  freeOrder(b, slot);
  const rest = take(b, r, k, side, price, lots, id);
  if (rest !== 0) settle(book, side, price, rest, id);
  r.add(MODIFY_ACK, k, side, id, price, lots, 0);
}

/** Fills makers in their order up to `limit`; returns what is left. */
function take(b: OrderBooks, r: Reports, k: number, side: number, limit: number, lots: number, id: number): number {
  const opposite = 1 - side;
  let rest = lots;
  for (;;) {
    const price = bestPrice(b, 0, opposite);
    if (price === 0 || (side === 0 ? price > limit : price < limit)) return rest;
    const maker = firstAtBest(b, 0, opposite);
    const here = b.reals[maker * REALS_ROW + REST];
    const filled = here < rest ? here : rest;
    r.add(TRADE, k, side, b.rows[maker * ORDER_ROW + OWNER], price, filled, id);
    rest -= filled;
    if (filled < here) {
      reduceRest(b, maker, filled);
      return 0;
    }
    unrestOrder(b, 0, maker);
    freeOrder(b, maker);
    if (rest === 0) return 0;
  }
}
