// How a line over the chart is moved: by the way the pointer went since it was gripped, or by keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { PriceChart } from './price-chart.ts';
import type { PriceLine } from './price-lines.tsx';

/** A hand that holds still trembles: less than this is no drag. */
export const DRAG_FROM_PX = 4;

/**
 * The price after a pointer went `wayPx` down from where it gripped a line at `from`, and undefined while that is no drag yet. The chip may
 * stand elsewhere than its price (docked, or aside for another): only the way counts, so that taking hold of it moves nothing.
 */
export function draggedPrice(
  chart: Pick<PriceChart, 'priceToY' | 'yToPrice'>,
  from: number,
  wayPx: number,
  isBegun: boolean,
): number | undefined {
  if (!isBegun && Math.abs(wayPx) < DRAG_FROM_PX) return undefined;
  const y = chart.priceToY(from);
  return y === undefined ? undefined : chart.yToPrice(y + wayPx);
}

/** How far a key moves a line: a tick as in every price field (Alt ten), with Shift or by pages as far as the eye sees it move. */
function keyStep(event: KeyboardEvent, tick: number, chart: PriceChart): number {
  const isPage = event.key.startsWith('Page');
  const way = event.key === 'ArrowUp' || event.key === 'PageUp' ? 1 : event.key === 'ArrowDown' || event.key === 'PageDown' ? -1 : 0;
  if (!isPage && !event.shiftKey) return way * tick * (event.altKey ? 10 : 1);
  const pixel = Math.abs((chart.yToPrice(101) ?? 0) - (chart.yToPrice(100) ?? 0));
  return way * Math.max(tick, pixel * (isPage ? 20 : 1));
}

/** Pointer: press, move, let go. Keys: arrows and pages, Enter sets, Escape takes back. */
export function useLineMove(line: PriceLine, chart: PriceChart, drag: (to: { id: string; price: number } | undefined) => void) {
  const at = useRef<number>(undefined);
  /** Where a pointer gripped it, and the price it had; Escape takes it out of the hand. */
  const grip = useRef<{ y: number; price: number }>(undefined);
  const move = line.move;
  const to = (price: number) => {
    if (!move || price <= 0) return;
    const snapped = Math.round(price / move.tick) * move.tick;
    at.current = snapped;
    drag({ id: line.id, price: snapped });
    move.moving?.(snapped);
  };
  const end = (commit: boolean) => {
    const price = at.current;
    at.current = undefined;
    grip.current = undefined;
    drag(undefined);
    // Let go where it may not be, it goes back.
    if (commit && price !== undefined && move && move.isValid?.(price) !== false) move.drop(price);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      grip.current = { y: event.clientY, price: at.current ?? line.price };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      if (!grip.current) return;
      const { y, price: from } = grip.current;
      const price = draggedPrice(chart, from, event.clientY - y, at.current !== undefined);
      if (price !== undefined) to(price);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    onKeyDown: (event: KeyboardEvent) => {
      const step = move ? keyStep(event, move.tick, chart) : 0;
      if (step) {
        event.preventDefault();
        to((at.current ?? line.price) + step);
      } else if (event.key === 'Enter' && at.current !== undefined) {
        event.preventDefault();
        end(true);
      } else if (event.key === 'Escape') end(false);
    },
    onBlur: () => at.current !== undefined && end(false),
  };
}
