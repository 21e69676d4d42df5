// Where a book's price levels are: a bitmap trie of four bytes a price, 256 ways a node, shared by all books of a site.
//
// Finding the next level in either direction takes two word scans a depth, whatever the distance, and no book has a price window.
// Compiles as AssemblyScript too (portable.ts). Node rows: 8 words of bitmap, then 256 children (nodes, or levels in a leaf). Node 0 is "none".
import { leadingZeros } from '../money/portable.ts';
import type { i32, u32 } from '../money/portable.ts';
import { intRows } from '../rows.ts';

const NODE = 264;
const CHILD = 8;
const CACHED = 4;

export class PriceIndex {
  declare readonly nodes: Int32Array;
  declare readonly roots: Int32Array;
  /** 0 highest node used + 1, 1 first free node, 2 free nodes. */
  declare readonly marks: Int32Array;
  /** Per node, which of its eight words of bitmap are not 0: a bit each. Follows from the nodes. */
  declare readonly words: Int32Array;
  /** The last third nodes met of each book, price >>> 16 and node by turns; holds nothing that the nodes do not. */
  declare readonly cached: Int32Array;
  declare readonly capacity: i32;

  constructor(capacity: i32, books: i32) {
    this.capacity = capacity;
    this.nodes = intRows(capacity * NODE);
    this.roots = new Int32Array(books);
    const marks = new Int32Array(3);
    marks[0] = 1;
    this.marks = marks;
    this.words = new Int32Array(capacity);
    this.cached = new Int32Array(books * CACHED * 2).fill(-1);
  }
}

/** Words of the node rows in use. */
export function usedNodeWords(index: PriceIndex): i32 {
  return index.marks[0] * NODE;
}

/** Nodes in use. */
export function heldNodes(index: PriceIndex): i32 {
  return index.marks[0] - index.marks[2];
}

/** True while one more price can be inserted, whatever it is. */
export function hasCapacityForPrice(index: PriceIndex): boolean {
  return index.capacity - index.marks[0] + index.marks[2] >= 4;
}

/** Works out anew what follows from the nodes, after a load. */
export function deriveFromNodes(index: PriceIndex): void {
  index.cached.fill(-1);
  for (let node = 0; node < index.marks[0]; node++) {
    let words = 0;
    for (let w = 0; w < CHILD; w++) if (index.nodes[node * NODE + w] !== 0) words |= 1 << w;
    index.words[node] = words;
  }
}

function takeNode(index: PriceIndex): i32 {
  const free = index.marks[1];
  if (free !== 0) {
    index.marks[1] = index.nodes[free * NODE + CHILD];
    index.nodes[free * NODE + CHILD] = 0;
    index.marks[2]--;
    return free;
  }
  if (index.marks[0] >= index.capacity) throw new Error('price index is full');
  return index.marks[0]++;
}

function freeNode(index: PriceIndex, node: i32): void {
  index.nodes[node * NODE + CHILD] = index.marks[1];
  index.marks[1] = node;
  index.marks[2]++;
}

function childOf(index: PriceIndex, node: i32, at: i32): i32 {
  return index.nodes[node * NODE + CHILD + at];
}

function setChild(index: PriceIndex, node: i32, at: i32, child: i32): void {
  const row = node * NODE;
  index.nodes[row + CHILD + at] = child;
  index.nodes[row + (at >>> 5)] |= 1 << (at & 31);
  index.words[node] |= 1 << (at >>> 5);
}

/** True when the node became empty. */
function clearChild(index: PriceIndex, node: i32, at: i32): boolean {
  const row = node * NODE;
  index.nodes[row + CHILD + at] = 0;
  const bits = index.nodes[row + (at >>> 5)] & ~(1 << (at & 31));
  index.nodes[row + (at >>> 5)] = bits;
  if (bits !== 0) return false;
  const words = index.words[node] & ~(1 << (at >>> 5));
  index.words[node] = words;
  return words === 0;
}

// The third node of a price: 65,536 prices hang on it, so that a book stays within a few for as long as nobody thinks of it.
function thirdOf(index: PriceIndex, book: i32, price: u32): i32 {
  const key = price >>> 16;
  const at = (book * CACHED + (key & (CACHED - 1))) * 2;
  if (index.cached[at] === key) return index.cached[at + 1];
  const third = childOf(index, childOf(index, index.roots[book], price >>> 24), key & 255);
  if (third !== 0) keepThird(index, book, key, third);
  return third;
}

function keepThird(index: PriceIndex, book: i32, key: u32, third: i32): void {
  const at = (book * CACHED + (key & (CACHED - 1))) * 2;
  index.cached[at] = key;
  index.cached[at + 1] = third;
}

/** The level at `price`, 0 = none. */
export function levelAt(index: PriceIndex, book: i32, price: u32): i32 {
  return childOf(index, childOf(index, thirdOf(index, book, price), (price >>> 8) & 255), price & 255);
}

/** Puts in a level where there is none. */
export function insertLevel(index: PriceIndex, book: i32, price: u32, level: i32): void {
  let third = thirdOf(index, book, price);
  if (third === 0) third = makeThird(index, book, price);
  setChild(index, childOrNew(index, third, (price >>> 8) & 255), price & 255, level);
}

