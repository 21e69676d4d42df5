// Work that follows the chart's own layout: done in the two flushes after it moved, for the library paints after it tells.
import { flushClock } from '../flush-clock.ts';
import type { PriceChart } from './price-chart.ts';

const FLUSHES = 2;

export function onSettledLayout(chart: PriceChart, work: () => void): () => void {
  let left = FLUSHES;
  const offs = [
    chart.onLayout(() => {
      left = FLUSHES;
      flushClock.request();
    }),
    flushClock.onFlush(() => {
      if (left === 0) return;
      left -= 1;
      work();
      if (left > 0) flushClock.request();
    }),
  ];
  flushClock.request();
  return () => {
    for (const off of offs) off();
  };
}
