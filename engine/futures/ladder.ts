// The counterparty's quote ladder: depth mirrored from the reference market, replaced as a whole, yielding to members at equal prices.
//
// A side is its levels best first; a head moves over what was taken. Age and inventory are judged by the caller (counterparty.ts).

export const LADDER_DEPTH = 64;

export class Ladders {
  declare readonly prices: Float64Array;
  declare readonly lots: Float64Array;
  /** book * 2 + side: levels given, and first level not used up. */
  declare readonly counts: Int32Array;
  declare readonly heads: Int32Array;
  /** Engine time of the last replacement per book, 0 = never. */
  declare readonly times: Float64Array;

  constructor(books: number) {
    this.prices = new Float64Array(books * 2 * LADDER_DEPTH);
    this.lots = new Float64Array(books * 2 * LADDER_DEPTH);
    this.counts = new Int32Array(books * 2);
    this.heads = new Int32Array(books * 2);
    this.times = new Float64Array(books);
  }
}

/** Replaces one side from `count` pairs of (price, lots) at `from`; what is deeper than the ladder is left out. */
export function replaceSide(l: Ladders, book: number, side: number, words: Float64Array, from: number, count: number): void {
  const at = book * 2 + side;
  const row = at * LADDER_DEPTH;
  const kept = count < LADDER_DEPTH ? count : LADDER_DEPTH;
  for (let i = 0; i < kept; i++) {
    l.prices[row + i] = words[from + i * 2];
    l.lots[row + i] = words[from + i * 2 + 1];
  }
  l.counts[at] = kept;
  l.heads[at] = 0;
}

/** Index of the best level with lots left, -1 = none. */
export function ladderHead(l: Ladders, book: number, side: number): number {
  const at = book * 2 + side;
  return l.heads[at] < l.counts[at] ? at * LADDER_DEPTH + l.heads[at] : -1;
}

/** One past the last level of a side. */
export function ladderEnd(l: Ladders, book: number, side: number): number {
  const at = book * 2 + side;
  return at * LADDER_DEPTH + l.counts[at];
}

/** Takes lots from the head level. */
export function takeFromLadder(l: Ladders, book: number, side: number, lots: number): void {
  const at = book * 2 + side;
  const level = at * LADDER_DEPTH + l.heads[at];
  l.lots[level] -= lots;
  if (l.lots[level] <= 0) l.heads[at]++;
}

/** Withdraws every level that is at least as good as `price` for its taker: they would lock the book. */
export function withdrawThrough(l: Ladders, book: number, side: number, price: number): void {
  for (let level = ladderHead(l, book, side); level >= 0; level = ladderHead(l, book, side)) {
    if (side === 0 ? l.prices[level] < price : l.prices[level] > price) return;
    l.heads[book * 2 + side]++;
  }
}
