// What rows of the dense table and its cards share: a press or Enter opens one, and where on the page they begin.
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useState } from 'react';

/** Presses on a link or button inside a row are theirs. */
const isOwnPress = (event: MouseEvent | KeyboardEvent) =>
  !(event.target instanceof Element) || event.target.closest('a,button,input,label,[role=menuitem]') === null;

export const opensRow = <Row>(row: Row, onOpen: (row: Row) => void) => ({
  tabIndex: 0,
  onClick: (event: MouseEvent) => void (isOwnPress(event) && onOpen(row)),
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isOwnPress(event)) return;
    event.preventDefault();
    onOpen(row);
  },
});

/** How far below the page's own beginning its rows begin; measured again whenever what stands above may have moved them. */
export function useTopOf(body: RefObject<HTMLElement | null>, isOn: boolean): number {
  const [topPx, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const measure = () => body.current && setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [body, isOn]);
  return topPx;
}
