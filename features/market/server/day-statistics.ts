// 24 h statistics of one symbol: a ring of minutes, so that old ones fall out by themselves.
import type { CandleBar } from './candle-series.ts';

const MINUTES = 1440;
const MINUTE_MS = 60_000;
const SPARKS = 48;

export interface DayFigures {
  open: number;
  high: number;
  low: number;
  lots: number;
  quote: number;
}

export class DayStatistics {
  readonly #minute = new Float64Array(MINUTES);
  readonly #open = new Float64Array(MINUTES);
  readonly #high = new Float64Array(MINUTES);
  readonly #low = new Float64Array(MINUTES);
  readonly #close = new Float64Array(MINUTES);
  readonly #lots = new Float64Array(MINUTES);
  readonly #quote = new Float64Array(MINUTES);

  /** A candle of before the start, put into its first minute. What was traded since stands after it. */
  addPast(bar: Readonly<CandleBar>): void {
    const i = Math.floor(bar.openAt / MINUTE_MS) % MINUTES;
    const isTaken = this.#minute[i] === Math.floor(bar.openAt / MINUTE_MS);
    const close = this.#close[i];
    this.add(bar.openAt, bar);
    if (!isTaken) return;
    this.#open[i] = bar.open;
    this.#close[i] = close;
  }

  /** A trade (as a bar of its own). Older than what the minute holds: ignored. */
  add(time: number, bar: Readonly<CandleBar>): void {
    const minute = Math.floor(time / MINUTE_MS);
    const i = minute % MINUTES;
    if (this.#minute[i] > minute) return;
    if (this.#minute[i] < minute) {
      this.#minute[i] = minute;
      this.#open[i] = bar.open;
      this.#high[i] = bar.high;
      this.#low[i] = bar.low;
      this.#close[i] = bar.close;
      this.#lots[i] = bar.lots;
      this.#quote[i] = bar.quote;
      return;
    }
    this.#high[i] = Math.max(this.#high[i], bar.high);
    this.#low[i] = Math.min(this.#low[i], bar.low);
    this.#close[i] = bar.close;
    this.#lots[i] += bar.lots;
    this.#quote[i] += bar.quote;
  }

  /** Over the 24 h before `now`; undefined when nothing traded. */
  figures(now: number): DayFigures | undefined {
    const last = Math.floor(now / MINUTE_MS);
    const out: DayFigures = { open: 0, high: 0, low: Number.POSITIVE_INFINITY, lots: 0, quote: 0 };
    for (let minute = last - MINUTES + 1; minute <= last; minute++) {
      const i = minute % MINUTES;
      if (this.#minute[i] !== minute) continue;
      if (out.open === 0) out.open = this.#open[i];
      if (this.#high[i] > out.high) out.high = this.#high[i];
      if (this.#low[i] < out.low) out.low = this.#low[i];
      out.lots += this.#lots[i];
      out.quote += this.#quote[i];
    }
    return out.open === 0 ? undefined : out;
  }

  /** 48 closes, oldest first; a half hour without trades repeats the one before. */
  sparkline(now: number): number[] {
    const last = Math.floor(now / MINUTE_MS);
    const step = MINUTES / SPARKS;
    const closes: number[] = [];
    let close = 0;
    for (let minute = last - MINUTES + 1; minute <= last; minute++) {
      const i = minute % MINUTES;
      if (this.#minute[i] === minute) close = this.#close[i];
      if ((minute - last + MINUTES) % step === 0) closes.push(close);
    }
    const first = closes.find((price) => price > 0) ?? 0;
    return closes.map((price) => price || first);
  }
}
