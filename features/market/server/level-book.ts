// The book of one symbol at a venue: price levels kept sorted, changed by diffs, read from the best level outwards.

const CAPACITY = 1200;

/** One side: `sign` +1 keeps asks (lowest first), -1 bids (highest first). */
class BookSide {
  readonly #ticks = new Float64Array(CAPACITY);
  readonly #lots = new Float64Array(CAPACITY);
  readonly #sign: number;
  size = 0;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  clear(): void {
    this.size = 0;
  }

  best(): number {
    return this.size === 0 ? 0 : this.#ticks[0];
  }

  set(ticks: number, lots: number): void {
    const at = this.#find(ticks);
    const present = at < this.size && this.#ticks[at] === ticks;
    if (lots === 0) {
      if (present) this.#remove(at, 1);
    } else if (present) {
      this.#lots[at] = lots;
    } else if (at < CAPACITY) {
      const end = Math.min(this.size, CAPACITY - 1);
      this.#ticks.copyWithin(at + 1, at, end);
      this.#lots.copyWithin(at + 1, at, end);
      this.#ticks[at] = ticks;
      this.#lots[at] = lots;
      this.size = end + 1;
    }
  }

  /** Drops levels better than `ticks`, or equal to it: they are known to be gone. */
  dropThrough(ticks: number): void {
    let count = 0;
    while (count < this.size && this.#sign * this.#ticks[count] <= this.#sign * ticks) count++;
    if (count > 0) this.#remove(0, count);
  }

  top(levels: number, shift: number): number[] {
    const out: number[] = [];
    for (let i = 0; i < Math.min(levels, this.size); i++) out.push(this.#ticks[i] + shift, this.#lots[i]);
    return out;
  }

  #remove(at: number, count: number): void {
    this.#ticks.copyWithin(at, at + count, this.size);
    this.#lots.copyWithin(at, at + count, this.size);
    this.size -= count;
  }

  #find(ticks: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sign * this.#ticks[middle] < this.#sign * ticks) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export class LevelBook {
  readonly bids = new BookSide(-1);
  readonly asks = new BookSide(1);

  clear(): void {
    this.bids.clear();
    this.asks.clear();
  }

  /** Applies flat pairs (ticks, lots); 0 lots removes the level. */
  apply(bids: ArrayLike<number>, asks: ArrayLike<number>): void {
    for (let i = 0; i < bids.length; i += 2) this.bids.set(bids[i], bids[i + 1]);
    for (let i = 0; i < asks.length; i += 2) this.asks.set(asks[i], asks[i + 1]);
  }

  isCrossed(): boolean {
    return this.bids.size > 0 && this.asks.size > 0 && this.bids.best() >= this.asks.best();
  }

  /** Twice the mid in ticks, 0 when a side is empty: stays an integer. */
  twiceMid(): number {
    return this.bids.size > 0 && this.asks.size > 0 ? this.bids.best() + this.asks.best() : 0;
  }
}
