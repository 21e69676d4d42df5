// Moves by so many percent within so many minutes, of one price of one symbol: the lowest and highest of the window, and who waits for them.

/** Parts of a window of which the lowest and highest are kept: it is never longer than it says, and shorter by one part at most. */
const PARTS = 60;
const MINUTE_MS = 60_000;
/** Hundredths of a percent in one. */
const WHOLE = 10_000;

export interface Part {
  /** When it began. */
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** Something that waits until the price has moved by `moveBp` hundredths of a percent, up, down or either. */
export interface WaitingMove {
  readonly id: number;
  readonly moveBp: number;
  readonly way: 'RISE' | 'FALL' | 'BOTH';
}

export interface Moved<W extends WaitingMove> {
  readonly waiting: W;
  /** The lowest or highest price of the window that it moved from. */
  readonly from: number;
}

/** A price that reaches nothing costs a few comparisons, and sixty more when a part of the window is over. */
export class MoveLine<W extends WaitingMove> {
  readonly #windowMs: number;
  readonly #partMs: number;
  #past: Part[] = [];
  #now: { at: number; low: number; high: number } | undefined;
  #low = Number.POSITIVE_INFINITY;
  #high = 0;
  /** The smallest move first; one that waits for either stands in both. */
  readonly #rises: W[] = [];
  readonly #falls: W[] = [];

  constructor(windowMinutes: number) {
    this.#windowMs = windowMinutes * MINUTE_MS;
    this.#partMs = this.#windowMs / PARTS;
  }

  get size(): number {
    return new Set([...this.#rises, ...this.#falls]).size;
  }

  /** What was recorded before this line began to listen, oldest first. */
  seed(parts: readonly Part[]): void {
    const first = this.#past[0]?.at ?? this.#now?.at ?? Number.POSITIVE_INFINITY;
    this.#past = [...parts.filter(({ at }) => at < first), ...this.#past];
    this.#measure();
  }

  add(waiting: W): void {
    if (waiting.way !== 'FALL') insert(this.#rises, waiting);
    if (waiting.way !== 'RISE') insert(this.#falls, waiting);
  }

  remove(waiting: W): void {
    for (const side of [this.#rises, this.#falls]) {
      const at = side.findIndex(({ id }) => id === waiting.id);
      if (at >= 0) side.splice(at, 1);
    }
  }

  /** Takes a price into the window, and out of the line what it has reached. */
  take(price: number, now: number): Moved<W>[] {
    this.#note(price, now);
    const moved: Moved<W>[] = [];
    const [low, high] = [Math.min(this.#low, price, this.#now?.low ?? price), Math.max(this.#high, price, this.#now?.high ?? price)];
    while (this.#rises.length > 0 && hasRisen(low, price, this.#rises[0].moveBp)) moved.push(this.#taken(this.#rises[0], low));
    while (this.#falls.length > 0 && hasFallen(high, price, this.#falls[0].moveBp)) moved.push(this.#taken(this.#falls[0], high));
    return moved;
  }

  /** How far the price stands from the lowest and from the highest of the window, in hundredths of a percent. */
  moves(price: number, now: number): { rise: number; fall: number } {
    this.#drop(now);
    const low = Math.min(this.#low, this.#now?.low ?? price, price);
    const high = Math.max(this.#high, this.#now?.high ?? price, price);
    return { rise: Math.floor(((price - low) * WHOLE) / low), fall: Math.floor(((high - price) * WHOLE) / high) };
  }

  #taken(waiting: W, from: number): Moved<W> {
    this.remove(waiting);
    return { waiting, from };
  }

  #note(price: number, now: number): void {
    if (this.#now !== undefined && now - this.#now.at < this.#partMs) {
      this.#now.low = Math.min(this.#now.low, price);
      this.#now.high = Math.max(this.#now.high, price);
      return;
    }
    if (this.#now !== undefined) this.#past.push(this.#now);
    this.#now = { at: now, low: price, high: price };
    this.#drop(now);
  }

  #drop(now: number): void {
    this.#past = this.#past.filter(({ at }) => at > now - this.#windowMs);
    if (this.#now !== undefined && this.#now.at <= now - this.#windowMs) this.#now = undefined;
    this.#measure();
  }

  #measure(): void {
    this.#low = this.#past.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY);
    this.#high = this.#past.reduce((most, { high }) => Math.max(most, high), 0);
  }
}

const hasRisen = (low: number, price: number, moveBp: number) => price * WHOLE >= low * (WHOLE + moveBp);
const hasFallen = (high: number, price: number, moveBp: number) => price * WHOLE <= high * (WHOLE - moveBp);

function insert<W extends WaitingMove>(side: W[], waiting: W): void {
  const at = side.findIndex((each) => each.moveBp > waiting.moveBp || (each.moveBp === waiting.moveBp && each.id > waiting.id));
  side.splice(at < 0 ? side.length : at, 0, waiting);
}
