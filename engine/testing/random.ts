// A small seeded generator of integers for simulations: the same seed gives the same run on every machine.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0;
    for (let i = 0; i < 4; i++) this.next();
  }

  /** 32 random bits (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** Integer from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.next() * 2 ** -32 * n);
  }

  /** Integer from min to max, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.next() * 2 ** -32 * 100 < percent;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}
