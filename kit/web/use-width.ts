// Which of the layouts' widths the window has now.
import { useSyncExternalStore } from 'react';

/** Re-renders only when the answer changes: `useMedia('(min-width: 1024px)')`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    // Without a browser: the width that is drawn for.
    () => matchMedia(query).matches,
  );
}

/** Phones: below 760. */
export const useIsPhone = (): boolean => useMedia('(max-width: 759.98px)');
