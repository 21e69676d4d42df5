// Where a book's price levels are: a bitmap trie of four bytes a price, 256 ways a node, shared by all books of a site.
//
// Finding the next price in either direction takes a few word scans, whatever the distance, and no book has a price window.
// Node rows: 8 words of bitmap, then 256 children (nodes, or levels in a leaf). Node 0 is "none".

const NODE = 264;
const CHILD = 8;
const CACHED = 8;

export class PriceIndex {
  declare readonly nodes: Int32Array;
  declare readonly roots: Int32Array;
  /** 0 highest node used + 1, 1 first free node, 2 free nodes. */
  declare readonly marks: Int32Array;
  /** The last leaves met of each book, by price >>> 8; holds nothing that the nodes do not. */
  declare readonly cachedKeys: Int32Array;
  declare readonly cachedLeaves: Int32Array;
  declare readonly capacity: number;

  constructor(capacity: number, books: number) {
    this.capacity = capacity;
    this.nodes = new Int32Array(capacity * NODE);
    this.roots = new Int32Array(books);
    this.marks = new Int32Array([1, 0, 0]);
    this.cachedKeys = new Int32Array(books * CACHED).fill(-1);
    this.cachedLeaves = new Int32Array(books * CACHED);
  }
}

/** Words of the node rows in use. */
export function usedNodeWords(index: PriceIndex): number {
  return index.marks[0] * NODE;
}

/** True while one more price can be inserted, whatever it is. */
export function hasRoomForPrice(index: PriceIndex): boolean {
  return index.capacity - index.marks[0] + index.marks[2] >= 4;
}

/** Forgets cached leaves after a load. */
export function forgetCachedLeaves(index: PriceIndex): void {
  index.cachedKeys.fill(-1);
}

