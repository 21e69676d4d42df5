// The central limit order books of a site: members' resting orders by price, then time. No rules here, only order.
//
// Rows of typed arrays and dense ids: an order id is generation * 2^22 + slot, so that finding an order needs no table and an
// old id never meets a new order. The house's ladder is kept apart (ladder.ts) and yields to members at equal prices.
import * as layout from '../layout.ts';
import { intRows, realsOver } from '../rows.ts';
import { PriceIndex, insertLevel, levelAbove, levelAt, levelBelow, removeLevel } from './price-index.ts';

const { CHAIN, ORDER, ORDER_FLAGS, ORDER_GENERATION, ORDER_LEVEL, ORDER_NEXT, ORDER_OWNER, ORDER_PREVIOUS, ORDER_REST, REALS } = layout;

export const MAX_ORDERS = 4_194_304;
const UNSHIFT = 2 ** -22;

// A level is half a line: head, tail and count, then lots and price.
const LEVEL = 8;
const LEVEL_REALS = 4;
const LEVEL_LOTS = 2;
const LEVEL_PRICE = 3;
const LEVEL_HEAD = 0;
const LEVEL_TAIL = 1;
const LEVEL_COUNT = 2;

export class OrderBooks {
  declare readonly capacity: number;
  declare readonly rows: Int32Array;
  /** The reals of `rows`, over the same memory. */
  declare readonly reals: Float64Array;
  declare readonly chain: Int32Array;
  declare readonly prices: Uint32Array;
  declare readonly levels: Int32Array;
  declare readonly levelReals: Float64Array;
  declare readonly levelCapacity: number;
  declare readonly index: PriceIndex;
  /** Best price per book and side (book * 2 + side), 0 = none. */
  declare readonly best: Float64Array;
  /** Level at the best price, 0 = none. */
  declare readonly bestLevels: Int32Array;
  /** The level behind it where it is known, 0 = to be looked for; holds nothing that the index does not. */
  declare readonly nextLevels: Int32Array;
  /** 0 highest order slot + 1, 1 first free slot + 1, 2 orders held, 3 highest level + 1, 4 first free level, 5 levels held. */
  declare readonly marks: Int32Array;

  constructor(orders: number, levels: number, nodes: number, books: number) {
    if (orders > MAX_ORDERS) throw new RangeError('more orders than ids have room for');
    this.capacity = orders;
    this.levelCapacity = levels;
    this.rows = intRows(orders * ORDER);
    this.reals = realsOver(this.rows);
    this.chain = new Int32Array(orders * CHAIN);
    this.prices = new Uint32Array(orders);
    this.levels = intRows(levels * LEVEL);
    this.levelReals = realsOver(this.levels);
    this.index = new PriceIndex(nodes, books);
    this.best = new Float64Array(books * 2);
    this.bestLevels = new Int32Array(books * 2);
    this.nextLevels = new Int32Array(books * 2);
    this.marks = new Int32Array([0, 0, 0, 1, 0, 0]);
  }
}

export function usedOrders(b: OrderBooks): number {
  return b.marks[0];
}
export function usedLevelWords(b: OrderBooks): number {
  return b.marks[3] * LEVEL;
}
export function heldOrders(b: OrderBooks): number {
  return b.marks[2];
}
export function freeLevels(b: OrderBooks): number {
  return b.levelCapacity - 1 - b.marks[5];
}

export function orderIdOf(b: OrderBooks, slot: number): number {
  return b.rows[slot * ORDER + ORDER_GENERATION] * MAX_ORDERS + slot;
}

/** Slot of a live order, -1 when the id is unknown or over. */
export function slotOfOrder(b: OrderBooks, id: number): number {
  if (!(id >= MAX_ORDERS && id <= Number.MAX_SAFE_INTEGER)) return -1;
  const generation = Math.floor(id * UNSHIFT);
  const rest = id - generation * MAX_ORDERS;
  // An integer by its kind, or every row that it leads to would be found by a conversion.
  const slot = rest | 0;
  if (slot >= b.marks[0] || slot !== rest) return -1;
  const row = slot * ORDER;
  if (b.rows[row + ORDER_GENERATION] !== generation || b.rows[row + ORDER_OWNER] < 0) return -1;
  return slot;
}

