// Where times and prices of the round chart stand: four pixels a second, to the right as much as its rounds still need.
import type { Tick } from './round-board.ts';

const PX_A_SECOND = 4;
/** The present never stands further left: a long round's end may come in from the edge. */
const LEFTMOST_PRESENT = 0.47;
/** Past the last end there is room for its words. */
const END_SPACE = 40;

export interface ChartScale {
  width: number;
  bottom: number;
  now: number;
  from: number;
  to: number;
  low: number;
  high: number;
  x(time: number): number;
  y(price: number): number;
}

interface ScaleInput {
  ticks: readonly Tick[];
  now: number;
  strike: number | undefined;
  width: number;
  height: number;
  /** Room above the highest price. */
  head: number;
  /** How far from now the last of its rounds may end, at most. */
  aheadSeconds: number;
}

export function scaleOf({ ticks, now, strike, width, height, head, aheadSeconds }: ScaleInput): ChartScale {
  const present = Math.max(width * LEFTMOST_PRESENT, width - aheadSeconds * PX_A_SECOND - END_SPACE);
  const from = now - (present * 1000) / PX_A_SECOND;
  const to = from + (width * 1000) / PX_A_SECOND;
  let low = strike ?? Number.POSITIVE_INFINITY;
  let high = strike ?? Number.NEGATIVE_INFINITY;
  for (let i = ticks.length - 1; i >= 0 && ticks[i].time >= from; i--) {
    low = Math.min(low, ticks[i].price);
    high = Math.max(high, ticks[i].price);
  }
  if (!Number.isFinite(low)) [low, high] = [0, 1];
  const pad = Math.max((high - low) * 0.12, high * 0.00002);
  [low, high] = [low - pad, high + pad];
  return {
    width,
    bottom: height,
    now,
    from,
    to,
    low,
    high,
    x: (time) => ((time - from) / 1000) * PX_A_SECOND,
    y: (price) => head + ((high - price) / (high - low)) * (height - head - 8),
  };
}

/** A step for each price as it held until the next. */
export function pathOf(ticks: readonly Tick[], scale: ChartScale): string {
  let first = ticks.length;
  while (first > 0 && ticks[first - 1].time >= scale.from) first--;
  const shown = ticks.slice(Math.max(0, first - 1));
  if (shown.length === 0) return '';
  const points = shown.map(({ time, price }) => `${scale.x(time).toFixed(1)},${scale.y(price).toFixed(1)}`);
  const until = Math.max(scale.now, shown[shown.length - 1].time);
  return `M${points.join('L')}L${scale.x(until).toFixed(1)},${scale.y(shown[shown.length - 1].price).toFixed(1)}`;
}

/** Round prices and half minutes to write at the axes. */
export function ticksOfAxis({ low, high, from, to }: ChartScale): { prices: number[]; times: number[] } {
  const raw = (high - low) / 8;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw) ?? raw;
  const prices = Array.from({ length: 12 }, (_, i) => (Math.ceil(low / step) + i) * step).filter((price) => price < high);
  const times = Array.from({ length: 40 }, (_, i) => (Math.ceil(from / 30_000) + i) * 30_000).filter((time) => time < to);
  return { prices, times };
}
