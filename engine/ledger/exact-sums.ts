// Sums of many balances, exact however large they grow on their way: in two halves, since one would leave the safe integers.
const HALF = 2 ** 27;
const PER_HALF = 2 ** -27;

export class ExactSums {
  readonly #high: Float64Array;
  readonly #low: Float64Array;

  constructor(length: number) {
    this.#high = new Float64Array(length);
    this.#low = new Float64Array(length);
  }

  add(at: number, amount: number): void {
    const part = Math.floor(amount * PER_HALF);
    this.#high[at] += part;
    this.#low[at] += amount - part * HALF;
  }

  /** `sign` times the first of others. */
  addFirst(at: number, others: ExactSums, sign: 1 | -1): void {
    this.#high[at] += sign * others.#high[0];
    this.#low[at] += sign * others.#low[0];
  }

  of(at: number): number {
    return this.#high[at] * HALF + this.#low[at];
  }
}
