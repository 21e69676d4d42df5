// The central limit order books of a site: members' resting orders by price, then time. No rules here, only order.
//
// Rows of typed arrays and dense ids: an order id is generation * 2^22 + slot, so that finding an order needs no table and an
// old id never meets a new order. The counterparty's ladder is kept apart (ladder.ts) and yields to members at equal prices.
import * as layout from '../layout.ts';
import { MAX_EXACT, toInt, toReal, toUnsigned } from '../money/portable.ts';
import type { f64, i32, u32 } from '../money/portable.ts';
import { intRows, realsOver } from '../rows.ts';
import { PriceIndex, insertLevel, levelAbove, levelAt, levelBelow, removeLevel } from './price-index.ts';

const CHAIN = layout.CHAIN;
const ORDER = layout.ORDER;
const ORDER_FLAGS = layout.ORDER_FLAGS;
const ORDER_GENERATION = layout.ORDER_GENERATION;
const ORDER_LEVEL = layout.ORDER_LEVEL;
const ORDER_NEXT = layout.ORDER_NEXT;
const ORDER_OWNER = layout.ORDER_OWNER;
const ORDER_PREVIOUS = layout.ORDER_PREVIOUS;
const ORDER_REST = layout.ORDER_REST;
const REALS = layout.REALS;

export const MAX_ORDERS = 4_194_304;
const SHIFT: f64 = 4_194_304;
/** 2^-22. */
const UNSHIFT: f64 = 2.384185791015625e-7;

// A level is half a line: head, tail and count, then lots and price.
const LEVEL = 8;
const LEVEL_REALS = 4;
const LEVEL_LOTS = 2;
const LEVEL_PRICE = 3;
const LEVEL_HEAD = 0;
const LEVEL_TAIL = 1;
const LEVEL_COUNT = 2;

export class OrderBooks {
  declare readonly capacity: i32;
  declare readonly rows: Int32Array;
  /** The reals of `rows`, over the same memory. */
  declare readonly reals: Float64Array;
  declare readonly chain: Int32Array;
  declare readonly prices: Uint32Array;
  declare readonly levels: Int32Array;
  declare readonly levelReals: Float64Array;
  declare readonly levelCapacity: i32;
  declare readonly index: PriceIndex;
  /** Best price per book and side (book * 2 + side), 0 = none. */
  declare readonly best: Float64Array;
  /** Level at the best price, 0 = none. */
  declare readonly bestLevels: Int32Array;
  /** The level behind it where it is known, 0 = to be looked for; holds nothing that the index does not. */
  declare readonly nextLevels: Int32Array;
  /** 0 highest order slot + 1, 1 first free slot + 1, 2 orders held, 3 highest level + 1, 4 first free level, 5 levels held. */
  declare readonly marks: Int32Array;

  constructor(orders: i32, levels: i32, nodes: i32, books: i32) {
    if (orders > MAX_ORDERS) throw new RangeError('more orders than ids have room for');
    this.capacity = orders;
    this.levelCapacity = levels;
    const rows = intRows(orders * ORDER);
    this.rows = rows;
    this.reals = realsOver(rows);
    this.chain = new Int32Array(orders * CHAIN);
    this.prices = new Uint32Array(orders);
    const rowsOfLevels = intRows(levels * LEVEL);
    this.levels = rowsOfLevels;
    this.levelReals = realsOver(rowsOfLevels);
    this.index = new PriceIndex(nodes, books);
    this.best = new Float64Array(books * 2);
    this.bestLevels = new Int32Array(books * 2);
    this.nextLevels = new Int32Array(books * 2);
    const marks = new Int32Array(6);
    marks[3] = 1;
    this.marks = marks;
  }
}

export function usedOrders(b: OrderBooks): i32 {
  return b.marks[0];
}
export function usedLevelWords(b: OrderBooks): i32 {
  return b.marks[3] * LEVEL;
}
export function heldOrders(b: OrderBooks): i32 {
  return b.marks[2];
}
export function freeLevels(b: OrderBooks): i32 {
  return b.levelCapacity - 1 - b.marks[5];
}

export function orderIdOf(b: OrderBooks, slot: i32): f64 {
  return toReal(b.rows[slot * ORDER + ORDER_GENERATION]) * SHIFT + toReal(slot);
}