/** Takes a slot for an order that does not rest yet. The caller has checked that there is one. */
export function takeOrder(b: OrderBooks, owner: number, flags: number, price: number, lots: number): number {
  let slot = b.marks[1] - 1;
  if (slot >= 0) b.marks[1] = b.rows[slot * ORDER + ORDER_NEXT];
  else slot = b.marks[0]++;
  b.marks[2]++;
  const row = slot * ORDER;
  const rows = b.rows;
  rows[row + ORDER_OWNER] = owner;
  rows[row + ORDER_FLAGS] = flags;
  rows[row + ORDER_GENERATION]++;
  b.reals[slot * REALS + ORDER_REST] = lots;
  b.prices[slot] = price;
  return slot;
}

/** Gives the slot of an order back that rests no more. Its id is over. */
export function freeOrder(b: OrderBooks, slot: number): void {
  const row = slot * ORDER;
  b.rows[row + ORDER_OWNER] = -1;
  b.rows[row + ORDER_NEXT] = b.marks[1];
  b.marks[1] = slot + 1;
  b.marks[2]--;
}

/** Puts an order at the end of its price's queue. */
export function restOrder(b: OrderBooks, book: number, slot: number): void {
  const row = slot * ORDER;
  const rows = b.rows;
  const price = b.prices[slot];
  const level = levelAt(b.index, book, price);
  rows[row + ORDER_NEXT] = 0;
  if (level === 0) {
    rows[row + ORDER_PREVIOUS] = 0;
    rows[row + ORDER_LEVEL] = openLevel(b, book, rows[row + ORDER_FLAGS] & 1, price, slot);
    return;
  }
  const at = level * LEVEL;
  const tail = b.levels[at + LEVEL_TAIL];
  rows[row + ORDER_PREVIOUS] = tail;
  rows[row + ORDER_LEVEL] = level;
  rows[(tail - 1) * ORDER + ORDER_NEXT] = slot + 1;
  b.levels[at + LEVEL_TAIL] = slot + 1;
  b.levels[at + LEVEL_COUNT]++;
  b.levelReals[level * LEVEL_REALS + LEVEL_LOTS] += b.reals[slot * REALS + ORDER_REST];
}

/** Takes an order out of its queue; the level goes with its last order. */
export function unrestOrder(b: OrderBooks, book: number, slot: number): void {
  const row = slot * ORDER;
  const rows = b.rows;
  const level = rows[row + ORDER_LEVEL];
  const at = level * LEVEL;
  const next = rows[row + ORDER_NEXT];
  const previous = rows[row + ORDER_PREVIOUS];
  rows[row + ORDER_LEVEL] = 0;
  if (--b.levels[at + LEVEL_COUNT] === 0) {
    closeLevel(b, book, rows[row + ORDER_FLAGS] & 1, level);
    return;
  }
  b.levelReals[level * LEVEL_REALS + LEVEL_LOTS] -= b.reals[slot * REALS + ORDER_REST];
  if (previous === 0) b.levels[at + LEVEL_HEAD] = next;
  else rows[(previous - 1) * ORDER + ORDER_NEXT] = next;
  if (next === 0) b.levels[at + LEVEL_TAIL] = previous;
  else rows[(next - 1) * ORDER + ORDER_PREVIOUS] = previous;
}

/** Lowers the rest of an order, resting or not; a resting one keeps its place. */
export function reduceRest(b: OrderBooks, slot: number, by: number): void {
  b.reals[slot * REALS + ORDER_REST] -= by;
  const level = b.rows[slot * ORDER + ORDER_LEVEL];
  if (level !== 0) b.levelReals[level * LEVEL_REALS + LEVEL_LOTS] -= by;
}

