// What moves a ladder outside React: paints on the flush, holds still under the pointer, finds the row that was meant.
import { type BookLevel, type BookRow, type BookSide, groupLevels } from './book-levels.ts';
import { type BookLayout, type BookView, layBook, placeOf, rowAt, rowNumber, rowTop } from './book-layout.ts';
import { type BookColors, createBookPainter } from './book-painter.ts';
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
  /** Ticks. */
  average: number;
  /** Ticks x lots. */
  value: number;
  /** Page coordinates of the row's left edge. */
  left: number;
  top: number;
}
export interface LadderInput {
  read(): BookSnapshot | undefined;
  view: BookView;
  step: number;
  priceDecimals: number;
  sizeDecimals: number;
  ownBids: ReadonlySet<number>;
  ownAsks: ReadonlySet<number>;
  isStale: boolean;
  isDark: boolean;
  /** Row of the keyboard cursor, from the outermost ask; -1 none. */
  cursor: number;
  onPick(pick: BookPick, isDouble: boolean): void;
  onHover?(hover: BookHover | undefined): void;
  /** ms the rows still stay; 0 when they flow. */
  onHold?(heldMs: number): void;
}
export interface PaintedBook {
  asks: BookRow[];
  bids: BookRow[];
  last: number;
}
export interface LadderMachine {
  /** `force` reads the book even while the rows are held. */
  paint(force: boolean): void;
  resize(): void;
  recolor(): void;
  painted(): PaintedBook;
  rows(): Pick<BookLayout, 'asks' | 'bids'>;
  move(offsetY: number): void;
  leave(): void;
  press(offsetY: number): void;
  click(offsetY: number, isDouble: boolean): void;
  pickRow(row: number): void;
}

const fallback: BookColors = { bid: '#888', ask: '#888', text: '#888', mute: '#888', brand: '#888', hover: '#888', edge: '#888' };

function readColors(element: Element): BookColors {
  const style = getComputedStyle(element);
  const entries = Object.entries(fallback).map(([name, otherwise]) => [name, style.getPropertyValue(`--${name}`).trim() || otherwise]);
  return Object.fromEntries(entries) as unknown as BookColors;
}

function readBook({ read, step, ownBids, ownAsks }: LadderInput, { asks, bids }: BookLayout): PaintedBook {
  const now = read();
  if (!now) return { asks: [], bids: [], last: 0 };
  return {
    asks: groupLevels(now.asks, 'ask', step, asks, ownAsks),
    bids: groupLevels(now.bids, 'bid', step, bids, ownBids),
    last: now.last,
  };
}

interface PointedRow {
  row: number;
  index: number;
  pick: BookPick;
  data: BookRow;
}

function pointedRow(layout: BookLayout, painted: PaintedBook, offsetY: number): PointedRow | undefined {
  const at = rowAt(layout, offsetY);
  const data = at && painted[at.side === 'ask' ? 'asks' : 'bids'][at.index];
  if (!at || !data) return undefined;
  return { row: rowNumber(layout, at), index: at.index, pick: { side: at.side, price: data.price, sum: data.sum }, data };
}

/** Tells what the rows up to the pointer sum to: each figure once, for what is told is drawn and what is drawn paints again. */
function openHover(canvas: HTMLCanvasElement, input: () => LadderInput) {
  let told = '';
  return {
    tell(layout: BookLayout, at: PointedRow | undefined) {
      if (!at) return;
      const { value, sum } = at.data;
      const now = `${at.row}|${at.pick.price}|${value}`;
      if (now === told) return;
      told = now;
      const bounds = canvas.getBoundingClientRect();
      const top = bounds.top + rowTop(layout, at.pick.side, at.index);
      input().onHover?.({ pick: at.pick, average: Math.round(value / sum), value, left: bounds.left, top });
    },
    end() {
      told = '';
      input().onHover?.(undefined);
    },
  };
}

export function createLadder(
  box: HTMLElement,
  canvas: HTMLCanvasElement,
  rowHeight: number,
  gap: number,
  input: () => LadderInput,
): LadderMachine {
  const painter = createBookPainter(canvas);
  const still = createStillLadder();
  let layout: BookLayout = { width: 0, asks: 0, bids: 0, rowHeight, gap };
  let painted: PaintedBook = { asks: [], bids: [], last: 0 };

  let pointerY = 0;
  const pointed = (offsetY: number) => pointedRow(layout, painted, offsetY);
  const hover = openHover(canvas, input);
  const machine: LadderMachine = {
    painted: () => painted,
    rows: () => layout,
    paint(force) {
      const { priceDecimals, sizeDecimals, step, isStale, isDark, cursor, onHold } = input();
      const held = still.heldMs(performance.now());
      if (held === 0 || force) painted = readBook(input(), layout);
      // Rows that flow again under a pointer that rests take their sums with them.
      if (held === 0 && still.row !== -1) hover.tell(layout, pointed(pointerY));
      onHold?.(held);
      const hovered = still.row === -1 ? cursor : still.row;
      painter.paint({ ...painted, priceDecimals, step, sizeDecimals, hovered, stale: isStale, barAlpha: isDark ? 0.1 : 0.09 });
    },
    resize() {
      layout = layBook(input().view, box.clientWidth, box.clientHeight, rowHeight, gap);
      painter.resize(layout, Math.min(devicePixelRatio || 1, 2));
      machine.paint(true);
    },
    recolor() {
      painter.recolor(readColors(box));
      machine.paint(false);
    },
    move(offsetY) {
      const at = pointed(offsetY);
      if (!at) return machine.leave();
      still.move(at.row, performance.now());
      // When the hold runs out and no level moves, nobody else would paint.
      setTimeout(() => machine.paint(false), HOLD_CAP_MS + 5);
      machine.paint(false);
      pointerY = offsetY;
      hover.tell(layout, at);
    },
    leave() {
      still.leave();
      hover.end();
      machine.paint(true);
    },
    press: (offsetY) => still.press(pointed(offsetY)?.pick.price),
    click(offsetY, isDouble) {
      const at = pointed(offsetY);
      if (still.release(at?.pick.price) !== undefined && at) input().onPick(at.pick, isDouble);
    },
    pickRow(row) {
      const { side, index } = placeOf(layout, row);
      const data = painted[side === 'ask' ? 'asks' : 'bids'][index];
      if (data) input().onPick({ side, price: data.price, sum: data.sum }, false);
    },
  };
  return machine;
}
