// Messages of a workload against the order book, in the portable subset: the same file is run as TypeScript and as AssemblyScript.
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
  usedLevelWords,
  usedOrders,
} from '../../engine/futures/order-book.ts';
import { usedNodeWords } from '../../engine/futures/price-index.ts';
import * as layout from '../../engine/layout.ts';
import { lowProduct, toUnsigned } from '../../engine/money/portable.ts';
import type { f64, i32, u32 } from '../../engine/money/portable.ts';

const ORDER = layout.ORDER;
const ORDER_OWNER = layout.ORDER_OWNER;
const ORDER_REST = layout.ORDER_REST;
const REALS = layout.REALS;

/** A message: kind, side, whether what does not fill at once is cancelled, lots, id, price. */
const MESSAGE: i32 = 8;
/** A report: kind, message, side, id, price, lots, id of the taker. */
const REPORT: i32 = 8;
const RING: i32 = 65_536;

class Ground {
  declare readonly books: OrderBooks;
  declare readonly messages: Int32Array;
  declare readonly reports: Int32Array;
  declare readonly ids: Float64Array;
  declare written: i32;

  constructor(messages: i32, orders: i32) {
    this.books = new OrderBooks(131_072, 65_536, 8_192, 1);
    this.messages = new Int32Array(messages * MESSAGE);
    this.reports = new Int32Array(RING * REPORT);
    this.ids = new Float64Array(orders + 1);
    this.written = 0;
  }
}

export function makeGround(messages: i32, orders: i32): Ground {
  return new Ground(messages, orders);
}

export function setMessage(g: Ground, k: i32, kind: i32, side: i32, ioc: i32, lots: i32, id: i32, price: i32): void {
  const at = k * MESSAGE;
  g.messages[at] = kind;
  g.messages[at + 1] = side;
  g.messages[at + 2] = ioc;
  g.messages[at + 3] = lots;
  g.messages[at + 4] = id;
  g.messages[at + 5] = price;
}

function report(g: Ground, kind: i32, message: i32, side: i32, id: i32, price: f64, lots: f64, taker: i32): void {
  const at = (g.written & (RING - 1)) * REPORT;
  g.written = g.written + 1;
  const r = g.reports;
  r[at] = kind;
  r[at + 1] = message;
  r[at + 2] = side;
  r[at + 3] = id;
  r[at + 4] = toUnsigned(price);
  r[at + 5] = toUnsigned(lots);
  r[at + 6] = taker;
}

export function replay(g: Ground, from: i32, to: i32): void {
  const m = g.messages;
  for (let k = from; k < to; k++) {
    const at = k * MESSAGE;
    const kind = m[at];
    if (kind === 0) add(g, k, m[at + 1], m[at + 2], m[at + 3], m[at + 4], m[at + 5]);
    else if (kind === 1) cancel(g, k, m[at + 4]);
    else modify(g, k, m[at + 1], m[at + 3], m[at + 4], m[at + 5]);
  }
}

function add(g: Ground, k: i32, side: i32, ioc: i32, lots: f64, id: i32, price: u32): void {
  report(g, 0, k, side, id, price, lots, 0);
  const rest = take(g, k, side, price, lots, id);
  if (rest === 0) return;
  if (ioc !== 0) report(g, 2, k, side, id, price, rest, 0);
  else settle(g, side, price, rest, id);
}

function settle(g: Ground, side: i32, price: u32, rest: f64, id: i32): void {
  const slot = takeOrder(g.books, id, side, price, rest);
  restOrder(g.books, 0, slot);
  g.ids[id] = orderIdOf(g.books, slot);
}

function cancel(g: Ground, k: i32, id: i32): void {
  const slot = slotOfOrder(g.books, g.ids[id]);
  if (slot < 0) {
    report(g, 4, k, 0, id, 0, 0, 0);
    return;
  }
  report(g, 2, k, 0, id, g.books.prices[slot], 0, 0);
  unrestOrder(g.books, 0, slot);
  freeOrder(g.books, slot);
}

function modify(g: Ground, k: i32, side: i32, lots: f64, id: i32, price: u32): void {
  const slot = slotOfOrder(g.books, g.ids[id]);
  if (slot < 0) {
    report(g, 5, k, side, id, price, lots, 0);
    return;
  }
  unrestOrder(g.books, 0, slot);
  freeOrder(g.books, slot);
  const rest = take(g, k, side, price, lots, id);
  if (rest !== 0) settle(g, side, price, rest, id);
  report(g, 3, k, side, id, price, lots, 0);
}

function take(g: Ground, k: i32, side: i32, limit: u32, lots: f64, id: i32): f64 {
  const b = g.books;
  const opposite = 1 - side;
  let rest: f64 = lots;
  while (rest !== 0) {
    const price = bestPrice(b, 0, opposite);
    if (price === 0 || (side === 0 ? price > limit : price < limit)) return rest;
    const maker = firstAtBest(b, 0, opposite);
    const here = b.reals[maker * REALS + ORDER_REST];
    const filled = here < rest ? here : rest;
    report(g, 1, k, side, b.rows[maker * ORDER + ORDER_OWNER], price, filled, id);
    rest -= filled;
    if (filled < here) {
      reduceRest(b, maker, filled);
      return 0;
    }
    unrestOrder(b, 0, maker);
    freeOrder(b, maker);
  }
  return 0;
}

function mixed(hash: i32, rows: Int32Array, length: i32): i32 {
  let h = hash;
  for (let k = 0; k < length; k++) {
    h = lowProduct(h ^ rows[k], 0x2c1b3c6d);
    h ^= h >>> 13;
  }
  return h;
}

/** Of the reports that the ring holds, and of every row of the book and its index in use. */
export function digest(g: Ground, hash: i32): i32 {
  let h = mixed(hash, g.reports, RING * REPORT);
  h = mixed(h, g.books.rows, usedOrders(g.books) * ORDER);
  h = mixed(h, g.books.levels, usedLevelWords(g.books));
  h = mixed(h, g.books.marks, 6);
  h = mixed(h, g.books.index.nodes, usedNodeWords(g.books.index));
  return mixed(h, g.books.index.marks, 3) ^ g.written;
}
