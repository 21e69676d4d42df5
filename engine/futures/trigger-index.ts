// Where conditional orders wait: per symbol, price source and direction a bitmap trie of stop prices, first come first fired at each.
//
// A book is symbol * 4 + source * 2 + direction (source 1 = mark, 0 = last; direction 0 fires on a rise, 1 on a fall). Orders hang on
// the queue links of their book row, which an order needs for nothing else before it rests.
import * as layout from '../layout.ts';
import type { OrderBooks } from './order-book.ts';
import { PriceIndex, heldNodes, insertLevel, levelAbove, levelAt, levelBelow, removeLevel } from './price-index.ts';

const { META_BUCKETS, META_BUCKETS_HELD, META_BUCKET_FREE, ORDER, ORDER_NEXT, ORDER_PREVIOUS, TRIGGER, WAITING } = layout;

/** Row of a bucket or list: first and last order + 1, how many, and (bucket) its price. */
const ROW = 4;
const HEAD = 0;
const TAIL = 1;
const COUNT = 2;
const PRICE = 3;

/** List of the orders that fired; behind it one list of active trailing stops per book. */
export const FIRED = 1;
const TRAILS = 2;

export class TriggerIndex {
  declare readonly index: PriceIndex;
  /** Per order slot: bucket it waits in, minus its list, 0 = it does not wait. */
  declare readonly places: Int32Array;
  declare readonly facts: Float64Array;
  declare readonly buckets: Int32Array;
  declare readonly lists: Int32Array;
  /** Stop that a book's price meets first, ticks, 0 = none. */
  declare readonly nearest: Float64Array;
  declare readonly chains: Int32Array;

  constructor(orders: number, buckets: number, nodes: number, symbols: number, exposures: number) {
    this.index = new PriceIndex(nodes, symbols * 4);
    this.places = new Int32Array(orders);
    this.facts = new Float64Array(orders * TRIGGER);
    this.buckets = new Int32Array(buckets * ROW);
    this.lists = new Int32Array((TRAILS + symbols * 4) * ROW);
    this.nearest = new Float64Array(symbols * 4);
    this.chains = new Int32Array(exposures * WAITING);
  }
}

export function usedBucketWords(meta: Float64Array): number {
  return (meta[META_BUCKETS] + 1) * ROW;
}

export function usedListWords(symbols: number): number {
  return (TRAILS + symbols * 4) * ROW;
}

export function bookOf(symbol: number, byMark: boolean, falls: boolean): number {
  return symbol * 4 + (byMark ? 2 : 0) + (falls ? 1 : 0);
}

/** True while `count` more stops find a place, whatever they are. */
export function hasCapacityForTriggers(t: TriggerIndex, meta: Float64Array, count: number): boolean {
  return t.index.capacity - heldNodes(t.index) >= 4 * count && (meta[META_BUCKETS_HELD] + count) * ROW < t.buckets.length;
}

/** Puts an order behind those that wait for the same stop. */
export function enterBucket(t: TriggerIndex, meta: Float64Array, b: OrderBooks, slot: number, book: number, stop: number): void {
  let bucket = levelAt(t.index, book, stop);
  if (bucket === 0) {
    bucket = openBucket(t, meta, book, stop);
    const near = t.nearest[book];
    if (near === 0 || ((book & 1) === 0 ? stop < near : stop > near)) t.nearest[book] = stop;
  }
  t.places[slot] = bucket;
  append(t.buckets, bucket, b, slot);
}

function openBucket(t: TriggerIndex, meta: Float64Array, book: number, stop: number): number {
  let bucket = meta[META_BUCKET_FREE];
  if (bucket !== 0) meta[META_BUCKET_FREE] = t.buckets[bucket * ROW];
  else bucket = ++meta[META_BUCKETS];
  meta[META_BUCKETS_HELD]++;
  const at = bucket * ROW;
  t.buckets[at + HEAD] = 0;
  t.buckets[at + TAIL] = 0;
  t.buckets[at + COUNT] = 0;
  t.buckets[at + PRICE] = stop;
  insertLevel(t.index, book, stop, bucket);
  return bucket;
}

/** Takes an order out of its bucket or list. `book` matters only for a bucket. */
export function leave(t: TriggerIndex, meta: Float64Array, b: OrderBooks, slot: number, book: number): void {
  const place = t.places[slot];
  t.places[slot] = 0;
  if (place < 0) {
    unlink(t.lists, 0 - place, b, slot);
    return;
  }
  if (!unlink(t.buckets, place, b, slot)) return;
  const stop = t.buckets[place * ROW + PRICE] >>> 0;
  if (t.nearest[book] === stop) {
    const next = (book & 1) === 0 ? levelAbove(t.index, book, stop) : levelBelow(t.index, book, stop);
    t.nearest[book] = next === 0 ? 0 : t.buckets[next * ROW + PRICE] >>> 0;
  }
  removeLevel(t.index, book, stop);
  t.buckets[place * ROW] = meta[META_BUCKET_FREE];
  meta[META_BUCKET_FREE] = place;
  meta[META_BUCKETS_HELD]--;
}

/** Puts an order at the end of a list. */
export function enterList(t: TriggerIndex, b: OrderBooks, slot: number, list: number): void {
  t.places[slot] = 0 - list;
  append(t.lists, list, b, slot);
}

/** List of the active trailing stops of a book. */
export function trailsOf(book: number): number {
  return TRAILS + book;
}

/** First order of a list, -1 = empty. */
export function firstOfList(t: TriggerIndex, list: number): number {
  return t.lists[list * ROW + HEAD] - 1;
}

/** First order of the bucket that the book's price meets first; the book is not empty. */
export function firstOfNearest(t: TriggerIndex, book: number): number {
  return t.buckets[levelAt(t.index, book, t.nearest[book]) * ROW + HEAD] - 1;
}

function append(rows: Int32Array, row: number, b: OrderBooks, slot: number): void {
  const at = row * ROW;
  const tail = rows[at + TAIL];
  b.rows[slot * ORDER + ORDER_NEXT] = 0;
  b.rows[slot * ORDER + ORDER_PREVIOUS] = tail;
  if (tail === 0) rows[at + HEAD] = slot + 1;
  else b.rows[(tail - 1) * ORDER + ORDER_NEXT] = slot + 1;
  rows[at + TAIL] = slot + 1;
  rows[at + COUNT]++;
}

/** True when nothing is left in it. */
function unlink(rows: Int32Array, row: number, b: OrderBooks, slot: number): boolean {
  const at = row * ROW;
  const next = b.rows[slot * ORDER + ORDER_NEXT];
  const previous = b.rows[slot * ORDER + ORDER_PREVIOUS];
  if (previous === 0) rows[at + HEAD] = next;
  else b.rows[(previous - 1) * ORDER + ORDER_NEXT] = next;
  if (next === 0) rows[at + TAIL] = previous;
  else b.rows[(next - 1) * ORDER + ORDER_PREVIOUS] = previous;
  return --rows[at + COUNT] === 0;
}
