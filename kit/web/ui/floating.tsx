// A panel beside its button: in the browser's top layer, kept inside the window, closed by Escape, a press outside or focus that leaves.
import { type ComponentProps, type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './classes.ts';

export type Align = 'start' | 'center' | 'end';

const edgePx = 8;
/** Chrome 111 to 113 and Safari 16 have none: there the panel is moved to the end of the page or of its dialog. */
const hasTopLayer = typeof HTMLElement !== 'undefined' && 'popover' in HTMLElement.prototype;
const focusable = 'a[href],button:not(:disabled),input:not(:disabled),select,textarea,[tabindex]';

/** Under the anchor, above it where there is more room, and never beyond the window. */
function place(panel: HTMLElement, anchor: HTMLElement, align: Align, gapPx: number): void {
  const at = anchor.getBoundingClientRect();
  const below = innerHeight - at.bottom - gapPx - edgePx;
  const above = at.top - gapPx - edgePx;
  panel.style.setProperty('--anchor-width', `${at.width}px`);
  panel.style.setProperty('--space', `${Math.max(below, above)}px`);
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isAbove = height > below && above > below;
  const top = isAbove ? at.top - gapPx - height : at.bottom + gapPx;
  const left = align === 'start' ? at.left : align === 'end' ? at.right - width : at.left + (at.width - width) / 2;
  const wanted = { left: Math.max(edgePx, Math.min(left, innerWidth - edgePx - width)), top: Math.max(edgePx, top) };
  panel.style.left = `${wanted.left}px`;
  panel.style.top = `${wanted.top}px`;
  if (hasTopLayer) return;
  // An ancestor with a transform is the origin.
  const is = panel.getBoundingClientRect();
  if (is.left !== wanted.left) panel.style.left = `${wanted.left * 2 - is.left}px`;
  if (is.top !== wanted.top) panel.style.top = `${wanted.top * 2 - is.top}px`;
}

/** Open ones, innermost last: Escape closes that one alone. */
const open: HTMLElement[] = [];

interface FloatingProps extends Omit<ComponentProps<'div'>, 'ref'> {
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
  align?: Align;
  gapPx?: number;
  /** What is focused first; the panel's first control when absent. Words that only stand there take none. */
  focusFirst?: ((panel: HTMLElement) => HTMLElement | null | undefined) | 'nothing';
  children: ReactNode;
}

/** Mounted while open; stands right behind its anchor in the page, so that focus goes from the one to the other. */
export function Floating({ anchor, onClose, align = 'start', gapPx = 6, focusFirst, className, children, ...rest }: FloatingProps) {
  const own = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const isPassive = focusFirst === 'nothing';
  const begin = useEffectEvent((panel: HTMLElement) => {
    if (isPassive) return;
    const first = focusFirst ? focusFirst(panel) : panel.querySelector<HTMLElement>(focusable);
    (first ?? panel).focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const panel = own.current;
    const button = anchor.current;
    if (!panel || !button) return undefined;
    if (hasTopLayer) panel.showPopover();
    const put = () => place(panel, button, align, gapPx);
    put();
    begin(panel);
    open.push(panel);
    const isOutside = (event: Event) => !panel.contains(event.target as Node) && !button.contains(event.target as Node);
    const leave = (event: Event) => {
      if (isOutside(event)) close();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || open.at(-1) !== panel) return;
      // A dialog around it stays open.
      event.stopPropagation();
      close();
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('keydown', key, { capture: true, signal });
    addEventListener('resize', put, { signal });
    addEventListener('scroll', put, { capture: true, passive: true, signal });
    document.addEventListener('pointerdown', leave, { capture: true, signal });
    if (!isPassive) document.addEventListener('focusin', leave, { signal });
    const size = new ResizeObserver(put);
    size.observe(panel);
    return () => {
      stop.abort();
      size.disconnect();
      open.splice(open.indexOf(panel), 1);
      if (panel.contains(document.activeElement)) button.focus({ preventScroll: true });
      if (hasTopLayer && panel.matches(':popover-open')) panel.hidePopover();
    };
  }, [anchor, align, gapPx, isPassive]);
  const panel = (
    <div
      ref={own}
      tabIndex={-1}
      {...(hasTopLayer ? { popover: 'manual' as const } : {})}
      className={cx('fixed right-auto bottom-auto z-50 m-0 animate-fade-in bg-raised text-text shadow-float outline-none', className)}
      {...rest}
    >
      {children}
    </div>
  );
  // While rendering for the first time the anchor is there: what opens a panel is a press on it.
  return hasTopLayer ? panel : createPortal(panel, anchor.current?.closest('[role=dialog]') ?? document.body);
}
