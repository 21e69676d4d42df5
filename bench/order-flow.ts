// A seeded stream of book commands: 60 % limit adds around a wandering mid, 30 % cancels of live orders, 10 % crossing IOC.
//
// The stream is made against a real book that is kept near a number of resting orders, then replayed: both contestants of the
// book bench, and the engine bench, get the same commands.
import {
  OrderBooks,
  bestPrice,
  firstAtBest,
  freeOrder,
  reduceRest,
  restOrder,
  takeOrder,
  unrestOrder,
} from '@maru/engine/futures/order-book.ts';
import { ORDER_REST, REALS } from '@maru/engine/layout.ts';

export const ADD = 0;
export const CANCEL = 1;
export const CROSS = 2;

/** Columns of commands; `order` numbers adds from 0 in stream order, a cancel names the add it ends. */
export interface OrderFlow {
  kinds: Uint8Array;
  books: Uint16Array;
  sides: Uint8Array;
  prices: Int32Array;
  lots: Int32Array;
  orders: Int32Array;
  accounts: Int32Array;
  /** Commands that only fill the books before the measured part. */
  warm: number;
  adds: number;
}

export function seededRandom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface FlowShape {
  commands: number;
  resting: number;
  books: number;
  accounts: number;
  seed: number;
}

const MID = 6_000_000;

/** Live orders of the stream: slot in the making book -> index in `live`. */
class Making {
  readonly books: OrderBooks;
  readonly live: number[] = [];
  readonly place: Int32Array;
  readonly orderOfSlot: Int32Array;
  constructor(capacity: number, books: number) {
    this.books = new OrderBooks(capacity, capacity, 60_000, books);
    this.place = new Int32Array(capacity);
    this.orderOfSlot = new Int32Array(capacity);
  }
  forget(slot: number): void {
    const at = this.place[slot];
    const last = this.live[this.live.length - 1];
    this.live[at] = last;
    this.place[last] = at;
    this.live.pop();
  }
}

export function makeOrderFlow(shape: FlowShape): OrderFlow {
  const random = seededRandom(shape.seed);
  const total = shape.resting + shape.commands;
  const flow: OrderFlow = {
    kinds: new Uint8Array(total),
    books: new Uint16Array(total),
    sides: new Uint8Array(total),
    prices: new Int32Array(total),
    lots: new Int32Array(total),
    orders: new Int32Array(total),
    accounts: new Int32Array(total),
    warm: shape.resting,
    adds: 0,
  };
  const making = new Making(shape.resting * 3 + 10_000, shape.books);
  const mids = new Float64Array(shape.books).fill(MID);
  const bookOfSlot = new Uint16Array(making.place.length);
  for (let k = 0; k < total; k++) {
    const roll = k < flow.warm ? 0 : random();
    const kind = roll < 0.6 || making.live.length < 10 ? ADD : roll < 0.9 ? CANCEL : CROSS;
    const book = Math.floor(shape.books ** random() - 1 + 1e-9);
    flow.kinds[k] = kind;
    flow.books[k] = book;
    flow.accounts[k] = Math.floor(random() * shape.accounts);
    if (kind === ADD) add(flow, making, bookOfSlot, mids, random, k, book);
    else if (kind === CANCEL) cancel(flow, making, bookOfSlot, random, k);
    else cross(flow, making, mids, random, k, book, shape.resting);
  }
  return flow;
}

function add(flow: OrderFlow, m: Making, bookOfSlot: Uint16Array, mids: Float64Array, random: () => number, k: number, book: number): void {
  const side = random() < 0.5 ? 0 : 1;
  mids[book] += Math.round((random() - 0.5) * 4);
  const distance = 1 + Math.floor(-Math.log(1 - random()) * 150);
  let price = Math.round(mids[book]) + (side === 0 ? -distance : distance);
  // A limit add rests: it stays behind the other side's touch.
  const other = bestPrice(m.books, book, 1 - side);
  if (other !== 0 && (side === 0 ? price >= other : price <= other)) price = side === 0 ? other - 1 : other + 1;
  const lots = 1 + Math.floor(random() * 100);
  const slot = takeOrder(m.books, 0, side, price, lots);
  restOrder(m.books, book, slot);
  m.orderOfSlot[slot] = flow.adds;
  bookOfSlot[slot] = book;
  m.place[slot] = m.live.length;
  m.live.push(slot);
  flow.sides[k] = side;
  flow.prices[k] = price;
  flow.lots[k] = lots;
  flow.orders[k] = flow.adds++;
}

function cancel(flow: OrderFlow, m: Making, bookOfSlot: Uint16Array, random: () => number, k: number): void {
  const slot = m.live[Math.floor(random() * m.live.length)];
  flow.orders[k] = m.orderOfSlot[slot];
  flow.books[k] = bookOfSlot[slot];
  unrestOrder(m.books, bookOfSlot[slot], slot);
  m.forget(slot);
  freeOrder(m.books, slot);
}

function cross(flow: OrderFlow, m: Making, mids: Float64Array, random: () => number, k: number, book: number, target: number): void {
  const side = random() < 0.5 ? 0 : 1;
  // Bigger when the books are fuller than wanted, so that they stay near it.
  const wanted = Math.max(1, Math.floor(150 * random() * 2 * (m.live.length / target) ** 8));
  const limit = side === 0 ? Math.round(mids[book]) + 5_000 : Math.round(mids[book]) - 5_000;
  flow.sides[k] = side;
  flow.prices[k] = limit;
  flow.lots[k] = wanted;
  takeFromBook(m.books, book, side, limit, wanted, (slot) => m.forget(slot));
}

/** A taker of the book alone: fills makers in order up to `limit`; returns the trades. */
export function takeFromBook(
  b: OrderBooks,
  book: number,
  side: number,
  limit: number,
  lots: number,
  gone?: (slot: number) => void,
): number {
  let rest = lots;
  let trades = 0;
  while (rest > 0) {
    const price = bestPrice(b, book, 1 - side);
    if (price === 0 || (side === 0 ? price > limit : price < limit)) break;
    const maker = firstAtBest(b, book, 1 - side);
    const here = b.reals[maker * REALS + ORDER_REST];
    trades++;
    if (here > rest) {
      reduceRest(b, maker, rest);
      break;
    }
    rest -= here;
    unrestOrder(b, book, maker);
    if (gone !== undefined) gone(maker);
    freeOrder(b, maker);
  }
  return trades;
}