function makeThird(index: PriceIndex, book: i32, price: u32): i32 {
  let root = index.roots[book];
  if (root === 0) {
    root = takeNode(index);
    index.roots[book] = root;
  }
  const third = childOrNew(index, childOrNew(index, root, price >>> 24), (price >>> 16) & 255);
  keepThird(index, book, price >>> 16, third);
  return third;
}

function childOrNew(index: PriceIndex, node: i32, at: i32): i32 {
  const child = childOf(index, node, at);
  if (child !== 0) return child;
  const made = takeNode(index);
  setChild(index, node, at, made);
  return made;
}

export function removeLevel(index: PriceIndex, book: i32, price: u32): void {
  const third = thirdOf(index, book, price);
  const leaf = childOf(index, third, (price >>> 8) & 255);
  if (!clearChild(index, leaf, price & 255)) return;
  freeNode(index, leaf);
  if (clearChild(index, third, (price >>> 8) & 255)) removeThird(index, book, price, third);
}

// An empty node goes, and what it leaves empty above it.
function removeThird(index: PriceIndex, book: i32, price: u32, third: i32): void {
  const root = index.roots[book];
  const second = childOf(index, root, price >>> 24);
  index.cached[(book * CACHED + ((price >>> 16) & (CACHED - 1))) * 2] = -1;
  freeNode(index, third);
  if (!clearChild(index, second, (price >>> 16) & 255)) return;
  freeNode(index, second);
  if (!clearChild(index, root, price >>> 24)) return;
  freeNode(index, root);
  index.roots[book] = 0;
}

/** First child above `at`, 0 = none. */
function childAbove(index: PriceIndex, node: i32, at: i32): i32 {
  const row = node * NODE;
  let w = at >>> 5;
  // Two shifts, for there may be none left.
  let bits = index.nodes[row + w] & ((-1 << (at & 31)) << 1);
  if (bits === 0) {
    const words = index.words[node] & (-2 << w);
    if (words === 0) return 0;
    w = 31 - leadingZeros(words & -words);
    bits = index.nodes[row + w];
  }
  return index.nodes[row + CHILD + (w << 5) + 31 - leadingZeros(bits & -bits)];
}

/** Last child below `at`, 0 = none. */
function childBelow(index: PriceIndex, node: i32, at: i32): i32 {
  const row = node * NODE;
  let w = at >>> 5;
  let bits = index.nodes[row + w] & ((1 << (at & 31)) - 1);
  if (bits === 0) {
    const words = index.words[node] & ((1 << w) - 1);
    if (words === 0) return 0;
    w = 31 - leadingZeros(words);
    bits = index.nodes[row + w];
  }
  return index.nodes[row + CHILD + (w << 5) + 31 - leadingZeros(bits)];
}

/** 0 of node 0. */
function firstChild(index: PriceIndex, node: i32): i32 {
  const words = index.words[node];
  if (words === 0) return 0;
  const w = 31 - leadingZeros(words & -words);
  const bits = index.nodes[node * NODE + w];
  return index.nodes[node * NODE + CHILD + (w << 5) + 31 - leadingZeros(bits & -bits)];
}

/** 0 of node 0. */
function lastChild(index: PriceIndex, node: i32): i32 {
  const words = index.words[node];
  if (words === 0) return 0;
  const w = 31 - leadingZeros(words);
  return index.nodes[node * NODE + CHILD + (w << 5) + 31 - leadingZeros(index.nodes[node * NODE + w])];
}

/** The level with the smallest price above `price`, 0 = none. */
export function levelAbove(index: PriceIndex, book: i32, price: u32): i32 {
  const third = thirdOf(index, book, price);
  const level = childAbove(index, childOf(index, third, (price >>> 8) & 255), price & 255);
  if (level !== 0) return level;
  const leaf = childAbove(index, third, (price >>> 8) & 255);
  return leaf !== 0 ? firstChild(index, leaf) : farAbove(index, book, price);
}

/** The level with the greatest price below `price`, 0 = none. */
export function levelBelow(index: PriceIndex, book: i32, price: u32): i32 {
  const third = thirdOf(index, book, price);
  const level = childBelow(index, childOf(index, third, (price >>> 8) & 255), price & 255);
  if (level !== 0) return level;
  const leaf = childBelow(index, third, (price >>> 8) & 255);
  return leaf !== 0 ? lastChild(index, leaf) : farBelow(index, book, price);
}

function farAbove(index: PriceIndex, book: i32, price: u32): i32 {
  const root = index.roots[book];
  let third = childAbove(index, childOf(index, root, price >>> 24), (price >>> 16) & 255);
  if (third === 0) third = firstChild(index, childAbove(index, root, price >>> 24));
  return firstChild(index, firstChild(index, third));
}

function farBelow(index: PriceIndex, book: i32, price: u32): i32 {
  const root = index.roots[book];
  let third = childBelow(index, childOf(index, root, price >>> 24), (price >>> 16) & 255);
  if (third === 0) third = lastChild(index, childBelow(index, root, price >>> 24));
  return lastChild(index, lastChild(index, third));
}