/** Slot of a live order, -1 when the id is unknown or over. */
export function slotOfOrder(b: OrderBooks, id: f64): i32 {
  if (!(id >= SHIFT && id <= MAX_EXACT)) return -1;
  const generation = Math.floor(id * UNSHIFT);
  const rest = id - generation * SHIFT;
  // An integer by its kind, or every row that it leads to would be found by a conversion.
  const slot = toInt(rest);
  if (slot >= b.marks[0] || toReal(slot) !== rest) return -1;
  const row = slot * ORDER;
  if (toReal(b.rows[row + ORDER_GENERATION]) !== generation || b.rows[row + ORDER_OWNER] < 0) return -1;
  return slot;
}

/** Takes a slot for an order that does not rest yet. The caller has checked that there is one. */
export function takeOrder(b: OrderBooks, owner: i32, flags: i32, price: u32, lots: f64): i32 {
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
export function freeOrder(b: OrderBooks, slot: i32): void {
  const row = slot * ORDER;
  b.rows[row + ORDER_OWNER] = -1;
  b.rows[row + ORDER_NEXT] = b.marks[1];
  b.marks[1] = slot + 1;
  b.marks[2]--;
}

/** Puts an order at the end of its price's queue. */
export function restOrder(b: OrderBooks, book: i32, slot: i32): void {
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
export function unrestOrder(b: OrderBooks, book: i32, slot: i32): void {
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
export function reduceRest(b: OrderBooks, slot: i32, by: f64): void {
  b.reals[slot * REALS + ORDER_REST] -= by;
  const level = b.rows[slot * ORDER + ORDER_LEVEL];
  if (level !== 0) b.levelReals[level * LEVEL_REALS + LEVEL_LOTS] -= by;
}

// A level begins with its first order.
function openLevel(b: OrderBooks, book: i32, side: i32, price: u32, slot: i32): i32 {
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
function rankLevel(b: OrderBooks, touch: i32, side: i32, level: i32, price: u32): void {
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

function closeLevel(b: OrderBooks, book: i32, side: i32, level: i32): void {
  // An integer by its kind from here on, or every shift of it would convert.
  const price = toUnsigned(b.levelReals[level * LEVEL_REALS + LEVEL_PRICE]);
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
function worseLevel(b: OrderBooks, book: i32, side: i32, price: u32): i32 {
  return side === 0 ? levelBelow(b.index, book, price) : levelAbove(b.index, book, price);
}

/** Next price of the same side further from the touch, 0 = none. */
export function worsePrice(b: OrderBooks, book: i32, side: i32, price: u32): f64 {
  const level = worseLevel(b, book, side, price);
  return level === 0 ? 0 : b.levelReals[level * LEVEL_REALS + LEVEL_PRICE];
}

/** Best member price of a side, 0 = none. */
export function bestPrice(b: OrderBooks, book: i32, side: i32): f64 {
  return b.best[book * 2 + side];
}

/** First order in the queue at the best price of a side that has orders. */
export function firstAtBest(b: OrderBooks, book: i32, side: i32): i32 {
  return b.levels[b.bestLevels[book * 2 + side] * LEVEL + LEVEL_HEAD] - 1;
}

/** First order in the queue at a price that has a level. */
export function firstAt(b: OrderBooks, book: i32, price: u32): i32 {
  return b.levels[levelAt(b.index, book, price) * LEVEL + LEVEL_HEAD] - 1;
}

/** Next order in the same queue, -1 = none. */
export function nextInQueue(b: OrderBooks, slot: i32): i32 {
  return b.rows[slot * ORDER + ORDER_NEXT] - 1;
}

/** Rest lots of all members at a price; 0 when there is no level. */
export function lotsAt(b: OrderBooks, book: i32, price: u32): f64 {
  const level = levelAt(b.index, book, price);
  return level === 0 ? 0 : b.levelReals[level * LEVEL_REALS + LEVEL_LOTS];
}

export function ordersAt(b: OrderBooks, book: i32, price: u32): i32 {
  const level = levelAt(b.index, book, price);
  return level === 0 ? 0 : b.levels[level * LEVEL + LEVEL_COUNT];
}
