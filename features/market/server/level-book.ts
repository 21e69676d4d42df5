// Price levels of one symbol kept sorted, changed level by level, read from the best outwards: a venue's book, or members' orders.

const FIRST_CAPACITY = 256;

/** One side: `sign` +1 keeps asks (lowest first), -1 bids (highest first). Levels beyond `limit` are forgotten. */
class BookSide {
  #ticks = new Float64Array(FIRST_CAPACITY);
  #lots = new Float64Array(FIRST_CAPACITY);
  readonly #sign: number;
  readonly #limit: number;
  size = 0;

  constructor(sign: 1 | -1, limit: number) {
    this.#sign = sign;
    this.#limit = limit;
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
    } else if (at < this.#limit) this.#insert(at, ticks, lots);
  }

  /** Adds to (or takes from) what rests at a price. */
  add(ticks: number, lots: number): void {
    const at = this.#find(ticks);
    const held = at < this.size && this.#ticks[at] === ticks ? this.#lots[at] : 0;
    this.set(ticks, Math.max(0, held + lots));
  }

  top(levels: number, shift: number): number[] {
    const out: number[] = [];
    for (let i = 0; i < Math.min(levels, this.size); i++) out.push(this.#ticks[i] + shift, this.#lots[i]);
    return out;
  }

  ticksAt(index: number): number {
    return this.#ticks[index];
  }

  lotsAt(index: number): number {
    return this.#lots[index];
  }

  #insert(at: number, ticks: number, lots: number): void {
    if (this.size === this.#ticks.length && this.size < this.#limit) this.#grow();
    const end = Math.min(this.size, this.#ticks.length - 1);
    this.#ticks.copyWithin(at + 1, at, end);
    this.#lots.copyWithin(at + 1, at, end);
    this.#ticks[at] = ticks;
    this.#lots[at] = lots;
    this.size = end + 1;
  }

  #grow(): void {
    const space = Math.min(this.#ticks.length * 2, this.#limit);
    const ticks = new Float64Array(space);
    const lots = new Float64Array(space);
    ticks.set(this.#ticks);
    lots.set(this.#lots);
    this.#ticks = ticks;
    this.#lots = lots;
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
  readonly bids: BookSide;
  readonly asks: BookSide;

  constructor(limit = 1200) {
    this.bids = new BookSide(-1, limit);
    this.asks = new BookSide(1, limit);
  }

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
