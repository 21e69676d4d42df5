// Candles of a figure that is read ten times a second (mark, index, premium) instead of traded: only the running second is touched by a
// reading, and each closed second goes into the longer candles at once.
import { type Interval, intervals } from '../contract.ts';
import { barOfTrade, type CandleBar, extendBar } from './candle-series.ts';
import { candleStart, intervalMs } from './intervals.ts';

const longer = intervals.filter((interval) => interval !== '1s');

export class SampledCandles {
  #second: CandleBar | undefined;
  #secondEnds = 0;
  /** Longer candles close at whole minutes. */
  #minuteEnds = 0;
  readonly #longer = new Map<Interval, CandleBar>();
  readonly #onClosed: (interval: Interval, bar: CandleBar) => void;

  constructor(onClosed: (interval: Interval, bar: CandleBar) => void) {
    this.#onClosed = onClosed;
  }

  sample(now: number, value: number): void {
    const second = this.#second;
    if (second !== undefined && now < this.#secondEnds) {
      if (value > second.high) second.high = value;
      else if (value < second.low) second.low = value;
      second.close = value;
      return;
    }
    this.closeDue(now);
    const openAt = candleStart('1s', now);
    this.#second = barOfTrade(openAt, value, 0, 0);
    this.#secondEnds = openAt + intervalMs['1s'];
  }

  /** Closes what is over even when nothing is read any more. */
  closeDue(now: number): void {
    if (this.#second !== undefined && now >= this.#secondEnds) {
      const bar = this.#second;
      this.#second = undefined;
      this.#onClosed('1s', bar);
      for (const interval of longer) this.#carry(interval, bar);
    }
    if (now < this.#minuteEnds) return;
    this.#minuteEnds = candleStart('1m', now) + intervalMs['1m'];
    for (const [interval, bar] of this.#longer) {
      if (candleStart(interval, now) > bar.openAt) this.#close(interval, bar);
    }
  }

  /** The candle as it stands, the running second included. */
  running(interval: Interval): CandleBar | undefined {
    const second = this.#second;
    if (interval === '1s') return second;
    const bar = this.#longer.get(interval);
    if (second === undefined) return bar;
    const openAt = candleStart(interval, second.openAt);
    if (bar === undefined || bar.openAt < openAt) return { ...second, openAt };
    const whole = { ...bar };
    extendBar(whole, second);
    return whole;
  }

  /** A candle that began before the process did: readings go on in it. Those that came meanwhile stay in. */
  restore(interval: Interval, bar: CandleBar): void {
    const present = this.#longer.get(interval);
    if (present !== undefined && present.openAt > bar.openAt) return;
    if (present !== undefined) extendBar(bar, present);
    this.#longer.set(interval, bar);
  }

  #carry(interval: Interval, second: CandleBar): void {
    const openAt = candleStart(interval, second.openAt);
    const bar = this.#longer.get(interval);
    if (bar !== undefined && bar.openAt === openAt) return extendBar(bar, second);
    if (bar !== undefined) this.#close(interval, bar);
    this.#longer.set(interval, { ...second, openAt });
  }

  #close(interval: Interval, bar: CandleBar): void {
    this.#longer.delete(interval);
    this.#onClosed(interval, bar);
  }
}
