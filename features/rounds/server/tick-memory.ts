// The ticks of symbols that rounds are about: the newest of each in memory, in the order they came.
import type { MarketTick } from '@maru/market/contract.ts';

/** At a hundred trades a second more than half a minute. */
const KEPT = 4096;

export interface TickSpan {
  /** The last tick at or before the moment, and the one before it. */
  readonly tick: MarketTick | undefined;
  readonly before: MarketTick | undefined;
  /** Ticks around the moment, oldest first, the chosen one among them. */
  readonly near: readonly MarketTick[];
}

const NEAR = 6;

export class TickMemory {
  readonly #ring: MarketTick[] = [];
  #next = 0;

  add(tick: MarketTick): void {
    this.#ring[this.#next] = tick;
    this.#next = (this.#next + 1) % KEPT;
  }

  get latest(): MarketTick | undefined {
    return this.#ring[(this.#next + KEPT - 1) % KEPT];
  }

  /** What was known at `time` by our own clock (rule 11.4). */
  at(time: number): TickSpan {
    const near: MarketTick[] = [];
    let tick: MarketTick | undefined;
    let before: MarketTick | undefined;
    for (let back = 1; back <= this.#ring.length; back++) {
      const each = this.#ring[(this.#next + KEPT - back) % KEPT];
      if (each === undefined) break;
      near.push(each);
      if (each.receivedAt > time) {
        if (near.length > NEAR) near.shift();
        continue;
      }
      if (tick === undefined) {
        tick = each;
        near.splice(0, Math.max(0, near.length - NEAR - 1));
      } else before ??= each;
      if (near.length > 2 * NEAR) break;
    }
    return { tick, before, near: near.reverse() };
  }

  /** The first ticks that came after `time`, at most `count`, oldest first; none where the first of them is forgotten. */
  after(time: number, count: number): MarketTick[] {
    const found: MarketTick[] = [];
    for (let back = 1; back <= this.#ring.length; back++) {
      const each = this.#ring[(this.#next + KEPT - back) % KEPT];
      if (each === undefined || each.receivedAt <= time) return found.reverse().slice(0, count);
      found.push(each);
    }
    return found.length === KEPT ? [] : found.reverse().slice(0, count);
  }
}
