// Where a ladder's rows stand: asks above a gap, bids below it; of one side alone, the whole height beside the gap at its best price.
import type { BookSide } from './book-levels.ts';

export const bookViews = ['both', 'bid', 'ask'] as const;
/** Both sides, or one alone. */
export type BookView = (typeof bookViews)[number];
export interface BookLayout {
  width: number;
  asks: number;
  bids: number;
  rowHeight: number;
  /** Height of the gap for the price. */
  gap: number;
}
export interface RowPlace {
  side: BookSide;
  /** 0 = best. */
  index: number;
}

/** What a picture of the book carries of a side: where there is room for more, one side's rows grow into it. */
const LEVELS = 20;

export function layBook(view: BookView, width: number, height: number, least: number, gap: number): BookLayout {
  const isBoth = view === 'both';
  const space = (height - gap) / (isBoth ? 2 : 1);
  const rowHeight = isBoth ? least : Math.max(least, Math.floor(space / LEVELS));
  const rows = Math.max(1, Math.floor(space / rowHeight));
  return { width, asks: view === 'bid' ? 0 : rows, bids: view === 'ask' ? 0 : rows, rowHeight, gap };
}

export const bookHeight = ({ asks, bids, rowHeight, gap }: BookLayout): number => (asks + bids) * rowHeight + gap;

/** Top edge of a row. */
export function rowTop({ asks, rowHeight, gap }: BookLayout, side: BookSide, index: number): number {
  return side === 'ask' ? (asks - 1 - index) * rowHeight : (asks + index) * rowHeight + gap;
}

/** The row at `y`; undefined in the gap. */
export function rowAt(layout: BookLayout, y: number): RowPlace | undefined {
  const middle = layout.asks * layout.rowHeight;
  const below = y - middle - layout.gap;
  if (y < 0 || (y >= middle && below < 0) || y >= bookHeight(layout)) return undefined;
  return placeOf(layout, below < 0 ? Math.floor(y / layout.rowHeight) : layout.asks + Math.floor(below / layout.rowHeight));
}

/** Rows are numbered from the outermost ask down. */
export const rowNumber = ({ asks }: BookLayout, { side, index }: RowPlace): number => (side === 'ask' ? asks - 1 - index : asks + index);
export const placeOf = ({ asks }: BookLayout, row: number): RowPlace =>
  row < asks ? { side: 'ask', index: asks - 1 - row } : { side: 'bid', index: row - asks };
