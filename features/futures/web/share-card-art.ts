// The picture of a share card: the trade's own prices as boards, or as a line.
import type { CardArt, CardColors } from './share-card.ts';

/** Where the picture stands on its canvas. */
export interface ArtBox {
  width: number;
  top: number;
  bottom: number;
}

export function scaleOf(path: readonly number[], box: ArtBox): (price: number) => number {
  const low = Math.min(...path);
  const high = Math.max(...path);
  const span = high - low || Math.max(high * 0.001, 1e-9);
  const space = box.bottom - box.top;
  return (price) => box.bottom - space * 0.17 - ((price - low) / span) * space * 0.76;
}

/** Where board `i` is cut, as a share of its length: the same for every card, and no two neighbours alike. */
const cutOf = (i: number, from: number, space: number) => from + (((i * 37) % 60) / 60) * space;

function drawBoards(context: CanvasRenderingContext2D, path: readonly number[], c: CardColors, kind: CardArt, box: ArtBox): void {
  const y = scaleOf(path, box);
  const step = box.width / path.length;
  const joint = box.width > 100 ? 1.5 : 0.4;
  const bright = kind === 'paper' ? c.text : c.tone;
  const deep = kind === 'paper' ? '#c9c4b8' : c.toneDeep;
  path.forEach((price, i) => {
    const top = y(price);
    const length = box.bottom - top;
    // Bright to the first cut, deep below it, and one more cut in the deep part.
    const first = top + length * cutOf(i, 0.22, 0.4);
    const second = first + (box.bottom - first) * cutOf(i + 11, 0.25, 0.55);
    // The first board is where the trade began: nothing of it was won or lost.
    context.fillStyle = i === 0 ? deep : bright;
    context.fillRect(i * step, top, step - joint, first - top);
    context.fillStyle = deep;
    context.fillRect(i * step, first + joint, step - joint, second - first - joint);
    context.fillRect(i * step, second + joint, step - joint, box.bottom - second - joint);
  });
}

function drawPath(context: CanvasRenderingContext2D, path: readonly number[], c: CardColors, box: ArtBox): void {
  const y = scaleOf(path, box);
  const step = box.width / (path.length - 1);
  context.beginPath();
  path.forEach((price, i) => context.lineTo(i * step, y(price)));
  context.strokeStyle = c.tone;
  context.lineWidth = box.width > 100 ? 3 : 2;
  context.lineJoin = 'round';
  context.stroke();
  context.lineTo(box.width, box.bottom);
  context.lineTo(0, box.bottom);
  context.globalAlpha = 0.14;
  context.fillStyle = c.tone;
  context.fill();
  context.globalAlpha = 1;
}

export function drawArt(context: CanvasRenderingContext2D, path: readonly number[], c: CardColors, kind: CardArt, box: ArtBox): void {
  if (kind === 'line') drawPath(context, path, c, box);
  else drawBoards(context, path, c, kind, box);
}
