// Scrolling: listeners at most every 20 ms (specification section 9), and the top of the page after each navigation.
import { useSyncExternalStore } from 'react';

export const scrollThrottleMs = 20;

/** Runs at once, then at most once per interval, and a last time when calls stop. */
export function throttled(run: () => void, intervalMs: number, now: () => number = () => performance.now()): () => void {
  let lastMs = -1e9;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    if (timer !== undefined) return;
    const waitMs = lastMs + intervalMs - now();
    if (waitMs <= 0) {
      lastMs = now();
      run();
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      lastMs = now();
      run();
    }, waitMs);
  };
}

function subscribe(changed: () => void): () => void {
  const listen = throttled(changed, scrollThrottleMs);
  addEventListener('scroll', listen, { passive: true });
  return () => removeEventListener('scroll', listen);
}

/** Whether the page has left its top by this much. */
export function useScrolledBeyond(px: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => scrollY > px,
    () => false,
  );
}

export function scrollToTop(): void {
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
}
