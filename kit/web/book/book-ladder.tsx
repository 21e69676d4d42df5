// The ladder as a component: canvas rows that hold still under the pointer, a keyboard cursor, and the same levels as a table for readers.
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePrefs } from '../prefs.ts';
import { type BookLevel, type BookRow, type BookSide, groupLevels } from './book-levels.ts';
import { type BookColors, type BookLayout, createBookPainter, rowAt, rowTop } from './book-painter.ts';
import { BookTable, type BookTableTexts } from './book-table.tsx';
import { createStillLadder, HOLD_CAP_MS } from './still-ladder.ts';

export interface BookSnapshot {
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
  last: number;
}
export interface BookPick {
  side: BookSide;
  price: number;
  /** Lots from the best price to the row. */
  sum: number;
}
export interface BookHover {
  pick: BookPick;
  average: number;
  value: number;
  /** Page coordinates of the row's left edge. */
  left: number;
  top: number;
}
export interface BookLadderProps {
  read(): BookSnapshot | undefined;
  subscribe(changed: () => void): () => void;
  step: number;
  priceDecimals: number;
  sizeDecimals: number;
  ownBids: ReadonlySet<number>;
  ownAsks: ReadonlySet<number>;
  isStale: boolean;
  rowHeight?: number;
  gap?: number;
  /** Drawn in the middle, over the gap. */
  middle: ReactNode;
  onPick(pick: BookPick, isDouble: boolean): void;
  onHover?(hover: BookHover | undefined): void;
  /** Seconds the rows still stay, '' when they flow. */
  onHold?(heldMs: number): void;
  texts: BookTableTexts & { ladder: string };
}
interface Painted {
  asks: BookRow[];
  bids: BookRow[];
  last: number;
}

const fallback: Record<keyof BookColors, string> = { bid: '#888', ask: '#888', text: '#888', mute: '#888', brand: '#888', hover: '#888', edge: '#888' };

function readColors(element: Element): BookColors {
  const style = getComputedStyle(element);
  return Object.fromEntries(Object.entries(fallback).map(([name, otherwise]) => [name, style.getPropertyValue(`--${name}`).trim() || otherwise])) as unknown as BookColors;
}

