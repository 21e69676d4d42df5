// Paints a ladder on one canvas: asks above, a gap for the price, bids below; layout and styles are fixed numbers, nothing is read back.
import { bookHeight, type BookLayout, placeOf, rowTop } from './book-layout.ts';
import type { BookRow, BookSide } from './book-levels.ts';
import { createDigitPainter, type DigitPainter, type DigitStyle } from './digit-painter.ts';
import { scaledText, sharedPrefix, steppedText } from './scaled-text.ts';

export interface BookColors {
  bid: string;
  ask: string;
  text: string;
  mute: string;
  brand: string;
  hover: string;
  edge: string;
}
export interface BookModel {
  /** Best first. */
  asks: readonly BookRow[];
  bids: readonly BookRow[];
  priceDecimals: number;
  /** Decimals that a step never uses are left out. */
  step: number;
  sizeDecimals: number;
  /** Last price in ticks; its digits are dimmed in the rows. */
  last: number;
  /** Row under the pointer, counted from the outermost ask; -1 none. */
  hovered: number;
  stale: boolean;
  /** Strength of the cumulative bars, 0..1. */
  barAlpha: number;
}
export interface BookPainter {
  resize(layout: BookLayout, ratio: number): void;
  recolor(colors: BookColors): void;
  paint(model: BookModel): void;
}

const FAMILY = "'Pretendard Variable', Pretendard, sans-serif";
const PAD = 12;

export function createBookPainter(canvas: HTMLCanvasElement): BookPainter {
  const context = canvas.getContext('2d', { alpha: true }) as CanvasRenderingContext2D;
  const strong = `500 12px ${FAMILY}`;
  const light = `400 12px ${FAMILY}`;
  let digits: DigitPainter = createDigitPainter(context, strong);
  let layout: BookLayout = { width: 0, asks: 0, bids: 0, rowHeight: 20, gap: 48 };
  let colors: BookColors | undefined;

  return {
    resize(next, ratio) {
      layout = next;
      const height = bookHeight(next);
      canvas.width = Math.round(next.width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${next.width}px`;
      canvas.style.height = `${height}px`;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.textBaseline = 'middle';
      context.textAlign = 'center';
      digits = createDigitPainter(context, strong);
    },
    recolor(next) {
      colors = next;
    },
    paint(model) {
      if (colors === undefined || layout.width === 0) return;
      context.clearRect(0, 0, layout.width, bookHeight(layout));
      context.globalAlpha = model.stale ? 0.42 : 1;
      const widest = Math.max(1, model.asks.at(-1)?.sum ?? 0, model.bids.at(-1)?.sum ?? 0);
      paintHover(context, layout, colors, model);
      paintSide(context, digits, layout, colors, model, 'ask', widest, { strong, light });
      paintSide(context, digits, layout, colors, model, 'bid', widest, { strong, light });
      context.globalAlpha = 1;
    },
  };
}

function paintHover(context: CanvasRenderingContext2D, layout: BookLayout, colors: BookColors, model: BookModel): void {
  if (model.hovered < 0) return;
  const { side, index } = placeOf(layout, model.hovered);
  const isAsk = side === 'ask';
  const from = rowTop(layout, side, isAsk ? index : 0);
  context.fillStyle = colors.hover;
  context.fillRect(0, from, layout.width, (index + 1) * layout.rowHeight);
  context.fillStyle = colors.text;
  context.fillRect(0, isAsk ? from : from + (index + 1) * layout.rowHeight - 1, layout.width, 1);
}

function paintSide(
  context: CanvasRenderingContext2D,
  digits: DigitPainter,
  layout: BookLayout,
  colors: BookColors,
  model: BookModel,
  side: BookSide,
  widest: number,
  fonts: { strong: string; light: string },
): void {
  const rows = side === 'ask' ? model.asks : model.bids;
  const color = side === 'ask' ? colors.ask : colors.bid;
  const alpha = context.globalAlpha;
  const priceStyle: DigitStyle = { font: fonts.strong, color };
  const mutedStyle: DigitStyle = { font: fonts.light, color: colors.mute };
  const sizeStyle: DigitStyle = { font: fonts.strong, color: colors.text };
  const sumStyle: DigitStyle = { font: fonts.light, color: colors.mute };
  const priceText = (units: number) => steppedText(units, model.priceDecimals, model.step);
  const lastText = priceText(model.last);
  const count = Math.min(rows.length, side === 'ask' ? layout.asks : layout.bids);
  context.globalAlpha = alpha * model.barAlpha;
  context.fillStyle = color;
  for (let i = 0; i < count; i++) {
    const width = (rows[i].sum / widest) * layout.width;
    context.fillRect(layout.width - width, rowTop(layout, side, i), width, layout.rowHeight);
  }
  context.globalAlpha = alpha;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const top = rowTop(layout, side, i);
    const y = top + layout.rowHeight / 2 + 0.5;
    const price = priceText(row.price);
    if (row.own) paintOwn(context, layout, colors, top);
    digits.drawLeft(price, PAD, y, priceStyle, sharedPrefix(price, lastText), mutedStyle);
    digits.draw(scaledText(row.size, model.sizeDecimals), Math.round(layout.width * 0.653), y, sizeStyle);
    digits.draw(scaledText(row.sum, model.sizeDecimals), layout.width - PAD, y, sumStyle);
  }
}

function paintOwn(context: CanvasRenderingContext2D, layout: BookLayout, colors: BookColors, top: number): void {
  const middle = top + layout.rowHeight / 2;
  context.fillStyle = colors.brand;
  context.beginPath();
  context.moveTo(3, middle);
  context.lineTo(6, middle - 3);
  context.lineTo(9, middle);
  context.lineTo(6, middle + 3);
  context.fill();
  const alpha = context.globalAlpha;
  context.globalAlpha = alpha * 0.55;
  context.strokeStyle = colors.brand;
  context.lineWidth = 1;
  context.setLineDash([3, 2]);
  context.beginPath();
  context.moveTo(0, top + 0.5);
  context.lineTo(layout.width, top + 0.5);
  context.moveTo(0, top + layout.rowHeight - 0.5);
  context.lineTo(layout.width, top + layout.rowHeight - 0.5);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = alpha;
}
