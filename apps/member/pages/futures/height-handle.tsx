// The line above the positions that makes them higher or lower: drag, arrow keys, double click for the usual height.
import { viewTexts } from '@maru/futures/web/feature.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { setLayout, usePrefs } from '@maru/kit/web/prefs.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';

const NAME = 'futures.activityPx';
const LOWEST = 160;
const HIGHEST = 480;
const STEP = 16;
const clamp = (px: number) => Math.min(Math.max(Math.round(px), LOWEST), HIGHEST);

/** The height a person chose, for the grid and for the toasts above it: on the page's root, for toasts are drawn outside the page. */
function useChosenHeight(): void {
  const kept = usePrefs((prefs) => prefs.layout[NAME]);
  useEffect(() => {
    const page = document.documentElement.style;
    if (typeof kept === 'number') page.setProperty('--activity', `${clamp(kept)}px`);
    return () => void page.removeProperty('--activity');
  }, [kept]);
}

export function HeightHandle() {
  const t = useText(viewTexts);
  useChosenHeight();
  const from = useRef<{ y: number; height: number }>(undefined);
  const heightOf = (element: HTMLElement) => element.parentElement?.clientHeight ?? LOWEST;
  const set = (px: number) => setLayout(NAME, clamp(px));
  return (
    <button
      type="button"
      aria-label={t('page.height')}
      title={t('page.height')}
      className="absolute inset-x-0 -top-1.5 z-10 h-2 cursor-ns-resize touch-none hover:bg-brand/30"
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        from.current = { y: event.clientY, height: heightOf(event.currentTarget) };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => from.current && set(from.current.height + from.current.y - event.clientY)}
      onPointerUp={() => {
        from.current = undefined;
      }}
      onDoubleClick={() => setLayout(NAME, undefined)}
      onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
        const step = event.key === 'ArrowUp' ? STEP : event.key === 'ArrowDown' ? -STEP : 0;
        if (step === 0) return;
        event.preventDefault();
        set(heightOf(event.currentTarget) + step);
      }}
    />
  );
}
