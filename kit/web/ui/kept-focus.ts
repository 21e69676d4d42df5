// The keyboard's place is not lost with what was pressed: a row that goes hands it to the next row's same control, the last one to its panel.
import { type RefObject, useEffect, useRef } from 'react';

/** For an area that stays while its rows (`tr`, `li`, `data-row`) come and go. What watches it is loaded behind the page. */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const space = useRef<E>(null);
  useEffect(() => {
    const stop = new AbortController();
    // Without it the page is as good as any: the keyboard begins anew.
    import('./watch-focus.ts').then(
      ({ watchFocus }) => space.current && !stop.signal.aborted && watchFocus(space.current, stop.signal),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return space;
}
