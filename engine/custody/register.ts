// A register of dense numbers: one byte of state for each, for ever, and a row for those that are not final, in the order of their numbers.
//
// It grows by itself: what happened on a chain cannot wait for a larger capacity class. Never on the order path.
import { OPEN, OPEN_ACCOUNT, OPEN_AMOUNT, OPEN_ASSET, OPEN_FEE, OPEN_NUMBER } from '../layout-custody.ts';

/** What is open under a number. */
export interface OpenRow {
  account: number;
  asset: number;
  amount: number;
  fee: number;
}

const LEAST = 64;

export class Register {
  readonly #marks: Float64Array;
  readonly #count: number;
  readonly #open: number;
  states = new Uint8Array(0);
  rows = new Float64Array(0);

  /** Where its two counters stand in the site's marks. */
  constructor(marks: Float64Array, count: number, open: number) {
    this.#marks = marks;
    this.#count = count;
    this.#open = open;
  }

  /** Numbers used so far, 1 to this. */
  get count(): number {
    return this.#marks[this.#count];
  }

  get open(): number {
    return this.#marks[this.#open];
  }

  /** Room for what the marks say, before it is loaded. */
  reserve(): void {
    this.states = new Uint8Array(capacityFor(this.count));
    this.rows = new Float64Array(capacityFor(this.open) * OPEN);
  }

  /** 0 of one that was never used. */
  stateOf(number: number): number {
    return number <= this.count ? this.states[number - 1] : 0;
  }

  setState(number: number, state: number): void {
    this.states[number - 1] = state;
  }

  /** The next number, used for good. */
  begin(state: number): number {
    const number = ++this.#marks[this.#count];
    if (number > this.states.length) {
      const bigger = new Uint8Array(capacityFor(number));
      bigger.set(this.states);
      this.states = bigger;
    }
    this.states[number - 1] = state;
    return number;
  }

  /** Keeps what is open under the newest number. */
  keep(number: number, { account, asset, amount, fee }: OpenRow): void {
    const at = this.open * OPEN;
    if (at === this.rows.length) {
      const bigger = new Float64Array(capacityFor(this.open + 1) * OPEN);
      bigger.set(this.rows);
      this.rows = bigger;
    }
    this.rows.set([number, account, asset, amount, fee], at);
    this.#marks[this.#open]++;
  }

  /** What is open under the number; undefined: final, or never used. */
  find(number: number): OpenRow | undefined {
    const at = this.#placeOf(number) * OPEN;
    return at < 0 ? undefined : this.#read(at);
  }

  /** It is final: its row goes. */
  close(number: number, state: number): void {
    this.setState(number, state);
    const place = this.#placeOf(number);
    this.rows.copyWithin(place * OPEN, (place + 1) * OPEN, this.open * OPEN);
    this.#marks[this.#open]--;
  }

  /** All that is open, by number. */
  all(): (OpenRow & { number: number })[] {
    return Array.from({ length: this.open }, (_, place) => ({
      number: this.rows[place * OPEN + OPEN_NUMBER],
      ...this.#read(place * OPEN),
    }));
  }

  #read(at: number): OpenRow {
    const { rows } = this;
    return {
      account: rows[at + OPEN_ACCOUNT],
      asset: rows[at + OPEN_ASSET],
      amount: rows[at + OPEN_AMOUNT],
      fee: rows[at + OPEN_FEE],
    };
  }

  /** Rows come and stay in the order of their numbers. */
  #placeOf(number: number): number {
    let low = 0;
    let high = this.open - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.rows[middle * OPEN + OPEN_NUMBER];
      if (found === number) return middle;
      if (found < number) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** A power of two, so that growing seldom copies. */
export function capacityFor(entries: number): number {
  let capacity = LEAST;
  while (capacity < entries) capacity *= 2;
  return capacity;
}
