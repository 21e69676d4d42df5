// The server's clock inside components: over a drawn page the first render is of the time that was drawn, then it goes with the clock.
import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from './moments.ts';

let drawnAt: number | undefined;

/** Before the first render, the server's as well, ms. */
export function setDrawnTime(atMs: number): void {
  drawnAt = atMs;
}

/** Server time in ms, floored to whole steps, redrawn with every step. */
export function useServerTime(stepMs: number): number {
  const floored = (ms: number) => Math.floor(ms / stepMs) * stepMs;
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setInterval(changed, stepMs);
      return () => clearInterval(timer);
    },
    [stepMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => floored(serverNow()),
    () => floored(drawnAt ?? serverNow()),
  );
}