function takeNode(index: PriceIndex): number {
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

function leafOf(index: PriceIndex, book: number, price: number): number {
  const key = price >>> 8;
  const slot = book * CACHED + (key & (CACHED - 1));
  if (index.cachedKeys[slot] === key) return index.cachedLeaves[slot];
  const nodes = index.nodes;
  let node = index.roots[book];
  if (node === 0) return 0;
  node = nodes[node * NODE + CHILD + (price >>> 24)];
  if (node === 0) return 0;
  node = nodes[node * NODE + CHILD + ((price >>> 16) & 255)];
  if (node === 0) return 0;
  node = nodes[node * NODE + CHILD + ((price >>> 8) & 255)];
  if (node !== 0) {
    index.cachedKeys[slot] = key;
    index.cachedLeaves[slot] = node;
  }
  return node;
}

/** The level at `price`, 0 = none. */
export function levelAt(index: PriceIndex, book: number, price: number): number {
  const leaf = leafOf(index, book, price);
  return leaf === 0 ? 0 : index.nodes[leaf * NODE + CHILD + (price & 255)];
}

export function insertLevel(index: PriceIndex, book: number, price: number, level: number): void {
  let leaf = leafOf(index, book, price);
  if (leaf === 0) {
    let node = index.roots[book];
    if (node === 0) {
      node = takeNode(index);
      index.roots[book] = node;
    }
    node = childOrNew(index, node, price >>> 24);
    node = childOrNew(index, node, (price >>> 16) & 255);
    leaf = childOrNew(index, node, (price >>> 8) & 255);
  }
  setChild(index, leaf, price & 255, level);
}

function childOrNew(index: PriceIndex, node: number, at: number): number {
  const child = index.nodes[node * NODE + CHILD + at];
  if (child !== 0) return child;
  const made = takeNode(index);
  setChild(index, node, at, made);
  return made;
}

function setChild(index: PriceIndex, node: number, at: number, child: number): void {
  const row = node * NODE;
  index.nodes[row + CHILD + at] = child;
  index.nodes[row + (at >>> 5)] |= 1 << (at & 31);
}

/** True when the node became empty. */
function clearChild(index: PriceIndex, node: number, at: number): boolean {
  const nodes = index.nodes;
  const row = node * NODE;
  nodes[row + CHILD + at] = 0;
  nodes[row + (at >>> 5)] &= ~(1 << (at & 31));
  for (let w = row; w < row + CHILD; w++) if (nodes[w] !== 0) return false;
  return true;
}

function freeNode(index: PriceIndex, node: number): void {
  index.nodes[node * NODE + CHILD] = index.marks[1];
  index.marks[1] = node;
  index.marks[2]++;
}

export function removeLevel(index: PriceIndex, book: number, price: number): void {
  const leaf = leafOf(index, book, price);
  if (!clearChild(index, leaf, price & 255)) return;
  const root = index.roots[book];
  const second = index.nodes[root * NODE + CHILD + (price >>> 24)];
  const third = index.nodes[second * NODE + CHILD + ((price >>> 16) & 255)];
  index.cachedKeys[book * CACHED + ((price >>> 8) & (CACHED - 1))] = -1;
  freeNode(index, leaf);
  if (!clearChild(index, third, (price >>> 8) & 255)) return;
  freeNode(index, third);
  if (!clearChild(index, second, (price >>> 16) & 255)) return;
  freeNode(index, second);
  if (!clearChild(index, root, price >>> 24)) return;
  freeNode(index, root);
  index.roots[book] = 0;
}

// Lowest set bit at or above `from`, -1 = none.
function bitFrom(nodes: Int32Array, row: number, from: number): number {
  if (from > 255) return -1;
  let w = from >>> 5;
  let bits = nodes[row + w] & (-1 << (from & 31));
  for (;;) {
    if (bits !== 0) return (w << 5) + 31 - Math.clz32(bits & -bits);
    if (++w === 8) return -1;
    bits = nodes[row + w];
  }
}

// Highest set bit at or below `from`, -1 = none.
function bitDownFrom(nodes: Int32Array, row: number, from: number): number {
  if (from < 0) return -1;
  let w = from >>> 5;
  let bits = nodes[row + w] & (-1 >>> (31 - (from & 31)));
  for (;;) {
    if (bits !== 0) return (w << 5) + 31 - Math.clz32(bits);
    if (--w < 0) return -1;
    bits = nodes[row + w];
  }
}

/** Smallest price with a level above `price`, 0 = none. */
export function nextAbove(index: PriceIndex, book: number, price: number): number {
  const leaf = leafOf(index, book, price);
  if (leaf !== 0) {
    const at = bitFrom(index.nodes, leaf * NODE, (price & 255) + 1);
    if (at >= 0) return price - (price & 255) + at;
  }
  return climb(index, book, price, 1);
}

/** Greatest price with a level below `price`, 0 = none. */
export function nextBelow(index: PriceIndex, book: number, price: number): number {
  const leaf = leafOf(index, book, price);
  if (leaf !== 0) {
    const at = bitDownFrom(index.nodes, leaf * NODE, (price & 255) - 1);
    if (at >= 0) return price - (price & 255) + at;
  }
  return climb(index, book, price, -1);
}

// The leaf has nothing more in this direction: goes up to the first node that has, then down its near edge.
function climb(index: PriceIndex, book: number, price: number, direction: number): number {
  const nodes = index.nodes;
  const root = index.roots[book];
  if (root === 0) return 0;
  const second = nodes[root * NODE + CHILD + (price >>> 24)];
  const third = second === 0 ? 0 : nodes[second * NODE + CHILD + ((price >>> 16) & 255)];
  for (let depth = 2; depth >= 0; depth--) {
    const node = depth === 2 ? third : depth === 1 ? second : root;
    if (node === 0) continue;
    const shift = 24 - depth * 8;
    const byte = (price >>> shift) & 255;
    const at = direction > 0 ? bitFrom(nodes, node * NODE, byte + 1) : bitDownFrom(nodes, node * NODE, byte - 1);
    if (at < 0) continue;
    const span = 2 ** shift;
    const above = depth === 0 ? 0 : price - (price % (span * 256));
    return edge(index, nodes[node * NODE + CHILD + at], above + at * span, shift, direction);
  }
  return 0;
}

function edge(index: PriceIndex, node: number, price: number, shift: number, direction: number): number {
  const nodes = index.nodes;
  while (shift > 0) {
    shift -= 8;
    const at = direction > 0 ? bitFrom(nodes, node * NODE, 0) : bitDownFrom(nodes, node * NODE, 255);
    price += at * 2 ** shift;
    node = nodes[node * NODE + CHILD + at];
  }
  return price;
}

/** Nodes in use. */
export function heldNodes(index: PriceIndex): number {
  return index.marks[0] - index.marks[2];
}