// A level begins with its first order.
function openLevel(b: OrderBooks, book: number, side: number, price: number, slot: number): number {
  let level = b.marks[4];
  if (level !== 0) b.marks[4] = b.levels[level * LEVEL];
  else level = b.marks[3]++;
  b.marks[5]++;
  const at = level * LEVEL;
  b.levels[at + LEVEL_HEAD] = slot + 1;
  b.levels[at + LEVEL_TAIL] = slot + 1;
  b.levels[at + LEVEL_COUNT] = 1;
  b.levelReals[level * LEVEL_REALS + LEVEL_LOTS] = b.reals[slot * REALS + ORDER_REST];
  b.levelReals[level * LEVEL_REALS + LEVEL_PRICE] = price;
  insertLevel(b.index, book, price, level);
  rankLevel(b, book * 2 + side, side, level, price);
  return level;
}

// A new level may be the best of its side, or the one behind it.
function rankLevel(b: OrderBooks, touch: number, side: number, level: number, price: number): void {
  const best = b.best[touch];
  if (best === 0 || (side === 0 ? price > best : price < best)) {
    b.nextLevels[touch] = b.bestLevels[touch];
    b.best[touch] = price;
    b.bestLevels[touch] = level;
    return;
  }
  const next = b.nextLevels[touch];
  if (next === 0) return;
  const behind = b.levelReals[next * LEVEL_REALS + LEVEL_PRICE];
  if (side === 0 ? price > behind : price < behind) b.nextLevels[touch] = level;
}

function closeLevel(b: OrderBooks, book: number, side: number, level: number): void {
  // An integer by its kind from here on, or every shift of it would convert.
  const price = b.levelReals[level * LEVEL_REALS + LEVEL_PRICE] >>> 0;
  const touch = book * 2 + side;
  if (b.bestLevels[touch] === level) {
    let next = b.nextLevels[touch];
    if (next === 0) next = worseLevel(b, book, side, price);
    b.best[touch] = next === 0 ? 0 : b.levelReals[next * LEVEL_REALS + LEVEL_PRICE];
    b.bestLevels[touch] = next;
    b.nextLevels[touch] = 0;
  } else if (b.nextLevels[touch] === level) b.nextLevels[touch] = 0;
  removeLevel(b.index, book, price);
  b.levels[level * LEVEL] = b.marks[4];
  b.marks[4] = level;
  b.marks[5]--;
}

// Sides never overlap, so one index serves both.
function worseLevel(b: OrderBooks, book: number, side: number, price: number): number {
  return side === 0 ? levelBelow(b.index, book, price) : levelAbove(b.index, book, price);
}

/** Next price of the same side further from the touch, 0 = none. */
export function worsePrice(b: OrderBooks, book: number, side: number, price: number): number {
  const level = worseLevel(b, book, side, price);
  return level === 0 ? 0 : b.levelReals[level * LEVEL_REALS + LEVEL_PRICE];
}

/** Best member price of a side, 0 = none. */
export function bestPrice(b: OrderBooks, book: number, side: number): number {
  return b.best[book * 2 + side];
}

/** First order in the queue at the best price of a side that has orders. */
export function firstAtBest(b: OrderBooks, book: number, side: number): number {
  return b.levels[b.bestLevels[book * 2 + side] * LEVEL + LEVEL_HEAD] - 1;
}

/** First order in the queue at a price that has a level. */
export function firstAt(b: OrderBooks, book: number, price: number): number {
  return b.levels[levelAt(b.index, book, price) * LEVEL + LEVEL_HEAD] - 1;
}

/** Next order in the same queue, -1 = none. */
export function nextInQueue(b: OrderBooks, slot: number): number {
  return b.rows[slot * ORDER + ORDER_NEXT] - 1;
}

/** Rest lots of all members at a price; 0 when there is no level. */
export function lotsAt(b: OrderBooks, book: number, price: number): number {
  const level = levelAt(b.index, book, price);
  return level === 0 ? 0 : b.levelReals[level * LEVEL_REALS + LEVEL_LOTS];
}

export function ordersAt(b: OrderBooks, book: number, price: number): number {
  const level = levelAt(b.index, book, price);
  return level === 0 ? 0 : b.levels[level * LEVEL + LEVEL_COUNT];
}
