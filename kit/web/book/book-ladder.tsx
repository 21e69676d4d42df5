// The ladder as a component: canvas rows that hold still under the pointer, a keyboard cursor, and the same levels as a table for readers.
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { lazyArea } from '../lazy-area.tsx';
import { usePrefs } from '../prefs.ts';
import type { BookTableTexts } from './book-table.tsx';
import { createLadder, type LadderInput, type LadderMachine, type PaintedBook } from './ladder-machine.ts';

/** Unseen: what is painted does not wait for it. */
const BookTable = lazyArea(() => import('./book-table.tsx').then((m) => m.BookTable), { isQuiet: true });

export interface BookLadderProps extends Omit<LadderInput, 'isDark' | 'cursor'> {
  subscribe(changed: () => void): () => void;
  rowHeight?: number;
  gap?: number;
  /** Drawn in the middle, over the gap. */
  middle: ReactNode;
  texts: BookTableTexts & { ladder: string };
}

export function BookLadder(props: BookLadderProps) {
  const { rowHeight = 20, gap = 48, subscribe, middle, texts, priceDecimals, sizeDecimals, view } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const machine = useRef<LadderMachine>(undefined);
  const latest = useRef<LadderInput>(undefined);
  const [cursor, setCursor] = useState(-1);
  const look = usePrefs((prefs) => `${prefs.theme}|${prefs.upDown}`);
  const was = useRef({ look, view });
  /** With one side alone the price stands at that side's best row. */
  const edge = view === 'both' ? 'top-1/2 -translate-y-1/2' : view === 'bid' ? 'top-0' : 'bottom-0';

  // Every render may bring another step, own order or state: the machine reads the newest and paints.
  useLayoutEffect(() => {
    latest.current = { ...props, isDark: look.startsWith('dark'), cursor };
    if (was.current.view !== view) machine.current?.resize();
    if (was.current.look !== look) machine.current?.recolor();
    else machine.current?.paint(false);
    was.current = { look, view };
  });
  useEffect(() => {
    const element = box.current;
    const surface = canvas.current as (HTMLCanvasElement & { paintedRows?: () => PaintedBook }) | null;
    if (!element || !surface) return undefined;
    const made = createLadder(element, surface, rowHeight, gap, () => latest.current as LadderInput);
    machine.current = made;
    made.recolor();
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    void document.fonts?.ready.then(() => made.resize());
    // Tests read what is painted; a canvas has no text of its own.
    surface.paintedRows = () => made.painted();
    return () => observer.disconnect();
  }, [rowHeight, gap]);
  useEffect(() => subscribe(() => machine.current?.paint(false)), [subscribe]);

  const keyed = (event: KeyboardEvent) => {
    const { asks, bids } = machine.current?.rows() ?? { asks: 0, bids: 0 };
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step) {
      event.preventDefault();
      setCursor((now) => Math.min(Math.max((now < 0 ? asks - 1 : now) + step, 0), asks + bids - 1));
    } else if (event.key === 'Enter' && cursor >= 0) machine.current?.pickRow(cursor);
    else if (event.key === 'Escape') setCursor(-1);
  };

  return (
    <div ref={box} className="relative min-h-0 flex-1 overflow-hidden [contain:strict]">
      <canvas
        ref={canvas}
        data-testid="book-canvas"
        // A grid of prices drawn as a picture: arrow keys walk it, the table below is what readers read.
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it takes keys itself
        role="application"
        tabIndex={0}
        aria-label={texts.ladder}
        className={`absolute inset-x-0 ${edge} cursor-pointer focus-visible:-outline-offset-2`}
        onMouseMove={(event) => machine.current?.move(event.nativeEvent.offsetY)}
        onMouseLeave={() => machine.current?.leave()}
        onMouseDown={(event) => machine.current?.press(event.nativeEvent.offsetY)}
        onClick={(event) => machine.current?.click(event.nativeEvent.offsetY, event.detail >= 2)}
        onKeyDown={keyed}
        onBlur={() => setCursor(-1)}
      />
      <div className={`pointer-events-none absolute inset-x-0 ${edge} flex items-center`} style={{ height: gap }}>
        {middle}
      </div>
      <BookTable read={() => machine.current?.painted()} priceDecimals={priceDecimals} sizeDecimals={sizeDecimals} texts={texts} />
    </div>
  );
}
