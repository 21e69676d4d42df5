// The 32-bit Mersenne Twister (MT19937) and the few distributions that the public workloads draw from it, to the last bit.
const N = 624;
const M = 397;

export class Mersenne {
  private readonly words = new Uint32Array(N);
  private at = N;

  constructor(seed: number) {
    const { words } = this;
    words[0] = seed;
    for (let i = 1; i < N; i++) words[i] = Math.imul(1_812_433_253, words[i - 1] ^ (words[i - 1] >>> 30)) + i;
  }

  private refill(): void {
    const { words } = this;
    for (let i = 0; i < N; i++) {
      const both = (words[i] & 0x80000000) | (words[(i + 1) % N] & 0x7fffffff);
      words[i] = words[(i + M) % N] ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }

  word(): number {
    if (this.at === N) this.refill();
    let y = this.words[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** [0, 1) of 53 bits: 27 of one word, then 26 of the next. */
  unit(): number {
    const high = this.word() >>> 5;
    return (high * 67_108_864 + (this.word() >>> 6)) / 9_007_199_254_740_992;
  }

  /** An integer from `least` to `most`. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1));
  }

  /** Standard normal (Box and Muller, the cosine of each pair). */
  normal(): number {
    const radius = Math.max(this.unit(), 1e-300);
    const angle = this.unit();
    return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
  }

  exponential(rate: number): number {
    return -Math.log(Math.max(this.unit(), 1e-300)) / rate;
  }
}
