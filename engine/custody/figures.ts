// What custody rules over beside the purses, by account and asset: locked, owed, and what of Pending, Held and InTransit is of its numbers.
import { FIGURE, FIGURE_KEY, MARK_FIGURES } from '../layout-custody.ts';
import { MOST_ASSETS } from '../ledger/account.ts';
import { capacityFor } from './register.ts';

/** 2^32 by the golden ratio. */
const SPREAD = 0x9e3779b1;

export class Figures {
  readonly #marks: Float64Array;
  rows = new Float64Array(0);
  /** Key -> row + 1, open addressing; derived. */
  #table = new Int32Array(0);

  constructor(marks: Float64Array) {
    this.#marks = marks;
  }

  get count(): number {
    return this.#marks[MARK_FIGURES];
  }

  /** Room for what the marks say, before it is loaded. */
  reserve(): void {
    this.rows = new Float64Array(capacityFor(this.count) * FIGURE);
  }

  /** After the rows were loaded, or outgrew their table. */
  enterRows(): void {
    this.#table = new Int32Array(capacityFor(this.count + 1) * 2);
    for (let row = 0; row < this.count; row++) this.#table[this.#placeOf(this.rows[row * FIGURE + FIGURE_KEY])] = row + 1;
  }

  /** One figure of an account and asset, by its word in the row; 0 where custody never touched them. */
  of(account: number, asset: number, figure: number): number {
    if (this.#table.length === 0) return 0;
    const row = this.#table[this.#placeOf(keyOf(account, asset))] - 1;
    return row < 0 ? 0 : this.rows[row * FIGURE + figure];
  }

  add(account: number, asset: number, figure: number, change: number): void {
    // Before the array is looked up: a new row may make a longer one.
    const row = this.#take(keyOf(account, asset));
    this.rows[row * FIGURE + figure] += change;
  }

  /** All rows, in the order they came. */
  all(): Float64Array[] {
    return Array.from({ length: this.count }, (_, row) => this.rows.slice(row * FIGURE, (row + 1) * FIGURE));
  }

  #take(key: number): number {
    if (this.#table.length === 0) this.enterRows();
    const known = this.#table[this.#placeOf(key)];
    if (known !== 0) return known - 1;
    const row = this.#marks[MARK_FIGURES]++;
    if ((row + 1) * FIGURE > this.rows.length) {
      const bigger = new Float64Array(capacityFor(row + 1) * FIGURE);
      bigger.set(this.rows);
      this.rows = bigger;
    }
    this.rows[row * FIGURE + FIGURE_KEY] = key;
    if ((row + 1) * 2 > this.#table.length) this.enterRows();
    else this.#table[this.#placeOf(key)] = row + 1;
    return row;
  }

  // Where its row stands in the table, or is to stand.
  #placeOf(key: number): number {
    const mask = this.#table.length - 1;
    let at = (Math.imul((key % 0x100000000) | 0, SPREAD) >>> 7) & mask;
    while (this.#table[at] !== 0 && this.rows[(this.#table[at] - 1) * FIGURE + FIGURE_KEY] !== key) at = (at + 1) & mask;
    return at;
  }
}

function keyOf(account: number, asset: number): number {
  return (account + 1) * MOST_ASSETS + asset;
}

/** The account and asset of a row. */
export function ownerOfKey(key: number): { account: number; asset: number } {
  return { account: Math.floor(key * 2 ** -8) - 1, asset: key % MOST_ASSETS };
}