export function BookLadder(props: BookLadderProps) {
  const { rowHeight = 20, gap = 48 } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const machine = useRef<{ painter: ReturnType<typeof createBookPainter>; still: ReturnType<typeof createStillLadder>; layout: BookLayout; painted: Painted } | undefined>(undefined);
  const [cursor, setCursor] = useState<number>();
  const theme = usePrefs((prefs) => `${prefs.theme}|${prefs.upDown}`);

  const paint = useEffectEvent((force: boolean) => {
    const m = machine.current;
    if (!m) return;
    const held = m.still.heldMs(performance.now());
    if (held === 0 || force) {
      const snapshot = props.read();
      m.painted = snapshot ? rowsOf(snapshot, props, m.layout.rows) : { asks: [], bids: [], last: 0 };
    }
    props.onHold?.(held);
    m.painter.paint({
      ...m.painted,
      priceDecimals: props.priceDecimals,
      sizeDecimals: props.sizeDecimals,
      hovered: m.still.row === -1 ? (cursor ?? -1) : m.still.row,
      stale: props.isStale,
      barAlpha: theme.startsWith('dark') ? 0.1 : 0.09,
    });
  });

  useEffect(() => {
    const element = box.current;
    const surface = canvas.current;
    if (!element || !surface) return undefined;
    const m = { painter: createBookPainter(surface), still: createStillLadder(), layout: { width: 0, rows: 0, rowHeight, gap }, painted: { asks: [], bids: [], last: 0 } as Painted };
    machine.current = m;
    const resize = () => {
      m.layout = { width: element.clientWidth, rows: Math.max(1, Math.floor((element.clientHeight - gap) / 2 / rowHeight)), rowHeight, gap };
      m.painter.resize(m.layout, Math.min(devicePixelRatio || 1, 2));
      paint(true);
    };
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    void document.fonts?.ready.then(resize);
    // Tests read what is painted; a canvas has no text of its own.
    (surface as HTMLCanvasElement & { paintedRows?: () => Painted }).paintedRows = () => m.painted;
    return () => observer.disconnect();
  }, [rowHeight, gap]);
  useEffect(() => {
    if (box.current && machine.current) machine.current.painter.recolor(readColors(box.current));
    paint(false);
  }, [theme, props.isStale, cursor]);
  useEffect(() => props.subscribe(() => paint(false)), [props.subscribe]);
  useEffect(() => paint(true), [props.step, props.ownBids, props.ownAsks, props.read]);

  const pointed = (event: MouseEvent): { row: number; pick: BookPick; data: BookRow } | undefined => {
    const m = machine.current;
    const at = m && rowAt(m.layout, event.nativeEvent.offsetY);
    const data = at && m.painted[at.side === 'ask' ? 'asks' : 'bids'][at.index];
    if (!m || !at || !data) return undefined;
    return { row: at.side === 'ask' ? m.layout.rows - 1 - at.index : m.layout.rows + at.index, pick: { side: at.side, price: data.price, sum: data.sum }, data };
  };
  const moved = (event: MouseEvent) => {
    const m = machine.current;
    const at = pointed(event);
    if (!m) return;
    if (!at) return left();
    m.still.move(at.row, performance.now());
    setTimeout(() => paint(false), HOLD_CAP_MS + 5);
    paint(false);
    const bounds = canvas.current?.getBoundingClientRect();
    const index = at.pick.side === 'ask' ? m.layout.rows - 1 - at.row : at.row - m.layout.rows;
    props.onHover?.({ pick: at.pick, average: Math.round(at.data.value / at.data.sum), value: at.data.value, left: bounds?.left ?? 0, top: (bounds?.top ?? 0) + rowTop(m.layout, at.pick.side, index) });
  };
  const left = () => {
    machine.current?.still.leave();
    props.onHover?.(undefined);
    paint(true);
  };
  const clicked = (event: MouseEvent) => {
    const at = pointed(event);
    const price = machine.current?.still.release(at?.pick.price);
    if (at && price !== undefined) props.onPick(at.pick, event.detail >= 2);
  };
  const keyed = (event: KeyboardEvent) => {
    const rows = machine.current?.layout.rows ?? 0;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step) {
      event.preventDefault();
      setCursor((now) => Math.min(Math.max((now ?? rows - 1) + step, 0), rows * 2 - 1));
    } else if (event.key === 'Enter' && cursor !== undefined) {
      const isAsk = cursor < rows;
      const row = machine.current?.painted[isAsk ? 'asks' : 'bids'][isAsk ? rows - 1 - cursor : cursor - rows];
      if (row) props.onPick({ side: isAsk ? 'ask' : 'bid', price: row.price, sum: row.sum }, false);
    } else if (event.key === 'Escape') setCursor(undefined);
  };

  return (
    <div ref={box} className="relative min-h-0 flex-1 overflow-hidden [contain:strict]">
      <canvas
        ref={canvas}
        data-testid="book-canvas"
        role="application"
        tabIndex={0}
        aria-label={props.texts.ladder}
        className="absolute inset-x-0 top-1/2 -translate-y-1/2 cursor-pointer focus-visible:-outline-offset-2"
        onMouseMove={moved}
        onMouseLeave={left}
        onMouseDown={(event) => machine.current?.still.press(pointed(event)?.pick.price)}
        onClick={clicked}
        onKeyDown={keyed}
        onBlur={() => setCursor(undefined)}
      />
      <div className="pointer-events-none absolute inset-x-0 top-1/2 flex -translate-y-1/2 items-center" style={{ height: gap }}>
        {props.middle}
      </div>
      <BookTable read={() => machine.current?.painted} priceDecimals={props.priceDecimals} sizeDecimals={props.sizeDecimals} texts={props.texts} />
    </div>
  );
}

function rowsOf(snapshot: BookSnapshot, props: BookLadderProps, count: number): Painted {
  return {
    asks: groupLevels(snapshot.asks, 'ask', props.step, count, props.ownAsks),
    bids: groupLevels(snapshot.bids, 'bid', props.step, count, props.ownBids),
    last: snapshot.last,
  };
}
