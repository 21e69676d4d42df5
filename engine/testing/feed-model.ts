// A made-up market for simulations: a wandering price, depth around it, and quantities that reach across bracket borders.
import { Side } from '../wire/command.ts';
import type { SymbolData } from '../market/symbols.ts';
import { MAX_PRICE_TICKS } from '../money/units.ts';
import type { Random } from './random.ts';

export class FeedModel {
  readonly data: SymbolData;
  /** Ticks. */
  #price: number;
  readonly #start: number;
  /** Lots worth about 500 USDT at the start. */
  readonly typicalLots: number;
  readonly maxLots: number;

  constructor(data: SymbolData, random: Random) {
    this.data = data;
    this.#start = Math.round(Number(data.referencePrice) * 10 ** data.tickDecimals);
    this.#price = this.#start;
    this.typicalLots = Math.max(1, Math.round((500 / Number(data.referencePrice)) * 10 ** data.lotDecimals));
    this.maxLots = data.maxLimitQuantity * 10 ** data.lotDecimals;
    this.#wander(random, 3);
  }

  // Moves by up to `step` tenths of a percent, drawn back to where it began.
  #wander(random: Random, step: number): void {
    const pull = Math.sign(this.#start - this.#price) * random.below(2);
    const by = Math.round((this.#price * (random.between(-step, step) + pull)) / 1000) + random.between(-2, 2);
    this.#price = Math.min(MAX_PRICE_TICKS / 4, Math.max(20, this.#price + by));
  }

  moved(random: Random, step: number): { mark: number; index: number; last: number } {
    this.#wander(random, step);
    const mark = this.#price * 100 + random.between(-150, 150);
    return { mark, index: mark + random.between(-100, 100), last: this.#price * 100 };
  }

  outlier(random: Random): number {
    return Math.max(1, Math.round(this.#price * 100 * random.pick([0.5, 0.8, 1.25, 1.9])));
  }

  depth(random: Random, step: number): { bids: number[]; asks: number[] } {
    this.#wander(random, step);
    const gap = random.between(1, Math.max(1, Math.round(this.#price / 2000)));
    const levels = random.between(0, 8);
    const bids: number[] = [];
    const asks: number[] = [];
    let bid = this.#price - random.below(gap) - 1;
    let ask = this.#price + random.below(gap) + 1;
    for (let i = 0; i < levels; i++) {
      if (bid > 0) bids.push(bid, this.someLots(random));
      asks.push(ask, this.someLots(random));
      bid -= random.between(1, gap);
      ask += random.between(1, gap);
    }
    return { bids, asks };
  }

  someLots(random: Random): number {
    const times = random.pick([0.02, 0.2, 1, 1, 2, 10, 100, 1200, 20_000]);
    const lots = Math.max(1, Math.round(this.typicalLots * times * (random.between(1, 100) / 50)));
    return Math.min(this.maxLots + random.below(2), lots);
  }

  /** Around the price: often crossing, often resting near, at times outside the band or no price at all. */
  somePrice(random: Random, side: number): number {
    const away = random.pick([-30, -5, -1, 0, 0, 1, 2, 5, 10, 30]);
    const toward = side === Side.Buy ? -away : away;
    if (random.chance(1)) return random.pick([0, -1, MAX_PRICE_TICKS + 1, 1]);
    return Math.max(1, this.#price + Math.round((this.#price * toward) / 2000) + random.between(-3, 3));
  }
}
